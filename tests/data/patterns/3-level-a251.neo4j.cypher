MATCH (n0:Entity)-[f0:P150]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND f0.objects = 1 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
MATCH (n0)-[f1:P131]->(n2:Entity)
WHERE f1.relation IN $forwards1 AND f1.objects = 1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $known)
WITH *
MATCH (n1)<-[f2:P119|P159|P19|P20|P276|P740]-(n3:Entity)
WHERE f2.relation IN $backwards2 AND f2.subjects = 1 AND NOT n3.hidden AND n3.degree <= $about AND n3.degree >= $least AND n3.prominence <= $denied AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together0
WITH *
MATCH (n5:Entity)-[f3]->(n3)
WHERE f3.relation IS NOT NULL AND NOT n5.hidden AND n5.degree <= $degree AND (n5.level <> '' OR n5.kind = '' OR n5.prominence <= $known)
WITH *
MATCH (n5)-[f4]->(n6:Entity)
WHERE f4.relation IS NOT NULL AND NOT n6.hidden AND n6.degree <= $degree AND (n6.level <> '' OR n6.kind = '' OR n6.prominence <= $known)
WITH *
WHERE n3.kind = n6.kind AND n3.kind <> '' AND f3.relation = f4.relation AND n3.id <> n6.id
MATCH (n6)-[f5:P119|P159|P19|P20|P276|P740]->(n4:Entity)
WHERE f5.relation IN $forwards5 AND NOT n4.hidden AND n4.degree <= $degree AND (n4.level <> '' OR n4.kind = '' OR n4.prominence <= $denied)
WITH *
WHERE n2.level = n4.level AND n2.level <> '' AND f2.relation = f5.relation AND n2.id <> n4.id AND n1.id <> n4.id
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, n4.id AS v4, n5.id AS v5, n6.id AS v6, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, f3.relation AS r3, f4.relation AS r4, f5.relation AS r5, false AS turned0, false AS turned1, true AS turned2, false AS turned3, false AS turned4, false AS turned5
ORDER BY place, v0, v1, v2, v3, v4, v5, v6, r0, r1, r2, r3, r4, r5
LIMIT $limit

MATCH (n0:Entity)-[f0:P150]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND f0.objects = 1 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
MATCH (n0)<-[f1:P150]-(n2:Entity)
WHERE f1.relation IN $backwards1 AND f1.subjects = 1 AND NOT n2.hidden AND n2.degree <= $degree AND (n2.level <> '' OR n2.kind = '' OR n2.prominence <= $known)
WITH *
MATCH (n1)<-[f2:P119|P159|P19|P20|P276|P740]-(n3:Entity)
WHERE f2.relation IN $backwards2 AND f2.subjects = 1 AND NOT n3.hidden AND n3.degree <= $about AND n3.degree >= $least AND n3.prominence <= $denied AND (f0.relation + '|' + f1.relation + '|' + f2.relation) IN $together1
WITH *
MATCH (n5:Entity)-[f3]->(n3)
WHERE f3.relation IS NOT NULL AND NOT n5.hidden AND n5.degree <= $degree AND (n5.level <> '' OR n5.kind = '' OR n5.prominence <= $known)
WITH *
MATCH (n5)-[f4]->(n6:Entity)
WHERE f4.relation IS NOT NULL AND NOT n6.hidden AND n6.degree <= $degree AND (n6.level <> '' OR n6.kind = '' OR n6.prominence <= $known)
WITH *
WHERE n3.kind = n6.kind AND n3.kind <> '' AND f3.relation = f4.relation AND n3.id <> n6.id
MATCH (n6)-[f5:P119|P159|P19|P20|P276|P740]->(n4:Entity)
WHERE f5.relation IN $forwards5 AND NOT n4.hidden AND n4.degree <= $degree AND (n4.level <> '' OR n4.kind = '' OR n4.prominence <= $denied)
WITH *
WHERE n2.level = n4.level AND n2.level <> '' AND f2.relation = f5.relation AND n2.id <> n4.id AND n1.id <> n4.id
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.id AS v2, n3.id AS v3, n4.id AS v4, n5.id AS v5, n6.id AS v6, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, f3.relation AS r3, f4.relation AS r4, f5.relation AS r5, false AS turned0, true AS turned1, true AS turned2, false AS turned3, false AS turned4, false AS turned5
ORDER BY place, v0, v1, v2, v3, v4, v5, v6, r0, r1, r2, r3, r4, r5
LIMIT $limit
