// name: kg.relation_facts
// doc: How many facts a relation has, by what was noted when its KG was loaded.
// params: id: string, kg: string
// returns: facts
// mode: read
// engines: both
MATCH (r:Relation {id: $id})
WHERE r.kg = $kg
RETURN r.facts AS facts
