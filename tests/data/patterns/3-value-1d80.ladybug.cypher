MATCH (n0:Entity)-[f0:FACT]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $about AND n1.degree >= $least AND n1.prominence <= $denied
WITH *
OPTIONAL MATCH (n0)-[f1:FACT]->(n2:Literal)
WHERE f1.relation IN $forwards1 AND f1.objects = 1 AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
WHERE f1.relation IS NOT NULL
OPTIONAL MATCH (n1)-[f2:FACT]->(n3:Literal)
WHERE f2.relation IN $forwards2 AND f2.objects = 1 AND (f0.relation + '|' + f2.relation) IN $together0_02 AND (f1.relation + '|' + f2.relation) IN $together0_12 AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together0_012
WITH *
WHERE f2.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.value AS v2, n2.datatype AS t2, n3.value AS v3, n3.datatype AS t3, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, false AS turned0, false AS turned1, false AS turned2
ORDER BY place, v0, v1, v2, v3, r0, r1, r2
LIMIT $limit
