CREATE INDEX thing FOR (n:Thing) ON (n.code);
UNWIND range($start, $end) AS n CREATE (:Thing {code: n, name: 'Thing ' + n, founded: 1900 + n % 100});
UNWIND range($start, $end) AS n MATCH (a:Thing {code: n}), (b:Thing {code: n * 7919 % $nodes}), (c:Thing {code: n * 104729 % $nodes}) CREATE (a)-[:OWNS]->(b), (a)-[:SUPPLIES]->(c);
