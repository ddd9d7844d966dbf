// name: cookbook.sentences_of_conflict
// doc: The sentences of both texts that state a conflict, with the statement that each one states.
// params: conflict: string
// returns: side, position, sentence, role, id, statement
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:ORIGINAL|PERTURBED|SHARED]->(s:Statement)
MATCH (s)<-[:STATES]-(x:Sentence)<-[:HAS]-(t:Text)-[:RENDERS]->(v:Version)<-[:ORIGINAL|PERTURBED]-(i:Instance)-[:HAS]->(c)
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN DISTINCT v.kind AS side, x.position AS position, x.body AS sentence,
       CASE WHEN EXISTS { MATCH (c)-[:ORIGINAL]->(s) } THEN 'original'
            WHEN EXISTS { MATCH (c)-[:PERTURBED]->(s) } THEN 'perturbed' ELSE 'shared' END AS role,
       s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY side, position, id, sentence
