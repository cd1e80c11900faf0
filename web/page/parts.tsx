// What several views share: a list to choose from, the position that is shown, and its score.

import { useMemo } from 'preact/hooks';
import { boardResult, nodeOf, overAt, pointsAt } from './game';
import { pointsOf, scoreText } from './score';
import * as change from './state';
import type { State } from './state';
import type { Store } from './store';

export interface ViewProps { state: State; store: Store }

/** A list to choose from, with its label. */
export function Choice({ id, label, value, options, choose }: { id: string; label: string; value: string | number; options: readonly (readonly [string | number, string])[]; choose: (value: string) => void }) {
  return (
    <label>{label}
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>{options.map(([each, name]) => <option key={each} value={each}>{name}</option>)}</select></label>);
}

/** Scrolls to a part of the page that the next drawing changes, unless it is in view. On a phone much lies above or below the screen. */
export function reveal(selector: string): void {
  requestAnimationFrame(() => {
    const part = document.querySelector(selector)!;
    const { top, bottom } = part.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) part.scrollIntoView();
  });
}

/** The score that belongs to the position on the board, in words and as points for White: that of the first line while lines are shown. */
export function scoreHere(state: State): { text: string; points: number } | null {
  const game = change.openGame(state);
  const { cursor } = game;
  if (state.why?.look) return null;
  if (overAt(game, cursor)) return { text: boardResult(game, cursor), points: pointsAt(game, cursor)! };
  const [line] = (state.isAnalysing && state.lines.get(cursor)?.lines) || [];
  const score = line?.score ?? nodeOf(game, cursor).score;
  return score && !change.isRunning(state) ? { text: scoreText(score), points: pointsOf(score) } : null;
}

/** The position on the board: that of the game, or of a line of the explanation, which is shown instead. */
export function useShown({ state, store }: ViewProps) {
  const game = change.openGame(state);
  const look = state.why?.look;
  const move = look ? look.line[look.at]! : nodeOf(game, game.cursor).move;
  const fen = move?.fen ?? game.fen;
  const info = useMemo(() => (look ? store.rules.position(fen) : state.info.get(game.cursor)!), [fen, look, state.info]);
  return { look, move, fen, info };
}
