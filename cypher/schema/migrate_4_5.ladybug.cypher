// name: schema.migrate_4_5
// doc: From layout 4 to 5: entities of several KGs may be linked as the same.
// mode: schema
// engines: ladybug
CREATE REL TABLE SAME_AS(FROM Entity TO Entity);
