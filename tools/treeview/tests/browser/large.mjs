// A tree of many records: everything in it is found. The time that it takes to load is printed.

import assert from 'node:assert/strict';
import { Keys, browser, open, quiet, settle, shoot } from './page.mjs';

/** At most so many records are kept, and some nine of ten are there. */
export const RECORDS = 100_000;

export async function testLargeTree() {
  await browser.resize(1440, 1000);
  const milliseconds = await open('large.html');
  const records = await browser.run('return treeview.active.tree.length');
  console.log(`${records} records are ready after ${milliseconds.toFixed(0)} ms`);
  assert.ok(records > 0.9 * RECORDS && records <= RECORDS, `${records} records`);
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
    return { level: row.ariaLevel, expanded: row.ariaExpanded, position: row.ariaPosInSet, label: row.querySelector(".unseen").textContent, selected: row.ariaSelected };
  `);
  assert.deepEqual({ ...row, label: null }, { level: '2', expanded: 'false', position: '1', label: null, selected: 'true' });
  // The last iteration may have been cut off by the number of records.
  assert.match(row.label, /(node|not finished).*, [\d,]+ visits?/);
  const shown = await browser.run('return treeview.active.outline.rows.length');
  await browser.type(Keys.RIGHT);
  assert.ok(await browser.run(`return treeview.active.outline.rows.length > ${shown}`), 'nothing opens');

  await testCursor();

  // A move that was never tried, with the reason.
  await browser.run(`
    const { tree, outline } = treeview.active;
    let record = tree.lastRoot;
    while (tree.log.untriedCount(record) === 0) record += 1;
    outline.reveal(record, 0);
  `);
  await settle();
  const pruned = await browser.run('return document.querySelector(".row.untried .unseen").textContent');
  assert.match(pruned, /, never tried: \S+/);
}

/** The row that keys begin from is that of the node whose details are shown, whatever is opened and closed. */
async function testCursor() {
  const states = [
    'treeview.select(treeview.active, treeview.active.tree.firstChild[treeview.active.tree.lastRoot], -1, true)',
    'treeview.active.outline.setAllOpen(true)',
    'treeview.replay.goTo(Math.floor(treeview.replay.length / 3))',
    'treeview.active.outline.openSiblings(treeview.active.outline.rows[treeview.active.outline.cursor])',
    'treeview.replay.goTo(treeview.replay.length)',
    'treeview.showMoment(Math.floor(treeview.replay.length / 2), true)',
  ];
  for (const state of states) {
    await browser.run(state);
    await settle();
    const [cursor, selected] = await browser.run(
      'return [treeview.active.outline.rows[treeview.active.outline.cursor].record, treeview.active.selected]',
    );
    assert.equal(cursor, selected, state);
  }
  // What is closed over a node stands for it.
  await browser.run('treeview.select(treeview.active, treeview.active.tree.firstChild[treeview.active.tree.lastRoot], -1, true)');
  await browser.run('treeview.active.outline.setAllOpen(false)');
  const [row, root] = await browser.run('return [treeview.active.outline.rows[treeview.active.outline.cursor].record, treeview.active.tree.lastRoot]');
  assert.equal(row, root);
}

async function testFinding() {
  await find('e2a6 b4c3');
  const line = await browser.run('return document.querySelector(".details .line").textContent');
  assert.match(line, /♗e2×a6.*b4×c3/);
  assert.match(await browser.run('return document.querySelector(".found").textContent'), /^1 of /);
  await shoot('large-found');
  for (const spelling of ['♗e2×a6 b4×c3', 'E2xa6, b4xc3', 'e2-a6 b4–c3', 'Bxa6 bxc3', '1. Bxa6! bxc3', '♗xa6 bc3']) {
    await find(spelling);
    assert.match(await browser.run('return document.querySelector(".found").textContent'), /^1 of /, spelling);
  }
  await find(' ');
  assert.equal(await browser.run('return document.querySelector(".found").textContent'), '');
  for (const [text, failure] of [['Bxz9', 'not a move'], ['Bxa6 hello', 'not a move'], ['a3 Rf8 a4 Rg8 Ra2 Rf8', 'not in this tree']]) {
    await find(text);
    assert.equal(await browser.run('return document.querySelector(".found").textContent'), failure, text);
  }
  await testFirstFound();
}

/** The first result lies in the deepest iteration, and a pawn's file is told from a bishop. */
async function testFirstFound() {
  await find('Bxa6');
  const [root, last, line] = await browser.run(`
    const { tree, selected } = treeview.active;
    return [tree.rootOf()[selected], tree.lastRoot, document.querySelector('.details .line').textContent];
  `);
  assert.deepEqual([root, line], [last, '♗e2×a6']);
  const moves = await browser.run(`
    const { finder, tree } = treeview.active;
    return finder.find('bxa6').filter(({ untried }) => untried < 0).map(({ record }) => treeview.active.words.move(record));
  `);
  assert.ok(moves.every((move) => /^b\d×a6$/.test(move)), String(moves.find((move) => !/^b\d×a6$/.test(move))));
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
  // Pressed again as soon as it moves, the replay stands.
  const isPlaying = await browser.run(`
    const { replay } = treeview;
    const before = replay.moment;
    const press = () => document.querySelector('.replay .play').click();
    press();
    return new Promise((done) => {
      const look = () => {
        if (replay.moment <= before) return requestAnimationFrame(look);
        press();
        return done(replay.isPlaying);
      };
      look();
    });
  `);
  assert.equal(isPlaying, false);
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
