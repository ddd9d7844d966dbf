// name: contexts.condition_of
// doc: What each document of a set's contradictions says of them; where it takes three, the one without made up and original is the condition.
// params: set: string
// returns: documents, document, title, role, sentence
// mode: read
// engines: both
MATCH (s:ContextSet {id: $set})-[:HAS]->(c:Conflict)-[:ACROSS]->(other:Passage)<-[:HOLDS]-(s)
WITH s, c, count(other) AS documents
MATCH (c)-[:ACROSS]->(p:Passage)<-[:HOLDS]-(s)
MATCH (p)-[:TELLS]->(:Version)<-[:RENDERS]-(:Text)-[:HAS]->(x:Sentence)-[:STATES]->(y:Statement)<-[:ORIGINAL|PERTURBED|SHARED]-(c)
RETURN DISTINCT documents, p.position + 1 AS document, p.title AS title,
       CASE WHEN EXISTS { MATCH (c)-[:ORIGINAL]->(y) } THEN 'original'
            WHEN EXISTS { MATCH (c)-[:PERTURBED]->(y) } THEN 'made up' ELSE 'condition' END AS role,
       x.body AS sentence
ORDER BY document, role, sentence
