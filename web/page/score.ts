// Scores of the engine, always for White.

export type Color = 'white' | 'black';

export interface Score {
  /** `+0.31`, `−M4` or `1-0`. */
  text: string;
  /** Pawns; 100 for a mate and for a game that is won. */
  pawns: number;
  /** The points that White may expect, 0 to 1, by the engine's model of wins, draws and losses. */
  points: number;
}

export function pawnsText(pawns: number, digits = 2): string {
  const size = Math.abs(pawns).toFixed(digits);
  if (Number(size) === 0) return size;
  return `${pawns < 0 ? '−' : '+'}${size}`;
}

/** The score of a game that is over, by its result. */
export function finalScore(result: string): Score {
  const points = { '1-0': 1, '0-1': 0 }[result] ?? 0.5;
  return { text: result, pawns: (points - 0.5) * 200, points };
}

/** From the fields of a line of UCI, which are for the side that moves. */
export function scoreOf(kind: string, value: number, [win, draw]: number[], isWhite: boolean): Score {
  const [sign, share] = [isWhite ? 1 : -1, ((win ?? 0) + (draw ?? 0) / 2) / 1000];
  const points = isWhite ? share : 1 - share;
  if (kind === 'cp') return { text: pawnsText(sign * value / 100), pawns: sign * value / 100, points };
  const isWon = sign * value > 0;
  return { text: `${isWon ? '+' : '−'}M${Math.abs(value)}`, pawns: isWon ? 100 : -100, points: isWon ? 1 : 0 };
}

export function isMate(score: Score): boolean { return score.text.includes('M'); }

/** The points that a side gave away by a move, from the scores before and after it. */
export function lossOf(color: Color, before: Score, after: Score): number {
  const change = after.points - before.points;
  return Math.max(0, color === 'white' ? -change : change);
}

/** A judgement of a move by the expected points that it gave away. */
export interface Mark { nag: number; symbol: string; name: string; loss: number }

export const MARKS: Mark[] = [
  { nag: 4, symbol: '??', name: 'blunder', loss: 0.15 },
  { nag: 2, symbol: '?', name: 'mistake', loss: 0.1 },
  { nag: 6, symbol: '?!', name: 'inaccuracy', loss: 0.05 },
];

export function markOf(loss: number): Mark | undefined { return MARKS.find((mark) => loss >= mark.loss); }

/** From 100 for moves that lose nothing; a move that gives away 0.1 points has 67. */
export function accuracyOf(losses: number[]): number {
  return losses.reduce((sum, loss) => sum + 100 * Math.exp(-4 * loss), 0) / losses.length;
}
