// name: cookbook.made_by_relation
// doc: Made-up statements by their relation: how many, and how many conflicts of one, two, three and four hops
// they are in.
// returns: relation, label, statements, hops_1, hops_2, hops_3, hops_4
// mode: read
// engines: both
MATCH (c:Conflict)-[:PERTURBED]->(s:Statement {source: 'made'})
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.relation AS relation, r.label AS label, count(DISTINCT s.id) AS statements,
       count(DISTINCT CASE WHEN c.hops = 1 THEN c.id ELSE NULL END) AS hops_1,
       count(DISTINCT CASE WHEN c.hops = 2 THEN c.id ELSE NULL END) AS hops_2,
       count(DISTINCT CASE WHEN c.hops = 3 THEN c.id ELSE NULL END) AS hops_3,
       count(DISTINCT CASE WHEN c.hops = 4 THEN c.id ELSE NULL END) AS hops_4
ORDER BY statements DESC, relation
