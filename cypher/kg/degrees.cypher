// name: kg.degrees
// doc: Degrees of entities.
// params: ids: strings
// returns: id, degree
// mode: read
// engines: both
UNWIND $ids AS wanted MATCH (e:Entity {id: wanted}) RETURN e.id AS id, e.degree AS degree
