#!/usr/bin/env python3
"""Treats the last commit as an OpenBench worker and its server would.

    python3 -m venv target/venv && target/venv/bin/pip install --quiet -r .ci/requirements.txt
    target/venv/bin/python .ci/openbench.py target/made

The worker downloads a zip of the commit, without git, runs `make -j EXE=<name>-<commit>` in the configured folder,
moves the binary away, runs several benches at once and reads the last lines, and asks for openings. The server reads
the bench from the commit message, checks the engine's configuration, and parses the lines of a tune. All of that is
done here, with `openbench/Coppice.json`, and each answer is judged. The exit code is 1 at the first failure. The
engine that `make` built is left under the name that is given, and the tuning build beside it, with `-tuning` appended.
"""

import argparse
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile

import chess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCHES_AT_ONCE = 2
# Nothing takes so long, even on a busy machine; a hang is to be a failure.
PATIENCE = 1800

OPTIONS = {"Threads": "1", "Hash": "16"}
CONDITIONS = ["branch", "bench", "network", "options", "time_control"]
COMMON = {"book_name", "upload_pgns", "priority", "throughput", "syzygy_wdl", "syzygy_adj", "win_adj", "draw_adj"}
SPSA = {"reporting_type", "distribution_type", "alpha", "gamma", "A_ratio", "iterations", "pairs_per"}


def keys(sides: list[str], more: set[str]) -> set[str]:
    """What a preset may say."""
    return COMMON | more | {f"{side}_{condition}" for side in sides for condition in CONDITIONS}


PRESETS = {
    "test_presets": keys(
        ["both", "dev", "base"], {"test_bounds", "test_confidence", "test_max_games", "workload_size"}
    ),
    "tune_presets": keys(["both", "dev"], {f"spsa_{word}" for word in SPSA}),
    "datagen_presets": keys(
        ["both", "dev", "base"],
        {"workload_size", "datagen_custom_genfens", "datagen_play_reverses", "datagen_max_games"},
    ),
}


def demand(condition: bool, complaint: str) -> None:
    if not condition:
        sys.exit(f"FAILED: {complaint}")


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def run(command: list[str], folder: pathlib.Path, environment: dict[str, str] | None = None) -> str:
    """Standard output and error of a program that succeeds, as one text."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    text = done.stdout.decode("utf-8")
    demand(done.returncode == 0, f"{' '.join(command)} ends with {done.returncode}:\n{text}")
    return text


def check_configuration() -> dict:
    config = json.loads((ROOT / "openbench" / "Coppice.json").read_text())
    build = config["build"]
    demand(config["private"] is False and isinstance(config["source"], str), "private or source")
    demand(isinstance(config["nps"], int) and config["nps"] > 0, "nps is no positive number")
    demand(isinstance(build["path"], str), "the path is no text")
    for name in ["compilers", "cpuflags", "systems"]:
        demand(all(isinstance(word, str) for word in build[name]), f"{name} are no texts")
    # A worker whose compiler is too old is to be told so, and not to fail in the build.
    oldest = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["rust-version"]
    wanted = [word.removeprefix("cargo>=") for word in build["compilers"]]
    versions = {tuple(map(int, f"{word}.0".split(".")[:3])) for word in [oldest, *wanted]}
    demand(len(wanted) == 1 and len(versions) == 1, f"compilers {build['compilers']}, the workspace needs {oldest}")
    for kind, valid in PRESETS.items():
        demand("default" in config[kind], f"{kind} have no default")
        for name, preset in config[kind].items():
            demand(set(preset) <= valid, f"{kind}, {name}: unknown {set(preset) - valid}")
            for side in ["both", "dev"]:
                options = preset.get(f"{side}_options", "Threads= Hash=")
                demand("Threads=" in options and "Hash=" in options, f"{kind}, {name}: no Threads or Hash")
    return config


def unzip(commit: str, folder: pathlib.Path) -> pathlib.Path:
    """The archive of a commit, unpacked as the worker does it: no executable bits, no git."""
    archive = git("archive", "--format=zip", f"--prefix=coppice-{commit}/", commit)
    zipfile.ZipFile(io.BytesIO(archive)).extractall(folder)
    return folder / f"coppice-{commit}"


def make(
    tree: pathlib.Path, config: dict, name: str, folder: pathlib.Path, *more: str, environment: dict[str, str]
) -> pathlib.Path:
    """Builds an engine and moves it to a folder of its own."""
    path = tree / config["build"]["path"]
    output = run(["make", "-j", f"EXE={name}", *more], path, environment)
    # Such functions would be laid out without the profile, and they are the most important ones.
    demand("hash mismatch" not in output, f"the profile does not fit the build:\n{output}")
    demand((path / name).is_file(), f"make has left no {name}")
    shutil.move(path / name, folder / name)
    return folder / name


def parse_bench(output: bytes) -> tuple[int | None, int | None]:
    """The nodes and the speed, as the worker finds them: from the last line up, with words and numbers only."""
    nodes = speed = None
    for line in reversed(output.decode("utf-8").strip().split("\n")):
        line = re.sub(r"[^a-zA-Z0-9 ]+", " ", line)
        for unit, pattern in [
            ("nps", r"(\d+)\s+nps|nps\s+(\d+)|nodes second\s+(\d+)"),
            ("nodes", r"(\d+)\s+nodes|nodes\s+(\d+)|nodes searched\s+(\d+)"),
        ]:
            found = re.search(pattern, line, re.IGNORECASE)
            number = next((int(group) for group in found.groups() if group), None) if found else None
            if unit == "nps":
                speed = speed or number
            else:
                nodes = nodes or number
    return nodes, speed


def check_bench(engine: pathlib.Path, message: str) -> int:
    command = [f"./{engine.name}", "bench"]
    running = [
        subprocess.Popen(command, cwd=engine.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(BENCHES_AT_ONCE)
    ]
    results = [parse_bench(process.communicate(timeout=PATIENCE)[0]) for process in running]
    demand(all(nodes and speed for nodes, speed in results), f"benches are read as {results}")
    benches = {nodes for nodes, _ in results}
    demand(len(benches) == 1, f"benches at once differ: {benches}")
    bench = benches.pop()
    promised = re.findall(r"(?:BENCH|NODES)[ :=]+([0-9,]+)", message, re.IGNORECASE)
    demand(bool(promised), "the last commit names no bench")
    demand(int(promised[-1].replace(",", "")) == bench, f"bench is {bench}, the commit says {promised[-1]}")
    return bench


def check_options(engine: pathlib.Path) -> None:
    declared = run([f"./{engine.name}", "uci", "quit"], engine.parent)
    for name in OPTIONS:
        demand(f"option name {name} type spin" in declared, f"no option {name}")
    sets = [f"setoption name {name} value {value}" for name, value in {**OPTIONS, "Hash": "1"}.items()]
    answer = run([f"./{engine.name}", "uci", *sets, "isready", "go nodes 1000"], engine.parent)
    demand("bestmove" in answer and "error" not in answer, f"options are refused:\n{answer}")


def check_genfens(engine: pathlib.Path) -> int:
    books = engine.parent / "Books"
    books.mkdir()
    (books / "book.epd").write_text("rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2\n")
    seen: set[str] = set()
    cases = [(1, "None", ""), (2, "None", ""), (3, "Books/book.epd", ""), (4, "Books/DFRC.epd", "dfrc")]
    for seed, book, extra in cases:
        command = [f"./{engine.name}", f"genfens 8 seed {seed} book {book} {extra}", "quit"]
        lines = run(command, engine.parent).splitlines()
        fens = [line.split("genfens ")[1].rstrip() for line in lines if line.startswith("info string genfens ")]
        demand(len(fens) == 8 and not seen & set(fens), f"{command}: {lines}")
        for fen in fens:
            halfmove, fullmove = fen.split()[4:]
            demand(int(halfmove) >= 0 and int(fullmove) >= 1, f"counters of '{fen}'")
            board = chess.Board(fen, chess960=extra == "dfrc")
            demand(board.is_valid() and any(board.legal_moves), f"'{fen}' cannot be played")
        seen |= set(fens)
    return len(seen)


def check_spsa(engine: pathlib.Path) -> int:
    # The server refuses a list that ends with an empty line.
    lines = run([f"./{engine.name}", "spsa"], engine.parent).split("\n")
    declared = run([f"./{engine.name}", "uci", "quit"], engine.parent)
    for line in lines:
        name, kind, value, least, most, c_end, r_end = map(str.strip, line.split(","))
        # Half a unit is the least that a whole number can be shaken by.
        demand(kind == "int" and float(c_end) >= 0.5 and float(r_end) > 0, f"'{line}'")
        demand(float(least) <= float(value) <= float(most), f"'{line}'")
        option = f"option name {name} type spin default {value} min {least} max {most}"
        demand(option in declared.splitlines(), f"no '{option}'")
    return len(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=pathlib.Path, help="where the engine that is built is left")
    place = parser.parse_args().engine
    config = check_configuration()
    commit = git("rev-parse", "HEAD").decode().strip()
    message = git("log", "--no-merges", "-1", "--format=%B").decode()
    # Only the engine's own sources are to be built anew. What is played is optimised as a worker would do it; what is
    # only asked for its parameters is not optimised.
    environment = {"CARGO_TARGET_DIR": str(ROOT / "target" / "make"), **os.environ}
    full = {name: value for name, value in environment.items() if not name.startswith("CARGO_PROFILE_RELEASE_")}
    quick = {**environment, "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        tree = unzip(commit, folder)
        demand(not (tree / ".git").exists(), "the archive has git")
        name = f"Coppice-{commit.upper()[:8]}"
        engine = make(tree, config, name, folder, environment=full)
        version = run([f"./{name}", "version"], folder)
        demand(f"commit {commit[:8]}," in version, f"'{version}' does not name {commit[:8]}")
        print(f"bench {check_bench(engine, message)}")
        check_options(engine)
        print(f"{check_genfens(engine)} openings")
        tuning = make(
            tree, config, f"{name}-tuning", folder, "FEATURES=tuning", "PROFDATA=", environment=quick
        )
        print(f"{check_spsa(tuning)} parameters")
        shutil.move(engine, place)
        shutil.move(tuning, place.with_name(f"{place.name}-tuning"))


if __name__ == "__main__":
    main()
