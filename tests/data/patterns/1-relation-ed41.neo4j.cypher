MATCH (n0:Entity)-[f0:P1066|P127|P131|P1365|P1366|P144|P1478|P1479|P150|P1537|P1542|P155|P156|P1830|P22|P25|P26|P3373|P355|P361|P40|P463|P527|P749|P802|P807|P828]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $denied) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $denied)
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, f0.relation AS r0, false AS turned0
ORDER BY place, v0, v1, r0
LIMIT $limit
