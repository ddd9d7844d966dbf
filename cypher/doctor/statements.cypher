// name: doctor.statements
// doc: Every statement with its spelled parts, and what it is joined with.
// returns: id, subject, relation, object, negated, valid_from, valid_to, joined_subject, joined_object, value, datatype
// mode: read
// engines: both
MATCH (s:Statement)
OPTIONAL MATCH (s)-[:SUBJECT]->(a:Entity)
OPTIONAL MATCH (s)-[:OBJECT]->(b)
RETURN s.id AS id, s.subject AS subject, s.relation AS relation, s.object AS object, s.negated AS negated,
       s.valid_from AS valid_from, s.valid_to AS valid_to, a.id AS joined_subject, b.id AS joined_object,
       b.value AS value, b.datatype AS datatype
