// name: datasets.held
// doc: The datasets of others in the store.
// returns: id, name, layout, items
// mode: read
// engines: both
MATCH (d:Dataset)
RETURN d.id AS id, d.name AS name, d.layout AS layout, d.items AS items
ORDER BY name
