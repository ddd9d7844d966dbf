// name: cookbook.background_facts
// doc: What every reader knows: facts of class and level that no text states and proofs need, those of most
// pairs first.
// params: run: string =, limit: int = 20
// returns: id, statement, pairs
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:BACKGROUND]->(s:Statement)
WHERE run.id STARTS WITH $run
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement,
       count(DISTINCT i.id) AS pairs
ORDER BY pairs DESC, id
LIMIT $limit
