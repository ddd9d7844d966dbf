// name: explore.versions
// doc: The versions of an instance with their parents.
// params: instance: string
// returns: id, number, kind, parent
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[]->(v:Version)
OPTIONAL MATCH (v)-[:PARENT]->(p:Version)
RETURN v.id AS id, v.number AS number, v.kind AS kind, p.id AS parent
ORDER BY number
