MATCH (n0:Entity)-[f0:P102|P1040|P1066|P108|P112|P119|P127|P1344|P1346|P1365|P1366|P1411|P1431|P144|P155|P156|P161|P162|P170|P175|P1877|P22|P241|P25|P2515|P2554|P26|P264|P272|P3373|P344|P361|P39|P40|P463|P50|P57|P58|P607|P69|P725|P737|P749|P800|P802|P86|P921]->(n1:Entity)
WHERE (f0.rank * $a + $b) % 2147483647 >= $from AND (f0.rank * $a + $b) % 2147483647 < $until AND f0.relation IN $forwards0 AND NOT n0.hidden AND n0.degree <= $degree AND (n0.level <> '' OR n0.kind = '' OR n0.prominence <= $known) AND NOT n1.hidden AND n1.degree <= $about AND n1.degree >= $least AND n1.prominence <= $denied
WITH *
MATCH (n0)-[f1:cg_ageAtEndOfWar|cg_ageAtNotableWork|cg_ageAtParenthood|cg_ageAtStartOfWar|cg_ageOfAuthor|cg_ageOfAuthorOfSource|cg_ageOfCinematographer|cg_ageOfComposer|cg_ageOfCostumeDesigner|cg_ageOfCreator|cg_ageOfDirector|cg_ageOfEditor|cg_ageOfExecutiveProducer|cg_ageOfFather|cg_ageOfFounder|cg_ageOfMother|cg_ageOfPerformer|cg_ageOfProducer|cg_ageOfProductionDesigner|cg_ageOfScreenwriter|cg_lifespan|cg_outlivedSpouseBy|cg_yearsAfterParent|cg_yearsAfterPredecessor|cg_yearsAfterReplaced|cg_yearsAfterSource|cg_yearsBeforeParent|cg_yearsBeforeReplacement|cg_yearsBeforeSuccessor|cg_yearsOlderThanSibling|cg_yearsOlderThanSpouse|cg_yearsOlderThanStudent|cg_yearsYoungerThanInfluence|cg_yearsYoungerThanSibling|cg_yearsYoungerThanSpouse|cg_yearsYoungerThanTeacher]->(n2:Literal)
WHERE f1.relation IN $forwards1 AND f1.objects = 1 AND (f0.relation + '|' + f1.relation) IN $together0_01
WITH *
MATCH (n0)-[f2:P569|P570|P571|P576|P577|P580|P582]->(n3:Literal)
WHERE f2.relation IN $forwards2 AND f2.objects = 1 AND (f0.relation + '|' + f2.relation) IN $together0_02 AND (f1.relation + '|' + f2.relation) IN $together0_12
WITH *
MATCH (n1)-[f3:cg_ageOfParent|cg_lifespan|P569|P570|P571|P576|P577|P580|P582]->(n4:Literal)
WHERE f3.relation IN $forwards3 AND f3.objects = 1 AND (f0.relation + '|' + f3.relation) IN $together0_03 AND (f1.relation + '|' + f3.relation) IN $together0_13 AND (f2.relation + '|' + f3.relation) IN $together0_23 AND (f0.relation + '|' + f1.relation + '|' + f2.relation + '|' + f3.relation) IN $together0_0123
WITH *
RETURN (f0.rank * $a + $b) % 2147483647 AS place, n0.id AS v0, n1.id AS v1, n2.value AS v2, n2.datatype AS t2, n3.value AS v3, n3.datatype AS t3, n4.value AS v4, n4.datatype AS t4, f0.relation AS r0, f1.relation AS r1, f2.relation AS r2, f3.relation AS r3, false AS turned0, false AS turned1, false AS turned2, false AS turned3
ORDER BY place, v0, v1, v2, v3, v4, r0, r1, r2, r3
LIMIT $limit
