// name: search.subjects
// doc: The things that some facts are about, by parts of the graph: ranges of ranks of this width; hidden ones are left out.
// params: relations: strings, from: int, until: int, width: int
// returns: part, id
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE f.rank >= $from AND f.rank < $until AND f.relation IN $relations AND NOT s.hidden
RETURN DISTINCT f.rank / $width AS part, s.id AS id
ORDER BY part, id
