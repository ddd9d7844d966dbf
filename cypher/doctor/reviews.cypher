// name: doctor.reviews
// doc: Every review with what it judges.
// returns: id, reviewer, verdict, reason, judged
// mode: read
// engines: both
MATCH (r:Review)-[:JUDGES]->(v:Version)
RETURN r.id AS id, r.reviewer AS reviewer, r.verdict AS verdict, r.reason AS reason, v.id AS judged
UNION ALL
MATCH (r:Review)-[:JUDGES]->(c:Conflict)
RETURN r.id AS id, r.reviewer AS reviewer, r.verdict AS verdict, r.reason AS reason, c.id AS judged
