// name: explore.proof
// doc: The proof of a conflict, step by step.
// params: conflict: string
// returns: id, minimal, position, rule, axiom, text
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:PROVED_BY]->(d:Derivation)
OPTIONAL MATCH (d)-[:USES]->(a:Axiom)
RETURN d.id AS id, d.minimal AS minimal, d.position AS position, d.rule AS rule, a.id AS axiom, a.text AS text
ORDER BY minimal, position, id
