// name: store.property_keys
// doc: The names of all properties that anything in the database has, or had.
// returns: key
// mode: read
// engines: neo4j
CALL db.propertyKeys() YIELD propertyKey
RETURN propertyKey AS key
