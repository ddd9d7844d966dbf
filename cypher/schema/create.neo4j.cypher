// name: schema.create
// doc: Constraints and indexes.
// mode: schema
// engines: neo4j
CREATE CONSTRAINT contragraph_kg IF NOT EXISTS FOR (n:Kg) REQUIRE n.kg IS UNIQUE;
CREATE CONSTRAINT contragraph_store IF NOT EXISTS FOR (n:Store) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_entity IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_literal IF NOT EXISTS FOR (n:Literal) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_relation IF NOT EXISTS FOR (n:Relation) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_run IF NOT EXISTS FOR (n:Run) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_instance IF NOT EXISTS FOR (n:Instance) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_context_set IF NOT EXISTS FOR (n:ContextSet) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_version IF NOT EXISTS FOR (n:Version) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_statement IF NOT EXISTS FOR (n:Statement) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_text IF NOT EXISTS FOR (n:Text) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_sentence IF NOT EXISTS FOR (n:Sentence) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_conflict IF NOT EXISTS FOR (n:Conflict) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_axiom IF NOT EXISTS FOR (n:Axiom) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_derivation IF NOT EXISTS FOR (n:Derivation) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_review IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_dataset IF NOT EXISTS FOR (n:Dataset) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_item IF NOT EXISTS FOR (n:Item) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_passage IF NOT EXISTS FOR (n:Passage) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_line IF NOT EXISTS FOR (n:Line) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_claim IF NOT EXISTS FOR (n:Claim) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_response IF NOT EXISTS FOR (n:Response) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_clash IF NOT EXISTS FOR (n:Clash) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_evidence IF NOT EXISTS FOR (n:Evidence) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_bank_fact IF NOT EXISTS FOR (n:BankFact) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT contragraph_question IF NOT EXISTS FOR (n:Question) REQUIRE n.id IS UNIQUE;
CREATE INDEX contragraph_entity_kg IF NOT EXISTS FOR (e:Entity) ON (e.kg);
CREATE INDEX contragraph_relation_kg IF NOT EXISTS FOR (r:Relation) ON (r.kg);
CALL db.awaitIndexes(300);
