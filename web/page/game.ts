// A game as plain data: a tree of moves with what belongs to each, made and changed by functions that return another one.
// Nodes have numbers that are never used again, so a result of the engine finds its place or none.

import { type Color, lossOf, pointsOf, type Score } from './score';

/** A move as the module writes it, and the position after it. */
export interface Move {
  uci: string; san: string; number: number; color: Color; fen: string;
  /** The rule that ends the game after it, and the rule by which a draw can be claimed. */
  over: string | null; claim: string | null;
}

/** An arrow (`e2e4`) or a circle (`e4`) that the visitor drew, by its first letter: G, R, Y or B. */
export interface Shape { brush: string; squares: string }

export interface GameNode {
  id: number;
  parent: number | null;
  children: readonly number[];
  /** Null for the start. */
  move: Move | null;
  /** The comment before the first move of a variation. */
  before: string;
  comment: string;
  /** Why the move was a mistake, in a sentence: empty until the engine has said it, null if it is not asked for. */
  reason: string | null;
  nags: readonly number[];
  shapes: readonly Shape[];
  /** Seconds on the clock of the side that moved. */
  clock: number | null;
  score: Score | null;
  /** The nodes of the search that found the score. */
  effort: number;
  /** What should have been played here, if it was searched. */
  best: readonly Move[];
}

export interface Game {
  id: string;
  fen: string;
  /** The rule that ends the game at its start. */
  over: string | null;
  tags: readonly [string, string][];
  /** The result that was recorded. That of the last position is not recorded: see `resultOf`. */
  result: string;
  nodes: ReadonlyMap<number, GameNode>;
  root: number;
  cursor: number;
  /** When it was changed last. */
  changed: number;
}

/** A game as the module reads it. `faults` are sentences about what it cut, that of the game first. */
export interface ReadGame {
  tags: [string, string][]; fen: string; over: string | null; comment: string; result: string; faults: string[];
  moves: (Move & { parent: number; nags: number[]; comment: string; before: string })[];
}

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The symbols of marks that have one. */
export const SYMBOLS: Record<number, string> = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 36: '↑', 40: '→', 44: '=∞', 132: '⇆', 146: 'N', 220: 'D',
};

export const newNode = (id: number, parent: number | null, move: Move | null): GameNode => (
  { id, parent, children: [], move, before: '', comment: '', reason: null, nags: [], shapes: [], clock: null, score: null, effort: 0, best: [] });

export const nodeOf = (game: Game, id: number): GameNode => game.nodes.get(id)!;
export const tagOf = (game: Game, name: string): string | undefined => game.tags.find(([each]) => each === name)?.[1];
export const fenOf = (game: Game, id: number): string => nodeOf(game, id).move?.fen ?? game.fen;
export const overAt = (game: Game, id: number): string | null => { const { move } = nodeOf(game, id); return move ? move.over : game.over; };
/** The side that moves in a position, of which the text is the module's. */
export const sideOf = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** `12. Nf3` or `12... e5`. */
export const nameOf = ({ move }: Pick<GameNode, 'move'>): string => (move ? `${move.number}${move.color === 'white' ? '.' : '...'} ${move.san}` : 'the start');

/** The numbers of the nodes from the start to this one. */
export function pathTo(game: Game, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = nodeOf(game, at).parent) path.push(at);
  return path.reverse();
}

/** The numbers of a node and of those that follow it in the first line. */
export function lineFrom(game: Game, id: number): number[] {
  const line = [id];
  for (let next = nodeOf(game, id).children[0]; next !== undefined; next = nodeOf(game, next).children[0]) line.push(next);
  return line;
}

export const lastOf = (game: Game): number => lineFrom(game, game.root).at(-1)!;

export function isWithin(game: Game, id: number, top: number): boolean {
  for (let at: number | null = id; at !== null; at = nodeOf(game, at).parent) if (at === top) return true;
  return false;
}

export function isInVariation(game: Game, id: number): boolean {
  for (let { parent, id: at } = nodeOf(game, id); parent !== null; { parent, id: at } = nodeOf(game, parent)) {
    if (nodeOf(game, parent).children[0] !== at) return true;
  }
  return false;
}

/** A position from which the rules count repetitions as from the start, and the moves from there: at most 150. */
export function placeOf(game: Game, id: number): { fen: string; moves: string[] } {
  const moves: string[] = [];
  let at = nodeOf(game, id);
  for (let left = Number(fenOf(game, id).split(' ')[4]); left > 0 && at.parent !== null; left -= 1) {
    moves.push(at.move!.uci);
    at = nodeOf(game, at.parent);
  }
  return { fen: fenOf(game, at.id), moves: moves.reverse() };
}

/** The result of a position in which the game is over. */
export function boardResult(game: Game, id: number): string {
  const over = overAt(game, id);
  if (!over) return '*';
  if (over !== 'checkmate') return '1/2-1/2';
  return sideOf(fenOf(game, id)) === 'white' ? '0-1' : '1-0';
}

/** The result of the last position, or the recorded one if the game is not over there. */
export const resultOf = (game: Game): string => { const result = boardResult(game, lastOf(game)); return result === '*' ? game.result : result; };

/** The points that White may expect at a node, if they are known. */
export function pointsAt(game: Game, id: number): number | null {
  if (overAt(game, id)) return { '1-0': 1, '0-1': 0 }[boardResult(game, id)] ?? 0.5;
  const { score } = nodeOf(game, id);
  return score && pointsOf(score);
}

/** The moves of the main line whose loss is known. The engine's own first choice loses nothing. */
export function judge(game: Game): { id: number; ply: number; loss: number }[] {
  const line = lineFrom(game, game.root);
  return line.slice(1).flatMap((id, index) => {
    const [before, after] = [pointsAt(game, line[index]!), pointsAt(game, id)];
    if (before === null || after === null) return [];
    const { uci, color } = nodeOf(game, id).move!;
    const isBest = nodeOf(game, line[index]!).best[0]?.uci === uci;
    return [{ id, ply: index + 1, loss: isBest ? 0 : lossOf(color, before, after) }];
  });
}

export function change(game: Game, id: number, changes: Partial<GameNode>): Game {
  return { ...game, nodes: new Map(game.nodes).set(id, { ...nodeOf(game, id), ...changes }) };
}

/** Adds moves behind a node; those that are there already are kept. Returns the game, the last node, and the next number. */
export function addLine(game: Game, at: number, moves: readonly Move[], nextId: number): { game: Game; last: number; nextId: number } {
  const nodes = new Map(game.nodes);
  let last = at;
  for (const move of moves) {
    const node = nodes.get(last)!;
    const known = node.children.find((child) => nodes.get(child)!.move!.uci === move.uci);
    if (known === undefined) {
      nodes.set(nextId, newNode(nextId, last, move));
      nodes.set(last, { ...node, children: [...node.children, nextId] });
      nextId += 1;
    }
    last = known ?? nextId - 1;
  }
  return { game: nodes.size === game.nodes.size ? game : { ...game, nodes }, last, nextId };
}

/** The first line has no comment before its moves: it becomes one after the move. */
const asFirst = (node: GameNode): GameNode => (node.before ? { ...node, before: '', comment: [node.before, node.comment].filter(Boolean).join(' ') } : node);

/** A recorded result belongs to the end of the first line, and is void with another end. */
export function withLine(before: Game, after: Game): Game { return lastOf(before) === lastOf(after) ? after : { ...after, result: '*' }; }

/** Takes a move and all that follow out of the game. */
export function cut(game: Game, id: number): Game {
  const { parent } = nodeOf(game, id);
  if (parent === null) return game;
  const nodes = new Map(game.nodes);
  const left = nodeOf(game, parent).children.filter((each) => each !== id);
  nodes.set(parent, { ...nodeOf(game, parent), children: left });
  if (left[0] !== undefined) nodes.set(left[0], asFirst(nodes.get(left[0])!));
  for (const gone = [id]; gone.length > 0;) {
    const next = gone.pop()!;
    gone.push(...nodes.get(next)!.children);
    nodes.delete(next);
  }
  return withLine(game, { ...game, nodes, cursor: nodes.has(game.cursor) ? game.cursor : parent });
}

/** Makes the line of a node the first line, wherever it branches off. */
export function promote(game: Game, id: number): Game {
  const nodes = new Map(game.nodes);
  for (let node = nodeOf(game, id); node.parent !== null; node = nodeOf(game, node.parent)) {
    const parent = nodes.get(node.parent)!;
    nodes.set(node.id, asFirst(nodes.get(node.id)!));
    nodes.set(parent.id, { ...parent, children: [node.id, ...parent.children.filter((each) => each !== node.id)] });
  }
  return withLine(game, { ...game, nodes });
}

// Commands in comments, as `[%clk 0:10:00]`, are fields of a node; others stay in the comment.

const CLOCK = /\[%clk (\d+):(\d+):(\d+(?:\.\d+)?)\]/;
const EVAL = /\[%eval (?:#(-?\d+)|(-?\d+(?:\.\d+)?))(?:,\d+)?\]/;
/** The best move after this one by the engine, a command of this page alone: without it a game that is read has another report. */
const BEST = /\[%best ([a-h][1-8][a-h][1-8][qrbn]?)\]/;
const SHAPES = /\[%c[sa]l ([^\]]*)\]/g;

/** A comment that PGN can hold, in which a brace would end it. */
export const writable = (comment: string): string => comment.replaceAll('}', ')');

export const hasCommands = (text: string): boolean => [CLOCK, EVAL, BEST].some((command) => command.test(text)) || text.search(SHAPES) >= 0;

/** What a comment of PGN says of a node. A mate in 0 moves is one on the board, which needs no score. */
export function readComment(text: string): Pick<GameNode, 'comment' | 'clock' | 'score' | 'shapes'> {
  const [, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
  const [isScored, mate, pawns] = EVAL.exec(text) ?? [];
  const shapes = [...text.matchAll(SHAPES)].flatMap(([, list]) => list!.split(',')).filter((each) => /^[GRYB]([a-h][1-8]){1,2}$/.test(each.trim()));
  return {
    comment: writable(text).replace(CLOCK, '').replace(EVAL, '').replace(BEST, '').replace(SHAPES, '').replace(/\s+/g, ' ').trim(),
    clock: hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    score: !isScored || Number(mate) === 0 ? null : mate !== undefined ? { mate: Number(mate) } : { cp: Math.round(Number(pawns) * 100) },
    shapes: shapes.map((each) => ({ brush: each.trim()[0]!, squares: each.trim().slice(1) })),
  };
}

function writeComment({ comment, reason, clock, score, shapes, best }: GameNode): string[] {
  const list = (name: string, length: number) => {
    const those = shapes.filter(({ squares }) => squares.length === length).map(({ brush, squares }) => brush + squares);
    return those.length > 0 ? [`[%${name} ${those.join(',')}]`] : [];
  };
  const parts = [];
  if (score) parts.push(`[%eval ${'mate' in score ? `#${score.mate}` : (score.cp / 100).toFixed(2)}]`);
  if (best[0]) parts.push(`[%best ${best[0].uci}]`);
  if (clock !== null) parts.push(`[%clk ${Math.floor(clock / 3600)}:${String(Math.floor(clock / 60) % 60).padStart(2, '0')}:${String(Math.floor(clock % 60)).padStart(2, '0')}]`);
  return words([...parts, ...list('csl', 2), ...list('cal', 4), reason ?? '', comment].join(' '));
}

/** What a comment has between the places where a line may end: words, and whole commands, which some programs look for line by line. */
function words(comment: string): string[] { return comment.trim() ? `{${comment.trim()}}`.match(/\{?\[%[^\]]*\]\S*|\S+/g)! : []; }

/** A score that came with a game counts as that of a search of so many nodes. */
const IMPORTED_EFFORT = 1_000_000;

/** Moves from a position, as the module writes them: none if they are not legal. */
export type LineOf = (place: ReturnType<typeof placeOf>, moves: string[]) => Move[];

/** The game that the module read. */
export function gameFrom(read: ReadGame, id: string, nextId: number, lineOf: LineOf): { game: Game; nextId: number } {
  const nodes = new Map<number, GameNode>([[nextId, { ...newNode(nextId, null, null), ...readComment(read.comment) }]]);
  const places = [nextId];
  for (const { parent: place, nags, comment, before, ...move } of read.moves) {
    const parent = nodes.get(places[place]!)!;
    const known = parent.children.find((child) => nodes.get(child)!.move!.uci === move.uci);
    const at = known ?? nextId + places.length;
    places.push(at);
    const found = readComment(comment);
    const effort = found.score ? IMPORTED_EFFORT : 0;
    if (known === undefined) {
      nodes.set(at, { ...newNode(at, parent.id, move), ...found, effort, nags, before: writable(before) });
      nodes.set(parent.id, { ...parent, children: [...parent.children, at] });
    } else {
      // A line that is written twice is one, with both comments.
      const node = nodes.get(at)!;
      nodes.set(at, { ...node, comment: [node.comment, before, found.comment].filter(Boolean).join(' '), nags: [...new Set([...node.nags, ...nags])] });
    }
  }
  // What PGN writes for an unknown value is none.
  const tags = read.tags.filter(([name, value]) => !['Result', 'FEN', 'SetUp'].includes(name) && !/^\?[?.]*$/.test(value));
  const game = { id, fen: read.fen, over: read.over, tags, result: '*', nodes, root: nextId, cursor: nextId, changed: 0 };
  for (const [place, text] of [read, ...read.moves].map(({ comment }, index) => [places[index]!, comment] as const)) {
    const [, uci] = BEST.exec(text) ?? [];
    if (uci) nodes.set(place, { ...nodes.get(place)!, best: lineOf(placeOf(game, place), [uci]) });
  }
  return { game: { ...game, result: read.result === boardResult(game, lastOf(game)) ? '*' : read.result }, nextId: nextId + places.length };
}

/** The game in PGN with all that belongs to its moves. */
export function pgnOf(game: Game): string {
  const own = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map((name) => [name, tagOf(game, name) ?? (name === 'Date' ? '????.??.??' : '?')]);
  const known = new Set(own.map(([name]) => name));
  const setUp = game.fen === START ? [] : [['SetUp', '1'], ['FEN', game.fen]];
  const tags = [...own, ['Result', resultOf(game)], ...setUp, ...game.tags.filter(([name]) => !known.has(name))]
    .map(([name, value]) => `[${name} "${value!.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
  const out = writeComment(nodeOf(game, game.root));
  // What is still to be written, the next last: moves, or a bracket.
  type Item = { id: number; siblings: readonly number[]; opens?: boolean } | ')';
  const todo: Item[] = [];
  const follow = (id: number) => { const { children } = nodeOf(game, id); if (children.length > 0) todo.push({ id: children[0]!, siblings: children.slice(1) }); };
  let isNumbered = true;
  let opening = '';
  follow(game.root);
  while (todo.length > 0) {
    const item = todo.pop()!;
    if (item === ')') {
      out[out.length - 1] += ')';
      isNumbered = true;
      continue;
    }
    const node = nodeOf(game, item.id);
    const { number, color, san } = node.move!;
    if (item.opens) [opening, isNumbered] = ['(', true];
    const count = color === 'white' ? [`${number}.`] : isNumbered ? [`${number}...`] : [];
    const comment = writeComment(node);
    const written = [...(item.opens ? words(node.before) : []), ...count, san, ...node.nags.map((nag) => `$${nag}`), ...comment];
    written[0] = opening + written[0];
    opening = '';
    out.push(...written);
    isNumbered = comment.length > 0;
    follow(node.id);
    for (const sibling of item.siblings.toReversed()) todo.push(')', { id: sibling, siblings: [], opens: true });
  }
  out.push(resultOf(game));
  const lines = [''];
  for (const word of out) {
    const last = lines.at(-1)!;
    if (last && last.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return `${tags}\n${lines.join('\n')}\n`;
}
