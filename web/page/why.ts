// "Why this move?": what the engine's command `why` answers: words, and the searches that prove them (docs/why.md).

interface Named { uci: string; san: string }

/** A line that proves a reason. It begins in the position `fen`, after a path from the one that is explained; null is a pass. */
interface ReasonLine { path: (string | null)[]; fen: string; moves: Named[]; depth: number; score: { text: string } }

/** A reason in words, with the line that proves it, and what happens in that line. */
export interface Reason {
  kind: string; text: string;
  /** The squares to be marked, and for a motif the number of its move in the line above. */
  squares: string[]; ply?: number;
  line: ReasonLine | null;
  reasons: Reason[];
}

export interface Said { move: Named; side_to_move: 'white' | 'black'; sentence: string; nodes: number; reasons: Reason[] }

/** Why a move that gave points away did so: what it does, and what a better move does, in the usual number of nodes. */
export function mistakeIn({ sentence, side_to_move: side, reasons }: Said): string {
  if (!reasons[0]) return sentence;
  if (!['worse', 'misses a win', 'loses'].includes(reasons[0].kind)) return 'A longer search finds no mistake.';
  // Scores on the page are White's.
  return side === 'black' && /[+-]\d+\.\d\d/.test(sentence) ? `${sentence} (Scores for Black.)` : sentence;
}

/** The address of the search tree at the end of a line, from the position `fen` that is explained, or from that behind a pass. */
export function treeOf({ path, fen: start, moves, depth }: ReasonLine, fen: string): string {
  const isFree = path.includes(null);
  const line = [...(isFree ? [] : path), ...moves.map(({ uci }) => uci)].join(' ');
  return `tree.html#${new URLSearchParams({ fen: isFree ? start : fen, line, depth: String(Math.min(depth, 30)), nodes: '100000' })}`;
}
