// name: cookbook.most_used_facts
// doc: True statements that stand in the originals of most pairs.
// params: limit: int = 20
// returns: statement, subject, relation, object, pairs
// mode: read
// engines: both
MATCH (i:Instance)-[:ORIGINAL]->(v:Version)-[:ADDS]->(s:Statement)
WITH s, count(DISTINCT i.id) AS pairs
ORDER BY pairs DESC, s.id
LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.id AS statement, a.label AS subject, coalesce(r.label, s.relation) AS relation, o.label AS object, pairs
ORDER BY pairs DESC, statement
