// name: search.decades_of
// doc: As search.decades, of the facts that leave some entities.
// params: ids: strings, relations: strings, dates: strings
// returns: relation, subject, object, facts
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (s:Entity {id: id})
OPTIONAL MATCH (s)-[a]->(x:Literal)
WHERE a.relation IN $dates
WITH id, s, x
WHERE x.value IS NOT NULL
OPTIONAL MATCH (s)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH id, f, o, x
WHERE f.relation IS NOT NULL
OPTIONAL MATCH (o)-[b]->(y:Literal)
WHERE b.relation IN $dates
WITH id, f, x, y
WHERE y.value IS NOT NULL
RETURN f.relation AS relation, left(x.value, 3) AS subject, left(y.value, 3) AS object, count(*) AS facts
ORDER BY relation, subject, object
