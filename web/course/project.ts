// The project: rules of a small engine (crates/textbook/src/small.rs) are changed, and a hundred games against the version before tell
// if that helps, with the error, and with the test that real engines are developed by.

import { type Asks, paragraph } from './parts';
import { START } from './positions';
import { REPOSITORY } from './sources';

/** The rules, as web/src/lessons.rs reads them. */
interface Rules { learnsOrder: boolean; quiescence: boolean; nullMove: number; fullMoves: number; futility: number; weights: number[] }

const FIRST: Rules = { learnsOrder: false, quiescence: false, nullMove: 0, fullMoves: 0, futility: 0, weights: [100, 100, 100, 100, 100] };
const FIELDS: [name: Exclude<keyof Rules, 'weights'>, label: string, hint: string, most?: number][] = [
  ['learnsOrder', 'Killers and history', 'otherwise captures first, and nothing learned'],
  ['quiescence', 'Quiescence search', 'otherwise depth 0 is evaluated at once'],
  ['nullMove', 'Null move, plies less deep', '0: off', 4],
  ['fullMoves', 'Moves before reductions', '0: off', 20],
  ['futility', 'Futility margin in centipawns', '0: off', 1000],
];
const GAMES = 100;
/** The hypotheses of the test, in Elo, and how often it may be wrong. */
const [ELO_0, ELO_1, ERROR] = [0, 50, 0.05];
const BOUND = Math.log((1 - ERROR) / ERROR);

const expected = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));
const eloOf = (score: number): number => -400 * Math.log10(1 / Math.min(0.999, Math.max(0.001, score)) - 1);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(Math.round(value))}`;

/** The Elo difference of paired results with its error of 95 %, and the log-likelihood ratio of the test. `pairs` are points of 2. */
function measured(pairs: number[]): { score: number; elo: number; error: number; ratio: number } {
  const scores = pairs.map((points) => points / 2);
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  // As if half a pair of each result had been played before: without a spread nothing could be said.
  const prior = [0, 1, 0.5];
  const spread = [...scores, ...prior].reduce((sum, one) => sum + (one - score) ** 2, 0) / (scores.length + prior.length);
  const deviation = Math.sqrt(spread / scores.length);
  const error = (eloOf(score + 1.96 * deviation) - eloOf(score - 1.96 * deviation)) / 2;
  const [low, high] = [expected(ELO_0), expected(ELO_1)];
  // The normal approximation of the generalised test, as match programs use it.
  const ratio = ((high - low) * (2 * score - low - high) * scores.length) / (2 * spread);
  return { score, elo: eloOf(score), error, ratio };
}

export function project(host: HTMLElement, { lesson }: Asks): void {
  let before = { ...FIRST };
  let version = 1;
  let run = 0;
  const nodes = element('input', { type: 'number', min: 50, max: 5000, value: 1000, 'aria-label': 'Nodes a move' });
  const inputs = FIELDS.map(([name, , , most]) => element('input', most === undefined ? { type: 'checkbox', id: `rule-${name}` } : { type: 'number', min: 0, max: most, id: `rule-${name}` }));
  const told = element('p', { class: 'said', role: 'status', id: 'match' });
  const test = element('p', { class: 'test-line' });
  const chart = element('div', { class: 'chart' });
  const drawn = new Board();
  const log = element('ol', { class: 'versions', 'aria-label': 'Versions' });
  const fill = (rules: Rules) => FIELDS.forEach(([name, , , most], index) => {
    if (most === undefined) inputs[index].checked = rules[name];
    else inputs[index].value = rules[name];
  });
  const read = (): Rules => ({
    ...before, ...Object.fromEntries(FIELDS.map(([name, , , most], index) => [name, most === undefined ? inputs[index].checked : Math.min(most, Math.max(0, Math.floor(Number(inputs[index].value) || 0)))])),
  });
  const changes = (rules: Rules): string => FIELDS.filter(([name]) => rules[name] !== before[name])
    .map(([name, label]) => `${label.toLowerCase()}: ${[before[name], rules[name]].map((value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value)).join(' → ')}`).join('; ');

  const play = async () => {
    run += 1;
    const own = run;
    const rules = read();
    const named = changes(rules);
    if (named === '') {
      told.textContent = 'Change a rule first: both sides are the same.';
      return;
    }
    const count = [0, 0, 0];
    const pairs: number[] = [];
    const ratios: number[] = [];
    const budget = Math.min(5000, Math.max(50, Number(nodes.value) || 1000));
    adopt.disabled = true;
    for (let game = 0; game < GAMES && own === run && host.isConnected; game += 1) {
      // Each opening is played twice, with colours changed.
      const isWhite = game % 2 === 0;
      const { result, fen } = await lesson({ game: { seed: game >> 1, nodes: budget, white: isWhite ? rules : before, black: isWhite ? before : rules } });
      const points = isWhite ? result : 1 - result;
      count[points === 1 ? 0 : points === 0.5 ? 1 : 2]! += 1;
      if (isWhite) pairs.push(points);
      else pairs[pairs.length - 1]! += points;
      drawn.show(Position.fromFen(fen), 0);
      if (isWhite) continue;
      const { elo, error, ratio } = measured(pairs);
      ratios.push(ratio);
      told.textContent = `Game ${game + 1} of ${GAMES}: ${count[0]} won, ${count[1]} drawn, ${count[2]} lost. ${signed(elo)} ± ${Math.round(error)} Elo.`;
      test.textContent = `SPRT, ${ELO_0} against ${ELO_1} Elo: ${ratio.toFixed(2)} of ±${BOUND.toFixed(2)}. ${outcome(ratios)}`;
      chart.innerHTML = line(ratios);
    }
    if (own !== run || !host.isConnected) return;
    adopt.disabled = false;
    adopt.onclick = () => {
      version += 1;
      log.append(element('li', { text: `${named}. ${told.textContent!.replace(/^Game \d+ of \d+: /, '')}` }));
      before = rules;
      adopt.disabled = true;
      told.textContent = `This is version ${version} now. Change it again.`;
    };
  };
  const adopt = button('Keep it as the next version', 'Keep it', () => {}, { disabled: true });
  host.append(
    paragraph('Here is a small engine with rules that you switch and set. Its first version is alpha-beta with captures first, and nothing else; the first change that is proposed is quiescence search. <b>Change something, and play a hundred games against the version before.</b> Each opening is played twice, with colours changed, and both sides get equally many nodes a move: a rule wins if it spends them better. If it helped, keep it, and go on from there.'),
    paragraph(`A hundred games say little: the error behind ± is what chance alone may do (95 %). So engines are tested by a <b>sequential test</b> (SPRT): after each pair of games the odds of “${ELO_1} Elo better” against “${ELO_0}” are taken, and the test is over as soon as they are 19 to 1 either way. (Here the games go on, to show the result with its error.) A real engine asks for 2 Elo, and needs tens of thousands of games: see <a href="${REPOSITORY}docs/testing-a-change.md">testing a change</a>.`),
    element('form', {
      class: 'rules', 'aria-label': 'Rules', onsubmit: (event: Event) => {
        event.preventDefault();
        play().catch((error: Error) => { told.textContent = capitalised(error.message); });
      },
    }, ...FIELDS.map(([, label, hint], index) => element('label', {}, inputs[index], element('span', { text: label }), element('small', { text: hint }))),
    element('label', {}, nodes, element('span', { text: 'Nodes a move' }), element('small', { text: 'for both sides' })),
    element('div', { class: 'presets' }, element('button', { class: 'primary', text: `Play ${GAMES} games` }), button('Stop the match', 'Stop', () => { run += 1; }), adopt)),
    element('div', { class: 'beside' }, drawn.element, element('div', {}, told, test, chart, log)),
  );
  fill({ ...FIRST, quiescence: true });
  drawn.show(Position.fromFen(START), 0);
}

/** What the test says: it is over when the first bound is reached. */
function outcome(ratios: number[]): string {
  const at = ratios.findIndex((ratio) => Math.abs(ratio) >= BOUND);
  if (at < 0) return 'Not decided yet.';
  return `${ratios[at]! > 0 ? 'Passed: it helps' : 'Failed: it does not help so much'}, after ${2 * (at + 1)} games.`;
}

/** The odds after each pair of games, between the bounds of the test. */
function line(ratios: number[]): string {
  const most = Math.max(BOUND * 1.3, ...ratios.map(Math.abs));
  const y = (ratio: number) => 50 - (45 * ratio) / most;
  const points = ratios.map((ratio, index) => `${(400 * (index + 1)) / (GAMES / 2)},${y(ratio).toFixed(1)}`).join(' ');
  const bound = (at: number, name: string) => `<line x1="0" x2="400" y1="${y(at)}" y2="${y(at)}" stroke-dasharray="5 4"/><text class="start dim" x="2" y="${y(at) - 3}">${name}</text>`;
  return `<svg viewBox="0 0 400 100" class="picture" role="img" aria-label="The odds after each pair of games">${bound(BOUND, 'it helps')}${bound(-BOUND, 'it does not')}<polyline points="0,50 ${points}" fill="none" stroke="var(--accent)" stroke-width="2"/></svg>`;
}
