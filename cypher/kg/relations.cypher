// name: kg.relations
// doc: All relations of a KG with their fact counts.
// params: kg: string
// returns: id, label, kg, facts
// mode: read
// engines: both
MATCH (r:Relation)
WHERE r.kg = $kg
RETURN r.id AS id, r.label AS label, r.kg AS kg, r.facts AS facts
ORDER BY id
