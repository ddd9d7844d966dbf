// name: load.facts
// doc: Create base facts, each of its relationship type; a row is subject, object, relation, rank, from, to, objects, subjects, type.
// params: rows: rows
// names: target
// mode: write
// engines: neo4j
UNWIND $rows AS row
MATCH (s:Entity {id: row[0]})
MATCH (o:{{target}} {id: row[1]})
CREATE (s)-[:$(row[8]) {relation: row[2], rank: row[3], valid_from: row[4], valid_to: row[5], objects: row[6], subjects: row[7]}]->(o)
