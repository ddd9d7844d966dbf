// name: schema.migrate_3_4
// doc: From layout 3 to 4: a KG may share relations with others.
// mode: schema
// engines: ladybug
ALTER TABLE Kg ADD shared STRING[];
