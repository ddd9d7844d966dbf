MATCH (n0:Entity)-[f0:FACT]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
OPTIONAL MATCH (n0)-[f1:FACT]->(n2:Entity)
WHERE f1.relation IN $forwards1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied) AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
WHERE f1.relation IS NOT NULL
OPTIONAL MATCH (n1)-[f2:FACT]->(n3:Entity)
WHERE f2.relation IN $forwards2 AND NOT n3.hidden AND n3.degree <= $degree AND (n3.level <> '' OR n3.kind = '' OR n3.prominence <= $denied) AND (f0.relation + '|' + f2.relation) IN $together0_02 AND (f1.relation + '|' + f2.relation) IN $together0_12 AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together0_012
WITH *
WHERE f2.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, false AS turned0, false AS turned1, false AS turned2
ORDER BY place, v0, v1, v2, v3, r0, r1, r2
LIMIT $limit

MATCH (n0:Entity)-[f0:FACT]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
OPTIONAL MATCH (n0)-[f1:FACT]->(n2:Entity)
WHERE f1.relation IN $forwards1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied) AND (f0.relation + '|' + f1.relation) IN $together1_01
WITH *
WHERE f1.relation IS NOT NULL
OPTIONAL MATCH (n1)<-[f2:FACT]-(n3:Entity)
WHERE f2.relation IN $backwards2 AND NOT n3.hidden AND n3.degree <= $degree AND (n3.level <> '' OR n3.kind = '' OR n3.prominence <= $denied) AND (f0.relation + '|' + f2.relation) IN $together1_02 AND (f1.relation + '|' + f2.relation) IN $together1_12 AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together1_012
WITH *
WHERE f2.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, false AS turned0, false AS turned1, true AS turned2
ORDER BY place, v0, v1, v2, v3, r0, r1, r2
LIMIT $limit

MATCH (n0:Entity)-[f0:FACT]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
OPTIONAL MATCH (n0)<-[f1:FACT]-(n2:Entity)
WHERE f1.relation IN $backwards1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied) AND (f0.relation + '|' + f1.relation) IN $together2_01
WITH *
WHERE f1.relation IS NOT NULL
OPTIONAL MATCH (n1)-[f2:FACT]->(n3:Entity)
WHERE f2.relation IN $forwards2 AND NOT n3.hidden AND n3.degree <= $degree AND (n3.level <> '' OR n3.kind = '' OR n3.prominence <= $denied) AND (f0.relation + '|' + f2.relation) IN $together2_02 AND (f1.relation + '|' + f2.relation) IN $together2_12 AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together2_012
WITH *
WHERE f2.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, false AS turned0, true AS turned1, false AS turned2
ORDER BY place, v0, v1, v2, v3, r0, r1, r2
LIMIT $limit

MATCH (n0:Entity)-[f0:FACT]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
OPTIONAL MATCH (n0)<-[f1:FACT]-(n2:Entity)
WHERE f1.relation IN $backwards1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $denied) AND (f0.relation + '|' + f1.relation) IN $together3_01
WITH *
WHERE f1.relation IS NOT NULL
OPTIONAL MATCH (n1)<-[f2:FACT]-(n3:Entity)
WHERE f2.relation IN $backwards2 AND NOT n3.hidden AND n3.degree <= $degree AND (n3.level <> '' OR n3.kind = '' OR n3.prominence <= $denied) AND (f0.relation + '|' + f2.relation) IN $together3_02 AND (f1.relation + '|' + f2.relation) IN $together3_12 AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together3_012
WITH *
WHERE f2.relation IS NOT NULL
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, false AS turned0, true AS turned1, true AS turned2
ORDER BY place, v0, v1, v2, v3, r0, r1, r2
LIMIT $limit
