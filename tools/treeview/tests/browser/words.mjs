// The words of pages: nodes, cuts, iterations, and searches without windows.

import assert from 'node:assert/strict';
import { browser, open, quiet, settle, shoot } from './page.mjs';

/** The record at the end of a line; -1 if there is none. */
const FOLLOW = 'const follow = (tree, moves) => moves.reduce((at, move) => (at < 0 ? at : tree.childAfter(at, move)), tree.lastRoot);';

export async function testSideBySide() {
  await open('two.html');
  const nodes = await browser.run('return treeview.panes.map((pane) => pane.tree.about.nodes)');
  assert.ok(nodes[0] > 5 * nodes[1], `${nodes}: little was saved`);
  const scores = await browser.run('return treeview.panes.map((pane) => pane.tree.about.score)');
  assert.equal(scores[0], scores[1]);
  // A line that minimax searched and alpha-beta cut is shown there as cut.
  await browser.run(`
    ${FOLLOW}
    const { tree, outline } = treeview.panes[0];
    const pruned = (moves) => follow(treeview.panes[1].tree, moves) < 0;
    let record = 0;
    while (tree.level[record] !== 2 || !pruned(tree.path(record).slice(1).map((at) => tree.log.move(at)))) record += 1;
    treeview.select(treeview.panes[0], record, -1, true);
  `);
  await settle();
  assert.match(await browser.run('return treeview.panes[1].note.textContent'), /never tried here: alpha cut-off/);
  const cards = await browser.run('return [...document.querySelectorAll(".card")].map(({ textContent }) => textContent)');
  assert.match(cards[0], /^Nodes\d+\.\d× fewerMinimax[\d,]+Alpha-beta, over 3 iterations\d+/);
  assert.ok(cards.some((card) => card.startsWith('Moves pruned before quiescenceMinimax0')), cards);
  assert.ok(cards.every((card) => /[1-9]/.test(card)), cards);
  await browser.run('treeview.replay.goTo(50)');
  assert.match(await browser.run('return document.querySelector(".event").textContent'), /^Minimax: /);
  assert.equal(await browser.run('return treeview.panes[1].note.textContent'), '', 'of a line that is no longer selected');
  await testNarrowPanes();
  await shoot('two-light');
  await quiet('two.html');
}

/** A move that the rules do not allow is told apart from one that the search did not come to. */
export async function testFailures() {
  await open('two.html');
  for (const [text, failure] of [
    ['e2e5', 'no such move'], ['Nf3 Nf3', 'no such move'], ['O-O', 'no such move'],
    ['e4 e5 Nf3 Nc6 Bb5', 'not in this tree'], ['Nx', 'not a move'],
    // Black begins these lines.
    ['Nf6 Nf6', 'no such move'], ['d5 exd5 Nf6', 'not in this tree'],
  ]) {
    assert.equal(await browser.run('return treeview.active.finder.failure(arguments[0])', text), failure, text);
  }
}

/** A note says what the other search did with a line: skipped, not drawn, or not tried. */
export async function testNotes() {
  await open('thinned.html');
  const kinds = new Set();
  const panes = await browser.run('return treeview.panes.map((pane) => pane.tree.length)');
  for (const [pane, length] of panes.entries()) {
    // A call for each part: the driver gives up on one that takes long.
    for (let first = 0; first < length; first += RECORDS_A_CALL) {
      const part = await browser.run(NOTES, pane, first, Math.min(first + RECORDS_A_CALL, length));
      assert.deepEqual(part.wrong, []);
      for (const kind of part.kinds) kinds.add(kind);
    }
  }
  for (const kind of ['found', 'skipped', 'untried', 'hidden']) assert.ok(kinds.has(kind), `${kind} does not occur`);
}

const RECORDS_A_CALL = 250;

/** Selects some records of a pane and returns the kinds of notes in the other one, and those that say something else. */
const NOTES = `
  ${FOLLOW}
  const pane = treeview.panes[arguments[0]];
  const other = treeview.panes[1 - arguments[0]];
  const wrong = [];
  const kinds = new Set();
  const said = {
    found: /^$/, skipped: /was skipped here: ./, untried: /was never tried here: ./, hidden: /among the .* not drawn/,
    absent: /was not tried here/,
  };
  for (let record = arguments[1]; record < arguments[2]; record++) {
    treeview.select(pane, record, -1, true);
    const { note: { textContent }, tree, selected, untried } = other;
    const moves = pane.tree.path(record).filter((at) => pane.tree.isMade(at)).map((at) => pane.tree.log.move(at));
    const isFound = follow(tree, moves) >= 0;
    const kind = textContent === '' ? 'found' : tree.isSkipped(selected) ? 'skipped' : untried >= 0 ? 'untried'
      : tree.log.hidden(selected) > 0 ? 'hidden' : 'absent';
    kinds.add(kind);
    if (isFound !== (kind === 'found') || !said[kind].test(textContent)) wrong.push([record, kind, textContent]);
  }
  return { wrong: wrong.slice(0, 5), kinds: [...kinds] };
`;

/** Two panes side by side clip no number. */
async function testNarrowPanes() {
  for (const width of [970, 1100, 1250]) {
    await browser.resize(width, 1000);
    await browser.run('treeview.replay.goTo(treeview.replay.length); treeview.panes.forEach(({ outline }) => outline.setAllOpen(true));');
    await settle();
    const clipped = await browser.run(`
      const isClipped = (cell) => {
        const row = cell.closest('.row').getBoundingClientRect();
        return cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > row.right;
      };
      return [...document.querySelectorAll('.row.record .share, .row.record .score')].filter(isClipped).map(({ textContent }) => textContent);
    `);
    assert.deepEqual(clipped, [], `${width} wide`);
    const legends = await browser.run('return [...document.querySelectorAll(".legend")].filter((legend) => legend.checkVisibility()).length');
    assert.equal(legends, 2);
  }
  await browser.resize(1440, 1000);
}

/** Bounds are Max's: what Min cuts at is alpha. A cut is only where something was cut, and leaves have values. */
export async function testWords() {
  await open('three-plies.html');
  const words = (tree, line) => browser.run(`
    const { tree, words, outline } = treeview.panes[arguments[0]];
    ${FOLLOW}
    const record = follow(tree, arguments[1]);
    const end = words.end(record);
    return {
      kind: words.kind(record).name, text: words.kind(record).text, tags: outline.tags(record), score: words.score(record),
      end: end && end.name, untried: tree.log.untriedCount(record) > 0 ? words.untriedReason(record, 0).name : null,
    };
  `, tree, line);
  const byMax = await words(1, [1, 3]);
  assert.deepEqual([byMax.kind, byMax.score, byMax.untried], ['cut node', '≥ 14', 'beta cut-off']);
  assert.match(byMax.text, /reached beta/);
  assert.deepEqual(byMax.tags, ['beta cut-off']);
  const byMin = await words(1, [2]);
  assert.deepEqual([byMin.kind, byMin.score, byMin.untried], ['cut node', '≤ 6', 'alpha cut-off']);
  assert.match(byMin.text, /reached alpha/);
  assert.deepEqual(byMin.tags, ['alpha cut-off']);
  const leaf = await words(1, [1, 2, 1]);
  assert.deepEqual([leaf.kind, leaf.score], ['leaf', '2']);
  await open('two-plies.html');
  const last = await words(1, [3]);
  assert.deepEqual([last.end, last.tags, last.score], ['reached alpha with its last move', [], '≤ 2']);
}

/** The text of every root in the outline. */
const ITERATIONS = `treeview.active.tree.roots
  .map((root) => [treeview.active.words.move(root), ...treeview.active.outline.tags(root)].join(', '))`;

/** Roots that are searched again say so, and why; an iteration that was stopped is not what the search found. */
export async function testIterations() {
  await open('stopped.html');
  const { labels, last, title, details } = await browser.run(`
    const { tree, words } = treeview.active;
    return {
      labels: ${ITERATIONS}, last: words.move(tree.lastRoot), title: document.querySelector('.pane-head').textContent,
      details: document.querySelector('.details-title').textContent,
    };
  `);
  assert.equal(new Set(labels.filter((label) => !label.includes('again'))).size, labels.filter((label) => !label.includes('again')).length);
  assert.ok(labels.some((label) => /^iteration \d+ again, the score was (above|below) the window/.test(label)), labels);
  assert.equal(details, last);
  const [, reached] = /^iteration (\d+)/.exec(last);
  assert.ok(title.includes(`depth ${reached} of 40`) && title.includes('stopped in iteration'), title);
  assert.equal(await browser.run('return treeview.active.tree.kind(treeview.active.tree.lastRoot)'), 'pv');
  // A longer search has such an iteration, whatever the evaluation.
  await open('large.html');
  const longer = await browser.run(`return ${ITERATIONS}`);
  assert.ok(longer.some((label) => /above the window, reduced by 1/.test(label)), longer);
}

/** Minimax has no alpha and no beta, so its pages have none, but where leaves play out captures. */
export async function testMinimax() {
  await open('two-plies.html');
  for (let moment = 0; moment <= 26; moment += 1) {
    const text = await browser.run(`
      treeview.replay.goTo(${moment});
      return [treeview.replay.text, document.querySelector('.details .facts'), treeview.active.picture.element].map((part) => part.textContent).join(' ');
    `);
    assert.doesNotMatch(text, /alpha|beta|window|α|β/i, `moment ${moment}`);
    if (moment === 9) assert.match(text, /child 1 is worth 3: Max has 3 so far\./);
  }
  const [kind, hasChart] = await browser.run(`
    const { tree } = treeview.active;
    return [tree.kind(tree.lastRoot), document.querySelector('.funnel').checkVisibility()];
  `);
  assert.deepEqual([kind, hasChart], ['exact', false]);
  await open('two.html');
  const kinds = await browser.run('return treeview.panes.map(({ tree }) => [...tree.kinds()].sort())');
  assert.ok(kinds[0].includes('exact') && !kinds[1].includes('exact'), `${kinds}`);
}

/** Letters, marks and tests are explained in sight, and gold and coordinates can be read. */
export async function testLegend() {
  await open('stopped.html');
  const legend = await browser.run('return document.querySelector(".legend").textContent');
  for (const word of ['PV node', 'cut node', 'all node', 'not finished', 'principal variation', 'pruned', 'pale: quiescence']) {
    assert.ok(legend.includes(word), `${word} is not in '${legend}'`);
  }
  assert.equal(await browser.run('return document.querySelector(".row.head").textContent'), 'MoveScoreWindowDepthVisits');
  const texts = await browser.run(`
    const { tree } = treeview.active;
    const seen = {};
    for (let record = 0; record < tree.length; record += 1) {
      const role = tree.log.role(record);
      if (!(role in ROLE_WORDS) || role in seen) continue;
      treeview.select(treeview.active, record, -1, true);
      seen[role] = document.querySelector('.explanation').textContent;
    }
    return Object.values(seen);
  `);
  assert.ok(texts.length > 1 && texts.every((text) => /^(A test|The side to move passes)/.test(text)), texts);
  for (const theme of ['light', 'dark']) {
    const ratios = await browser.run(`
      document.documentElement.dataset.theme = '${theme}';
      const light = (color) => {
        const channel = (index) => parseInt(color.slice(index, index + 2), 16) / 255;
        const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(channel(1)) + 0.7152 * linear(channel(3)) + 0.0722 * linear(channel(5));
      };
      const contrast = (one, other) => {
        const [low, high] = [light(themeColor(one)), light(themeColor(other))].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      return [['pv', 'panel'], ['cut', 'panel'], ['all', 'panel'], ['leaf', 'panel'], ['on-dark-square', 'square-dark'], ['on-light-square', 'square-light']]
        .map(([one, other]) => [one, contrast(one, other)]);
    `);
    for (const [name, ratio] of ratios) assert.ok(ratio >= 4.5, `${theme} ${name}: ${ratio.toFixed(2)}:1`);
  }
}
