COPY Entity FROM '$folder/entities.parquet';
COPY Relation FROM '$folder/relations.parquet';
COPY FACT(relation, rank, objects, subjects) FROM '$folder/facts.parquet' (from = 'Entity', to = 'Entity');
CHECKPOINT;
