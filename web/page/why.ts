// "Why this move?": the engine's command `why`, whose answer has words and the searches that prove them (docs/why.md).

import { placeOf } from './game';
import { openGame } from './state';
import type { Explain } from './store';

interface Named { uci: string; san: string }

/** A reason in words, with the line that proves it, and what happens in that line. */
export interface Reason {
  kind: string; text: string;
  squares: string[];
  /** Its moves begin after a path from the position; null is a pass. */
  line: { path: (string | null)[]; moves: Named[]; text: string; score: { text: string } } | null;
  reasons: Reason[];
}

export interface Said { move: Named; side_to_move: 'white' | 'black'; sentence: string; nodes: number; reasons: Reason[] }

export const explainMove: Explain = (engine, state, node, uci) => {
  const game = openGame(state);
  const { fen, moves } = placeOf(game, node);
  const side = state.info.get(node)!.evaluation.side_to_move;
  const { result, cancel } = engine.search({ purpose: 'why', game: game.id, fen, moves, side, go: '', why: uci });
  return { said: result.then((answer) => answer?.said ?? null), cancel };
};
