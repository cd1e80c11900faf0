#!/usr/bin/env python3
"""Writes completions of the engine's commands for bash, zsh and fish into a folder.

    python3 .github/completions.py FOLDER

The commands are those of docs/uci.md, which is generated from the table that `help` prints.
"""

import pathlib
import re
import sys
from shlex import quote

folder = pathlib.Path(sys.argv[1])
page = (pathlib.Path(__file__).parent.parent / "docs" / "uci.md").read_text()
tables = "\n".join(re.findall(r"^\| command \| .*\n\|---.*\n((?:\|.*\n)+)", page, re.MULTILINE))
commands = re.findall(r"^\| `(\w+)[^`]*` \| (.*) \|$", tables.replace(r"\|", "or"), re.MULTILINE)
commands = [(name, does.replace("`", "")) for name, does in commands]

described = "\n".join(f"    {quote(f'{name}:{does}')}" for name, does in commands)
folder.mkdir(exist_ok=True)
(folder / "coppice.bash").write_text(f"complete -W '{' '.join(name for name, _ in commands)}' coppice\n")
(folder / "_coppice").write_text(f"#compdef coppice\nlocal commands=(\n{described}\n)\n_describe command commands\n")
(folder / "coppice.fish").write_text(
    "".join(f"complete -c coppice -f -a {name} -d {quote(does)}\n" for name, does in commands)
)
