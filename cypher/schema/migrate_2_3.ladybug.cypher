// name: schema.migrate_2_3
// doc: From layout 2 to 3: base facts have a time of validity.
// mode: schema
// engines: ladybug
ALTER TABLE FACT ADD valid_from STRING;
ALTER TABLE FACT ADD valid_to STRING;
