#!/usr/bin/env python3
"""Plays short games of the engine against itself through python-chess, a client that shares no code with it.

    python3 -m venv target/venv && target/venv/bin/pip install --quiet -r .ci/requirements.txt
    target/venv/bin/python .ci/play.py target/release/coppice

Half of the games are Chess960. Every move is judged: it is legal and in time, the last line before it is exact,
begins with it and stops where the game does, and lines with mate scores end in mate after as many moves as the score
says. Whatever the client itself complains about counts too, such as an illegal move in any line. The last line is a
summary; the exit code is 1 if there was any problem.
"""

import argparse
import concurrent.futures
import dataclasses
import functools
import glob
import logging
import random
import signal
import sys
import threading
import time

import chess
import chess.engine

RANDOM_PLIES = 8
LONGEST_GAME = 160
# No move may take so long, whatever its clock says, even on a busy machine, and no start of an engine: the client waits
# for ever for an engine that hangs, and after an illegal best move.
LONGEST_MOVE = 300
# Machines that do other things stop a program for half a second now and then, whatever it does. So a move that is late
# by less than this is only counted, and counts as a problem of the engine if it happens often.
TOLERANCE = 1.0
GREATEST_LATE_SHARE = 0.02


@dataclasses.dataclass(frozen=True)
class Control:
    """How a game is timed: a clock, or a fixed amount of work for every move."""

    name: str
    seconds: float = 0.0
    increment: float = 0.0
    cycle: int = 0
    work: chess.engine.Limit | None = None


CONTROLS = [
    Control("2+0.02", seconds=2.0, increment=0.02),
    Control("1+0.01", seconds=1.0, increment=0.01),
    Control("20/1", seconds=1.0, cycle=20),
    Control("5000 nodes", work=chess.engine.Limit(nodes=5000)),
]


def kept_waiting(pid: int | str) -> float:
    """For how long the threads of a process were ready to run and had no processor, in seconds: 0 if the system
    does not tell."""
    total = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(path, encoding="ascii") as file:
                total += int(file.read().split()[1])
        except OSError:
            pass
    return total * 1e-9


class Pulse(threading.Thread):
    """Notices when the whole machine stands still, as virtual ones do."""

    BEAT = 0.02

    def __init__(self):
        super().__init__(daemon=True)
        self.missed = 0.0
        self.last = time.monotonic()

    def run(self):
        while True:
            time.sleep(self.BEAT)
            now = time.monotonic()
            self.missed += max(now - self.last - 2 * self.BEAT, 0)
            self.last = now


class Stopwatch:
    """Time spent on a move, without what the machine took away from engine and client."""

    pulse: Pulse

    def __init__(self, engine: chess.engine.SimpleEngine):
        self.pid = engine.transport.get_pid()
        self.began = self.now()

    def now(self) -> float:
        return time.monotonic() - self.pulse.missed - kept_waiting(self.pid) - kept_waiting("self")

    def spent(self) -> float:
        return max(self.now() - self.began, 0)


class Clock:
    """The time both sides have left."""

    def __init__(self, control: Control):
        self.control = control
        self.left = {chess.WHITE: control.seconds, chess.BLACK: control.seconds}
        self.moves = {chess.WHITE: 0, chess.BLACK: 0}
        self.late = 0

    def limit(self, turn: chess.Color) -> chess.engine.Limit:
        control = self.control
        if control.work:
            return control.work
        return chess.engine.Limit(
            white_clock=self.left[chess.WHITE],
            black_clock=self.left[chess.BLACK],
            white_inc=control.increment,
            black_inc=control.increment,
            remaining_moves=control.cycle - self.moves[turn] % control.cycle if control.cycle else None,
        )

    def press(self, turn: chess.Color, spent: float) -> str | None:
        """Ends a move. What is wrong with its time."""
        control = self.control
        if control.work:
            return None
        given = self.left[turn]
        is_much_too_late = spent > given + TOLERANCE
        self.late += given < spent and not is_much_too_late
        self.moves[turn] += 1
        self.left[turn] = max(given - spent, 0) + control.increment
        if control.cycle and self.moves[turn] % control.cycle == 0:
            self.left[turn] += control.seconds
        return f"spent {spent:.3f} s of {given:.3f} s" if is_much_too_late else None


def random_opening(rng: random.Random, chess960: bool) -> chess.Board:
    """A game after a few random moves."""
    while True:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(RANDOM_PLIES):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def is_over(board: chess.Board) -> bool:
    """Whether the rules of engine matches end the game here."""
    # Asking for repetitions is slow, and three of them take eight plies.
    is_repeated = board.halfmove_clock >= 8 and board.is_repetition(3)
    return is_repeated or board.halfmove_clock >= 100 or board.is_game_over(claim_draw=False)


def line_problems(board: chess.Board, info: chess.engine.InfoDict):
    """What is wrong with a line of thought."""
    line = info.get("pv", [])
    text = " ".join(move.uci() for move in line)
    after = board.copy()
    for number, move in enumerate(line):
        if number > 0 and is_over(after):
            yield f"line goes on after the end of the game: {text}"
            return
        if move not in after.legal_moves:
            yield f"illegal move {move.uci()} in line: {text}"
            return
        after.push(move)
    score = info["score"].relative
    if score.is_mate() and not is_bound(info):
        moves = score.mate()
        plies = 2 * moves - 1 if moves > 0 else -2 * moves
        if len(line) != plies or not after.is_checkmate():
            yield f"line of {len(line)} plies for mate in {moves}: {text}"


def is_bound(info: chess.engine.InfoDict) -> bool:
    return "lowerbound" in info or "upperbound" in info


def move_problems(board: chess.Board, infos: list, best: chess.Move | None):
    """What is wrong with the answer to one `go`."""
    scored = [info for info in infos if "score" in info]
    # That every line is legal the client itself has seen. Where lines have to end is looked at where it matters.
    for info in scored:
        if info is scored[-1] or info["score"].is_mate():
            yield from line_problems(board, info)
    if best is None or best not in board.legal_moves:
        yield f"best move {best} is not legal"
    if not scored:
        yield "no line with a score"
        return
    last = scored[-1]
    if is_bound(last):
        yield "the last line is a bound"
    if last.get("pv", [None])[0] != best:
        yield f"best move {best}, but the last line is {last.get('pv')}"


@dataclasses.dataclass
class Result:
    chess960: bool
    moves: int
    late: int
    problems: list


def play(command: str, seed: int) -> Result:
    """Plays a game to its end, or to the first problem."""
    rng = random.Random(seed)
    chess960 = seed % 2 == 1
    control = CONTROLS[seed // 2 % len(CONTROLS)]
    board = random_opening(rng, chess960)
    start = board.fen()
    clock = Clock(control)
    moves = 0
    launch = functools.partial(chess.engine.SimpleEngine.popen_uci, command, timeout=LONGEST_MOVE)
    with launch() as white, launch() as black:
        engines = {chess.WHITE: white, chess.BLACK: black}
        for engine in engines.values():
            engine.configure({"Hash": 8})
        while not is_over(board) and moves < LONGEST_GAME:
            turn = board.turn
            limit = clock.limit(turn)
            stopwatch = Stopwatch(engines[turn])
            watch_for_hangs(LONGEST_MOVE)
            with engines[turn].analysis(board, limit, game=seed) as analysis:
                infos = list(analysis)
                best = analysis.wait().move
            watch_for_hangs(0)
            too_late = clock.press(turn, stopwatch.spent())
            problems = list(move_problems(board, infos, best)) + [too_late] * bool(too_late)
            if problems:
                where = f"game {seed} ({control.name}) from {start}, {board.fen()}"
                return Result(chess960, moves, clock.late, [f"{where}: {problem}" for problem in problems])
            board.push(best)
            moves += 1
    return Result(chess960, moves, clock.late, [])


class Complaints(logging.Handler):
    """Collects what the client says about the engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record: logging.LogRecord):
        self.lines.append(f"client: {record.getMessage()}")


def watch_for_hangs(seconds: float):
    """Gives up after this time, and again if that did not help; 0 ends the watch."""
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def give_up(*_):
    raise TimeoutError(f"no acceptable answer for {LONGEST_MOVE} s")


def start_process():
    """What every process needs that plays games."""
    Stopwatch.pulse = Pulse()
    Stopwatch.pulse.start()
    signal.signal(signal.SIGALRM, give_up)


def play_and_listen(command: str, seed: int, deadline: float) -> Result | None:
    """Plays a game, unless it is too late to begin one. A client that complains or gives up is a problem too."""
    if time.monotonic() > deadline:
        return None
    complaints = Complaints()
    logger = logging.getLogger("chess.engine")
    logger.handlers = [complaints]
    logger.propagate = False
    try:
        result = play(command, seed)
    except (chess.engine.EngineError, TimeoutError, OSError) as error:
        result = Result(seed % 2 == 1, 0, 0, [f"game {seed}: {type(error).__name__}: {error}"])
    finally:
        watch_for_hangs(0)
    result.problems += complaints.lines
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("engine", help="the program to play with")
    parser.add_argument("--games", type=int, default=16, help="how many games (default 16)")
    parser.add_argument("--seconds", type=float, default=40.0, help="begin no game after this time (default 40)")
    parser.add_argument("--processes", type=int, default=2, help="games at once (default 2)")
    arguments = parser.parse_args()
    began = time.monotonic()
    deadline = began + arguments.seconds
    # Processes, not threads: a client that judges one game must not keep the clock of another waiting.
    with concurrent.futures.ProcessPoolExecutor(arguments.processes, initializer=start_process) as pool:
        games = [pool.submit(play_and_listen, arguments.engine, seed, deadline) for seed in range(arguments.games)]
        results = [result for game in games if (result := game.result())]
    problems = [problem for result in results for problem in result.problems]
    moves = sum(result.moves for result in results)
    late = sum(result.late for result in results)
    if late > GREATEST_LATE_SHARE * moves:
        problems.append(f"{late} of {moves} moves were late, if only by a little")
    for problem in problems:
        print(problem)
    print(
        f"play: {len(results)} games ({sum(result.chess960 for result in results)} of Chess960), "
        f"{moves} moves ({late} late by less than {TOLERANCE} s) "
        f"in {time.monotonic() - began:.0f} s, {len(problems)} problems"
    )
    return 1 if problems or not results else 0


if __name__ == "__main__":
    sys.exit(main())
