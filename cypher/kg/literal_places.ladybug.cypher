// name: kg.literal_places
// doc: The place at which the engine keeps each literal, in no order.
// returns: place, id, value, datatype, label
// mode: read
// engines: ladybug
MATCH (l:Literal)
RETURN offset(id(l)) AS place, l.id AS id, l.value AS value, l.datatype AS datatype, l.label AS label
