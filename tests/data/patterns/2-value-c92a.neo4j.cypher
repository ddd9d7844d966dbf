MATCH (n0:Entity)-[f0:P102|P1040|P1066|P108|P112|P119|P127|P1344|P1346|P1411|P1431|P144|P155|P161|P162|P1877|P22|P241|P25|P2515|P2554|P26|P264|P272|P3373|P344|P361|P39|P40|P463|P50|P57|P58|P607|P69|P725|P737|P749|P800|P802|P86|P921]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $about AND n0.degree >= $least AND n0.prominence <= $denied AND NOT n1.hidden AND n1.degree <= $degree AND (n1.level <> '' OR n1.kind = '' OR n1.prominence <= $known)
WITH *
MATCH (n1)-[f1:P569|P570|P571|P576|P577|P580|P582]->(n2:Literal)
WHERE f1.relation IN $forwards1 AND f1.objects = 1 AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.value AS v2, n2.datatype AS t2, f0.relation AS r0, f1.relation AS r1, false AS turned0, false AS turned1
ORDER BY place, v0, v1, v2, r0, r1
LIMIT $limit
