// Holds the state, and lets the rules and the engine do what it asks for. Views and the keeper of games hear of each change.

import { type Engine, Refusal, type Rules, type SearchLine } from './engine';
import { type Game, type Move, placeOf, type ReadGame } from './game';
import * as change from './state';
import { type Change, type GameFile, type State, type Wanted, wanted } from './state';
import { mistakeIn } from './why';

/** The time, and calls after some of it. */
export interface Time { now: () => number; later: (call: () => void, ms: number) => void }

/** The time between two updates of the lines. */
const INTERVAL_MS = 100;

export class Store {
  private listeners = new Set<(state: State, before: State) => void>();
  private folders = 0;
  private running = new Map<string, { key: string; cancel: () => void }>();

  constructor(
    public state: State, readonly rules: Rules, private readonly engine: Engine,
    readonly time: Time = { now: () => Date.now(), later: (call, ms) => { setTimeout(call, ms); } },
  ) {
    this.state = this.informed(state);
    engine.tell = (path, text) => this.apply(change.tablesSaid(path, text.replaceAll(`${path}/`, '').replace(`'${path}'`, 'these files')));
    this.serve();
  }

  /** Gives the engine the visitor's endgame tables in place of those before. Another path makes it read them. */
  useTables(files: Record<string, Uint8Array>): void {
    const path = Object.keys(files).length > 0 ? `/tables-${this.folders += 1}` : '';
    this.engine.setFolder(path, files);
    this.apply(change.useTables(path));
  }

  listen(listener: (state: State, before: State) => void): void { this.listeners.add(listener); }

  apply(changes: Change): void {
    const before = this.state;
    this.state = this.informed(change.settle(before, changes(before), this.time.now()));
    if (this.state === before) return;
    this.serve();
    for (const listener of this.listeners) listener(this.state, before);
  }

  /** The state with what the rules say of the positions that it needs: that on the board, and the last one in play. */
  private informed(state: State): State {
    const game = change.openGame(state);
    let { info } = state;
    for (const id of [game.cursor, ...(change.isRunning(state) ? [state.play!.tip] : [])]) {
      const { fen, moves } = placeOf(game, id);
      if (!info.has(id)) info = new Map(info).set(id, this.rules.position(fen, moves));
    }
    return info === state.info ? state : { ...state, info };
  }

  /** Starts the searches that the state wants, and ends the others. */
  private serve(): void {
    const { state } = this;
    const jobs = new Map<string, { key: string; start: () => () => void }>();
    for (const job of wanted(state, this.time.now())) {
      // A clock that runs does not change the question.
      const { go, ...place } = job;
      jobs.set(job.purpose, { key: JSON.stringify([place, job.purpose === 'answer' ? '' : go]), start: () => this.run(job) });
    }
    for (const [purpose, { key, cancel }] of [...this.running]) {
      if (jobs.get(purpose)?.key === key) continue;
      this.running.delete(purpose);
      cancel();
    }
    for (const [purpose, { key, start }] of jobs) if (!this.running.has(purpose)) this.running.set(purpose, { key, cancel: start() });
  }

  /** Does a job, and brings what it finds to the place that asked. */
  private run(job: Wanted): () => void {
    const { purpose, game, node, fen, moves } = job;
    const asked = change.askedOf(this.state.settings);
    const isShown = purpose === 'analysis' || purpose === 'threat';
    let [isOver, waiting] = [false, null as SearchLine[] | null];
    const named = (lines: SearchLine[]) => lines.map((line) => ({ ...line, played: this.rules.line(fen, moves, line.moves) }));
    const tell = (lines: SearchLine[], isDone: boolean) => (
      this.apply((purpose === 'threat' ? change.threatened : change.found)(game, node, { lines: named(lines), asked, isDone })));
    const watch = (lines: SearchLine[]) => {
      if (!waiting) {
        this.time.later(() => {
          const last = waiting;
          waiting = null;
          if (!isOver && last) tell(last, false);
        }, INTERVAL_MS);
      }
      waiting = lines;
    };
    if (purpose === 'threat' && !this.isPlayable(fen)) {
      // The other side has no move, or there is no such position: nothing threatens.
      queueMicrotask(() => { if (!isOver) tell([], true); });
      return () => { isOver = true; };
    }
    const { result, cancel } = this.engine.search({ ...job, ...(isShown ? { watch } : {}) });
    void result.then((found) => {
      if (!found) return;
      waiting = null;
      if (isShown) return tell(found.lines, true);
      const [line] = named(found.lines.slice(0, 1));
      const [move] = found.best ? this.rules.line(fen, moves, [found.best]) : [];
      if (purpose === 'review') this.apply(change.reviewed(game, node, line ?? null));
      else if (purpose === 'retry' && line) this.apply(change.retried(node, line.moves[0]!, line.score));
      else if (purpose === 'answer' && move) this.apply(change.answer(node, move, line?.score ?? null, this.time.now()));
      else if (purpose === 'hint' && move) this.apply(change.hinted(node, move));
      else if (purpose === 'why' && !job.why && move) this.apply(change.explainBest(node, move.uci));
      else if (found.said) this.apply(purpose === 'why' ? change.explained(node, job.why!.split(' ')[0]!, found.said) : change.reasoned(game, node, found.said.move.uci, mistakeIn(found.said)));
    });
    return () => { isOver = true; cancel(); };
  }

  /** Moves from a position as the module writes them, or none if they are not legal. */
  private lineOf({ fen, moves }: ReturnType<typeof placeOf>, line: string[]): Move[] {
    try {
      return this.rules.line(fen, moves, line);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [];
    }
  }

  private isPlayable(fen: string): boolean {
    try {
      return this.rules.position(fen).over === null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  }

  /** Plays what was typed, as the rules read it. Returns the problem with it. */
  type(text: string): string {
    const { fen, moves } = placeOf(this.game(), this.game().cursor);
    try {
      const [move] = /^\S+$/.test(text) ? this.rules.line(fen, moves, [text]) : [];
      if (!move) return `'${text}' is not one move, expected one such as Nf3 or e2e4.`;
      const before = this.state;
      this.apply(change.playMove(move.uci, this.time.now()));
      return this.state === before ? 'No move can be played here now.' : '';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return `${error.message.replace(/^move \d+: /, '')}.`;
    }
  }

  /** Loads a FEN, or the first game of a PGN; otherwise the field says what is wrong. */
  load(given: string): void {
    this.tryTo(() => {
      const lines = given.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
      if (!lines[0]) throw new Refusal('There is no text, expected a FEN or the moves of a game.');
      const areFens = lines.every(isFen);
      if (areFens && lines.length === 1) return this.place(lines[0]);
      // Several positions are games without moves.
      const text = areFens ? lines.map((fen) => `[FEN "${fen}"]\n\n*\n`).join('\n') : given;
      const games = this.rules.ask<GameFile['games']>('list-pgn', text);
      if (games.length > 1) this.apply(change.keepFile({ text, games }));
      this.open({ text, games }, 0);
      // A text that is refused leaves the list of the one before.
      if (games.length <= 1 && !this.state.problem) this.apply(change.keepFile(null));
    });
  }

  /** Opens a game of a text with several. */
  open(file: GameFile, number: number): void {
    const { text, games } = file;
    this.tryTo(() => {
      const read = this.rules.ask<ReadGame>('read-pgn', String(number), text);
      const { faults } = read;
      const notice = [games.length > 1 && `Game ${number + 1} of ${games.length}.`, faults[0], faults.length > 1 && `All ${faults.length} such places are named in comments.`].filter(Boolean).join(' ');
      this.apply(change.load(read, crypto.randomUUID(), (place, line) => this.lineOf(place, line), notice));
      this.apply(change.openedFrom(file, number));
    });
  }

  /** Puts a position on the board. */
  place(fen: string): void {
    this.tryTo(() => {
      const { evaluation, over } = this.rules.position(fen);
      this.apply(change.newGame(crypto.randomUUID(), evaluation.fen, over));
    });
  }

  private tryTo(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.apply(change.complain(error.message));
    }
  }

  game(): Game { return change.openGame(this.state); }
}

/** The text of a file: UTF-16 with a mark of its byte order, UTF-8, or else Latin-1, in which the standard of PGN writes. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const mark = new Uint8Array(bytes.slice(0, 2)).join(' ');
  if (mark === '255 254' || mark === '254 255') return new TextDecoder(mark === '255 254' ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A FEN is a line whose first word has slashes. Which of the two a text is, the module need not say. */
const isFen = (line: string): boolean => /^[^\s[{]*\/[^\s]*( |$)/.test(line) && !/^1\/2/.test(line);
