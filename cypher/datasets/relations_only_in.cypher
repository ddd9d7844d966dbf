// name: datasets.relations_only_in
// doc: Relations that conflict in one dataset of others and never in another one, by how often; words where no relation
// is known.
// params: dataset: string, never_in: string, limit: int = 20
// returns: relation, conflicts
// mode: read
// engines: both
MATCH (d:Dataset)-[:HOLDS]->(:Item)-[:FINDS]->(c:Clash)
WHERE d.name IN [$dataset, $never_in]
UNWIND c.relations AS relation
WITH relation, count(CASE WHEN d.name = $dataset THEN 1 ELSE NULL END) AS conflicts,
     count(CASE WHEN d.name = $never_in THEN 1 ELSE NULL END) AS others
WHERE others = 0
RETURN relation, conflicts
ORDER BY conflicts DESC, relation
LIMIT $limit
