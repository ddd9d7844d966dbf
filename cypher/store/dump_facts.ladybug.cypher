// name: store.dump_facts
// doc: All base facts but those of one KG.
// params: kg: string
// names: target
// returns: source, target, relation, rank, valid_from, valid_to, objects, subjects
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:FACT]->(o:{{target}}) WHERE s.kg <> $kg RETURN s.id AS source, o.id AS target, f.relation AS relation, f.rank AS rank, f.valid_from AS valid_from, f.valid_to AS valid_to, f.objects AS objects, f.subjects AS subjects
