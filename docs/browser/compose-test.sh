#!/usr/bin/env bash
# The compose file as a user would use it: start, load the sample, ask two queries, stop. Leaves nothing behind.
# Needs Docker with the compose plugin and the ports 7474 and 7687; CONTRAGRAPH names the command (default: contragraph).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

contragraph=${CONTRAGRAPH:-contragraph}
export NEO4J_USERNAME=neo4j NEO4J_PASSWORD=${NEO4J_PASSWORD:-compose-test} CONTRAGRAPH_STORE=bolt://localhost:7687
# A project of its own: the volumes of a server that people use are not touched.
compose=(docker compose --project-name contragraph-test)

docker compose version >/dev/null || { echo 'Docker with its compose plugin is needed.' >&2; exit 2; }
"${compose[@]}" config --quiet
work=$(mktemp -d)
trap '"${compose[@]}" down --volumes --timeout 30; rm -rf "$work"' EXIT
"${compose[@]}" up --detach --wait

"$contragraph" load sample
"$contragraph" generate --plan 1-single-hop=2,1-multi-hop=2 --seed 7 --out "$work/dataset"
moscow=$("$contragraph" cypher run kg.find --param name=moscow --param limit=1 --format csv)
grep -q '^wd:Q649,Moscow' <<<"$moscow"
conflicts=$("$contragraph" cypher query 'MATCH (c:Conflict) RETURN count(*) AS n' --format csv)
[ "$conflicts" = $'n\n4' ]
echo 'The compose file works: loaded, generated, and asked on a server in Docker.'
