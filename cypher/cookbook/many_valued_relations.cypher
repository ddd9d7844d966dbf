// name: cookbook.many_valued_relations
// doc: Which relations have subjects with several values: how often the graph breaks "at most one".
// params: kg: string =, least_subjects: int = 10, limit: int = 20
// returns: relation, label, subjects, several, percent
// mode: read
// engines: both
MATCH (a:Entity)-[f]->(o)
WHERE f.relation IS NOT NULL AND a.kg STARTS WITH $kg
WITH f.relation AS relation, a.id AS subject, count(DISTINCT o.id) AS values
WITH relation, count(*) AS subjects, count(CASE WHEN values > 1 THEN 1 ELSE NULL END) AS several
WHERE subjects >= $least_subjects
OPTIONAL MATCH (r:Relation {id: relation})
RETURN relation, r.label AS label, subjects, several, several * 100 / subjects AS percent
ORDER BY percent DESC, relation
LIMIT $limit
