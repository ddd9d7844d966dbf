// name: paths.links_in
// doc: Facts that enter some entities, with the other end and its degree, for paths: only the relations given (all others if but), and to named entities, or others that are not hidden, of at most that degree and of one of the classes.
// params: ids: strings, relations: strings, but: bool, named: strings, hidden: bool, degree: int, every: bool, classes: strings
// returns: id, relation, other, degree
// mode: read
// engines: ladybug
UNWIND $ids AS wanted
MATCH (e:Entity {id: wanted})<-[f:FACT]-(o:Entity)
WHERE (f.relation IN $relations) <> $but
  AND (o.id IN $named OR (($hidden OR NOT o.hidden) AND o.degree <= $degree
    AND ($every OR list_has_any(o.types, $classes))))
RETURN e.id AS id, f.relation AS relation, o.id AS other, o.degree AS degree
