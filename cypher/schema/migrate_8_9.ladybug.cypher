// name: schema.migrate_8_9
// doc: From layout 8 to 9: sets of documents, and the contradictions across them.
// mode: schema
// engines: ladybug
CREATE NODE TABLE ContextSet(id STRING PRIMARY KEY, type STRING, shape STRING, kg STRING, relations STRING[], domains STRING[], position STRING, length STRING, importance STRING, seed_statements STRING[], generator STRING, verbaliser STRING);
ALTER TABLE Passage ADD title STRING;
ALTER TABLE Passage ADD role STRING;
ALTER TABLE MADE_BY ADD FROM ContextSet TO Run;
ALTER TABLE HOLDS ADD FROM ContextSet TO Passage;
ALTER TABLE HAS ADD FROM ContextSet TO Conflict;
ALTER TABLE BACKGROUND ADD FROM ContextSet TO Statement;
CREATE REL TABLE TELLS(FROM Passage TO Version);
CREATE REL TABLE ACROSS(FROM Conflict TO Passage);
