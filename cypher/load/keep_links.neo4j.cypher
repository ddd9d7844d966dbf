// name: load.keep_links
// doc: Note links to the entities of a KG at their other ends, since they go when the KG is replaced.
// params: kg: string
// mode: write
// engines: neo4j
MATCH (e:Entity {kg: $kg})-[:SAME_AS]-(o:Entity)
WHERE o.kg <> $kg
CALL (e, o) {
  WITH e, o WHERE NOT e.id IN coalesce(o.links, [])
  SET o.links = coalesce(o.links, []) + e.id
} IN TRANSACTIONS OF 20000 ROWS
