// name: search.first_ends
// doc: When the first of those ended that some relations join to each object; dates says what tells an end.
// params: relations: strings, dates: strings
// returns: id, first
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH s, f, o
MATCH (s)-[a]->(x:Literal)
WHERE a.relation IN $dates
RETURN o.id AS id, min(x.value) AS first
ORDER BY id
