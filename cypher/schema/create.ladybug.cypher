// name: schema.create
// doc: Tables of nodes and relationships.
// mode: schema
// engines: ladybug
CREATE NODE TABLE Store(id STRING PRIMARY KEY, layout INT64);
CREATE NODE TABLE Kg(kg STRING PRIMARY KEY, snapshot STRING, entities INT64, hidden INT64, relations INT64, facts INT64, complete BOOL, shared STRING[]);
CREATE NODE TABLE Entity(id STRING PRIMARY KEY, label STRING, description STRING, aliases STRING[], types STRING[], kg STRING, degree INT64, hidden BOOL, names STRING[]);
CREATE NODE TABLE Literal(id STRING PRIMARY KEY, value STRING, datatype STRING, label STRING);
CREATE NODE TABLE Relation(id STRING PRIMARY KEY, label STRING, kg STRING, facts INT64);
CREATE NODE TABLE Run(id STRING PRIMARY KEY, seed INT64, settings STRING, kg STRING, kg_snapshot STRING, pairs INT64);
CREATE NODE TABLE Instance(id STRING PRIMARY KEY, type STRING, kg STRING, relations STRING[], domains STRING[], seed_statements STRING[], generator STRING, verbaliser STRING);
CREATE NODE TABLE Version(id STRING PRIMARY KEY, number INT64, kind STRING, content_hash STRING);
CREATE NODE TABLE Statement(id STRING PRIMARY KEY, subject STRING, relation STRING, object STRING, negated BOOL, source STRING, valid_from STRING, valid_to STRING);
CREATE NODE TABLE Text(id STRING PRIMARY KEY, body STRING, verbaliser STRING, style STRING);
CREATE NODE TABLE Sentence(id STRING PRIMARY KEY, position INT64, start_char INT64, end_char INT64, body STRING);
CREATE NODE TABLE Conflict(id STRING PRIMARY KEY, hops INT64, strength STRING);
CREATE NODE TABLE Axiom(id STRING PRIMARY KEY, text STRING, strength STRING);
CREATE NODE TABLE Derivation(id STRING PRIMARY KEY, minimal INT64, position INT64, rule STRING);
CREATE NODE TABLE Review(id STRING PRIMARY KEY, reviewer STRING, verdict STRING, reason STRING, number INT64, criteria STRING[]);
CREATE REL TABLE FACT(FROM Entity TO Entity, FROM Entity TO Literal, relation STRING, rank INT64, valid_from STRING, valid_to STRING);
CREATE REL TABLE SAME_AS(FROM Entity TO Entity);
CREATE REL TABLE MADE_BY(FROM Instance TO Run);
CREATE REL TABLE BASE(FROM Instance TO Version);
CREATE REL TABLE EDITED(FROM Instance TO Version);
CREATE REL TABLE ORIGINAL(FROM Instance TO Version, FROM Conflict TO Statement);
CREATE REL TABLE PERTURBED(FROM Instance TO Version, FROM Conflict TO Statement);
CREATE REL TABLE SHARED(FROM Conflict TO Statement);
CREATE REL TABLE HAS(FROM Instance TO Conflict, FROM Text TO Sentence);
CREATE REL TABLE PARENT(FROM Version TO Version);
CREATE REL TABLE ADDS(FROM Version TO Statement, position INT64, source STRING);
CREATE REL TABLE REMOVES(FROM Version TO Statement);
CREATE REL TABLE SUBJECT(FROM Statement TO Entity);
CREATE REL TABLE OBJECT(FROM Statement TO Entity, FROM Statement TO Literal);
CREATE REL TABLE RENDERS(FROM Text TO Version);
CREATE REL TABLE STATES(FROM Sentence TO Statement, position INT64);
CREATE REL TABLE USES(FROM Conflict TO Axiom, FROM Derivation TO Axiom);
CREATE REL TABLE PROVED_BY(FROM Conflict TO Derivation);
CREATE REL TABLE PREMISE(FROM Derivation TO Statement);
CREATE REL TABLE CONCLUDES(FROM Derivation TO Statement);
CREATE REL TABLE JUDGES(FROM Review TO Version, FROM Review TO Conflict);
