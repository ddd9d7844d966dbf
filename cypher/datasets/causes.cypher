// name: datasets.causes
// doc: What conflicts in datasets of others come from, by dataset and form.
// params: dataset: string =
// returns: dataset, cause, explicit, conflicts
// mode: read
// engines: both
MATCH (d:Dataset)-[:HOLDS]->(:Item)-[:FINDS]->(c:Clash)
WHERE d.name STARTS WITH $dataset
RETURN d.name AS dataset, c.cause AS cause, c.explicit AS explicit, count(c) AS conflicts
ORDER BY dataset, conflicts DESC, cause, explicit
