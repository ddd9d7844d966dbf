// name: schema.migrate_9_10
// doc: From layout 9 to 10: responses, their claims, and what passages say of these.
// mode: schema
// engines: ladybug
ALTER TABLE Claim ADD body STRING;
CREATE NODE TABLE Response(id STRING PRIMARY KEY, name STRING, question STRING, body STRING, settings STRING, claims INT64, conflicted INT64);
CREATE REL TABLE MAKES(FROM Response TO Claim, position INT64);
CREATE REL TABLE SUPPORTED_BY(FROM Claim TO Passage, `by` STRING, snippet STRING, proof STRING);
CREATE REL TABLE CONTRADICTED_BY(FROM Claim TO Passage, `by` STRING, snippet STRING, proof STRING);
