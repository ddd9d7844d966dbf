// name: search.words
// doc: The words of which at least so many labels have one, with their number of labels.
// params: least: int
// returns: word, labels
// mode: read
// engines: neo4j
MATCH (e:Entity)
UNWIND split(toLower(e.label), ' ') AS word
WITH word, count(*) AS labels
WHERE labels >= $least
RETURN word, labels
ORDER BY labels DESC, word
