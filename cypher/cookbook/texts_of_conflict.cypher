// name: cookbook.texts_of_conflict
// doc: Both texts that carry a conflict, whole.
// params: conflict: string
// returns: instance, side, text
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})<-[:HAS]-(i:Instance)-[:ORIGINAL|PERTURBED]->(v:Version)<-[:RENDERS]-(t:Text)
RETURN DISTINCT i.id AS instance, v.kind AS side, t.body AS text
ORDER BY instance, side, text
