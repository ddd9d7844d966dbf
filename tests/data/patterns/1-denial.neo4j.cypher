MATCH (n0:Entity)-[f0:P102|P1066|P108|P1344|P1411|P26|P264|P40|P463|P551|P607|P69|P737|P937]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $about AND n0.degree >= $least AND n0.prominence <= $denied AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $denied)
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, f0.relation AS r0, false AS turned0
ORDER BY place, v0, v1, r0
LIMIT $limit
