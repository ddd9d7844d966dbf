// name: doctor.roles
// doc: Every pair with the versions that it has, by role.
// returns: instance, role, version
// mode: read
// engines: both
MATCH (i:Instance)-[:BASE]->(v:Version) RETURN i.id AS instance, 'base' AS role, v.id AS version
UNION ALL
MATCH (i:Instance)-[:ORIGINAL]->(v:Version) RETURN i.id AS instance, 'original' AS role, v.id AS version
UNION ALL
MATCH (i:Instance)-[:PERTURBED]->(v:Version) RETURN i.id AS instance, 'perturbed' AS role, v.id AS version
UNION ALL
MATCH (i:Instance)-[:EDITED]->(v:Version) RETURN i.id AS instance, 'edited' AS role, v.id AS version
