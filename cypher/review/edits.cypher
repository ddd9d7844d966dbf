// name: review.edits
// doc: Every later version of every pair, with its parent and whether it has a text.
// returns: instance, id, number, content_hash, parent, text
// mode: read
// engines: both
MATCH (i:Instance)-[:EDITED]->(v:Version)-[:PARENT]->(p:Version)
OPTIONAL MATCH (t:Text)-[:RENDERS]->(v)
RETURN i.id AS instance, v.id AS id, v.number AS number, v.content_hash AS content_hash, p.id AS parent, t.id AS text
ORDER BY instance, number, id
