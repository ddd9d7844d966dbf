// name: schema.migrate_7_8
// doc: From layout 7 to 8: what searches ask of entities and facts (a graph gets it when it is loaded again), and proofs by dates.
// mode: schema
// engines: ladybug
ALTER TABLE Entity ADD level STRING;
ALTER TABLE Entity ADD kind STRING;
ALTER TABLE Entity ADD prominence INT64;
ALTER TABLE FACT ADD objects INT64;
ALTER TABLE FACT ADD subjects INT64;
ALTER TABLE Derivation ADD earlier STRING;
ALTER TABLE Derivation ADD later STRING;
ALTER TABLE Derivation ADD days INT64;
ALTER TABLE PREMISE ADD FROM Derivation TO Derivation;
CREATE REL TABLE BACKGROUND(FROM Instance TO Statement);
