// The rules of chess and the one owner of the engine. The rules are a module that answers at once (web/src/questions.rs).
// The engine is the native program, to which searches are given by purpose: the most urgent runs. One that runs for a less
// urgent purpose is stopped, and begun again afterwards.

import type { Questions } from '../worker/questions';
import type { Move } from './game';
import { type Color, type Evaluation, type Score, scoreFrom } from './score';
import type { Said } from './why';

export interface PositionInfo {
  played: Move[]; legal: Move[];
  /** The square of the king in check. */
  check: string | null;
  over: string | null; claim: string | null;
  /** Of White and of Black. */
  can_mate: [boolean, boolean];
  evaluation: Evaluation;
}

/** A position, a move or a game that is not accepted. Its message is for the visitor. */
export class Refusal extends Error {}

/** The rules of chess. */
export class Rules {
  constructor(private readonly questions: Pick<Questions, 'ask'>) {}

  ask<T>(...lines: string[]): T {
    try {
      return this.questions.ask<T>(...lines);
    } catch (error) {
      const { message } = error as Error;
      if (lines.some((line) => /^\s*https?:\/\//.test(line))) throw new Refusal('This page reads nothing from the network. Paste the text of the game (PGN) in place of its address.');
      throw new Refusal(message);
    }
  }

  position(fen: string, moves: readonly string[] = []): PositionInfo { return this.ask('position', fen, moves.join(' ')); }
  line(fen: string, before: readonly string[], moves: readonly string[]): Move[] { return this.ask('line', fen, before.join(' '), moves.join(' ')); }
}

/** A line of a search, with its moves as the module writes them. */
export interface SearchLine { depth: number; nodes: number; speed: number; lookups: number; score: Score; moves: string[]; played: Move[] }
interface SearchResult {
  lines: SearchLine[]; best: string | null;
  /** What is said of a move that was to be explained. */
  said: Said | null;
}

const PURPOSES = ['answer', 'hint', 'why', 'retry', 'review', 'reason', 'threat', 'analysis', 'tables'] as const;
export type Purpose = typeof PURPOSES[number];

interface SearchRequest {
  purpose: Purpose;
  /** The document, of which the engine remembers what it learnt. */
  game: string;
  fen: string; moves: string[];
  /** The side that moves, whose scores UCI has. */
  side: Color;
  /** What follows `go`. */
  go: string;
  /** A move to explain, instead of a search, and another one beside which it is seen. */
  why?: string;
  options?: Record<string, string | number | boolean>;
  /** Gets the lines so far, the best first. */
  watch?: (lines: SearchLine[]) => void;
}

interface Job { request: SearchRequest; resolve: (result: SearchResult | null) => void }

/** The options of each search that does not say otherwise. */
const DEFAULTS = { MultiPV: 1, UCI_LimitStrength: false };

export class Engine {
  private options = new Map<string, string>();
  private jobs: Job[] = [];
  private running: Job | null = null;
  private isStopping = false;
  private lines: SearchLine[] = [];
  private lastGame = '';

  /** Gets what the engine says of the endgame tables at a path. */
  tell: (path: string, text: string) => void = () => {};

  /** `send` takes lines of UCI. What the engine writes goes to `hear`. `setFolder` gives it files. */
  constructor(private readonly send: (line: string) => void, readonly setFolder: (path: string, files: Record<string, Uint8Array>) => void = () => {}) { send('uci'); }

  /** Searches as soon as nothing more urgent is to be done; null if it was cancelled. */
  search(request: SearchRequest): { result: Promise<SearchResult | null>; cancel: () => void } {
    let job: Job;
    const result = new Promise<SearchResult | null>((resolve) => { job = { request, resolve }; });
    this.jobs.push(job!);
    this.look();
    const cancel = () => {
      this.jobs = this.jobs.filter((each) => each !== job);
      job.resolve(null);
      this.look();
    };
    return { result, cancel };
  }

  /** Runs the most urgent job, after stopping another one. */
  private look(): void {
    const urgency = ({ request }: Job) => PURPOSES.indexOf(request.purpose);
    const first = this.jobs.reduce<Job | null>((best, job) => (!best || urgency(job) < urgency(best) ? job : best), null);
    if (this.running) {
      if (this.running === first || this.isStopping) return;
      this.isStopping = true;
      this.send('stop');
      return;
    }
    if (!first) return;
    const { game, fen, moves, go, why, options } = first.request;
    this.running = first;
    this.lines = [];
    if (game !== this.lastGame) this.send('ucinewgame');
    this.lastGame = game;
    for (const [name, value] of Object.entries({ ...DEFAULTS, ...options })) this.setOption(name, String(value));
    this.send(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
    this.send(why ? `why ${why} json` : `go ${go}`);
  }

  /** Takes a line from the engine. */
  hear(text: string): void {
    const [, told] = /^info string (?:error: )?(?:tablebases|option SyzygyPath): (.*?)(?:; the path stays '.*')?$/.exec(text) ?? [];
    if (told) this.tell(this.options.get('SyzygyPath')!, told);
    const job = this.running;
    if (!job) return;
    const line = lineOf(text, job.request.side);
    if (line) {
      this.lines[Number(/ multipv (\d+)/.exec(text)?.[1] ?? 1) - 1] = line;
      job.request.watch?.(this.lines.filter(Boolean));
    } else if (text.startsWith('bestmove') || (job.request.why && /^(\{|info string (why stopped$|error: why: ))/.test(text))) {
      const isDone = !this.isStopping;
      const said = text.startsWith('{') ? JSON.parse(text) as Said : job.request.why ? refused(job.request, text) : null;
      const [, best = null] = /^bestmove ([a-h]\S+)/.exec(text) ?? [];
      this.running = null;
      this.isStopping = false;
      if (isDone) {
        this.jobs = this.jobs.filter((each) => each !== job);
        job.resolve({ lines: this.lines.filter(Boolean), best, said });
      }
      this.look();
    }
  }

  private setOption(name: string, value: string): void {
    if (this.options.get(name) === value) return;
    this.options.set(name, value);
    this.send(`setoption name ${name} value ${value}`);
  }
}

/** What is shown if a move cannot be explained, for want of memory. */
function refused({ why, side }: SearchRequest, text: string): Said {
  const [uci = ''] = why!.split(' ');
  return { move: { uci, san: uci }, side_to_move: side, sentence: `The engine cannot explain it (${text.replace(/^info string (error: why: )?/, '')}).`, nodes: 0, reasons: [] };
}

/** A line of UCI with an exact score and moves; null for all others. */
function lineOf(text: string, side: Color): SearchLine | null {
  const number = (name: string) => Number(new RegExp(` ${name} (\\d+)`).exec(text)?.[1] ?? 0);
  const score = / score (cp|mate) (-?\d+)/.exec(text);
  const [, pv] = / pv (.+)$/.exec(text) ?? [];
  if (!score || !pv || / (lower|upper)bound/.test(text)) return null;
  return { depth: number('depth'), nodes: number('nodes'), speed: number('nps'), lookups: number('tbhits'), moves: pv.split(' '), played: [], score: scoreFrom(score[1]!, Number(score[2]), side) };
}
