// The static evaluation of the position on the board: by theme in a table, by piece as tints. Off by default.

import type { SquareClasses } from '@lichess-org/chessground/types';
import type { App } from './board';
import { byId, make } from './dom';
import type { Evaluation, Pair, Sides } from './engine';
import { pawnsText } from './score';

/** Pairs of middlegame and endgame as pawns, in the phase and with the scale of a position. */
export function pawnsIn(evaluation: Evaluation, pawnUnits: number): (pair: Pair) => number {
  const { phase, phase_of: phases, scale, scale_of: scales } = evaluation;
  return ([middlegame, endgame]) => (
    (middlegame * phase[0] * scale[0] + endgame * phase[1] * scale[1]) / (phases * scales * pawnUnits));
}

/** The themes of an evaluation in pawns for White. What the themes do not add up to, as in endgames that are known, is "Other". */
export function themes(evaluation: Evaluation, pawnUnits: number): Map<string, number> {
  const pawns = pawnsIn(evaluation, pawnUnits);
  const found = new Map(evaluation.groups.map(({ name, white, black }) => [name, pawns(white) - pawns(black)]));
  const sum = [...found.values()].reduce((total, each) => total + each, 0);
  const other = evaluation.score_for_white / pawnUnits - sum;
  if (Math.abs(other) > 0.03) found.set('Other', other);
  return found;
}

/** The smallest difference in pawns that has a tint, and those from which it is stronger. */
const STEPS = [0.1, 0.25, 0.5];

export class EvaluationPanel {
  private isOn = false;

  constructor(private readonly app: App) {
    byId('tint').addEventListener('click', () => this.turn(!this.isOn));
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    byId('tint').ariaPressed = String(isOn);
    this.show();
  }

  show(): void {
    const evaluation = this.app.info?.evaluation;
    byId('legend').hidden = !this.isOn;
    byId('terms').hidden = !this.isOn;
    this.app.board.setShapes('tints', []);
    this.app.board.setClasses(new Map());
    if (!this.isOn || !evaluation) return;
    const units = this.app.pawnUnits;
    this.tint(evaluation, units);
    const pawns = pawnsIn(evaluation, units);
    const row = (tag: 'summary' | 'p', { name, white, black }: Sides) => (
      make(tag, { className: 'term' }, make('span', {}, name), ...[white, black].map((pair) => make('span', {}, pawns(pair).toFixed(2))),
        make('b', {}, pawnsText(pawns(white) - pawns(black)))));
    const difference = ({ white, black }: Sides) => Math.abs(pawns(white) - pawns(black));
    const groups = evaluation.groups.filter(({ white, black }) => [...white, ...black].some(Boolean))
      .sort((a, b) => difference(b) - difference(a))
      .map((group) => make('details', {}, row('summary', group), ...group.terms.map((term) => row('p', term))));
    const total = make('p', { className: 'term total' }, make('span', {}, 'Theme'), make('span', {}, 'White'), make('span', {}, 'Black'), make('b', {}, pawnsText(evaluation.score_for_white / units)));
    byId('terms').replaceChildren(total, ...groups);
  }

  private tint(evaluation: Evaluation, units: number): void {
    const pawns = pawnsIn(evaluation, units);
    const classes: SquareClasses = new Map();
    const badges = evaluation.pieces.flatMap(({ square, worth, usual }) => {
      const change = pawns(worth) - pawns(usual);
      const step = STEPS.findLastIndex((least) => Math.abs(change) >= least);
      if (step < 0) return [];
      classes.set(square as never, `${change < 0 ? 'less' : 'more'}-${step}`);
      const text = pawnsText(change, 1);
      const html = `<rect class="badge ${change < 0 ? 'less' : 'more'}" x="48" y="1" width="51" height="26" rx="6"/><text class="badge" x="73.5" y="21" text-anchor="middle">${text}</text>`;
      return [{ orig: square as never, customSvg: { html } }];
    });
    this.app.board.setClasses(classes);
    this.app.board.setShapes('tints', badges);
  }
}
