// name: doctor.bank_facts
// doc: Every fact of a bank with its question.
// returns: id, question, offers
// mode: read
// engines: both
MATCH (f:BankFact)
OPTIONAL MATCH (f)-[:ASKS]->(q:Question)
RETURN f.id AS id, q.id AS question, q.offers AS offers
