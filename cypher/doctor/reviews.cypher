// name: doctor.reviews
// doc: Every review with what it judges.
// returns: id, reviewer, verdict, reason, number, criteria, judged
// mode: read
// engines: both
MATCH (r:Review)-[:JUDGES]->(x)
RETURN r.id AS id, r.reviewer AS reviewer, r.verdict AS verdict, r.reason AS reason, r.number AS number,
       r.criteria AS criteria, x.id AS judged
ORDER BY id, judged
