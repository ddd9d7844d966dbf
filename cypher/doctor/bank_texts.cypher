// name: doctor.bank_texts
// doc: Every text of a claim of a bank with the version that it tells, and what that states of the claim.
// returns: id, body, text, version, states
// mode: read
// engines: both
MATCH (c:Claim)-[:EVIDENCED_BY]->(p:Passage)
OPTIONAL MATCH (p)-[:TELLS]->(v:Version)<-[:RENDERS]-(t:Text)
OPTIONAL MATCH (v)-[:ADDS]->(s:Statement)<-[:STATES]-(c)
RETURN p.id AS id, p.body AS body, v.id AS version, t.body AS text, s.id AS states
