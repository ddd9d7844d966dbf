// name: paths.near_out
// doc: The same as paths.links_out for one entity, which is faster than a set of few.
// params: id: string, relations: strings, but: bool, named: strings, hidden: bool, degree: int, every: bool, classes: strings
// returns: id, relation, other, degree
// mode: read
// engines: ladybug
MATCH (e:Entity {id: $id})-[f:FACT]->(o:Entity)
WHERE (f.relation IN $relations) <> $but
  AND (o.id IN $named OR (($hidden OR NOT o.hidden) AND o.degree <= $degree
    AND ($every OR list_has_any(o.types, $classes))))
RETURN e.id AS id, f.relation AS relation, o.id AS other, o.degree AS degree
