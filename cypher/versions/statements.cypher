// name: versions.statements
// doc: Statements with the labels of their parts.
// params: ids: strings
// returns: id, subject, relation, object, negated, valid_from, valid_to, subject_label, relation_label, object_label, value, datatype, literal_label
// mode: read
// engines: both
UNWIND $ids AS wanted
MATCH (s:Statement {id: wanted})
OPTIONAL MATCH (s)-[:SUBJECT]->(a:Entity)
OPTIONAL MATCH (s)-[:OBJECT]->(b:Entity)
OPTIONAL MATCH (s)-[:OBJECT]->(l:Literal)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.id AS id, s.subject AS subject, s.relation AS relation, s.object AS object, s.negated AS negated,
       s.valid_from AS valid_from, s.valid_to AS valid_to, a.label AS subject_label, r.label AS relation_label,
       b.label AS object_label, l.value AS value, l.datatype AS datatype, l.label AS literal_label
