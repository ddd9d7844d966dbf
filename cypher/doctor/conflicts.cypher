// name: doctor.conflicts
// doc: Every conflict.
// returns: id, hops, strength
// mode: read
// engines: both
MATCH (c:Conflict) RETURN c.id AS id, c.hops AS hops, c.strength AS strength
