#!/usr/bin/env bash
# From nothing to a tuned evaluation, in small: the engine plays itself for some positions, all weights but plain
# piece values are forgotten, and what is tuned must judge games that it never saw better than piece values do.
# Run it from the root of the repository; nothing in it is changed. The same seeds give the same weights.
set -euo pipefail
positions=${1:-12000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo run --quiet --release -p tune -- play "$work/games.bin" --positions "$positions" --nodes 1000
cargo run --quiet --release -p tune -- fit "$work/games.bin" --zero --material --lambda 0 --pull 5 \
    --folder "$work" >"$work/fit.log" || { cat "$work/fit.log"; exit 1; }
cargo run --quiet --release -p tune -- loss "$work/games.bin" --weights "$work/terms.rs" | tee "$work/loss.log"

# The last column: the error against the scores of the search, on the games held out.
awk '/^material only/ { material = $NF } /terms.rs/ { tuned = $NF }
    END { if (!(tuned + 0 > 0 && tuned < material)) { print "tuned is not better than material only"; exit 1 } }' \
    "$work/loss.log"
