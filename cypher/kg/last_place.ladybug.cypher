// name: kg.last_place
// doc: The last place at which the engine keeps an entity of any KG.
// returns: last
// mode: read
// engines: ladybug
MATCH (e:Entity)
RETURN max(offset(id(e))) AS last
