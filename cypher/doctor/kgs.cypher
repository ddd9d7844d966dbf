// name: doctor.kgs
// doc: Every KG with what it is noted to hold and what it holds.
// returns: kg, complete, what, noted, counted
// mode: read
// engines: both
MATCH (k:Kg)
OPTIONAL MATCH (e:Entity) WHERE e.kg = k.kg
RETURN k.kg AS kg, k.complete AS complete, 'entities' AS what, k.entities AS noted, count(e.id) AS counted
UNION ALL
MATCH (k:Kg)
OPTIONAL MATCH (e:Entity) WHERE e.kg = k.kg AND e.hidden
RETURN k.kg AS kg, k.complete AS complete, 'hidden entities' AS what, k.hidden AS noted, count(e.id) AS counted
UNION ALL
MATCH (k:Kg)
OPTIONAL MATCH (r:Relation) WHERE r.kg = k.kg
WITH k.kg AS kg, k.complete AS complete, k.relations AS noted, coalesce(size(k.shared), 0) AS shared, count(r.id) AS own
RETURN kg, complete, 'relations' AS what, noted, own + shared AS counted
UNION ALL
MATCH (k:Kg)
OPTIONAL MATCH (e:Entity)-[f]->() WHERE e.kg = k.kg AND f.relation IS NOT NULL
RETURN k.kg AS kg, k.complete AS complete, 'facts' AS what, k.facts AS noted, count(f.relation) AS counted
