// Openings: their names by position, and what was played from a position in the visitor's own games.

import { fenOf, type Game, lineFrom, type Move, nodeOf, pathTo, resultOf } from './game';

/** Names by position, as `openings.mjs` writes them. */
export type Openings = ReadonlyMap<string, string>;

/** A position as openings know it: the board and the side to move. */
const placeIn = (fen: string): string => fen.split(' ', 2).join(' ');

export const readOpenings = (text: string): Openings => new Map(text.split('\n').map((line) => line.split('\t') as [string, string]));

/** The name of the last position on the way to a node that has one. */
export function openingAt(openings: Openings, game: Game, id: number): string | undefined {
  const named = pathTo(game, id).findLast((each) => openings.has(placeIn(fenOf(game, each))));
  return named === undefined ? undefined : openings.get(placeIn(fenOf(game, named)));
}

/** A move that was played in a position: how often, and the points that White got from those games that have a result. */
interface Played { uci: string; san: string; count: number; ended: number; points: number }

/** The moves that follow the positions of the main line of a game, which is gone through once. */
const known = new WeakMap<Game['nodes'], Map<string, Move>>();
function movesOf(game: Game): Map<string, Move> {
  let moves = known.get(game.nodes);
  if (!moves) {
    const line = lineFrom(game, game.root);
    moves = new Map(line.slice(1).map((id, index) => [placeIn(fenOf(game, line[index]!)), nodeOf(game, id).move!]));
    known.set(game.nodes, moves);
  }
  return moves;
}

/** What was played from a position in some games, the most frequent move first. */
export function playedFrom(games: readonly Game[], fen: string): Played[] {
  const played = new Map<string, Played>();
  for (const game of games) {
    const move = movesOf(game).get(placeIn(fen));
    if (!move) continue;
    const before = played.get(move.uci) ?? { uci: move.uci, san: move.san, count: 0, ended: 0, points: 0 };
    const points = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }[resultOf(game)];
    played.set(move.uci, { ...before, count: before.count + 1, ended: before.ended + (points === undefined ? 0 : 1), points: before.points + (points ?? 0) });
  }
  return [...played.values()].sort((a, b) => b.count - a.count);
}
