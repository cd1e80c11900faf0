#!/usr/bin/env python3
"""Reads 1,000 damaged games with our reader and with python-chess, which shares no code with it.

    cargo build --release --package pgn --example games
    target/venv/bin/python .ci/pgn.py target/release/examples/games

Tokens of random games are dropped, doubled, glued together and replaced, tags are repeated, games are cut off. Our reader
must find the same moves from the same position, or those up to a place that it names; never other moves. Games before and
behind the damaged one must be read as if it were not there. The exit code is 1 at the first failure.
"""

import argparse
import io
import logging
import random
import re
import subprocess
import sys

import chess
import chess.pgn

GAMES = 1000
# So many of the damaged games at least must be read, and so many in part: a reader that refuses everything would be of no use.
MIN_READ = 300
MIN_CUT = 200
# What stands for a move and is none. python-chess plays the null move.
BAD_MOVES = ["Zz9", "--", "Ke9", "Qxa1b2", "e2e5"]
FIGURINES = str.maketrans("KQRBN", "♔♕♖♗♘")
STARTS = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 12",
    "4k3/P6P/8/3pP3/8/8/p6p/4K3 w - d6 0 1",
]
FIRST = '[Event "first"]\n[White "A"]\n\n1. d4 d5 2. c4 *\n\n'
LAST = '\n\n\n[Event "last"]\n[White "B"]\n\n1. Nf3 {+0.20/9 0.1s} Nf6 1/2-1/2\n'
PLACE = re.compile(r"error game \d+ of the file: .+ \(line \d+\)")


def random_game(rng: random.Random) -> tuple[list[str], list[str]]:
    """The tags and the tokens of the moves of a game."""
    kind = rng.random()
    chess960 = kind < 0.2
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
    if kind > 0.7:
        board = chess.Board(rng.choice(STARTS))
    tags = ['[Event "a game"]', '[Site "?"]', '[White "A"]', '[Black "B"]', '[Result "1-0"]']
    if board.fen() != chess.STARTING_FEN:
        tags += ['[SetUp "1"]', f'[FEN "{board.fen()}"]']
    if chess960:
        tags.append('[Variant "Chess960"]')
    tokens: list[str] = []
    for _ in range(rng.randrange(1, 30)):
        moves = list(board.legal_moves)
        if not moves:
            break
        if board.turn == chess.WHITE or not tokens:
            tokens.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        move, other = rng.choice(moves), rng.choice(moves)
        tokens.append(board.san(move))
        extra = rng.random()
        if extra < 0.4:
            tokens.append("{" + rng.choice(["+0.35/14 0.05s", "-M12/20 1s, tl=3s", "book", "Nf3 was\nbetter)"]) + "}")
        elif extra < 0.5:
            tokens.append(rng.choice(["$1", "$14", "!", "?!"]))
        elif extra < 0.6:
            tokens += ["(", board.san(other), "{no}", ")"]
        elif extra < 0.65:
            tokens.append("; a remark }\n")
        board.push(move)
    return tags, tokens + ["1-0"]


def damaged_text(rng: random.Random, tags: list[str], tokens: list[str]) -> str:
    separators = [" "] * len(tokens)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        place = rng.randrange(len(tokens))
        match rng.choice(["drop", "double", "glue", "replace", "repeat", "untag"]):
            case "drop" if len(tokens) > 1:
                del tokens[place], separators[place]
            case "double":
                tokens.insert(place, tokens[place])
                separators.insert(place, " ")
            case "glue":
                separators[place] = ""
            case "replace":
                tokens[place] = rng.choice(BAD_MOVES)
            case "repeat":
                tags.insert(rng.randrange(len(tags) + 1), rng.choice(tags))
            case "untag":
                del tags[rng.randrange(len(tags))]
    text = "\n".join(tags) + "\n\n" + "".join(token + end for token, end in zip(tokens, separators))
    return text[: rng.randrange(len(text))] if rng.random() < 0.25 else text


def ours(reader: str, text: str) -> list[str]:
    done = subprocess.run([reader], input=text, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: the reader ends with {done.returncode}\n{text}")
    return done.stdout.splitlines()


class MainLine(chess.pgn.GameBuilder):
    """Passes over variations, so that only errors in the main line count."""

    def begin_variation(self):
        return chess.pgn.SKIP

    def end_variation(self):
        pass


def theirs(text: str) -> tuple[list[str], bool]:
    """The games with moves, written as our reader's program writes them, but without the result, and whether all are whole."""
    games, are_whole = [], True
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream, Visitor=MainLine):
        are_whole = are_whole and not game.errors
        if game.next():
            board = game.board()
            words = [board.fen()]
            for move in game.mainline_moves():
                words.append(board.uci(move, chess960=True))
                board.push(move)
            games.append(" ".join(words))
    return games, are_whole


def check(reader: str, text: str, first: str, last: str, theirs_text: str | None = None) -> str:
    """Returns whether the damaged game was "read", "cut" where it cannot be read on, or "refused"."""
    lines = ours(reader, FIRST + text + LAST)
    problem = None
    if lines[:1] != [first] or lines[-1:] != [last]:
        problem = "the games beside it are not read as they are"
    errors = [line[line.index("error") :] for line in lines if "error" in line]
    if any(not PLACE.fullmatch(error) for error in errors):
        problem = "an error that names no place"
    cut = [line.split(" error ")[0] for line in lines if " error " in line]
    whole = [line.rsplit(" ", 1)[0] for line in lines[1:-1] if "error" not in line]
    played = [game for game in whole if len(game.split()) > 6]
    expected, are_whole = theirs(theirs_text or text)
    if not errors and (not are_whole or played != expected) or any(game not in expected for game in played):
        problem = "other moves than python-chess finds: " + "\n".join(expected)
    # python-chess passes over some things that are an error here, so its game may be longer.
    if any(not any(f"{game} ".startswith(f"{begin} ") for game in expected) for begin in cut):
        problem = "other moves before an error than python-chess finds: " + "\n".join(expected)
    if problem:
        sys.exit(f"FAILED: {problem}\n--- text\n{text}\n--- read as\n" + "\n".join(lines))
    return "cut" if cut else "read" if whole and not errors else "refused"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reader", help="the example `games` of the crate `pgn`")
    reader = parser.parse_args().reader
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    [first], [last] = ours(reader, FIRST), ours(reader, LAST)
    rng = random.Random(1)
    counts = {"read": 0, "cut": 0, "refused": 0}
    for _ in range(GAMES):
        tags, tokens = random_game(rng)
        figurines = [token if token[0] in "{;($" else token.translate(FIGURINES) for token in tokens]
        head = "\n".join(tags) + "\n\n"
        for shown in tokens, figurines:
            if check(reader, head + " ".join(shown), first, last, head + " ".join(tokens)) != "read":
                sys.exit(f"FAILED: a good game is refused\n{head}{' '.join(shown)}")
        counts[check(reader, damaged_text(rng, tags, tokens), first, last)] += 1
    if counts["read"] < MIN_READ or counts["cut"] < MIN_CUT:
        sys.exit(f"FAILED: of {GAMES} damaged games too few are read: {counts}")
    print(f"{GAMES} damaged games: {counts['read']} read with the moves that python-chess finds, {counts['cut']} up to an error, "
          f"{counts['refused']} refused")


if __name__ == "__main__":
    main()
