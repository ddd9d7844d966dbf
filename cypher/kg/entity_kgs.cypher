// name: kg.entity_kgs
// doc: The KG of every entity.
// returns: id, kg
// mode: read
// engines: both
MATCH (e:Entity) RETURN e.id AS id, e.kg AS kg
