// name: versions.version
// doc: One version with its parent and text.
// params: version: string
// returns: id, number, kind, content_hash, parent, text
// mode: read
// engines: both
MATCH (v:Version {id: $version})
OPTIONAL MATCH (v)-[:PARENT]->(p:Version)
OPTIONAL MATCH (t:Text)-[:RENDERS]->(v)
RETURN v.id AS id, v.number AS number, v.kind AS kind, v.content_hash AS content_hash, p.id AS parent, t.id AS text
