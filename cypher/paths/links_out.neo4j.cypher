// name: paths.links_out
// doc: Facts that leave some entities, with the other end and its degree, for paths: only the relations given (all others if but), and to named entities, or others that are not hidden, of at most that degree and of one of the classes.
// params: ids: strings, relations: strings, but: bool, named: strings, hidden: bool, degree: int, every: bool, classes: strings
// returns: id, relation, other, degree
// mode: read
// engines: neo4j
UNWIND $ids AS wanted
MATCH (e:Entity {id: wanted})-[f]->(o:Entity)
WHERE f.relation IS NOT NULL AND (f.relation IN $relations) <> $but
  AND (o.id IN $named OR (($hidden OR NOT o.hidden) AND o.degree <= $degree
    AND ($every OR any(t IN o.types WHERE t IN $classes))))
RETURN e.id AS id, f.relation AS relation, o.id AS other, o.degree AS degree
