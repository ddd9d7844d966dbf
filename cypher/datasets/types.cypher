// name: datasets.types
// doc: Datasets of others side by side: how many items of each type.
// params: dataset: string =
// returns: dataset, type, found
// mode: read
// engines: both
MATCH (d:Dataset)-[:HOLDS]->(i:Item)
WHERE d.name STARTS WITH $dataset
RETURN d.name AS dataset, i.type AS type, count(i) AS found
ORDER BY dataset, type
