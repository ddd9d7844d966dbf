// name: cookbook.proof_of_conflict
// doc: The proof path of a conflict, a row for each premise: what a step takes, by which axiom, and what it
// concludes (nothing, where it is the contradiction).
// params: conflict: string
// returns: minimal, position, rule, axiom, says, premise_subject, premise_relation, premise_object, premise_negated, subject, relation, object, negated
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:PROVED_BY]->(d:Derivation)-[:PREMISE]->(p:Statement)
MATCH (p)-[:SUBJECT]->(ps:Entity)
MATCH (p)-[:OBJECT]->(po)
OPTIONAL MATCH (pr:Relation {id: p.relation})
OPTIONAL MATCH (d)-[:USES]->(a:Axiom)
OPTIONAL MATCH (d)-[:CONCLUDES]->(s:Statement)
OPTIONAL MATCH (s)-[:SUBJECT]->(cs:Entity)
OPTIONAL MATCH (s)-[:OBJECT]->(co)
OPTIONAL MATCH (cr:Relation {id: s.relation})
RETURN d.minimal AS minimal, d.position AS position, d.rule AS rule, a.id AS axiom, a.text AS says,
       ps.label AS premise_subject, coalesce(pr.label, p.relation) AS premise_relation, po.label AS premise_object,
       p.negated AS premise_negated,
       cs.label AS subject, coalesce(cr.label, s.relation) AS relation, co.label AS object, s.negated AS negated
ORDER BY minimal, position, premise_subject, premise_relation, premise_object
