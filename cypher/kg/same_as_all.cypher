// name: kg.same_as_all
// doc: All links between entities, with the KGs of their ends.
// returns: source, target, source_kg, target_kg
// mode: read
// engines: both
MATCH (a:Entity)-[:SAME_AS]->(b:Entity)
RETURN a.id AS source, b.id AS target, a.kg AS source_kg, b.kg AS target_kg
