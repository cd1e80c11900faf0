// A game: a tree of moves with comments and marks, and the same as PGN.

import type { PlayedMove, PositionInfo } from './engine';
import type { Score } from './score';

/** A game as the module reads it from PGN. */
export interface ReadGame { tags: [string, string][]; fen: string; result: string; games: number; comment: string; moves: ReadMove[] }
export interface ReadMove extends PlayedMove { nags: number[]; comment: string; variations: ReadVariation[] }
export interface ReadVariation { comment: string; moves: ReadMove[] }

/** The symbols of marks that have one. */
export const SYMBOLS: Record<number, string> = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 36: '↑', 40: '→', 132: '⇆', 146: 'N',
};

/** A position of the game, and the move that led to it. */
export class GameNode {
  children: GameNode[] = [];
  /** The comment before the first move of a variation. */
  before = '';
  comment = '';
  nags: number[] = [];
  /** What is known of the position. */
  info: PositionInfo | null = null;
  score: Score | null = null;
  /** The engine's best move here, in UCI notation and SAN. */
  best: { uci: string; san: string } | null = null;

  constructor(readonly move: PlayedMove | null, readonly parent: GameNode | null) {}

  /** The nodes from the start to this one, without the start. */
  get path(): GameNode[] { return this.parent ? [...this.parent.path, this] : []; }

  /** The moves that led here, in UCI notation. */
  get moves(): string[] { return this.path.map(({ move }) => move!.uci); }

  /** This node and those that follow it in the first line. */
  get line(): GameNode[] { return this.children[0] ? [this, ...this.children[0].line] : [this]; }

  /** `12. Nf3` or `12... e5`. */
  get name(): string { return this.move ? `${this.move.number}${this.move.color === 'white' ? '.' : '...'} ${this.move.san}` : 'the start'; }

  /** The node after a move, which is new if it was not played here before. */
  add(move: PlayedMove): GameNode {
    const known = this.children.find((child) => child.move!.uci === move.uci);
    if (known) return known;
    const added = new GameNode(move, this);
    this.children.push(added);
    return added;
  }

  /** Adds a whole line and returns its last node. */
  addLine(moves: PlayedMove[]): GameNode { return moves.reduce<GameNode>((node, move) => node.add(move), this); }

  /** True if the node belongs to a variation. */
  get isInVariation(): boolean { return this.parent !== null && (this.parent.children[0] !== this || this.parent.isInVariation); }

  /** Takes the move and all that follow out of the game. */
  remove(): void {
    const siblings = this.parent!.children;
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** Makes the variation of this node the first line where it branches off. */
  promote(): void {
    const parent = this.parent;
    if (!parent) return;
    if (parent.children[0] === this) return parent.promote();
    this.remove();
    parent.children.unshift(this);
  }
}

export class Game {
  readonly root = new GameNode(null, null);
  tags: [string, string][] = [];
  result = '*';

  constructor(readonly fen: string) {}

  static read(read: ReadGame): Game {
    const game = new Game(read.fen);
    game.tags = read.tags;
    game.result = read.result;
    game.root.comment = read.comment;
    addMoves(game.root, read.moves);
    return game;
  }

  tag(name: string): string | undefined { return this.tags.find(([each]) => each === name)?.[1]; }

  setTag(name: string, value: string): void {
    this.tags = [...this.tags.filter(([each]) => each !== name), [name, value]];
  }

  /** The game in PGN with its comments, variations and marks. */
  pgn(startFen: string): string {
    const own = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map((name) => [name, this.tag(name) ?? (name === 'Date' ? '????.??.??' : '?')]);
    const setUp = this.fen === startFen ? [] : [['SetUp', '1'], ['FEN', this.fen]];
    const known = new Set([...own.map(([name]) => name), 'Result', 'SetUp', 'FEN']);
    const others = this.tags.filter(([name]) => !known.has(name));
    const tags = [...own, ['Result', this.result], ...setUp, ...others]
      .map(([name, value]) => `[${name} "${value!.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
    const words = [...commentWords(this.root.comment), ...lineWords(this.root, true), this.result];
    return `${tags}\n${wrapped(words)}\n`;
  }
}

function addMoves(node: GameNode, moves: ReadMove[]): void {
  let at = node;
  for (const read of moves) {
    const next = at.add(read);
    next.nags = read.nags;
    next.comment = read.comment;
    for (const { comment, moves: others } of read.variations) {
      const before = at.children.length;
      addMoves(at, others);
      const first = at.children[before];
      if (first) first.before = comment;
    }
    at = next;
  }
}

/** A brace would end the comment. */
function commentWords(comment: string): string[] { return comment ? `{${comment.replaceAll('}', ')')}}`.split(/\s+/) : []; }

/** The words of the line after a node; `isNumbered` if the first move needs its number. */
function lineWords(node: GameNode, isNumbered: boolean): string[] {
  const [main, ...others] = node.children;
  if (!main) return [];
  const moveWords = (child: GameNode, numbered: boolean) => {
    const { number, color, san } = child.move!;
    const count = color === 'white' ? [`${number}.`] : numbered ? [`${number}...`] : [];
    return [...count, san, ...child.nags.map((nag) => `$${nag}`), ...commentWords(child.comment)];
  };
  const words = moveWords(main, isNumbered);
  for (const other of others) {
    const inner = [...commentWords(other.before), ...moveWords(other, true), ...lineWords(other, other.comment !== '')];
    words.push(...inner.map((word, index) => `${index === 0 ? '(' : ''}${word}${index === inner.length - 1 ? ')' : ''}`));
  }
  return [...words, ...lineWords(main, others.length > 0 || main.comment !== '')];
}

/** Words on lines of at most 80 columns. */
function wrapped(words: string[]): string {
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last && last.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n');
}
