// name: schema.migrate_6_7
// doc: From layout 6 to 7: datasets of others with what their texts say, and where it clashes.
// mode: schema
// engines: ladybug
CREATE NODE TABLE Dataset(id STRING PRIMARY KEY, name STRING, layout STRING, settings STRING, items INT64);
CREATE NODE TABLE Item(id STRING PRIMARY KEY, name STRING, dataset STRING, question STRING, type STRING, form STRING);
CREATE NODE TABLE Passage(id STRING PRIMARY KEY, position INT64, body STRING);
CREATE NODE TABLE Line(id STRING PRIMARY KEY, position INT64, start_char INT64, end_char INT64, body STRING);
CREATE NODE TABLE Claim(id STRING PRIMARY KEY, subject STRING, relation STRING, object STRING, negated BOOL, time STRING, subject_entity STRING, object_entity STRING);
CREATE NODE TABLE Clash(id STRING PRIMARY KEY, cause STRING, hops INT64, percent INT64, explicit BOOL, relations STRING[]);
CREATE NODE TABLE Evidence(id STRING PRIMARY KEY, start_char INT64, end_char INT64, words STRING);
CREATE REL TABLE HOLDS(FROM Dataset TO Item);
CREATE REL TABLE COMPARES(FROM Item TO Passage);
CREATE REL TABLE READS(FROM Passage TO Line);
CREATE REL TABLE CLAIMS(FROM Line TO Claim);
CREATE REL TABLE FINDS(FROM Item TO Clash);
CREATE REL TABLE SHOWS(FROM Clash TO Evidence);
CREATE REL TABLE STANDS_IN(FROM Evidence TO Line);
