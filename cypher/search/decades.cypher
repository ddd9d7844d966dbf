// name: search.decades
// doc: In which decades the two ends of facts began, for each of some relations; dates says what tells a beginning.
// params: relations: strings, dates: strings
// returns: relation, subject, object, facts
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH s, f, o
MATCH (s)-[a]->(x:Literal)
WHERE a.relation IN $dates
WITH f, o, x
MATCH (o)-[b]->(y:Literal)
WHERE b.relation IN $dates
RETURN f.relation AS relation, left(x.value, 3) AS subject, left(y.value, 3) AS object, count(*) AS facts
ORDER BY relation, subject, object
