// name: datasets.evidence
// doc: Where the texts of an item of a dataset of others clash, and in which words.
// params: item: string
// returns: clash, cause, percent, passage, sentence, words, document
// mode: read
// engines: both
MATCH (i:Item)-[:FINDS]->(c:Clash)-[:SHOWS]->(e:Evidence)-[:STANDS_IN]->(l:Line)<-[:READS]-(p:Passage)
WHERE i.name = $item
RETURN c.id AS clash, c.cause AS cause, c.percent AS percent, p.position AS passage, l.body AS sentence, e.words AS words,
       coalesce(p.title, "") AS document
ORDER BY percent DESC, clash, passage
