// name: schema.migrate_1_2
// doc: From layout 1 to 2: sources of what versions add, and finished runs. Doing it twice does no harm.
// mode: schema
// engines: neo4j
MATCH (v:Version)-[a:ADDS]->(s:Statement)
WHERE a.source IS NULL
CALL (a, s) { SET a.source = s.source } IN TRANSACTIONS OF 20000 ROWS;
MATCH (r:Run)
WHERE r.pairs IS NULL
OPTIONAL MATCH (i:Instance)-[:MADE_BY]->(r)
WITH r, count(i.id) AS pairs
SET r.pairs = pairs;
