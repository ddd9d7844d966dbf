// name: doctor.links
// doc: Links between entities that should not be: within one KG, or both ways.
// returns: source, target, one_kg, both_ways
// mode: read
// engines: both
MATCH (a:Entity)-[:SAME_AS]->(b:Entity)
WHERE a.kg = b.kg
RETURN a.id AS source, b.id AS target, true AS one_kg, false AS both_ways
UNION ALL
MATCH (a:Entity)-[:SAME_AS]->(b:Entity), (b)-[:SAME_AS]->(a)
WHERE a.id < b.id AND a.kg <> b.kg
RETURN a.id AS source, b.id AS target, false AS one_kg, true AS both_ways
