// name: datasets.contradictions
// doc: Which texts of a dataset of others contradict each other, in which sentences, the surest first; texts by their
// place in their item, and documents of a scan by their names too.
// params: dataset: string, limit: int = 20
// returns: item, first, second, cause, percent, says, but, first_document, second_document
// mode: read
// engines: both
MATCH (d:Dataset)-[:HOLDS]->(i:Item)-[:FINDS]->(c:Clash)
WHERE d.name = $dataset
MATCH (c)-[:SHOWS]->(:Evidence)-[:STANDS_IN]->(l:Line)<-[:READS]-(p:Passage)
MATCH (c)-[:SHOWS]->(:Evidence)-[:STANDS_IN]->(m:Line)<-[:READS]-(q:Passage)
WHERE p.position < q.position
RETURN i.name AS item, p.position AS first, q.position AS second, c.cause AS cause, c.percent AS percent, l.body AS says,
       m.body AS but, coalesce(p.title, "") AS first_document, coalesce(q.title, "") AS second_document
ORDER BY percent DESC, item, first, second, says, but
LIMIT $limit
