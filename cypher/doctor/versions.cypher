// name: doctor.versions
// doc: Every version with parent and text.
// returns: id, number, kind, content_hash, parent, text
// mode: read
// engines: both
MATCH (v:Version)
OPTIONAL MATCH (v)-[:PARENT]->(p:Version)
OPTIONAL MATCH (t:Text)-[:RENDERS]->(v)
RETURN v.id AS id, v.number AS number, v.kind AS kind, v.content_hash AS content_hash, p.id AS parent, t.id AS text
