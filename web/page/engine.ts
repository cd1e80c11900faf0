// The engine: a worker that speaks UCI and answers questions about positions, moves and games (web/src/questions.rs). So
// there are no rules of chess in the scripts of the page.

import { scoreOf, type Color, type Score } from './score';

/** A move that was played, and the position after it. */
export interface PlayedMove { uci: string; san: string; number: number; color: Color; fen: string }

/** Values for the middlegame and the endgame, in units of the evaluation. */
export type Pair = [number, number];
export interface Sides { name: string; white: Pair; black: Pair }
export interface PieceWorth { square: string; color: Color; role: string; worth: Pair; usual: Pair }

/** The static evaluation, as `eval json` shows it. */
export interface Evaluation {
  fen: string;
  side_to_move: Color;
  game_over_by: string | null;
  score_for_white: number;
  phase: Pair;
  phase_of: number;
  scale: Pair;
  scale_of: number;
  groups: (Sides & { terms: Sides[] })[];
  pieces: PieceWorth[];
}

export interface PositionInfo {
  played: PlayedMove[];
  legal: { uci: string; san: string }[];
  /** The square of the king in check. */
  check: string | null;
  evaluation: Evaluation;
}

/** A line of a search. */
export interface SearchLine { depth: number; nodes: number; speed: number; score: Score; moves: string[] }

export interface SearchRequest {
  /** The start of the game, and its moves in UCI notation. */
  fen: string;
  moves: string[];
  /** The side that moves, whose scores UCI has. */
  color: Color;
  /** What follows `go`. */
  go: string;
  options?: Record<string, string | number | boolean>;
  /** Ends the search, or keeps it from beginning. */
  signal?: AbortSignal;
  /** Gets the lines so far, the best first. */
  watch?: (lines: SearchLine[]) => void;
}

export interface SearchResult { lines: SearchLine[]; best: string | null; isStopped: boolean }

/** A position, a move or a game that is not accepted. Its message is for the visitor. */
export class Refusal extends Error {}

/** The options of each search that does not say otherwise. */
const DEFAULTS = { MultiPV: 1, UCI_ShowWDL: true, UCI_LimitStrength: false };

export class Engine {
  private worker = new Worker('coppice.js');
  private answers = new Map<number, (data: { answer?: unknown; problem?: string }) => void>();
  private asked = 0;
  private options = new Map<string, string>();
  /** The end of the last search that was asked for. */
  private last: Promise<unknown> = Promise.resolve();
  private hear: (line: string) => void = () => {};

  constructor(failed: (message: string) => void) {
    this.worker.onerror = (event) => failed(event.message);
    this.worker.onmessage = ({ data }) => {
      if (typeof data === 'string') return this.hear(data);
      const answer = this.answers.get(data.id);
      this.answers.delete(data.id);
      return answer?.(data);
    };
    this.worker.postMessage('uci');
  }

  /** The answer to a question; it comes at once, also during a search. */
  async ask<T>(...lines: string[]): Promise<T> {
    this.asked += 1;
    const id = this.asked;
    const { answer, problem } = await new Promise<{ answer?: unknown; problem?: string }>((resolve) => {
      this.answers.set(id, resolve);
      this.worker.postMessage({ id, ask: lines });
    });
    if (problem !== undefined) throw new Refusal(problem);
    return answer as T;
  }

  position(fen: string, moves: string[]): Promise<PositionInfo> { return this.ask('position', fen, moves.join(' ')); }

  /** Moves that follow a position, with the positions after them. */
  async line(fen: string, moves: string[]): Promise<PlayedMove[]> {
    return (await this.position(fen, moves)).played;
  }

  /** Forgets what was learnt in the last game. */
  newGame(): void { this.last = this.last.then(() => this.worker.postMessage('ucinewgame')); }

  /** Searches when the searches before have ended. */
  search(request: SearchRequest): Promise<SearchResult> {
    const result = this.last.then(() => this.run(request));
    this.last = result;
    return result;
  }

  private run({ fen, moves, color, go, options, signal, watch }: SearchRequest): Promise<SearchResult> {
    if (signal?.aborted) return Promise.resolve({ lines: [], best: null, isStopped: true });
    return new Promise((resolve) => {
      const lines: SearchLine[] = [];
      const stop = () => this.worker.postMessage('stop');
      signal?.addEventListener('abort', stop);
      this.hear = (text) => {
        const [, number] = / multipv (\d+)/.exec(text) ?? [];
        const line = lineOf(text, color === 'white');
        if (line) {
          lines[Number(number ?? 1) - 1] = line;
          if (!signal?.aborted) watch?.(lines);
        } else if (text.startsWith('bestmove')) {
          this.hear = () => {};
          signal?.removeEventListener('abort', stop);
          const [, best] = text.split(' ');
          resolve({ lines, best: /^[a-h]/.test(best ?? '') ? best! : null, isStopped: signal?.aborted ?? false });
        }
      };
      for (const [name, value] of Object.entries({ ...DEFAULTS, ...options })) this.setOption(name, String(value));
      this.worker.postMessage(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
      this.worker.postMessage(`go ${go}`);
    });
  }

  private setOption(name: string, value: string): void {
    if (this.options.get(name) === value) return;
    this.options.set(name, value);
    this.worker.postMessage(`setoption name ${name} value ${value}`);
  }
}

/** A line of UCI with an exact score and moves; null for all others. */
function lineOf(text: string, isWhite: boolean): SearchLine | null {
  const number = (name: string) => Number(new RegExp(` ${name} (\\d+)`).exec(text)?.[1] ?? 0);
  const score = / score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(text);
  const wdl = / wdl (\d+) (\d+) (\d+)/.exec(text);
  const [, pv] = / pv (.+)$/.exec(text) ?? [];
  if (!score || !wdl || !pv || / (lower|upper)bound/.test(text)) return null;
  return {
    depth: number('depth'), nodes: number('nodes'), speed: number('nps'), moves: pv.split(' '),
    score: scoreOf(score[1]!, Number(score[2]), wdl.slice(1).map(Number), isWhite),
  };
}
