#!/usr/bin/env bash
# Makes the pictures of the README anew. It needs Chromium.
set -euo pipefail
cd "$(dirname "$0")/../.."
position="position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
cargo run --quiet --release -- "$position" "eval svg" > docs/images/evaluation.svg
cargo run --quiet --release -p treeview -- "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" \
    --depth 3 --algorithm engine -o target/readme-tree.html
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-background-networking \
    --user-data-dir="$(mktemp -d)" --window-size=1280,800 --virtual-time-budget=5000 \
    --screenshot=docs/images/tree.png "file://$PWD/target/readme-tree.html"
