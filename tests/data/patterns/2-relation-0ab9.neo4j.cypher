MATCH (n0:Entity)-[f0:P1066|P119|P127|P1365|P155|P159|P1830|P19|P20|P22|P25|P26|P3373|P355|P361|P40|P47]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $denied) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
MATCH (n1)<-[f1:P1366|P156|P1830|P22|P25|P26|P3373|P355|P40|P47|P527|P740|P749|P802|P807]-(n2:Entity)
WHERE f1.relation IN $backwards1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied) AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, f0.relation AS r0, f1.relation AS r1, false AS turned0, true AS turned1
ORDER BY place, v0, v1, v2, r0, r1
LIMIT $limit
