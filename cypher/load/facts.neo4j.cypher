// name: load.facts
// doc: Create base facts, each of its relationship type; a row is subject, object, relation, rank, from, to, type.
// params: rows: rows
// names: target
// mode: write
// engines: neo4j
UNWIND $rows AS row
MATCH (s:Entity {id: row[0]})
MATCH (o:{{target}} {id: row[1]})
CREATE (s)-[:$(row[6]) {relation: row[2], rank: row[3], valid_from: row[4], valid_to: row[5]}]->(o)
