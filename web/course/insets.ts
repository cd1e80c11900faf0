// Insets of steps: one idea beside the step's own, with something to move or to watch. The numbers come from the module.

import { type Asks, paragraph, table } from './parts';
import { GUARDED_PAWN, MIDDLE, START } from './positions';
import { project } from './project';
import { REPOSITORY } from './sources';

export type InsetName = keyof typeof INSETS;

const GREEK_GIFT = 'r1bq1rk1/ppp1nppp/2n1p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 1';
const ENDING = '8/5ppk/7p/2p5/2P5/1P1K2P1/7P/8 w - - 0 1';
const BIG_EXCHANGE = '3rr1k1/1b3ppp/2n2n2/3pp3/4P3/2NQ1N2/PB3PPP/3RR1K1 w - - 0 1';

const TERM_WORDS: Record<string, string> = {
  material: 'Material', squares: 'Good squares', mobility: 'Squares in reach', pawns: 'Doubled, isolated, passed pawns', king: 'Shelter and attackers of the king',
};

export const pawns = (centipawns: number): string => {
  const rounded = Math.round(centipawns);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${(Math.abs(rounded) / 100).toFixed(2)}`;
};
/** A field for a position, beside positions to choose from. */
function positionField(offered: [name: string, fen: string][], onFen: (fen: string) => void): HTMLElement {
  const field = element('input', { value: offered[0]![1], spellcheck: false, autocomplete: 'off', onchange: () => onFen(field.value.trim()) });
  return element('div', { class: 'fields' }, ...offered.map(([name, fen]) => button(name, name, () => {
    field.value = fen;
    onFen(fen);
  })), element('label', { class: 'wide' }, 'Position as FEN', field));
}

/** A term, a slider for its weight, and what it adds: the score of a position as a sum. */
function evaluation(host: HTMLElement, { lesson }: Asks): void {
  const drawn = new Board();
  const weights = [100, 100, 100, 100, 100];
  const result = element('p', { class: 'said', role: 'status' });
  const rows = element('div', { class: 'sliders' });
  let shown: any = null;
  const show = () => {
    const { values, phase, fullPhase } = shown;
    const blended = values.map(([middle, end]: number[], index: number) => ((middle! * phase + end! * (fullPhase - phase)) / fullPhase) * (weights[index]! / 100));
    rows.querySelectorAll('output').forEach((output: HTMLElement, index: number) => {
      output.textContent = `${pawns(values[index][0])} / ${pawns(values[index][1])} → ${pawns(blended[index])}`;
    });
    const sum = blended.reduce((all: number, one: number) => all + one, 0);
    result.textContent = `Phase ${phase} of ${fullPhase}: ${Math.round((100 * phase) / fullPhase)} % middlegame. Score for White: ${pawns(sum)}`;
  };
  const load = async (fen: string) => {
    try {
      shown = await lesson({ evaluation: fen });
    } catch (error) {
      result.textContent = capitalised((error as Error).message);
      return;
    }
    drawn.show(Position.fromFen(fen), 0);
    rows.replaceChildren(...shown.names.map((name: string, index: number) => element('label', {}, element('span', { text: TERM_WORDS[name] }),
      element('input', {
        type: 'range', min: 0, max: 300, value: weights[index], oninput: (event: Event) => {
          weights[index] = Number((event.target as HTMLInputElement).value);
          show();
        },
      }), element('output'))));
    show();
  };
  host.append(paragraph('A leaf needs a number. An <b>evaluation</b> is a sum of terms, each for White and, with the other sign, for Black. Each term has two values, for the middlegame and for the endgame, and what is left on the board blends them: the score is <b>tapered</b>. Move the sliders: what would you give for a safe king?'),
    positionField([['A middlegame', GREEK_GIFT], ['A pawn ending', ENDING]], (fen) => void load(fen)),
    element('div', { class: 'beside' }, drawn.element, element('div', {}, rows, result)));
  void load(GREEK_GIFT);
}

/** Does something for an inset, which says what went wrong. */
function told(host: HTMLElement, run: () => Promise<void>): void {
  run().catch((error: Error) => { host.textContent = capitalised(error.message); });
}

/** Nodes to each depth, without and with the idea, and how many times more each ply costs. */
function branching(host: HTMLElement, { ask }: Asks): void {
  const shown = element('div', { role: 'status' });
  const measure = async () => {
    const counts: number[][] = [];
    for (const depth of [1, 2, 3, 4]) {
      const trees = await Promise.all(['without', 'with'].map((form) => ask({ step: 'alphabeta', form, order: 'killers', position: MIDDLE, depth, nodes: 60000 })));
      counts.push(trees.map(({ about }) => (about.stopped ? NaN : about.nodes)));
      const cell = (at: number, which: number) => {
        const nodes = counts[at]![which]!;
        return Number.isNaN(nodes) ? 'more than 60,000' : `${nodes.toLocaleString('en')}${at === 0 ? '' : `, ×${(nodes / counts[at - 1]![which]!).toFixed(1)}`}`;
      };
      shown.replaceChildren(table(['Depth', 'Negamax', 'Alpha-beta, ordered'], counts.map((_, at) => [String(at + 1), cell(at, 0), cell(at, 1)])));
    }
    const [all, ordered] = [counts[2]![0]!, counts[3]![1]!];
    const real = Math.cbrt(all);
    shown.append(paragraph(`The fourth root of ${ordered.toLocaleString('en')} is ${(ordered ** 0.25).toFixed(1)}: alpha-beta searches as if a position had so many moves. This is its <b>effective branching factor</b>. Negamax has ${real.toFixed(1)}, the third root of ${all.toLocaleString('en')}. With the best move always first, alpha-beta would come near the square root of that, ${Math.sqrt(real).toFixed(1)}.`));
  };
  host.append(paragraph('How good a search is shows in how many times more a ply costs. Measure it, live:'),
    element('p', {}, button('Measure it: the branching factor', 'Measure it', () => told(shown, measure), { class: 'primary' })), shown);
}

/** The captures on a square in turn, with what each takes and what it is worth once nobody takes who would lose by it. */
function exchange(host: HTMLElement, { lesson }: Asks): void {
  const drawn = new Board();
  const shown = element('div', { role: 'status' });
  const load = async (fen: string) => {
    const position = Position.fromFen(fen);
    try {
      const all = await lesson({ exchanges: fen });
      drawn.show(position, 0);
      const say = ({ move, steps }: any) => {
        drawn.show(position, move);
        shown.querySelector('.steps-of')!.replaceChildren(table(['Takes', 'Wins', 'Worth to its side'], steps.map((step: any, index: number) => [
          `${FIGURINES[step.role] || 'pawn '}${step.from}`, pawns(step.takes), `${pawns(step.worth)}${index > 0 && step.worth < 0 ? ' – so it does not take' : ''}`,
        ])), paragraph(`So ${position.moveText(move)} ${steps[0].worth > 0 ? 'wins' : steps[0].worth < 0 ? 'loses' : 'is even:'} ${pawns(Math.abs(steps[0].worth)).replace('+', '')}.`));
      };
      shown.replaceChildren(element('div', { class: 'presets' }, ...all.map((one: any) => button(`Exchange ${position.moveText(one.move)}`, position.moveText(one.move), () => say(one)))), element('div', { class: 'steps-of' }));
      if (all.length > 0) say(all[0]);
      else shown.replaceChildren('There is no capture here.');
    } catch (error) {
      shown.textContent = capitalised((error as Error).message);
    }
  };
  host.append(paragraph('The most valuable victim first is a rough rule: a queen that takes a guarded pawn loses. A <b>static exchange</b> plays out the captures on one square, the least valuable piece first, and folds them from the end: <i>worth</i> = what it takes − max(0, what the next capture is worth). Read the table from below. A pawn that takes on the last rank becomes a queen, and wins what that adds.'),
    positionField([['A contested centre', BIG_EXCHANGE], ['A guarded pawn', GUARDED_PAWN]], (fen) => void load(fen)),
    element('div', { class: 'beside' }, drawn.element, shown));
  void load(BIG_EXCHANGE);
}

/** The history of a search as it grows: how often a quiet move to each square has cut. */
function history(host: HTMLElement, { ask }: Asks): void {
  const squares = Array.from({ length: 64 }, () => element('i'));
  const grid = element('div', { class: 'heat', role: 'img', 'aria-label': 'A board on which squares darken as moves to them cut' }, ...squares);
  const best = element('p', { role: 'status' });
  let run = 0;
  const watch = async () => {
    run += 1;
    const own = run;
    const tree = await ask({ step: 'ordering', form: 'with', order: 'killers', position: START, depth: 4 });
    const words = new Words(tree);
    const moves = new Map<string, [number, string]>();
    const sums = new Array(64).fill(0);
    const cuts = [...Array(tree.length).keys()].filter((record) => tree.log.end(record) === BETA_CUT);
    for (let at = 0; at < cuts.length && own === run && host.isConnected; at += 1) {
      const record = cuts[at]!;
      const move = tree.log.move([...tree.children(record)].at(-1));
      const text = words.moveFrom(record, move);
      const gain = tree.log.depth(record) ** 2;
      if (!text.includes('×') && !text.includes('=')) {
        const key = `${tree.isMax(record)} ${move}`;
        moves.set(key, [(moves.get(key)?.[0] ?? 0) + gain, `${tree.isMax(record) ? 'White' : 'Black'} ${text}`]);
        sums[move & 63] += gain;
      }
      if (at % 12 !== 0 && at < cuts.length - 1) continue;
      const most = Math.max(...sums, 1);
      squares.forEach((square, index) => square.style.setProperty('--heat', String(sums[(7 - Math.floor(index / 8)) * 8 + index % 8] / most)));
      const top = [...moves.values()].sort((one, other) => other[0] - one[0]).slice(0, 5).map(([sum, name]) => `${name} ${sum}`);
      best.textContent = `${at + 1} of ${cuts.length} cuts. The greatest: ${top.join(', ')}.`;
      await new Promise((wake) => { setTimeout(wake, 30); });
    }
  };
  host.append(paragraph('The <b>history</b> is a table: for each side, from and to. Each quiet move that cuts adds its depth² there, and quiet moves are tried in the order of these sums. Watch it fill while the start position is searched to depth 4: after a few hundred cuts the moves into the centre come first, and nobody has told the search about the centre.'),
    element('p', {}, button('Watch it fill', 'Watch it fill', () => told(best, watch), { class: 'primary' })), element('div', { class: 'beside' }, grid, best));
}

/** Measured times of depths, and what the next is predicted to take. */
function time(host: HTMLElement, { ask }: Asks): void {
  const shown = element('div', { role: 'status' });
  const measure = async () => {
    const times: number[] = [];
    for (const depth of [1, 2, 3, 4, 5]) {
      const begun = performance.now();
      await ask({ step: 'alphabeta', order: 'killers', position: MIDDLE, depth, nodes: 200000 });
      times.push(Math.max(0.1, performance.now() - begun));
      // Two plies more cost as much as two plies cost last time.
      const predicted = (at: number) => (at < 3 ? '–' : `${((times[at - 2]! * times[at - 1]!) / times[at - 3]!).toFixed(0)} ms`);
      shown.replaceChildren(table(['Depth', 'Took', 'Was predicted'], times.map((took, at) => [String(at + 1), `${took.toFixed(0)} ms`, predicted(at)])));
    }
  };
  host.append(paragraph('A game has a clock. A program divides what is left: say a thirtieth of its time for a move, and most of the increment. It begins no depth that it cannot finish, so it has to <b>predict</b> what a depth takes: <i>t</i>(d + 1) ≈ <i>t</i>(d − 1) · <i>t</i>(d) / <i>t</i>(d − 2), since odd and even depths differ. Engines then stretch or shrink the time: less if the best move has stayed the same for many depths, more if the score falls.'),
    element('p', {}, button('Measure it here', 'Measure it here', () => told(shown, measure), { class: 'primary' })), shown);
}

/** Real positions whose keys are cut to fewer bits, until they collide. */
function keys(host: HTMLElement, { lesson }: Asks): void {
  const shown = element('div', { role: 'status' });
  const count = async () => {
    shown.textContent = 'Positions are being collected.';
    const { positions, collisions } = await lesson({ keys: MIDDLE });
    shown.replaceChildren(table(['Bits of the key', 'Positions whose key another one has already', 'Expected by chance'], collisions.map(([bits, found]: number[]) => {
      const places = 2 ** bits!;
      const expected = positions + places * Math.expm1(positions * Math.log1p(-1 / places));
      return [String(bits), found!.toLocaleString('en'), expected < 10 ? expected.toPrecision(2) : Math.round(expected).toLocaleString('en')];
    })), paragraph(`${positions.toLocaleString('en')} different positions after 1. e4 e5 2. Nf3 Nc6. With 64 bits, as engines have them, two of these share a key about once in ${Math.round(2 ** 65 / positions ** 2 / 1e9).toLocaleString('en')} thousand million such collections. (Found and expected differ a little: two moves that collide do so in many positions at once.)`));
  };
  host.append(paragraph('A table needs a number for a position: a <b>key</b>. Give each piece on each square a random number of 64 bits, and combine those of all pieces by exclusive or. A move then changes the key by two or three such steps (Zobrist). Two positions may <b>collide</b>: the same key, and one gets the score of the other. How often? Count it for keys of fewer bits:'),
    element('p', {}, button('Count collisions', 'Count collisions', () => told(shown, count), { class: 'primary' })), shown);
}

/** A game with many transpositions for the threads: each move raises one of five counters, and chance says what the leaves are worth. */
const chance = (text: string): number => [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);

/** Alpha-beta with a table, a node at a time. A thread tries moves that the table does not rank in an order of its own. */
function* thread(own: number, counters: number[], depth: number, alpha: number, beta: number, table: Map<string, { score: number; bound: number; best: number }>): Generator<void, number> {
  yield;
  const key = `${counters} ${depth}`;
  if (depth === 0) return (chance(key) >>> 8) % 200 - 100;
  const found = table.get(key);
  if (found && (found.bound === 0 || (found.bound > 0 ? found.score >= beta : found.score <= alpha))) return found.score;
  let [top, best, score] = [alpha, -1, -Infinity];
  const rank = (move: number) => (move === found?.best ? -1 : chance(`${own} ${key} ${move}`));
  for (const move of [0, 1, 2, 3, 4].sort((one, other) => rank(one) - rank(other))) {
    const value = -(yield* thread(own, counters.map((count, index) => count + Number(index === move)), depth - 1, -beta, -top, table));
    if (value > score) [score, best] = [value, move];
    top = Math.max(top, value);
    if (top >= beta) break;
  }
  table.set(key, { score, bound: score >= beta ? 1 : score <= alpha ? -1 : 0, best });
  return score;
}

/** How long one, two, four and eight threads need, each making a node in a unit of time: with a table each, and with one for all. */
function threads(host: HTMLElement): void {
  const shown = element('div', { role: 'status' });
  const time = (count: number, isShared: boolean): number => {
    const common = new Map();
    const running = Array.from({ length: count }, (_, own) => thread(own, [0, 0, 0, 0, 0], 10, -Infinity, Infinity, isShared ? common : new Map()));
    for (let unit = 1; ; unit += 1) if (running.some((each) => each.next().done)) return unit;
  };
  const measure = () => {
    const rows = [1, 2, 4, 8].map((count) => [count, time(count, false), time(count, true)] as const);
    shown.replaceChildren(table(['Threads', 'A table each', 'One table for all'], rows.map(([count, ...times]) => [String(count),
      ...times.map((each, index) => `${each.toLocaleString('en')}, ${(rows[0]![index + 1]! / each).toFixed(1)}× as fast`)])));
  };
  host.append(paragraph('Several processor cores can search at once, and the simplest way is the one engines use: all threads search <b>the same position</b>, each with histories of its own, and share only the <b>table</b> (<i>lazy SMP</i>). They try moves in different orders. What one has found, the others find in the table, so all of them get deeper than alone. Measure it on a small game, in which each thread looks at one node in a unit of time. The first to finish ends the search:'),
    element('p', {}, button('Measure threads', 'Measure threads', measure, { class: 'primary' })), shown,
    paragraph(`Entries are written without locks, so a reader has to notice one that is half written. <a href="${REPOSITORY}crates/tt/src/lib.rs">The table of Coppice</a> does that with a checksum.`));
}

/** Other ways to play chess. */
function others(host: HTMLElement): void {
  host.append(paragraph('Two things are not in this course. <b>Networks</b>: most strong engines now evaluate by a small neural network that is updated move by move (NNUE; Y. Nasu, <i>Efficiently updatable neural-network-based evaluation functions for computer shogi</i>, 2018), inside the very search that you have read. Coppice keeps an evaluation that can be read. <b>Monte Carlo tree search</b>: AlphaZero (D. Silver and others, <i>A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play</i>, 2018) and <a href="https://lczero.org">Lc0</a> grow a tree one leaf at a time where a large network hopes most, and average what they find (L. Kocsis and C. Szepesvári, <i>Bandit based Monte-Carlo planning</i>, 2006). They look at thousands of positions a second, where alpha-beta looks at millions.'));
}

const INSETS = {
  evaluation: ['What an evaluation is', evaluation],
  branching: ['The effective branching factor', branching],
  history: ['The history, as it fills', history],
  exchange: ['Static exchange', exchange],
  time: ['Time', time],
  keys: ['Keys and collisions', keys],
  threads: ['Threads that share a table', threads],
  others: ['Networks, and other trees', others],
  project: ['The project: change five rules, and prove that it helps', project],
} satisfies Record<string, [string, (host: HTMLElement, asks: Asks) => void]>;

/** An inset by name. */
export function inset(name: InsetName, asks: Asks): HTMLElement {
  const [title, fill] = INSETS[name];
  const made = element('section', { class: 'inset', id: `inset-${name}`, 'aria-label': title }, element('h2', { text: title }));
  fill(made, asks);
  return made;
}
