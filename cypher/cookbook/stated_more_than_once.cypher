// name: cookbook.stated_more_than_once
// doc: Statements that one text states in several sentences.
// params: limit: int = 20
// returns: text, id, statement, sentences
// mode: read
// engines: both
MATCH (t:Text)-[:HAS]->(x:Sentence)-[:STATES]->(s:Statement)
WITH t, s, count(DISTINCT x.id) AS sentences
WHERE sentences > 1
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN t.id AS text, s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement, sentences
ORDER BY sentences DESC, text, id
LIMIT $limit
