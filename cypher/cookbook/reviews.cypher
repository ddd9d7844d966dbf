// name: cookbook.reviews
// doc: What reviewers said of versions and conflicts, by reviewer.
// params: verdict: string =, limit: int = 50
// returns: review, reviewer, verdict, reason, judged
// mode: read
// engines: both
MATCH (x:Review)-[:JUDGES]->(thing)
WHERE x.verdict STARTS WITH $verdict
RETURN x.id AS review, x.reviewer AS reviewer, x.verdict AS verdict, x.reason AS reason, thing.id AS judged
ORDER BY reviewer, review, judged
LIMIT $limit
