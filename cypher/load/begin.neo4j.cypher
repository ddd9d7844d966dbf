// name: load.begin
// doc: Mark a KG as being loaded, so that nobody takes a half-loaded one for complete.
// params: kg: string
// mode: write
// engines: neo4j
MERGE (k:Kg {kg: $kg}) SET k.complete = false
