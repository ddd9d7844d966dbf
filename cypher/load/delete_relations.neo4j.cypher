// name: load.delete_relations
// doc: Delete the relations of a KG.
// params: kg: string
// mode: write
// engines: neo4j
MATCH (r:Relation {kg: $kg}) DETACH DELETE r
