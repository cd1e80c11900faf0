// The graph of a game: the points that White may expect after each move of the first line. A click goes there.

import { type Game, lineFrom, nameOf, nodeOf, pointsAt } from './game';
import { MARKS } from './score';

const [WIDTH, HEIGHT] = [600, 120];

export function Graph({ game, go }: { game: Game; go: (id: number) => void }) {
  const line = lineFrom(game, game.root);
  const points = line.map((id) => pointsAt(game, id));
  const known = points.flatMap((each, index) => (each === null ? [] : [index]));
  // The score of a position that is analysed makes no graph yet, nor does the end of a game.
  if (known.filter((index) => nodeOf(game, line[index]!).score).length < 2) return null;
  const x = (index: number) => Number(((index / (line.length - 1)) * WIDTH).toFixed(1));
  const y = (index: number) => Number((HEIGHT * (1 - points[index]!)).toFixed(1));
  // The white area is under the curve; positions without a score are bridged.
  const curve = known.map((index) => `${x(index)} ${y(index)}`).join('L');
  const here = line.indexOf(game.cursor);
  const markOf = (index: number) => nodeOf(game, line[index]!).nags.find((nag) => MARKS.some((mark) => mark.nag === nag));
  const marked = known.filter((index) => markOf(index) !== undefined);
  const last = known.at(-1)!;
  const label = `Graph of the points that White may expect: ${points[last]!.toFixed(2)} after ${nameOf(nodeOf(game, line[last]!))}.`
    + (marked.length > 0 ? ` Marked moves: ${marked.map((index) => nameOf(nodeOf(game, line[index]!))).join(', ')}.` : '');
  return (
    <svg id="graph" role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" onClick={(event) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const id = line[Math.round(((event.clientX - left) / width) * (line.length - 1))];
      if (id !== undefined) go(id);
    }}>
      <path class="area" d={`M${x(known[0]!)} ${HEIGHT}L${curve}L${x(last)} ${HEIGHT}Z`} />
      <path class="unknown" d={`M0 0H${x(known[0]!)}V${HEIGHT}H0ZM${x(last)} 0H${WIDTH}V${HEIGHT}H${x(last)}Z`} />
      <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path class="curve" d={`M${curve}`} />
      {here >= 0 && <path class="here" d={`M${x(here)} 0V${HEIGHT}`} />}
      {marked.map((index) => <circle key={index} class={`nag-${markOf(index)}`} cx={x(index)} cy={y(index)} r={5} />)}
    </svg>);
}
