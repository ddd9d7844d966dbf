// name: explore.conflicts
// doc: The conflicts of an instance.
// params: instance: string
// returns: id, hops, strength
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[:HAS]->(c:Conflict)
RETURN c.id AS id, c.hops AS hops, c.strength AS strength
ORDER BY id
