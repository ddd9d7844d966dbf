// name: review.decisions
// doc: What reviewers decided, in order, with each thing that a decision judges.
// returns: id, reviewer, verdict, reason, number, criteria, judged
// mode: read
// engines: both
MATCH (r:Review)-[:JUDGES]->(x)
WHERE r.number IS NOT NULL
RETURN r.id AS id, r.reviewer AS reviewer, r.verdict AS verdict, r.reason AS reason, r.number AS number,
       r.criteria AS criteria, x.id AS judged
ORDER BY number, reviewer, id, judged
