#!/usr/bin/env bash
# Makes the pictures of the documents anew. It needs Chromium.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run --quiet --release -p treeview -- "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" \
    --depth 2 --algorithm minimax --against alphabeta -o target/readme-tree.html
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-background-networking \
    --user-data-dir="$(mktemp -d)" --window-size=1280,760 --virtual-time-budget=5000 \
    --screenshot=docs/images/tree.png "file://$PWD/target/readme-tree.html"
position="position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
cargo run --quiet --release -- "$position" "eval svg" > docs/images/evaluation.svg
make web
PART=checkWhy BROWSER=chromium node web/tests/page.mjs target/web target
mv target/chromium-1280-why.png docs/images/why.png
