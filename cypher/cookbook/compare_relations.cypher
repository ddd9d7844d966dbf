// name: cookbook.compare_relations
// doc: Two runs side by side: how many pairs are about each relation.
// params: first: string, second: string
// returns: relation, label, first, second
// mode: read
// engines: both
MATCH (i:Instance)-[:MADE_BY]->(run:Run)
WHERE run.id IN [$first, $second]
UNWIND i.relations AS relation
OPTIONAL MATCH (r:Relation {id: relation})
RETURN relation, r.label AS label, count(CASE WHEN run.id = $first THEN 1 ELSE NULL END) AS first,
       count(CASE WHEN run.id = $second THEN 1 ELSE NULL END) AS second
ORDER BY relation
