// name: made.demote
// doc: Statements that no version adds and no pair, set or fact takes for granted any more, but proofs still conclude: note their source.
// mode: write
// engines: both
MATCH (s:Statement)
WHERE s.source <> 'derived' AND NOT EXISTS { MATCH (s)<-[:ADDS|REMOVES]-(:Version) }
  AND NOT EXISTS { MATCH (s)<-[:BACKGROUND]-(:Instance|ContextSet|BankFact) }
SET s.source = 'derived'
