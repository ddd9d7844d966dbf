MATCH (n0:Entity)-[f0:P123|P155|P156|P171|P178|P179|P22|P25|P50]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND f0.objects = 1 AND NOT n0.hidden AND n0.degree <= $about AND n0.degree >= $least AND n0.prominence <= $denied AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
MATCH (n0)-[f1]->(n3:Entity)
WHERE f1.relation IS NOT NULL AND f1.subjects <= $few AND NOT n3.hidden AND n3.degree <= $degree AND (n3.level <> '' OR n3.kind = '' OR n3.prominence <= $known)
WITH *
MATCH (n4:Entity)-[f2]->(n3)
WHERE f2.relation IS NOT NULL AND NOT n4.hidden AND n4.degree <= $degree AND (n4.level <> '' OR n4.kind = '' OR n4.prominence <= $known)
WITH *
WHERE n0.kind = n4.kind AND n0.kind <> '' AND f1.relation = f2.relation AND n0.id <> n4.id
MATCH (n4)-[f3:P123|P155|P156|P171|P178|P179|P22|P25|P50]->(n2:Entity)
WHERE f3.relation IN $forwards3 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied)
WITH *
WHERE n1.kind = n2.kind AND n1.kind <> '' AND f0.relation = f3.relation AND n1.id <> n2.id
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, n4.id AS v4, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, f3.relation AS r3, false AS turned0, false AS turned1, false AS turned2, false AS turned3
ORDER BY place, v0, v1, v2, v3, v4, r0, r1, r2, r3
LIMIT $limit
