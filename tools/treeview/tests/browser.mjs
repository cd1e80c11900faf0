// Opens the pages in a headless Chromium and uses them as people do: a tree of 100,000 records, two searches side
// by side, and every lesson.
//
//   node tools/treeview/tests/browser.mjs [path of the treeview binary] [folder for screenshots]
//
// Without Chromium and its driver the test says so and passes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Browser, missing } from './driver.mjs';

const RECORDS = 100_000;
const LOAD_LIMIT_MS = 2_000;
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const LESSONS = ['two-plies', 'three-plies', 'smothered-mate'];
const WAIT_MS = 60_000;
const Keys = { RIGHT: '\uE014', END: '\uE010', ENTER: '\uE007', ESCAPE: '\uE00C' };

const reason = missing();
if (reason) {
  console.log(`skipped: ${reason}`);
  process.exit(0);
}

const treeview = resolve(process.argv[2] ?? 'target/release/treeview');
const shots = process.argv[3] ? resolve(process.argv[3]) : null;
const pages = mkdtempSync(join(tmpdir(), 'treeview-pages-'));
const browser = await Browser.start();
try {
  draw();
  await testLargeTree();
  await testSideBySide();
  await testLessons();
  await testWords();
  await testIterations();
  await testDiagrams();
  await testKeys();
  await testLegend();
  await testFunnel();
  await testMinimax();
  await testSuspense();
  await testPhone();
  console.log('all checks of the pages passed');
} finally {
  await browser.stop();
  rmSync(pages, { recursive: true, force: true });
}

function draw() {
  const run = (...args) => execFileSync(treeview, args, { cwd: pages });
  run(KIWIPETE, '--depth', '40', '--nodes', '400000', '--max-nodes', String(RECORDS), '-o', 'large.html');
  run('--depth', '3', '--algorithm', 'minimax', '--against', 'alphabeta', '-o', 'two.html');
  run('--depth', '40', '--nodes', '3000', '-o', 'stopped.html');
  run('--lists', '[[[12345,-12345],[-30000,31000]],[[7,5],[1]],[4,[3,2]]]', '-o', 'wide.html');
  run('lesson', '-o', '.');
}

/** Opens a page, and returns how many milliseconds it took until it could be used. */
async function open(name) {
  await browser.open(join(pages, name));
  await until('return document.body.classList.contains("ready")', `${name} is not ready`);
  return browser.run('return performance.getEntriesByName("ready")[0].startTime');
}

async function until(script, complaint) {
  const end = Date.now() + WAIT_MS;
  while (!(await browser.run(script))) {
    assert.ok(Date.now() < end, complaint);
    await new Promise((wake) => { setTimeout(wake, 20); });
  }
}

/** Lets the page draw what it has to draw. */
function settle() {
  return browser.run('return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))');
}

async function shoot(name) {
  await settle();
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${name}.png`), await browser.screenshot());
}

async function quiet(page) {
  assert.deepEqual(await browser.complaints(), [], `${page} complains`);
}

async function testLargeTree() {
  await browser.resize(1440, 1000);
  // Others may be using the machine: the best of three counts.
  const times = [];
  for (let load = 0; load < 3; load += 1) times.push(await open('large.html'));
  const records = await browser.run('return treeview.active.tree.length');
  const milliseconds = Math.min(...times);
  console.log(`${records} records are ready after ${milliseconds.toFixed(0)} ms (limit ${LOAD_LIMIT_MS})`);
  assert.ok(records > 0.9 * RECORDS && records <= RECORDS, `${records} records`);
  assert.ok(milliseconds < LOAD_LIMIT_MS, `${milliseconds} ms`);
  await shoot('large-light');
  await testOutline(records);
  await testFinding();
  await testReplay();
  await testTableLink();
  await testTheme();
  await quiet('large.html');
}

async function testOutline(records) {
  await browser.run('treeview.active.outline.setAllOpen(true)');
  await settle();
  const [rows, elements] = await browser.run(
    'return [treeview.active.outline.rows.length, document.querySelectorAll("[role=treeitem]").length]',
  );
  assert.ok(rows >= records, `${rows} rows for ${records} records`);
  assert.ok(elements > 5 && elements < 120, `${elements} rows exist as elements`);
  await browser.run('treeview.active.outline.setAllOpen(false)');
  await settle();
  const iterations = await browser.run('return treeview.active.tree.roots.length');
  assert.equal(await browser.run('return treeview.active.outline.rows.length'), iterations);

  // By keyboard: to the last iteration, open it, go to its first child.
  await browser.run('document.querySelector("[role=tree]").focus()');
  await browser.type(Keys.END + Keys.RIGHT + Keys.RIGHT);
  await settle();
  const row = await browser.run(`
    const tree = document.querySelector("[role=tree]");
    const row = document.getElementById(tree.getAttribute("aria-activedescendant"));
    return { level: row.ariaLevel, expanded: row.ariaExpanded, position: row.ariaPosInSet, label: row.ariaLabel, selected: row.ariaSelected };
  `);
  assert.deepEqual({ ...row, label: null }, { level: '2', expanded: 'false', position: '1', label: null, selected: 'true' });
  // The last iteration may have been cut off by the number of records.
  assert.match(row.label, /\d nodes|not finished, [\d,]+ visits/);
  await browser.type(Keys.RIGHT);
  assert.ok(await browser.run(`return treeview.active.outline.rows.length > ${iterations} + 2`), 'nothing opens');

  // A move that was never tried, with the reason.
  await browser.run(`
    const { tree, outline } = treeview.active;
    let record = tree.lastRoot;
    while (tree.log.untriedCount(record) === 0) record += 1;
    outline.reveal(record, 0);
  `);
  await settle();
  const pruned = await browser.run('return document.querySelector(".row.untried").ariaLabel');
  assert.match(pruned, /, never tried: \S+/);
}

async function testFinding() {
  await find('e2a6 b4c3');
  const line = await browser.run('return document.querySelector(".details .line").textContent');
  assert.match(line, /♗e2×a6.*b4×c3/);
  assert.match(await browser.run('return document.querySelector(".found").textContent'), /^1 of /);
  await shoot('large-found');
  await find('a1a8');
  assert.equal(await browser.run('return document.querySelector(".found").textContent'), 'not in this tree');
}

async function find(text) {
  await browser.run('const box = document.querySelector(".find input"); box.value = ""; box.focus();');
  await browser.type(text + Keys.ENTER);
  await settle();
}

async function testReplay() {
  const [start, states, isCurrent] = await browser.run(`
    const { replay, active: { tree } } = treeview;
    replay.goTo(0);
    const before = tree.currentAt(0);
    let record = Math.floor(tree.length / 2);
    while (tree.isSkipped(record)) record += 1;
    replay.goTo(tree.entered[record] + 1);
    const states = tree.path(record).map((at) => tree.stateAt(at, replay.moment));
    return [before, states, tree.currentAt(replay.moment) === record];
  `);
  assert.equal(start, -1);
  assert.ok(isCurrent && states.every((state) => state === 'open'), `a node just entered: ${states}`);
  const before = await browser.run('return treeview.replay.moment');
  await browser.run('document.querySelector(".replay .play").click()');
  await until(`return treeview.replay.moment > ${before}`, 'the replay does not move');
  await browser.run('document.querySelector(".replay .play").click()');
  assert.equal(await browser.run('return treeview.replay.isPlaying'), false);
  assert.ok((await browser.run('return document.querySelector(".event").textContent')).length > 10);

  // Along any line alpha only rises and beta only falls, but for the trials of ProbCut.
  const wrong = await browser.run(`
    const { tree } = treeview.active;
    let wrong = 0;
    for (let moment = 1; moment <= tree.moments; moment += 997) {
      const current = tree.currentAt(moment);
      let last = { alpha: -Infinity, beta: Infinity };
      for (const record of current < 0 ? [] : tree.path(current)) {
        if (![Role.ROOT, Role.MOVE].includes(tree.log.role(record))) break;
        const window = tree.windowAt(record, moment);
        // ProbCut asks about a raised beta, in a window beyond that of its node.
        if (window.alpha >= last.beta || window.beta <= last.alpha) break;
        if (window.alpha < last.alpha || window.beta > last.beta) wrong += 1;
        last = window;
      }
    }
    return wrong;
  `);
  assert.equal(wrong, 0, 'windows widen');
  await shoot('large-replay');
}

async function testTableLink() {
  await browser.run(`
    const { tree } = treeview.active;
    treeview.replay.goTo(tree.moments);
    let hit = tree.length - 1;
    while (tree.log.source(hit) === NONE || tree.log.role(hit) === Role.SKIPPED) hit -= 1;
    treeview.select(treeview.active, hit, -1, true);
    window.expected = tree.log.source(hit);
    document.querySelector(".links button").click();
  `);
  await settle();
  assert.ok(await browser.run('return treeview.active.selected === window.expected'), 'the link leads elsewhere');
}

async function testTheme() {
  const paper = () => browser.run('return getComputedStyle(document.body).backgroundColor');
  const before = await paper();
  await browser.run('document.getElementById("theme").click()');
  assert.notEqual(await paper(), before);
  await shoot('large-dark');
}

async function testSideBySide() {
  await open('two.html');
  const nodes = await browser.run('return treeview.panes.map((pane) => pane.tree.about.nodes)');
  assert.ok(nodes[0] > 5 * nodes[1], `${nodes}: little was saved`);
  const scores = await browser.run('return treeview.panes.map((pane) => pane.tree.about.score)');
  assert.equal(scores[0], scores[1]);
  // A line that minimax searched and alpha-beta cut is shown there as cut.
  await browser.run(`
    const { tree, outline } = treeview.panes[0];
    const pruned = (moves) => treeview.panes[1].tree.follow(treeview.panes[1].tree.lastRoot, moves) < 0;
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
  await testNarrowPanes();
  await shoot('two-light');
  await quiet('two.html');
}

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

async function testLessons() {
  for (const name of LESSONS) {
    await open(`${name}.html`);
    const steps = await browser.run('return treeview.lesson.steps.length');
    for (let step = 0; step < steps; step += 1) {
      const shown = await browser.run('return document.querySelectorAll("#lesson section:not([hidden])").length');
      assert.equal(shown, 1, `${name}: ${shown} steps are shown`);
      await shoot(`${name}-${step + 1}`);
      if (step + 1 < steps) await browser.run('document.querySelector(".steps .primary").click()');
    }
    assert.ok(await browser.run('return document.querySelector(".steps .primary").disabled'));
    await quiet(name);
  }
}

/** Bounds are Max's: what Min cuts at is alpha. A cut is only where something was cut, and leaves have values. */
async function testWords() {
  await open('three-plies.html');
  const words = (tree, line) => browser.run(`
    const { tree, words, outline } = treeview.panes[arguments[0]];
    const record = tree.follow(tree.lastRoot, arguments[1]);
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

/** Roots that are searched again say so, and why; an iteration that was stopped is not what the search found. */
async function testIterations() {
  await open('stopped.html');
  const { labels, last, title, details } = await browser.run(`
    const { tree, words, outline } = treeview.active;
    const rows = tree.iterations().map((root) => [words.move(root), ...outline.tags(root)].join(', '));
    return {
      labels: rows, last: words.move(tree.lastRoot), title: document.querySelector('.pane-head').textContent,
      details: document.querySelector('.details-title').textContent,
    };
  `);
  assert.equal(new Set(labels.filter((label) => !label.includes('again'))).size, labels.filter((label) => !label.includes('again')).length);
  assert.ok(labels.some((label) => /^iteration \d+ again, the score was (above|below) the window/.test(label)), labels);
  assert.ok(labels.some((label) => /above the window, reduced by 1/.test(label)), labels);
  assert.equal(details, last);
  const [, reached] = /^iteration (\d+)/.exec(last);
  assert.ok(title.includes(`depth ${reached} of 40`) && title.includes('stopped in iteration'), title);
  assert.equal(await browser.run('return treeview.active.tree.kind(treeview.active.tree.lastRoot)'), 'pv');
}

/** A diagram has every node once and room for its number, and a small tree of chess has none. */
async function testDiagrams() {
  for (const name of ['two-plies', 'three-plies', 'wide']) {
    await open(`${name}.html`);
    const wrong = await browser.run(`
      const wrong = [];
      for (const pane of treeview.panes) {
        const { items } = pane.picture.layout;
        const lines = items.map((item) => { const line = []; for (let at = item; at.parent; at = at.parent) line.unshift(at.parent.children.indexOf(at)); return line.join(' '); });
        if (new Set(lines).size !== lines.length) wrong.push('a node twice');
        pane.element.hidden = false;
        for (const { shape } of items) {
          const [outline, text] = [shape.firstChild.getBBox(), shape.querySelector('.value').getBBox()];
          if (text.width > outline.width) wrong.push(shape.textContent);
        }
      }
      return wrong;
    `);
    assert.deepEqual(wrong, [], name);
  }
  await open('three-plies.html');
  const again = await browser.run('return treeview.panes[2].picture.layout.items.filter(({ again }) => again.textContent !== "").length');
  assert.equal(again, 4);
  assert.equal(await browser.run('return treeview.panes[2].picture.layout.leaves'), 27);
  await open('two.html');
  assert.equal(await browser.run('return document.querySelector(".diagram")'), null);
  // As the command line has it, see score.rs.
  const numbers = await browser.run('return [0, 84, -1437, 31999, -31998].map((score) => treeview.active.words.number(score))');
  assert.deepEqual(numbers, ['0.00', '+1.00', '−17.09', '+mate 1', '−mate 1']);
}

/** Minimax has no alpha and no beta, so its pages have none, but where leaves play out captures. */
async function testMinimax() {
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

/** In a replay nothing is told before it has happened. */
async function testSuspense() {
  await open('three-plies.html');
  await browser.run('treeview.lesson.go(4); treeview.active.outline.setAllOpen(true);');
  const told = (moment) => browser.run(`
    treeview.replay.goTo(arguments[0]);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const isSeen = (part) => getComputedStyle(part).visibility === 'visible';
      const count = (name) => [...document.querySelectorAll('.pane:not([hidden]) ' + name)].filter(isSeen).length;
      done({
        tags: count('.row.open .tag') + count('.row.unborn .tag'), windows: count('.row.unborn .window'),
        fallen: count('.row.group') - count('.row.group.done'), stars: count('.row.principal'), dashes: count('.node.fallen'),
      });
    })));
  `, moment);
  const nothing = { tags: 0, windows: 0, fallen: 0, stars: 0, dashes: 0 };
  assert.deepEqual(await told(0), nothing);
  assert.deepEqual(await told(10), nothing);
  const moments = await browser.run('return treeview.active.tree.moments');
  const { stars, dashes } = await told(moments - 1);
  assert.ok(stars === 0 && dashes > 0, 'the line is told before the root is done');
  assert.ok((await told(moments)).stars > 0);
}

/** Shortcuts work whatever was clicked before; only where one types they are letters. */
async function testKeys() {
  await open('two-plies.html');
  const step = () => browser.run('return treeview.lesson.at');
  const moment = () => browser.run('return treeview.replay.moment');
  await browser.run('const next = document.querySelector(".steps .primary"); next.focus(); next.click();');
  await browser.type('n');
  assert.equal(await step(), 2);
  for (const selector of ['.replay [aria-label="One step on"]', '.replay input', '#theme', '.help summary']) {
    await browser.run(`document.querySelector('${selector}').focus()`);
    const before = await moment();
    await browser.type('.');
    assert.equal(await moment(), before + 1, selector);
  }
  await browser.run('document.querySelector(".help").open = true');
  await browser.type(Keys.ESCAPE);
  assert.equal(await browser.run('return document.querySelector(".help").open'), false);
  await browser.type('/');
  await browser.type('n 2');
  assert.deepEqual([await step(), await browser.run('return document.activeElement.value')], [2, 'n 2']);
  assert.match(await browser.run('return document.activeElement.placeholder'), /: 2 1$/);
}

/** The chart of the window has values, a zero, and room for what is infinite; lessons show it without scrolling. */
async function testFunnel() {
  await browser.resize(1400, 1040);
  const labels = 'return [...document.querySelectorAll(".funnel-label")].map(({ textContent }) => textContent)';
  await open('two-plies.html');
  await browser.run('treeview.lesson.go(3)');
  assert.deepEqual(await browser.run(labels), ['0', 'β ↑ ∞', 'α 3']);
  const [top, height] = await browser.run(`
    const { y, height } = document.querySelector('.funnel-area').getBBox();
    return [y, height];
  `);
  assert.ok(top === 0 && height > 15, `an open window of ${height} from ${top}`);
  for (const name of ['two-plies', 'three-plies']) {
    await open(`${name}.html`);
    const steps = await browser.run('return treeview.lesson.steps.length');
    for (let step = 0; step < steps; step += 1) {
      await browser.run(`treeview.lesson.go(${step})`);
      const hidden = await browser.run(`
        const { bottom } = document.querySelector('.details').getBoundingClientRect();
        return document.querySelector('.funnel').getBoundingClientRect().bottom - bottom;
      `);
      assert.ok(hidden <= 0, `${name}, step ${step + 1}: ${hidden} pixels of the chart are below the fold`);
    }
  }
  await browser.resize(1440, 1000);
}

/** Letters, marks and tests are explained in sight, and gold and coordinates can be read. */
async function testLegend() {
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

/** On a narrow screen nothing sticks out to the side. */
async function testPhone() {
  await browser.resize(500, 1000);
  for (const name of ['large', 'two', ...LESSONS]) {
    await open(`${name}.html`);
    await shoot(`${name}-phone`);
    const [content, screen] = await browser.run('return [document.documentElement.scrollWidth, innerWidth]');
    assert.ok(content <= screen, `${name} is ${content} wide on a screen of ${screen}`);
    if (name === 'three-plies') await testCentred();
    await quiet(name);
  }
}

/** What a step speaks of is on the screen. */
async function testCentred() {
  const steps = await browser.run('return treeview.lesson.steps.length');
  for (let step = 0; step < steps; step += 1) {
    await browser.run(`treeview.lesson.go(${step})`);
    const isShown = await browser.run(`
      const frame = document.querySelector('.pane:not([hidden]) .diagram').getBoundingClientRect();
      const node = document.querySelector('.pane:not([hidden]) .node.selected').getBoundingClientRect();
      return node.left >= frame.left && node.right <= frame.right;
    `);
    assert.ok(isShown, `step ${step + 1} happens off the screen`);
  }
}
