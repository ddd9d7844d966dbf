// A user who can read a contragraph store and nothing else: Neo4j Enterprise Edition, database system.
// Set the password first, as in :param password => 'eight characters or more'.
CREATE ROLE contragraph_reader IF NOT EXISTS;
GRANT ACCESS ON DATABASE neo4j TO contragraph_reader;
GRANT MATCH {*} ON GRAPH neo4j ELEMENTS * TO contragraph_reader;
CREATE USER reader IF NOT EXISTS SET PASSWORD $password CHANGE NOT REQUIRED;
GRANT ROLE contragraph_reader TO reader;
