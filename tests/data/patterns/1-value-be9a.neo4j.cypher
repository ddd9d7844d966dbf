MATCH (n0:Entity)-[f0:P1619|P2043|P2047]->(n1:Literal)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND f0.objects = 1 AND NOT n0.hidden AND n0.degree <= $about AND n0.degree >= $least AND n0.prominence <= $denied
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.value AS v1, n1.datatype AS t1, f0.relation AS r0, false AS turned0
ORDER BY place, v0, v1, r0
LIMIT $limit
