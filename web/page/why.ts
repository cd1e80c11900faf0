// "Why this move?": the line that supports or refutes a move, and what it changes in the evaluation, by theme. All of it is
// computed by the engine: the lines by searches of the same size, the themes by the static evaluation at the ends of lines.

import type { Evaluation, SearchLine, SearchRequest, SearchResult } from './engine';
import { type Move, placeOf } from './game';
import { type Color, isMate, other, pawnsText, rank, type Score, scoreText } from './score';
import { openGame } from './state';
import type { Explain } from './store';

const SEARCH_NODES = 300_000;
/** A line whose end is evaluated otherwise than the search says is not quiet there, and is continued. */
const QUIET_PAWNS = 0.75;
const CONTINUATION_NODES = 30_000;
const CONTINUATIONS = 3;
/** Smaller changes of a theme are not told. */
const LEAST_CHANGE = 0.1;

/** What is said of a move: sentences, the line that supports them, and changes by theme: by the line, and against the best other move. */
export interface Said { name: string; verdict: string; first: Move; line: Move[]; place: string; change: string; against: string | null; themes: [name: string, change: string, against: string][] }

/** A line with the position at its end. */
interface Explained { score: Score; played: Move[]; end: Evaluation; isQuiet: boolean }

const NAMES: Record<string, [one: string, many: string]> = {
  queen: ['a queen', 'queens'], rook: ['a rook', 'rooks'], bishop: ['a bishop', 'bishops'], knight: ['a knight', 'knights'], pawn: ['a pawn', 'pawns'],
};
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** The units of the evaluation that are a pawn, which the module tells. */
export const units = { pawn: 1 };

/** Pairs of middlegame and endgame as pawns, in the phase and with the scale of a position. */
export function pawnsIn({ phase, phase_of: phases, scale, scale_of: scales }: Evaluation): (pair: [number, number]) => number {
  return ([middlegame, endgame]) => (middlegame * phase[0] * scale[0] + endgame * phase[1] * scale[1]) / (phases * scales * units.pawn);
}

/** The themes of an evaluation in pawns for White. What they do not add up to, as in endgames that are known, is "Other". */
function themes(evaluation: Evaluation): Map<string, number> {
  const pawns = pawnsIn(evaluation);
  const found = new Map(evaluation.groups.map(({ name, white, black }) => [name, pawns(white) - pawns(black)]));
  const rest = evaluation.score_for_white / units.pawn - [...found.values()].reduce((total, each) => total + each, 0);
  if (Math.abs(rest) > 0.03) found.set('Other', rest);
  return found;
}

export const explainMove: Explain = (rules, engine, state, node, uci) => {
  const game = openGame(state);
  const { fen, moves: before } = placeOf(game, node);
  const now = state.info.get(node)!.evaluation;
  let cancel = () => {};
  let isOver = false;
  const search = async (go: string, request: Partial<SearchRequest> = {}): Promise<SearchResult | null> => {
    if (isOver) return null;
    const { hash, threads } = state.settings;
    const job = engine.search({
      purpose: 'why', game: game.id, fen, moves: before, side: now.side_to_move, go, ...request, options: { Hash: hash, Threads: threads, ...request.options },
    });
    cancel = job.cancel;
    return job.result;
  };

  /** A line up to its last capture or promotion after which the evaluation is what the search says; otherwise the whole
   * line, continued until it is. */
  const toItsEnd = async ({ score, moves }: SearchLine): Promise<Explained> => {
    const line = [...moves];
    const upTo = (length: number): Explained => {
      const { played, evaluation: end } = rules.position(fen, [...before, ...line.slice(0, length)]);
      const isQuiet = Boolean(end.game_over_by) || (!isMate(score) && Math.abs(end.score_for_white / units.pawn - score.cp / 100) < QUIET_PAWNS);
      return { score, played: played.slice(before.length), end, isQuiet };
    };
    let whole = upTo(line.length);
    if (isMate(score)) return whole;
    for (let tries = 0; tries < CONTINUATIONS && !whole.isQuiet; tries += 1) {
      const found = await search(`nodes ${CONTINUATION_NODES}`, { moves: [...before, ...line], side: whole.end.side_to_move });
      if (!found?.lines[0]) break;
      line.push(...found.lines[0].moves);
      whole = upTo(line.length);
    }
    const ends = whole.played.flatMap(({ san }, index) => (/[x=]/.test(san) ? [index + 1] : []));
    return [2, ...ends.filter((end) => end > 2)].reverse().map(upTo).find(({ isQuiet }) => isQuiet) ?? whole;
  };

  const said = async (): Promise<Said | null> => {
    const compared = await search(`nodes ${SEARCH_NODES}`, { options: { MultiPV: 2 } });
    const rival = compared?.lines.find(({ moves }) => moves[0] !== uci);
    const own = compared?.lines.find(({ moves }) => moves[0] === uci) ?? (await search(`nodes ${SEARCH_NODES} searchmoves ${uci}`))?.lines[0];
    if (!own) return null;
    const [explained, other] = [await toItsEnd(own), rival ? await toItsEnd(rival) : null];
    return isOver ? null : wordsOf(now, explained, other);
  };
  return { said: said(), cancel: () => { isOver = true; cancel(); } };
};

function wordsOf(now: Evaluation, own: Explained, rival: Explained | null): Said {
  const color = now.side_to_move;
  const { score, end, isQuiet, played: [first, ...line] } = own;
  const name = `${first!.number}${color === 'white' ? '.' : '...'} ${first!.san}`;
  const verdict = mateWords(score, color) ?? (isQuiet ? materialWords(now, end, color) : 'leads to');
  const best = rival?.played[0]?.san;
  const isBest = !rival || (rank(score) - rank(rival.score)) * (color === 'white' ? 1 : -1) >= 0;
  const place = !rival ? `It is the only legal move: ${scoreText(score)}.`
    : isBest ? `It is the best move: ${scoreText(score)}. The next best, ${best}, has ${scoreText(rival.score)}.`
      : `It has ${scoreText(score)}; the best move, ${best}, has ${scoreText(rival.score)}.`;
  const said = { name, verdict, first: first!, line, place, change: '', against: null, themes: [] };
  if (isMate(score)) return said;
  if (!isQuiet) return { ...said, change: 'The line is not quiet at its end, so its evaluation there says nothing.' };
  const [before, after] = [themes(now), themes(end)];
  const against = rival?.isQuiet && !isMate(rival.score) ? themes(rival.end) : null;
  const changeOf = (theme: string, from: Map<string, number>) => (after.get(theme) ?? 0) - (from.get(theme) ?? 0);
  const isTold = (theme: string, from: Map<string, number> | null) => from !== null && Math.abs(changeOf(theme, from)) >= LEAST_CHANGE;
  const names = [...new Set([...before.keys(), ...after.keys(), ...(against?.keys() ?? [])])].filter((theme) => isTold(theme, before) || isTold(theme, against))
    .sort((a, b) => Math.abs(changeOf(b, before)) - Math.abs(changeOf(a, before)));
  const most = names.filter((theme) => isTold(theme, before)).slice(0, 3).map((theme) => `${theme.toLowerCase()} ${pawnsText(changeOf(theme, before), 1)}`);
  const total = (end.score_for_white - now.score_for_white) / units.pawn;
  const change = `At its end the static evaluation, for White, has changed by ${pawnsText(total, 1)}${most.length > 0 ? `, of which ${most.join(', ')}` : ''}.`;
  return {
    ...said, change, against: against && best!,
    themes: names.map((theme) => [theme, pawnsText(changeOf(theme, before), 1), against ? pawnsText(changeOf(theme, against), 1) : '']),
  };
}

function mateWords(score: Score, color: Color): string | null {
  if (!isMate(score)) return null;
  const isOwn = (score.mate > 0) === (color === 'white');
  const count = Math.abs(score.mate);
  return `${isOwn ? 'mates' : 'allows mate'} in ${count}`;
}

/** What a side has won and lost in pieces, as "loses a pawn" or "wins a rook for a knight". */
export function materialWords(before: Evaluation, after: Evaluation, color: Color): string {
  const count = ({ pieces }: Evaluation, side: Color, role: string) => pieces.filter((piece) => piece.color === side && piece.role === role).length;
  const rival = other(color);
  const [lost, won]: [string[], string[]] = [[], []];
  let balance = 0;
  const worths: Record<string, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };
  for (const [role, [one, many]] of Object.entries(NAMES)) {
    const gone = (side: Color) => count(before, side, role) - count(after, side, role);
    const net = gone(color) - gone(rival);
    balance -= net * worths[role]!;
    const words = Math.abs(net) === 1 ? one : `${NUMBERS[Math.abs(net)]} ${many}`;
    if (net > 0) lost.push(words);
    if (net < 0) won.push(words);
  }
  if (lost.length === 0 && won.length === 0) return 'keeps the balance of material';
  if (lost.length === 0) return `wins ${won.join(' and ')}`;
  if (won.length === 0) return `loses ${lost.join(' and ')}`;
  if (balance === 0) return `exchanges ${lost.join(' and ')} for ${won.join(' and ')}`;
  return balance > 0 ? `wins ${won.join(' and ')} for ${lost.join(' and ')}` : `loses ${lost.join(' and ')} for ${won.join(' and ')}`;
}
