#!/usr/bin/env python3
"""Compares what the Markdown files name with the code: files, identifiers, options of the engine, commands and options
of the tools, parameters of the search, and the bench.

    cargo build --workspace --bins && python3 .ci/documents.py target/debug

The argument is the folder with the programs, which are asked for their help. Prints each name that the code does not
have. The exit code is 1 if there is any.
"""

import pathlib
import re
import subprocess
import sys
from functools import cache

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ("match", "perft", "treeview", "tune")

# Names of other programs, of systems, and of things that a reader makes.
FOREIGN = {"actionlint", "O_NONBLOCK", "uci_options", "--nofile", "chess.mjs"}
# What was may be told in these: names in them need not be there today.
HISTORY = re.compile(r"CHANGELOG\.md|docs/notes/")

FENCE = re.compile(r"^ *(```+|~~~+)(.*)\n((?:.*\n)*?) *\1 *$", re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*(\(\))?")
FILE = re.compile(r"[\w./-]*[\w-]\.(rs|tsx?|m?js|py|sh|toml|json|html|css|yml|epd|wasm)")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


FILES = [name for name in git("ls-files").splitlines() if (ROOT / name).is_file()]
SOURCES = "\n".join(
    (ROOT / name).read_text(errors="replace")
    for name in FILES
    if not name.endswith((".md", ".csv", ".png", ".svg", ".gz", ".epd")) and name != ".ci/documents.py"
)
WORDS = set(re.findall(r"\w+", SOURCES))


@cache
def help_of(program: pathlib.Path, command: str) -> str | None:
    """The help of a tool or of one of its commands; nothing if there is no such command."""
    done = subprocess.run(
        [program, *([command] if command else []), "--help"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return done.stdout if done.returncode == 0 else None


def wrong_file(name: str) -> str | None:
    """A file has to be in the repository, or some source has to name it, as what a build or a tool leaves."""
    # The layout of the crates is told without `crates` and `src`.
    if any(f"/{file}".endswith(f"/{name}") or file.replace("/src/", "/").endswith(f"/{name}") for file in FILES):
        return None
    if name in FOREIGN or name.startswith(("target/", "/")):
        return None
    return None if name.rsplit("/")[-1] in SOURCES else f"no file '{name}'"


def wrong_commands(text: str, folder: pathlib.Path) -> list[str]:
    """Every call of a tool, such as `cargo run -p match -- speed HEAD` or `tune loss FILE`."""
    wrong = []
    for tool in TOOLS:
        # Up to the end of the line, of the span, or of the command.
        for call in re.findall(rf"(?:(?:^|`)|-p {tool}(?: -- ))(?:target/release/)?{tool} ([^`\n|&;]*)|(?<!test )-p {tool} -- ([^`\n|&;]*)", text):
            words = (call[0] or call[1]).split()
            commands = re.findall(r"^  ([a-z]\S*)  ", help_of(folder / tool, "") or "", re.MULTILINE)
            command = words[0] if words and words[0] in commands else ""
            if not command and words and re.fullmatch(r"[a-z][a-z-]+", words[0]) and words[0] != "startpos":
                wrong.append(f"{tool} has no command '{words[0]}'")
                continue
            known = help_of(folder / tool, command) or ""
            # What stands behind a lone `--` goes to another program.
            own = words[: words.index("--")] if "--" in words else words
            wrong += [
                f"{tool} {command} has no option '{word}'"
                for word in (word.split("=")[0] for word in own)
                if re.fullmatch(r"--[a-z][a-z-]*|-[a-z]", word) and not re.search(rf"{word}\b", known)
            ]
    return wrong


def complaints(page: str, folder: pathlib.Path, options: set[str], bench: str) -> list[str]:
    text = (ROOT / page).read_text()
    spans = SPAN.findall(FENCE.sub("", text))
    joined = re.sub(r" *\\\n *", " ", text)
    wrong = wrong_commands(joined, folder)
    wrong += [
        f"the engine has no option '{name}'"
        for name in re.findall(r"setoption name (\w[\w ]*?)(?: value\b|[`\n\"'])", text)
        if name not in options
    ]
    for name, value in re.findall(r"^ *(\w+), int, (\d+),", text, re.MULTILINE):
        if not re.search(rf"\b{name} = {value}\b", SOURCES):
            wrong.append(f"no parameter '{name}' of {value}")
    wrong += [f"a bench of {count} where it is {bench}" for count in re.findall(r"\bBench: (\d+)", text) if count != bench]
    for span in spans:
        if FILE.fullmatch(span):
            wrong.append(wrong_file(span))
        elif IDENTIFIER.fullmatch(span) and not re.fullmatch(r"[0-9a-f]{7,8}", span):
            missing = [word for word in re.findall(r"\w+", span) if word not in WORDS | FOREIGN]
            wrong += [f"no '{word}' in any source" for word in missing]
        elif option := re.fullmatch(r"(--[a-z][a-z-]+)\b.*", span):
            name = option[1].lstrip("-")
            if option[1] not in FOREIGN and option[1] not in SOURCES and name.replace("-", "_") not in WORDS:
                wrong.append(f"no option '--{name}' in any source")
    return [f"{page}: {complaint}" for complaint in wrong if complaint]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    for tool in TOOLS:
        if help_of(folder / tool, "") is None:
            sys.exit(f"{folder / tool} is missing: cargo build --workspace --bins")
    uci = subprocess.run([folder / "coppice"], input="uci\nquit\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    options = set(re.findall(r"^option name (.*?) type ", uci, re.MULTILINE))
    bench = re.search(r"^Bench: (\d+)", git("log", "--no-merges", "-1", "--format=%B"), re.MULTILINE)
    if bench is None:
        sys.exit("the last commit names no bench")
    pages = [name for name in FILES if name.endswith(".md") and not HISTORY.match(name)]
    wrong = [complaint for page in pages for complaint in complaints(page, folder, options, bench[1])]
    print("\n".join(wrong))
    print(f"{len(pages)} documents, {len(wrong)} names that the code does not have")
    sys.exit(bool(wrong) or not pages)


if __name__ == "__main__":
    main()
