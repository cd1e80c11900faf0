#!/usr/bin/env python3
"""Pools the results of each idea in the ledger, adds up the gains of versions, and lists figures that are stale.

    python3 docs/ledger.py pooled     # a table of all ideas that were measured more than once
    python3 docs/ledger.py pooled futility
    python3 docs/ledger.py versions   # the strength of each version, as in docs/strength.md
    python3 docs/ledger.py stale      # figures that were measured on a version with another `Bench`

Each row of `ledger.csv` is one result. Its last column names the idea that it tests; "not X" tests the opposite of X.
`pooled` takes the mean of all results of an idea, each weighted by one over its squared error, and shrinks it towards
zero: true effects of single changes spread by about 3 Elo, so most of what a small match shows is chance. Results at
few nodes and at many are kept apart, because signs change between them.

`versions` takes the rows with `version` in the column `kept`. Each is measured against an earlier one, so strengths add up, and
so do the squares of the errors.

`stale` reads each commit that a document names in backticks, and takes the `Bench` line of its message.
"""

import csv
import math
import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent
# The spread of true effects of single changes, in Elo (one standard deviation).
SPREAD = 3.0
# 95 % errors are so many standard errors.
ERROR = 1.96


def is_long(conditions: str) -> bool:
    """True for 100,000 nodes a move and more, and for clocks of two seconds and more."""
    nodes = re.match(r"([\d,]+) nodes", conditions)
    clock = re.match(r"([\d.]+)\+", conditions)
    if nodes:
        return int(nodes[1].replace(",", "")) >= 100_000
    return bool(clock) and float(clock[1]) >= 2


def pool(results: list[tuple[float, float]]) -> str:
    """The pooled mean with its 95 % error, and the shrunken estimate."""
    if not results:
        return f"{'':>12} {'':>5}"
    weights = [(ERROR / error) ** 2 for _, error in results]
    mean = sum(w * elo for w, (elo, _) in zip(weights, results)) / sum(weights)
    shrunken = mean * sum(weights) / (sum(weights) + SPREAD**-2)
    return f"{mean:+6.1f} ± {ERROR / math.sqrt(sum(weights)):<4.1f}{shrunken:+5.1f}"


def pooled(pattern: str) -> None:
    """Prints a row for each idea whose name contains the pattern."""
    ideas: dict[str, list[tuple[bool, int, float, float]]] = {}
    for row in csv.DictReader(open(DOCS / "ledger.csv", encoding="utf8")):
        if row["idea"] and row["error"]:
            sign = -1 if row["idea"].startswith("not ") else 1
            result = (is_long(row["conditions"]), int(row["games"]), sign * float(row["elo"]), float(row["error"]))
            ideas.setdefault(row["idea"].removeprefix("not "), []).append(result)
    print(f"{'idea':<62} {'results':>7} {'games':>6}  {'fewer nodes, and shrunken':<18}  more, or a clock")
    for idea, results in sorted(ideas.items()):
        if pattern in idea and (pattern or len(results) > 1):
            few, many = ([(elo, error) for long, _, elo, error in results if long == wanted] for wanted in (False, True))
            print(f"{idea:<62} {len(results):>7} {sum(r[1] for r in results):>6}  {pool(few):<24} {pool(many)}".rstrip())


def versions() -> None:
    """Prints the strength of each version over the first one."""
    known: dict[str, tuple[float, float]] = {}
    print("| version | Elo over the first |\n|---|---|")
    for row in csv.DictReader(open(DOCS / "ledger.csv", encoding="utf8")):
        if row["kept"] != "version":
            continue
        name, against = row["change"], row["against"]
        if name in known or known and against not in known:
            sys.exit(f"version '{name}' against '{against}', expected a new name and an earlier version")
        elo, error = known.get(against, (0.0, 0.0))
        known[name] = elo + float(row["elo"]), math.hypot(error, float(row["error"] or 0))
        print(f"| {name} | {known[name][0]:+.0f} ± {known[name][1]:.0f} |")


def git(*arguments: str) -> str:
    """The output of a git command, or nothing if it fails."""
    return subprocess.run(["git", *arguments], cwd=DOCS, capture_output=True, text=True).stdout


def bench(commit: str) -> str | None:
    """The `Bench` of a commit: of its own message, or of the last one before it that has any."""
    found = re.search(r"^Bench: (\d+)", git("log", "-20", "--format=%B", commit, "--"), re.MULTILINE)
    return found and found[1]


def stale() -> None:
    """Prints each line of a document that names a commit whose `Bench` differs from today's."""
    today, benches, count = bench("HEAD"), {}, 0
    print(f"Bench of HEAD: {today}")
    for page in [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]:
        for number, line in enumerate(page.read_text(encoding="utf8").splitlines(), 1):
            for commit in re.findall(r"`([0-9a-f]{7,40})`", line):
                if commit not in benches:
                    benches[commit] = bench(commit)
                if benches[commit] != today:
                    count += 1
                    print(f"{page.relative_to(DOCS.parent)}:{number}: {commit}, Bench {benches[commit] or 'unknown'}: {line.strip()[:80]}")
    print(f"{count} lines with figures of another version")


match sys.argv[1:]:
    case ["pooled", *pattern]:
        pooled(" ".join(pattern))
    case ["versions"]:
        versions()
    case ["stale"]:
        stale()
    case _:
        sys.exit(__doc__)
