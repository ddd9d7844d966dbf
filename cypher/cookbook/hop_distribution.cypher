// name: cookbook.hop_distribution
// doc: How many conflicts of each type of pair take how many hops.
// params: run: string =
// returns: type, hops, strict, typical, conflicts
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)
WHERE run.id STARTS WITH $run
WITH DISTINCT i, c
RETURN i.type AS type, c.hops AS hops, count(CASE WHEN c.strength = 'strict' THEN 1 ELSE NULL END) AS strict,
       count(CASE WHEN c.strength = 'typical' THEN 1 ELSE NULL END) AS typical, count(*) AS conflicts
ORDER BY type, hops
