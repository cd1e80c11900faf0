// What the scores of a game say of its moves.

import { boardResult, type Game, lineFrom, nodeOf, overAt } from './game';
import { lossOf, pointsOf } from './score';

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
