// name: cookbook.most_used_facts
// doc: True statements that stand in the originals of most pairs.
// params: limit: int = 20
// returns: id, statement, pairs
// mode: read
// engines: both
MATCH (i:Instance)-[:ORIGINAL]->(v:Version)-[:ADDS]->(s:Statement)
WITH s, count(DISTINCT i.id) AS pairs
ORDER BY pairs DESC, s.id
LIMIT $limit
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.id AS id, CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement, pairs
ORDER BY pairs DESC, id
