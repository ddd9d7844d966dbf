// name: cookbook.proof_of_conflict
// doc: The proof path of a conflict, a row for each premise: what a step takes, what it concludes (nothing,
// where it is the contradiction), and by which rule and axiom.
// params: conflict: string
// returns: minimal, position, premise, concludes, rule, axiom, says
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
RETURN d.minimal AS minimal, d.position AS position,
       CASE WHEN p.negated THEN 'not: ' ELSE '' END + coalesce(ps.label, ps.id) + ' | '
         + coalesce(pr.label, p.relation) + ' | ' + coalesce(po.label, po.id) AS premise,
       CASE WHEN s.id IS NULL THEN NULL ELSE CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(cs.label, cs.id) + ' | '
         + coalesce(cr.label, s.relation) + ' | ' + coalesce(co.label, co.id) END AS concludes,
       d.rule AS rule, a.id AS axiom, CASE WHEN a.text = a.id THEN NULL ELSE a.text END AS says
ORDER BY minimal, position, premise, concludes
