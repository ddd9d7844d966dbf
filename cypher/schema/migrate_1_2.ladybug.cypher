// name: schema.migrate_1_2
// doc: From layout 1 to 2: sources of what versions add, positions within sentences, finished runs, bases and edits.
// mode: schema
// engines: ladybug
ALTER TABLE Run ADD pairs INT64;
ALTER TABLE ADDS ADD source STRING;
ALTER TABLE STATES ADD position INT64;
CREATE REL TABLE BASE(FROM Instance TO Version);
CREATE REL TABLE EDITED(FROM Instance TO Version);
MATCH (v:Version)-[a:ADDS]->(s:Statement) SET a.source = s.source;
MATCH (r:Run) OPTIONAL MATCH (i:Instance)-[:MADE_BY]->(r) WITH r, count(i.id) AS pairs SET r.pairs = pairs;
