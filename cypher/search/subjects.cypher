// name: search.subjects
// doc: The things that some facts are about whose places in the seeded order lie in a range, hidden ones left out.
// params: relations: strings, a: int, b: int, from: int, until: int
// returns: id
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE (f.rank * $a + $b) % 2147483647 >= $from AND (f.rank * $a + $b) % 2147483647 < $until
  AND f.relation IN $relations AND NOT s.hidden
RETURN DISTINCT s.id AS id
ORDER BY id
