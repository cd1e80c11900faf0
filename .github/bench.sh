#!/usr/bin/env bash
# Fails if the bench of a program is not the one that the last commit states.
set -euo pipefail
found=$("$1" bench | tail -1 | cut -d' ' -f1)
stated=$(git log --no-merges -1 --format=%B | sed -n 's/^Bench: //p' | tail -1)
echo "bench $found, stated by the commit: ${stated:-nothing}"
[[ $found == "$stated" ]]
