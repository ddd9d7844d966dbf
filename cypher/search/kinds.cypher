// name: search.kinds
// doc: How many facts of each of some relations hold between things of which levels, or else kinds; best-filled first.
// params: relations: strings
// returns: relation, subject, object, facts
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH f.relation AS relation, CASE WHEN s.level <> '' THEN s.level ELSE s.kind END AS subject,
     CASE WHEN o.level <> '' THEN o.level ELSE o.kind END AS object
RETURN relation, subject, object, count(*) AS facts
ORDER BY relation, facts DESC, subject, object
