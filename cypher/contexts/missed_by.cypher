// name: contexts.missed_by
// doc: Of the sets that a model did not find (ids from scores.jsonl), how many there are of each type, position, length and hops, beside all.
// params: missed: strings
// returns: type, position, length, hops, missed, sets
// mode: read
// engines: both
MATCH (s:ContextSet)
OPTIONAL MATCH (s)-[:HAS]->(c:Conflict)
WITH s, min(c.hops) AS hops
RETURN s.type AS type, s.position AS position, s.length AS length, hops,
       sum(CASE WHEN s.id IN $missed THEN 1 ELSE 0 END) AS missed, count(s) AS sets
ORDER BY type, position, length, hops
