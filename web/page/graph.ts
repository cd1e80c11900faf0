// The graph of a game: the points that White may expect after each move of the first line.

import type { App } from './board';
import { byId, makeSvg } from './dom';
import { MARKS } from './score';

const [WIDTH, HEIGHT] = [600, 120];

export class ScoreGraph {
  constructor(private readonly app: App) {
    byId('graph').addEventListener('click', (event) => {
      const { left, width } = byId('graph').getBoundingClientRect();
      const line = this.app.game.root.line;
      const node = line[Math.round(((event.clientX - left) / width) * (line.length - 1))];
      if (node) this.app.go(node);
    });
  }

  show(): void {
    const { game, at } = this.app;
    const line = game.root.line;
    const x = (index: number) => (index / Math.max(1, line.length - 1)) * WIDTH;
    const known = [...line.keys()].filter((index) => line[index]!.score);
    byId('graph').toggleAttribute('hidden', known.length < 2);
    if (known.length < 2) return;
    const y = (index: number) => HEIGHT * (1 - line[index]!.score!.points);
    // The white area is under the curve; positions without a score are bridged.
    const curve = known.map((index) => `${x(index).toFixed(1)} ${y(index).toFixed(1)}`);
    const parts = [
      makeSvg('path', { class: 'area', d: `M${x(known[0]!)} ${HEIGHT}L${curve.join('L')}L${x(known.at(-1)!)} ${HEIGHT}Z` }),
      makeSvg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      makeSvg('path', { class: 'curve', d: `M${curve.join('L')}` }),
    ];
    const here = line.indexOf(at);
    if (here >= 0) parts.push(makeSvg('path', { class: 'here', d: `M${x(here)} 0V${HEIGHT}` }));
    const marked = known.filter((index) => line[index]!.nags.some((nag) => MARKS.some((mark) => mark.nag === nag)));
    for (const index of marked) parts.push(makeSvg('circle', { class: `nag-${line[index]!.nags[0]}`, cx: x(index), cy: y(index), r: 5 }));
    byId('graph').replaceChildren(...parts);
    const last = line[known.at(-1)!]!;
    byId('graph').ariaLabel = `Graph of the points that White may expect: ${last.score!.points.toFixed(2)} after ${last.name}.`
      + (marked.length > 0 ? ` Marked moves: ${marked.map((index) => line[index]!.name).join(', ')}.` : '');
  }
}
