// name: cookbook.domain_coverage
// doc: The domains that pairs belong to.
// params: run: string =
// returns: domain, pairs, single_hop, multi_hop
// mode: read
// engines: both
MATCH (i:Instance)-[:MADE_BY]->(run:Run)
WHERE run.id STARTS WITH $run
WITH DISTINCT i
UNWIND i.domains AS domain
RETURN domain, count(*) AS pairs, count(CASE WHEN i.type ENDS WITH 'single-hop' THEN 1 ELSE NULL END) AS single_hop,
       count(CASE WHEN i.type ENDS WITH 'multi-hop' THEN 1 ELSE NULL END) AS multi_hop
ORDER BY pairs DESC, domain
