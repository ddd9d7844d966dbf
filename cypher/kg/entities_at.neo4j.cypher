// name: kg.entities_at
// doc: What is told of the entities of a KG that are kept at the places in a range, with their places, a list of each.
// params: kg: string, first: int, last: int
// returns: place, label, description, aliases, types, degree
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (e:Entity)
WHERE id(e) = place AND e.kg = $kg
// What is not there would be missing in a list, and shift the rest.
RETURN collect(place) AS place, collect(coalesce(e.label, '')) AS label,
       collect(coalesce(e.description, '')) AS description, collect(coalesce(e.aliases, [])) AS aliases,
       collect(coalesce(e.types, [])) AS types, collect(e.degree) AS degree
