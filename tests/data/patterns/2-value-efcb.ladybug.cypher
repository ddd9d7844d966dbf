MATCH (n0:Entity)-[f0:FACT]->(n1:Literal)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND f0.objects = 1 AND NOT n0.hidden AND n0.degree <= $about AND n0.degree >= $least AND n0.prominence <= $denied
WITH *
OPTIONAL MATCH (n0)-[f1:FACT]->(n2:Literal)
WHERE f1.relation IN $forwards1 AND f1.objects = 1 AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
WHERE f1.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.value AS v1, n1.datatype AS t1, n2.value AS v2, n2.datatype AS t2, f0.relation AS r0, f1.relation AS r1, false AS turned0, false AS turned1
ORDER BY place, v0, v1, v2, r0, r1
LIMIT $limit
