// The lessons: their steps, their keys, and that nothing is told before it has happened.

import assert from 'node:assert/strict';
import { Keys, LESSONS, browser, open, quiet, shoot } from './page.mjs';

export async function testLessons() {
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

/** In a replay nothing is told before it has happened. */
export async function testSuspense() {
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

/** Shortcuts work whatever was clicked before; only where one types they are letters. */
export async function testKeys() {
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
  await browser.type('n 2');
  assert.deepEqual([await step(), await browser.run('return document.activeElement.value')], [2, 'n 2']);
  assert.match(await browser.run('return document.activeElement.placeholder'), /: 2 1$/);
}
