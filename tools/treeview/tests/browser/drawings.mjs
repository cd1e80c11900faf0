// Diagrams, the chart of the window, and narrow screens.

import assert from 'node:assert/strict';
import { browser, open, quiet, shoot } from './page.mjs';

/** A diagram has every node once and room for its number, and a small tree of chess has none. */
export async function testDiagrams() {
  for (const name of ['two-plies', 'three-plies', 'wide']) {
    await open(`${name}.html`);
    const wrong = await browser.run(`
      const wrong = [];
      for (const pane of treeview.panes) {
        const { items } = pane.picture.layout;
        const lines = items.map((item) => { const line = []; for (let at = item; at.parent; at = at.parent) line.unshift(at.parent.children.indexOf(at)); return line.join(' '); });
        if (new Set(lines).size !== lines.length) wrong.push('a node twice');
        for (const { shape } of items) {
          const [outline, text] = [shape.firstChild.getBBox(), shape.querySelector('.value').getBBox()];
          if (text.width > outline.width) wrong.push(shape.textContent);
        }
      }
      return wrong;
    `);
    assert.deepEqual(wrong, [], name);
  }
  await open('pvs.html');
  const again = await browser.run('return treeview.active.picture.layout.items.filter(({ again }) => again.textContent !== "").length');
  assert.equal(again, 4);
  assert.equal(await browser.run('return treeview.active.picture.layout.leaves'), 27);
  await open('two.html');
  assert.equal(await browser.run('return document.querySelector(".diagram")'), null);
  // As the command line has it, see score.rs.
  const numbers = await browser.run('return [0, 84, -1437, 31999, -31998].map((score) => treeview.active.words.number(score))');
  assert.deepEqual(numbers, ['0.00', '+1.00', '−17.09', '+mate 1', '−mate 1']);
}

/** The chart of the window has values, a zero, and room for what is infinite. */
export async function testFunnel() {
  await browser.resize(1400, 1040);
  const labels = 'return [...document.querySelectorAll(".funnel-label")].map(({ textContent }) => textContent)';
  await open('two-plies.html');
  await browser.run(`
    const pane = treeview.panes[1];
    const { tree, finder } = pane;
    const { record } = finder.find('2 1').find(({ fromRoot, untried }) => fromRoot && untried < 0);
    treeview.replay.goTo(tree.left[record] + 1);
    treeview.select(pane, record, -1, true);
  `);
  // A leaf of 2 has just closed it.
  assert.deepEqual(await browser.run(labels), ['0', 'β 2', 'α 3']);
  const [top, height] = await browser.run(`
    const { y, height } = document.querySelector('.funnel-area').getBBox();
    return [y, height];
  `);
  assert.ok(top === 0 && height > 15, `an open window of ${height} from ${top}`);
  await browser.resize(1440, 1000);
}

/** On a narrow screen nothing sticks out to the side. */
export async function testPhone() {
  await browser.resize(500, 1000);
  for (const name of ['large', 'two', 'two-plies', 'three-plies']) {
    await open(`${name}.html`);
    await shoot(`${name}-phone`);
    const [content, screen] = await browser.run('return [document.documentElement.scrollWidth, innerWidth]');
    assert.ok(content <= screen, `${name} is ${content} wide on a screen of ${screen}`);
    if (name === 'two-plies') await testCentred();
    await testHelp(name);
    await quiet(name);
  }
}

/** The list of keys is all on the screen: what sticks out to the left cannot be scrolled to. */
async function testHelp(name) {
  for (const width of [320, 390, 500, 768, 960, 1440]) {
    await browser.resize(width, 1000);
    const [left, right, screen] = await browser.run(`
      document.querySelector('.help').open = true;
      const { left, right } = document.querySelector('.help dl').getBoundingClientRect();
      document.querySelector('.help').open = false;
      return [left, right, innerWidth];
    `);
    assert.ok(left >= 0 && right <= screen, `${name}: keys from ${left} to ${right} on a screen of ${screen}`);
  }
  await browser.resize(500, 1000);
}

/** The node of each moment of a replay is on the screen. */
async function testCentred() {
  const moments = await browser.run('return treeview.active.tree.moments');
  for (let moment = 1; moment < moments; moment += 1) {
    await browser.run(`treeview.replay.goTo(${moment})`);
    const isShown = await browser.run(`
      const frame = document.querySelector('.diagram').getBoundingClientRect();
      const node = document.querySelector('.node.selected').getBoundingClientRect();
      return node.left >= frame.left && node.right <= frame.right;
    `);
    assert.ok(isShown, `moment ${moment} happens off the screen`);
  }
}
