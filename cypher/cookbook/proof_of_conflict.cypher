// name: cookbook.proof_of_conflict
// doc: The proof of a conflict, a row for each premise: what a step takes, what it concludes (nothing, where it is
// the contradiction), and by which rule and axiom. A bound of dates is a difference of two points and the least
// days that it amounts to; the origin is 1 January of the year 1.
// params: conflict: string
// returns: minimal, position, premise, concludes, days, rule, axiom, says
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:PROVED_BY]->(d:Derivation)
OPTIONAL MATCH (d)-[:PREMISE]->(p)
OPTIONAL MATCH (p)-[:SUBJECT]->(ps:Entity)
OPTIONAL MATCH (p)-[:OBJECT]->(po)
OPTIONAL MATCH (pr:Relation {id: p.relation})
OPTIONAL MATCH (pl:Entity {id: left(p.later, size(p.later) - CASE WHEN p.later ENDS WITH '#start' THEN 6 ELSE 4 END)})
OPTIONAL MATCH (pe:Entity {id: left(p.earlier, size(p.earlier) - CASE WHEN p.earlier ENDS WITH '#start' THEN 6 ELSE 4 END)})
OPTIONAL MATCH (d)-[:USES]->(a:Axiom)
OPTIONAL MATCH (d)-[:CONCLUDES]->(s:Statement)
OPTIONAL MATCH (s)-[:SUBJECT]->(cs:Entity)
OPTIONAL MATCH (s)-[:OBJECT]->(co)
OPTIONAL MATCH (cr:Relation {id: s.relation})
OPTIONAL MATCH (cl:Entity {id: left(d.later, size(d.later) - CASE WHEN d.later ENDS WITH '#start' THEN 6 ELSE 4 END)})
OPTIONAL MATCH (ce:Entity {id: left(d.earlier, size(d.earlier) - CASE WHEN d.earlier ENDS WITH '#start' THEN 6 ELSE 4 END)})
RETURN d.minimal AS minimal, d.position AS position,
       CASE WHEN p.days IS NOT NULL
            THEN CASE WHEN p.later = '#origin' THEN 'origin' WHEN p.later ENDS WITH '#start' THEN 'start of ' + coalesce(pl.label, p.later)
                ELSE 'end of ' + coalesce(pl.label, p.later) END
              + ' - ' + CASE WHEN p.earlier = '#origin' THEN 'origin' WHEN p.earlier ENDS WITH '#start' THEN 'start of ' + coalesce(pe.label, p.earlier)
                ELSE 'end of ' + coalesce(pe.label, p.earlier) END
            WHEN p.relation IS NOT NULL
            THEN CASE WHEN p.negated THEN 'not: ' ELSE '' END + coalesce(ps.label, ps.id) + ' | '
              + coalesce(pr.label, p.relation) + ' | ' + coalesce(po.label, po.id, p.object)
            ELSE NULL END AS premise,
       CASE WHEN d.days IS NOT NULL
            THEN CASE WHEN d.later = '#origin' THEN 'origin' WHEN d.later ENDS WITH '#start' THEN 'start of ' + coalesce(cl.label, d.later)
                ELSE 'end of ' + coalesce(cl.label, d.later) END
              + ' - ' + CASE WHEN d.earlier = '#origin' THEN 'origin' WHEN d.earlier ENDS WITH '#start' THEN 'start of ' + coalesce(ce.label, d.earlier)
                ELSE 'end of ' + coalesce(ce.label, d.earlier) END
            WHEN s.id IS NOT NULL
            THEN CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(cs.label, cs.id) + ' | '
              + coalesce(cr.label, s.relation) + ' | ' + coalesce(co.label, co.id, s.object)
            ELSE NULL END AS concludes,
       d.days AS days, d.rule AS rule, a.id AS axiom, CASE WHEN a.text = a.id THEN NULL ELSE a.text END AS says
ORDER BY minimal, position, premise, concludes
