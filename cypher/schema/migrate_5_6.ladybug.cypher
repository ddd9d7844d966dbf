// name: schema.migrate_5_6
// doc: From layout 5 to 6: decisions of reviewers are in order, and name the criteria that are not met.
// mode: schema
// engines: ladybug
ALTER TABLE Review ADD number INT64;
ALTER TABLE Review ADD criteria STRING[];
