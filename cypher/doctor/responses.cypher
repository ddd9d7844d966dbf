// name: doctor.responses
// doc: Every response with how many claims it is noted to make, how many of them are conflicted, and what is joined.
// returns: id, claims, conflicted, counted, found
// mode: read
// engines: both
MATCH (r:Response)
OPTIONAL MATCH (r)-[:MAKES]->(c:Claim)
RETURN r.id AS id, r.claims AS claims, r.conflicted AS conflicted, count(c) AS counted,
       count(CASE WHEN EXISTS {
         MATCH (c)-[:SUPPORTED_BY]->(a:Passage), (c)-[:CONTRADICTED_BY]->(b:Passage) WHERE a.id <> b.id
       } THEN 1 ELSE NULL END) AS found
