// name: schema.migrate_10_11
// doc: From layout 10 to 11: banks of facts with claims against them, and questions about them.
// mode: schema
// engines: ladybug
CREATE NODE TABLE BankFact(id STRING PRIMARY KEY, kg STRING, relation STRING, domain STRING, subject STRING, object STRING, replacement STRING, degree INT64);
CREATE NODE TABLE Question(id STRING PRIMARY KEY, kind STRING, body STRING, answer STRING, offers STRING[], texts STRING[], roles STRING[]);
ALTER TABLE Passage ADD style STRING;
ALTER TABLE Claim ADD name STRING;
ALTER TABLE Claim ADD cause STRING;
ALTER TABLE Claim ADD kind STRING;
ALTER TABLE Claim ADD status STRING;
ALTER TABLE Claim ADD control BOOL;
ALTER TABLE MADE_BY ADD FROM BankFact TO Run;
ALTER TABLE HAS ADD FROM BankFact TO Conflict;
ALTER TABLE BACKGROUND ADD FROM BankFact TO Statement;
ALTER TABLE STATES ADD FROM Claim TO Statement;
CREATE REL TABLE HAS_CLAIM(FROM BankFact TO Claim, position INT64);
CREATE REL TABLE EVIDENCED_BY(FROM Claim TO Passage);
CREATE REL TABLE CONTRADICTS(FROM Claim TO Claim, conflict STRING);
CREATE REL TABLE ASKS(FROM BankFact TO Question, FROM Claim TO Question);
CREATE REL TABLE OPTION(FROM Question TO Entity, FROM Question TO Literal, position INT64, role STRING);
