// name: kg.timed_facts
// doc: How many facts have a known beginning, and a known end.
// returns: since, until
// mode: read
// engines: ladybug
MATCH (:Entity)-[f:FACT]->()
RETURN count(f.valid_from) AS since, count(f.valid_to) AS until
