// Keys and places, and that nothing is told before it has happened.

import assert from 'node:assert/strict';
import { Keys, browser, open } from './page.mjs';

/** In a replay nothing is told before it has happened. */
export async function testSuspense() {
  await open('three-plies.html');
  await browser.run('treeview.activate(treeview.panes[1]); treeview.active.outline.setAllOpen(true);');
  const told = (moment) => browser.run(`
    treeview.replay.goTo(arguments[0]);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const isSeen = (part) => getComputedStyle(part).visibility === 'visible';
      const count = (name) => [...document.querySelectorAll('.pane.active ' + name)].filter(isSeen).length;
      done({
        tags: count('.row.open .tag') + count('.row.unborn .tag'), windows: count('.row.unborn .window'),
        fallen: count('.row.group') - count('.row.group.done'), stars: count('.row.principal'), dashes: count('.node.fallen'),
      });
    })));
  `, moment);
  const nothing = { tags: 0, windows: 0, fallen: 0, stars: 0, dashes: 0 };
  assert.deepEqual(await told(0), nothing);
  assert.deepEqual(await told(10), nothing);
  // Nor do the details of a node say what only the search will find.
  await browser.run('treeview.replay.goTo(0)');
  const facts = await browser.run(`
    const { tree } = treeview.active;
    const said = new Set();
    for (let record = 1; record < tree.length; record += 1) {
      treeview.select(treeview.active, record, -1, true);
      const parts = ['.facts', '.explanation', '.links'].map((part) => document.querySelector('.details ' + part).textContent);
      said.add([...parts, document.querySelector('.funnel').checkVisibility()].join());
    }
    return [...said];
  `);
  assert.deepEqual(facts, ['Nownot reached yet,,,false']);
  const moments = await browser.run('return treeview.active.tree.moments');
  const { stars, dashes } = await told(moments - 1);
  assert.ok(stars === 0 && dashes > 0, 'the line is told before the root is done');
  assert.ok((await told(moments)).stars > 0);
}

/** Keys go on where they were after a zoom or a link; who hears the rows hears their places; one pane is the active one. */
export async function testPlaces() {
  await open('large.html');
  const focus = await browser.run(`
    const { picture, tree, outline } = treeview.active;
    picture.zoom(tree.firstChild[tree.lastRoot]);
    const crumb = document.querySelector('.crumbs button');
    crumb.focus();
    crumb.click();
    const isOnCrumb = document.activeElement.getAttribute('aria-current') === 'true';
    let hit = 0;
    while (tree.isSkipped(hit) || tree.log.source(hit) === NONE) hit += 1;
    treeview.select(treeview.active, hit, -1, true);
    const link = document.querySelector('.links button');
    link.focus();
    link.click();
    return [isOnCrumb, document.activeElement === outline.element];
  `);
  assert.deepEqual(focus, [true, true]);
  const wrong = await browser.run(`
    const { tree, outline } = treeview.active;
    outline.setAllOpen(false);
    const roots = outline.rows.map(({ position, siblings }, index) => position === index + 1 && siblings === tree.roots.length);
    let record = tree.lastRoot;
    while (tree.log.untriedCount(record) < 2 || tree.firstChild[record] < 0) record += 1;
    outline.reveal(record, 0);
    const moves = outline.rows.filter((row) => row.record === record && row.type === 'untried');
    const isCounted = ({ position, siblings }, index) => position === index + 1 && siblings === tree.log.untriedCount(record);
    return [...roots, ...moves.map(isCounted)].filter((isRight) => !isRight).length;
  `);
  assert.equal(wrong, 0);
  await open('two.html');
  const active = await browser.run(`
    treeview.jump(treeview.panes[1], treeview.panes[1].tree.lastRoot);
    return treeview.panes.map(({ element }) => element.classList.contains('active'));
  `);
  assert.deepEqual(active, [false, true]);
  await open('flat.html');
  const [content, screen] = await browser.run('return [document.documentElement.scrollWidth, innerWidth]');
  assert.ok(content <= screen, `a long list is ${content} wide on a screen of ${screen}`);
}

/** Shortcuts work whatever was clicked before; only where one types they are letters. */
export async function testKeys() {
  await open('two-plies.html');
  const moment = () => browser.run('return treeview.replay.moment');
  await browser.run('treeview.replay.goTo(1)');
  for (const selector of ['.replay [aria-label="One step on"]', '.replay input', '#theme', '.help summary']) {
    await browser.run(`document.querySelector('${selector}').focus()`);
    const before = await moment();
    await browser.type('.');
    assert.equal(await moment(), before + 1, selector);
  }
  await browser.run('document.querySelector(".help").open = true');
  await browser.type(Keys.ESCAPE);
  assert.equal(await browser.run('return document.querySelector(".help").open'), false);
  // However fast one presses, one film runs.
  await browser.run('treeview.replay.goTo(0); for (let press = 0; press < 5; press += 1) treeview.replay.toggle();');
  const frames = await browser.run(`
    let calls = 0;
    const { replay } = treeview;
    const { goTo } = replay;
    replay.goTo = (...args) => { calls += 1; return goTo.apply(replay, args); };
    return new Promise((done) => {
      let left = 20;
      const count = () => (left-- > 0 ? requestAnimationFrame(count) : done(calls));
      count();
    }).finally(() => { replay.pause(); replay.goTo = goTo; });
  `);
  assert.ok(frames <= 21, `${frames} steps in 20 frames`);
  await browser.type('/');
  const still = await moment();
  await browser.type('2 .');
  assert.deepEqual([await moment(), await browser.run('return document.activeElement.value')], [still, '2 .']);
  assert.match(await browser.run('return document.activeElement.placeholder'), /: 2 1$/);
}
