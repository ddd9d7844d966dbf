// name: search.kinds_of
// doc: As search.kinds, of the facts that leave some entities.
// params: ids: strings, relations: strings
// returns: relation, subject, object, facts
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (s:Entity {id: id})
OPTIONAL MATCH (s)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH s, f, o
WHERE f.relation IS NOT NULL
WITH f.relation AS relation, CASE WHEN s.level <> '' THEN s.level ELSE s.kind END AS subject,
     CASE WHEN o.level <> '' THEN o.level ELSE o.kind END AS object
RETURN relation, subject, object, count(*) AS facts
ORDER BY relation, facts DESC, subject, object
