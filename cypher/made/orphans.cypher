// name: made.orphans
// doc: Everything made that belongs to nothing: nodes that no run, pair, set, fact, version, conflict or text leads to.
// returns: kind, id
// mode: read
// engines: both
MATCH (n:Instance) WHERE NOT EXISTS { MATCH (n)-[:MADE_BY]->(:Run) } RETURN 'Instance' AS kind, n.id AS id
UNION ALL
MATCH (n:ContextSet) WHERE NOT EXISTS { MATCH (n)-[:MADE_BY]->(:Run) } RETURN 'ContextSet' AS kind, n.id AS id
UNION ALL
MATCH (n:BankFact) WHERE NOT EXISTS { MATCH (n)-[:MADE_BY]->(:Run) } RETURN 'BankFact' AS kind, n.id AS id
UNION ALL
MATCH (n:Question) WHERE NOT EXISTS { MATCH (n)<-[:ASKS]-() } RETURN 'Question' AS kind, n.id AS id
UNION ALL
MATCH (n:Passage) WHERE NOT EXISTS { MATCH (n)<-[:HOLDS|EVIDENCED_BY]-(:ContextSet|Claim) } AND n.role IS NOT NULL
RETURN 'Passage' AS kind, n.id AS id
UNION ALL
MATCH (n:Claim) WHERE NOT EXISTS { MATCH (n)<-[]-(:Line|Response|BankFact) } RETURN 'Claim' AS kind, n.id AS id
UNION ALL
MATCH (n:Version)
WHERE NOT EXISTS { MATCH (n)<-[]-(:Instance|Passage) }
  AND NOT (n.kind = 'proposed' AND EXISTS { MATCH (n)<-[:JUDGES]-(:Review) })
RETURN 'Version' AS kind, n.id AS id
UNION ALL
MATCH (n:Text) WHERE NOT EXISTS { MATCH (n)-[:RENDERS]->(:Version) } RETURN 'Text' AS kind, n.id AS id
UNION ALL
MATCH (n:Sentence) WHERE NOT EXISTS { MATCH (n)<-[:HAS]-(:Text) } RETURN 'Sentence' AS kind, n.id AS id
UNION ALL
MATCH (n:Conflict) WHERE NOT EXISTS { MATCH (n)<-[:HAS]-(:Instance|ContextSet|BankFact) } RETURN 'Conflict' AS kind, n.id AS id
UNION ALL
MATCH (n:Derivation) WHERE NOT EXISTS { MATCH (n)<-[:PROVED_BY]-(:Conflict) } RETURN 'Derivation' AS kind, n.id AS id
UNION ALL
MATCH (n:Axiom) WHERE NOT EXISTS { MATCH (n)<-[:USES]-() } RETURN 'Axiom' AS kind, n.id AS id
UNION ALL
MATCH (n:Review) WHERE NOT EXISTS { MATCH (n)-[:JUDGES]->() } RETURN 'Review' AS kind, n.id AS id
UNION ALL
MATCH (n:Statement) WHERE NOT EXISTS { MATCH (n)<-[]-() } RETURN 'Statement' AS kind, n.id AS id
UNION ALL
MATCH (n:Literal) WHERE NOT EXISTS { MATCH (n)<-[]-() } RETURN 'Literal' AS kind, n.id AS id
