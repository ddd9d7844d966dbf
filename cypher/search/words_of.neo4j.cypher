// name: search.words_of
// doc: As search.words, of the labels of some entities.
// params: ids: strings, least: int
// returns: word, labels
// mode: read
// engines: neo4j
UNWIND $ids AS id
MATCH (e:Entity {id: id})
UNWIND split(toLower(e.label), ' ') AS word
WITH word, count(*) AS labels
WHERE labels >= $least
RETURN word, labels
ORDER BY labels DESC, word
