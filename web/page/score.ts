// Scores of the engine, always for White, and what they say of moves, for players: the formulas are those that lichess publishes
// (https://lichess.org/page/accuracy), so that marks and accuracy are what players are used to.

export type Color = 'white' | 'black';

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/** Centipawns, or moves to mate: positive if White mates. */
export type Score = { cp: number } | { mate: number };

const isMate = (score: Score): score is { mate: number } => 'mate' in score;

/** The units of the evaluation that are a pawn, which the module tells. */
export const units = { pawn: 1 };

/** Values for the middlegame and the endgame, in units of the evaluation. */
type Pair = [number, number];
export interface Sides { name: string; white: Pair; black: Pair }
interface PieceWorth { square: string; color: Color; role: string; worth: Pair; usual: Pair }

/** The static evaluation, as `eval json` shows it. */
export interface Evaluation {
  fen: string; side_to_move: Color; game_over_by: string | null; score_for_white: number;
  phase: Pair; phase_of: number; scale: Pair; scale_of: number; groups: (Sides & { terms: Sides[] })[]; pieces: PieceWorth[];
}

/** Pairs of middlegame and endgame as pawns, in the phase and with the scale of a position. */
export function pawnsIn({ phase, phase_of: phases, scale, scale_of: scales }: Evaluation): (pair: Pair) => number {
  return ([middlegame, endgame]) => (middlegame * phase[0] * scale[0] + endgame * phase[1] * scale[1]) / (phases * scales * units.pawn);
}

export function pawnsText(pawns: number, digits = 2): string {
  const size = Math.abs(pawns).toFixed(digits);
  return Number(size) === 0 ? size : `${pawns < 0 ? '−' : '+'}${size}`;
}

export function scoreText(score: Score): string {
  return isMate(score) ? `${score.mate > 0 ? '+' : '−'}M${Math.abs(score.mate)}` : pawnsText(score.cp / 100);
}

/** A number that is larger for what is better for White. It orders all scores; `pointsOf` does not, because it saturates. */
export function rank(score: Score): number {
  if (!isMate(score)) return score.cp;
  return (score.mate > 0 ? 1e6 : -1e6) - score.mate;
}

/** The points that White may expect, 0 to 1. */
export function pointsOf(score: Score): number {
  if (isMate(score)) return score.mate > 0 ? 1 : 0;
  const cp = Math.max(-1000, Math.min(1000, score.cp));
  return 1 / (1 + Math.exp(-0.00368208 * cp));
}

/** From a score of UCI, which is for the side that moves. */
export function scoreFrom(kind: string, value: number, side: Color): Score {
  const forWhite = side === 'white' ? value : -value;
  return kind === 'cp' ? { cp: forWhite } : { mate: forWhite };
}

interface Mark { nag: number; symbol: string; name: string; loss: number }

/** The judgements of a move by the expected points that it gave away. */
export const MARKS: Mark[] = [
  { nag: 4, symbol: '??', name: 'blunder', loss: 0.15 },
  { nag: 2, symbol: '?', name: 'mistake', loss: 0.1 },
  { nag: 6, symbol: '?!', name: 'inaccuracy', loss: 0.05 },
];

/** The points that a side gave away by a move. */
export function lossOf(color: Color, before: number, after: number): number {
  return Math.max(0, color === 'white' ? before - after : after - before);
}

export const markOf = (loss: number): Mark | undefined => MARKS.find((mark) => loss >= mark.loss);

/** The accuracy of one move in percent. */
const moveAccuracy = (loss: number): number => Math.max(0, Math.min(100, 103.1668 * Math.exp(-4.354 * loss) - 3.1669 + 1));

/** The accuracy of a side: the mean of a mean weighted by how much the game swings around a move, and of the harmonic mean. */
export function accuracyOf(points: number[], losses: { ply: number; loss: number }[]): number {
  const size = Math.max(2, Math.min(8, Math.floor((points.length - 1) / 10)));
  const swing = (ply: number) => {
    const from = Math.max(0, Math.min(ply - size + 1, points.length - size));
    const window = points.slice(from, from + size).map((each) => each * 100);
    const mean = window.reduce((sum, each) => sum + each, 0) / window.length;
    return Math.max(0.5, Math.min(12, Math.sqrt(window.reduce((sum, each) => sum + (each - mean) ** 2, 0) / window.length)));
  };
  const each = losses.map(({ ply, loss }) => ({ accuracy: moveAccuracy(loss), weight: swing(ply) }));
  const weight = each.reduce((sum, one) => sum + one.weight, 0);
  const weighted = each.reduce((sum, one) => sum + one.accuracy * one.weight, 0) / weight;
  const harmonic = each.length / each.reduce((sum, one) => sum + 1 / Math.max(1, one.accuracy), 0);
  return (weighted + harmonic) / 2;
}
