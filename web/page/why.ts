// "Why this move?": the line that supports or refutes a move, and what it changes in the evaluation, by theme. All of it is
// computed by the engine: the lines by searches of the same size, the themes by the static evaluation at the ends of lines.

import type { App } from './board';
import { arrow } from './chessboard';
import { byId, make } from './dom';
import type { Evaluation, PlayedMove, SearchLine } from './engine';
import { themes } from './evaluation';
import type { GameNode } from './game';
import { type Color, isMate, pawnsText, type Score } from './score';

const SEARCH_NODES = 300_000;
/** A line whose end is evaluated otherwise than the search says is not quiet there, and is continued. */
const QUIET_PAWNS = 0.75;
const CONTINUATION_NODES = 30_000;
const CONTINUATIONS = 3;
/** Smaller changes of a theme are not told. */
const LEAST_CHANGE = 0.1;
const SHOWN_ARROWS = 5;

/** A line with the position at its end. */
interface Explained { score: Score; played: PlayedMove[]; end: Evaluation; isQuiet: boolean }

const NAMES: Record<string, [one: string, many: string]> = {
  queen: ['a queen', 'queens'], rook: ['a rook', 'rooks'], bishop: ['a bishop', 'bishops'], knight: ['a knight', 'knights'], pawn: ['a pawn', 'pawns'],
};
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

export class Why {
  private search: AbortController | null = null;

  constructor(private readonly app: App) {
    byId('why').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.explain(byId<HTMLSelectElement>('why-move').value);
    });
    byId('why-close').addEventListener('click', () => this.clear());
  }

  /** True while arrows of an explanation are on the board. */
  get isShown(): boolean { return this.search !== null; }

  clear(): void {
    this.search?.abort();
    this.search = null;
    byId('why-text').replaceChildren();
    byId('why-close').hidden = true;
    this.app.board.setShapes('why', []);
  }

  /** Offers the legal moves, first the one that was played or is best. */
  offer(): void {
    const { info, at } = this.app;
    const legal = info?.legal ?? [];
    byId('why').hidden = legal.length === 0;
    byId('why-move').replaceChildren(...legal.map(({ uci, san }) => make('option', { value: uci }, san)));
    const first = at.children[0]?.move!.uci ?? at.best?.uci;
    if (first) byId<HTMLSelectElement>('why-move').value = first;
  }

  async explain(uci: string): Promise<void> {
    this.clear();
    const { app } = this;
    const { at: node, info } = app;
    if (!info) return;
    const search = new AbortController();
    this.search = search;
    const wasOn = app.analysis.isOn;
    if (wasOn) app.analysis.turn(false);
    byId<HTMLSelectElement>('why-move').value = uci;
    byId('why-close').hidden = false;
    byId('why-text').replaceChildren(make('p', {}, 'The engine searches this move and the best ones.'));
    const compared = await this.compare(node, uci, search.signal);
    if (search.signal.aborted) return;
    if (compared) this.show(node, info.evaluation, ...compared);
    if (wasOn) app.analysis.turn(true);
  }

  /** The line of a move, and that of the best other move, if there is one. */
  private async compare(node: GameNode, uci: string, signal: AbortSignal): Promise<[Explained, Explained | null] | null> {
    const place = this.app.place(node);
    const { lines } = await this.app.engine.search({ ...place, go: `nodes ${SEARCH_NODES}`, options: { MultiPV: 2 }, signal });
    if (lines[0] && !signal.aborted) {
      node.score = lines[0].score;
      this.app.analysis.showScore(node.score);
    }
    let own = lines.find(({ moves }) => moves[0] === uci);
    const other = lines.find(({ moves }) => moves[0] !== uci);
    if (!own) {
      const found = await this.app.engine.search({ ...place, go: `nodes ${SEARCH_NODES} searchmoves ${uci}`, signal });
      [own] = found.lines;
    }
    if (!own || signal.aborted) return null;
    const explained = await this.toItsEnd(node, own, signal);
    return [explained, other ? await this.toItsEnd(node, other, signal) : null];
  }

  /** A line up to its last capture or promotion after which the evaluation is what the search says; otherwise the whole
   * line, continued until it is. */
  private async toItsEnd(node: GameNode, { score, moves }: SearchLine, signal: AbortSignal): Promise<Explained> {
    const { engine, game, pawnUnits } = this.app;
    const [before, line] = [node.moves, [...moves]];
    const upTo = async (length: number): Promise<Explained> => {
      const info = await engine.position(game.fen, [...before, ...line.slice(0, length)]);
      const end = info.evaluation;
      const isQuiet = Boolean(end.game_over_by) || Math.abs(end.score_for_white / pawnUnits - score.pawns) < QUIET_PAWNS;
      return { score, played: info.played.slice(before.length), end, isQuiet };
    };
    let whole = await upTo(line.length);
    for (let tries = 0; tries < CONTINUATIONS && !whole.isQuiet && !isMate(score) && !signal.aborted; tries += 1) {
      const place = { fen: game.fen, moves: [...before, ...line], color: whole.end.side_to_move };
      const { lines: [next] } = await engine.search({ ...place, go: `nodes ${CONTINUATION_NODES}`, signal });
      if (!next) break;
      line.push(...next.moves);
      whole = await upTo(line.length);
    }
    if (isMate(score)) return whole;
    const ends = whole.played.flatMap(({ san }, index) => (/[x=]/.test(san) ? [index + 1] : []));
    for (const end of [2, ...ends.filter((end) => end > 2)].reverse()) {
      const short = await upTo(end);
      if (short.isQuiet) return short;
    }
    return whole;
  }

  private show(node: GameNode, now: Evaluation, own: Explained, other: Explained | null): void {
    const color = now.side_to_move;
    const [first, ...rest] = own.played;
    const isBest = !other || (color === 'white' ? own.score.points >= other.score.points : own.score.points <= other.score.points);
    const name = `${first!.number}${color === 'white' ? '.' : '...'} ${first!.san}`;
    const moves = rest.map(({ number, color: side, san }, index) => (
      make('button', { type: 'button', onclick: () => this.app.go(node.addLine(own.played.slice(0, index + 2))) }, `${side === 'white' ? `${number}. ` : index === 0 ? `${number}... ` : ''}${san}`)));
    const verdict = mateWords(own.score, color) ?? (own.isQuiet ? materialWords(now, own.end, color) : null);
    const line = moves.length > 0 ? [make('span', { className: 'line' }, ...moves.flatMap((move) => [move, ' ']))] : [];
    const parts: HTMLElement[] = [make('p', {}, make('b', {}, `${name} ${verdict ?? 'leads to'}${line.length > 0 ? ':' : '.'} `), ...line)];
    const place = other && (isBest
      ? `It is the best move: ${own.score.text}. The next best, ${other.played[0]!.san}, has ${other.score.text}.`
      : `It has ${own.score.text}; the best move, ${other.played[0]!.san}, has ${other.score.text}.`);
    parts.push(make('p', {}, place ?? `It is the only legal move: ${own.score.text}.`));
    if (!isMate(own.score)) parts.push(...this.changes(now, own, other));
    byId('why-text').replaceChildren(...parts);
    const arrows = own.played.slice(0, SHOWN_ARROWS).map(({ uci, color: side }, index) => (
      { ...arrow(uci, side === color ? 'blue' : 'red', index === 0 ? 11 : 7), label: { text: String(index + 1) } }));
    this.app.board.setShapes('why', arrows.reverse());
    this.app.board.setShapes('analysis', []);
  }

  /** What changes from the position to the end of the line, and against the end of the other line. */
  private changes(now: Evaluation, own: Explained, other: Explained | null): HTMLElement[] {
    const { pawnUnits } = this.app;
    if (!own.isQuiet) return [make('p', { className: 'hint' }, 'The line is not quiet at its end, so its evaluation there says nothing.')];
    const [before, after] = [themes(now, pawnUnits), themes(own.end, pawnUnits)];
    const against = other?.isQuiet && !isMate(other.score) ? themes(other.end, pawnUnits) : null;
    const total = (own.end.score_for_white - now.score_for_white) / pawnUnits;
    const changeOf = (name: string, from: Map<string, number>) => (after.get(name) ?? 0) - (from.get(name) ?? 0);
    const names = [...new Set([...before.keys(), ...after.keys(), ...(against?.keys() ?? [])])]
      .filter((name) => Math.abs(changeOf(name, before)) >= LEAST_CHANGE || (against && Math.abs(changeOf(name, against)) >= LEAST_CHANGE))
      .sort((a, b) => Math.abs(changeOf(b, before)) - Math.abs(changeOf(a, before)));
    const most = names.filter((name) => Math.abs(changeOf(name, before)) >= LEAST_CHANGE).slice(0, 3).map((name) => `${name.toLowerCase()} ${pawnsText(changeOf(name, before), 1)}`);
    const sentence = `At its end the static evaluation, for White, has changed by ${pawnsText(total, 1)}${most.length > 0 ? `, of which ${most.join(', ')}` : ''}.`;
    const heads = ['Theme, in pawns for White', 'Change by this line', ...(against ? [`Against ${other!.played[0]!.san}`] : [])];
    const rows = names.map((name) => make('tr', {}, make('th', { scope: 'row' }, name),
      ...[before, ...(against ? [against] : [])].map((from) => make('td', {}, pawnsText(changeOf(name, from), 1)))));
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)))), make('tbody', {}, ...rows));
    return [make('p', {}, sentence), ...(rows.length > 0 ? [make('details', {}, make('summary', {}, 'By theme'), table)] : [])];
  }
}

function mateWords(score: Score, color: Color): string | null {
  if (!isMate(score)) return null;
  const isOwn = (score.pawns > 0) === (color === 'white');
  const count = Number(score.text.slice(2));
  return `${isOwn ? 'mates' : 'allows mate'} in ${count}`;
}

/** What a side has won and lost in pieces, as "loses a pawn" or "wins a rook for a knight". */
export function materialWords(before: Evaluation, after: Evaluation, color: Color): string {
  const count = ({ pieces }: Evaluation, side: Color, role: string) => pieces.filter((piece) => piece.color === side && piece.role === role).length;
  const other = color === 'white' ? 'black' : 'white';
  const [lost, won]: [string[], string[]] = [[], []];
  let balance = 0;
  const worths: Record<string, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };
  for (const [role, [one, many]] of Object.entries(NAMES)) {
    const gone = (side: Color) => count(before, side, role) - count(after, side, role);
    const net = gone(color) - gone(other);
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
