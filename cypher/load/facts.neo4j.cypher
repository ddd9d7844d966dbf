// name: load.facts
// doc: Create base facts of one relationship type.
// params: rows: rows
// names: type, target
// mode: write
// engines: neo4j
UNWIND $rows AS row
MATCH (s:Entity {id: row.subject})
MATCH (o:{{target}} {id: row.object})
CREATE (s)-[f:{{type}} {relation: row.relation, rank: row.rank}]->(o)
