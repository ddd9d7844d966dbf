// name: kg.same_as
// doc: Entities of two KGs that are linked as the same.
// params: one: string, other: string
// returns: one, other
// mode: read
// engines: both
MATCH (a:Entity)-[:SAME_AS]->(b:Entity)
WHERE (a.kg = $one AND b.kg = $other) OR (a.kg = $other AND b.kg = $one)
RETURN CASE WHEN a.kg = $one THEN a.id ELSE b.id END AS one, CASE WHEN a.kg = $one THEN b.id ELSE a.id END AS other
