// name: cookbook.margins_of_dates
// doc: The conflicts of dates, those that miss by least first: how many bounds run round the cycle, and by how many
// days they cannot all be kept.
// params: limit: int = 20
// returns: conflict, minimal, hops, bounds, days
// mode: read
// engines: both
MATCH (c:Conflict)-[:PROVED_BY]->(d:Derivation {rule: 'cg-cycle'})-[:PREMISE]->(bound:Derivation)
WITH c, d, count(bound.id) AS bounds, sum(bound.days) AS total
RETURN c.id AS conflict, d.minimal AS minimal, c.hops AS hops, bounds, total AS days
ORDER BY days, conflict, minimal
LIMIT $limit
