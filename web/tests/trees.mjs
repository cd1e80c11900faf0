// Uses the tree page in a headless Chromium: growth, selection during the search, Stop, minimax beside alpha-beta.
//
//   node web/tests/trees.mjs target/web

import assert from 'node:assert/strict';
import { Browser, missing } from '../../tools/treeview/tests/browser/driver.mjs';
import { serve } from './browsers.mjs';

/** `link` is the link to the tree of the position on the board, which is `board` in FEN. */
async function checkTrees(browser, link, board) {
  const until = (condition, complaint) => browser.until(condition, complaint);
  const text = () => browser.run('return document.getElementById("progress").textContent');
  const open = async (query) => {
    // A page of another hash would not be loaded again.
    await browser.request('POST', '/url', { url: 'about:blank' });
    await browser.request('POST', '/url', { url: `${link.split('#')[0]}#${query}` });
    await until('document.getElementById("ask") && window.treeview', 'no tree comes');
  };
  const isDone = 'document.getElementById("stop").disabled && !treePage.isChanged';

  // The link has the position of the board.
  await open(link.split('#')[1]);
  await until(isDone, 'the tree of the position on the board is not finished');
  assert.equal(await browser.run('return treeview.active.tree.about.root.chess'), board);

  // A tree is drawn at several sizes while it grows.
  await open('depth=40&nodes=100000');
  const sizes = await browser.run(`
    // Each copy has a frame of its own, however slow the page is beside the worker.
    const receive = treePage.receive.bind(treePage);
    let earlier = Promise.resolve();
    treePage.receive = (copy) => { earlier = earlier.then(() => new Promise(requestAnimationFrame)).then(() => receive(copy)); };
    const sizes = new Set();
    const progress = document.getElementById('progress');
    return new Promise((done) => {
      new MutationObserver(() => {
        if (!treePage.isNew) sizes.add(treeview.panes[0].tree.length);
        if (document.getElementById('stop').disabled) done([...sizes]);
      }).observe(progress, { childList: true });
      document.getElementById('ask').requestSubmit();
    })`);
  assert(sizes.length >= 3 && sizes.every((size, index) => index === 0 || size > sizes[index - 1]), `sizes seen: ${sizes}`);
  assert(await browser.run('return treeview.panes[0].tree.about.nodes') >= 100_000);
  assert.match(await text(), /^Full engine: 10\d,\d+ nodes in /);

  // The selection, open rows and the view are kept while the tree grows. A stop keeps the tree so far.
  const chosen = await browser.run(`
    document.getElementById('nodes').value = '300000';
    return new Promise((done) => {
      let chosen = null;
      new MutationObserver((_, observer) => {
        const pane = treeview.active;
        if (treePage.isNew || !pane.tree.about.running) return;
        if (!chosen && pane.tree.length >= 2000) {
          pane.outline.setAllOpen(true);
          treeview.select(pane, 1500, -1, true);
          pane.outline.element.focus();
          pane.outline.element.dispatchEvent(new Event('scroll'));
          chosen = [pane.tree.length, pane.outline.rows.findIndex(({ record }) => record === 1500), pane.outline.element.scrollTop];
        } else if (chosen && pane.tree.length > 2 * chosen[0]) {
          observer.disconnect();
          document.getElementById('stop').click();
          done(chosen);
        }
      }).observe(document.getElementById('progress'), { childList: true });
      document.getElementById('ask').requestSubmit();
    })`);
  await until(isDone, 'the search does not stop');
  assert.match(await text(), /nodes\. Stopped\.$/);
  const length = await browser.run('return treeview.active.tree.length');
  assert(length > 2 * chosen[0]);
  assert.deepEqual(await browser.run(`
    const { selected, outline } = treeview.active;
    return [selected, outline.rows[outline.cursor].record, outline.rows.findIndex(({ record }) => record === 1500),
      outline.element.scrollTop, document.activeElement === outline.element]`), [1500, 1500, chosen[1], chosen[2], true]);
  assert.match(await browser.run('return document.querySelector(".counts").textContent'), /stopped in|ended before/);
  await new Promise((wake) => { setTimeout(wake, 300); });
  assert.equal(await browser.run('return treeview.active.tree.length'), length);

  // A wrong position is named, and the tree stays.
  await browser.run('document.getElementById("fen").value = "8/8/8/8/8/8/8/8 w - - 0 1"; document.getElementById("ask").requestSubmit()');
  await until('document.querySelector("#progress.problem")', 'a wrong position is not named');
  assert.match(await text(), /king/);
  assert.equal(await browser.run('return treeview.active.tree.length'), length);

  // A line of an explanation is opened at its node, in the last iteration that visits it, or where it was left, with the reason.
  const explained = 'rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5';
  const place = async (line) => {
    await open(new URLSearchParams({ fen: explained, line, depth: '12', nodes: '20000' }).toString());
    await until(`${isDone} && treePage.line === null`, 'the line is not shown');
    return browser.run('const { words, selected, note } = treeview.active; return [words.line(selected), note.textContent]');
  };
  assert.deepEqual(await place('f3e5 g4d1 c4f7 e8e7'), [['♘f3×e5', '♗g4×d1', '♗c4×f7', '♔e8–e7'], '']);
  const [left, note] = await place('f3e5 a7a6 a2a3 a6a5 a3a4 h7h6');
  assert(left.length < 6, `the line ends at ${left}`);
  assert.match(note, /^\S+ (was|is)[^.]*\.$/);

  // Minimax beside alpha-beta: the same score with fewer nodes.
  await open('search=compare');
  await until(`${isDone} && treeview.panes.length === 2`, 'the comparison is not finished');
  const [minimax, alphabeta] = await browser.run('return treeview.panes.map(({ tree }) => [tree.about.score, tree.about.nodes])');
  assert.equal(minimax[0], alphabeta[0]);
  assert(minimax[1] > 2 * alphabeta[1]);
  assert.match(await text(), /^Both find [+−]\d\.\d\d: minimax with [\d,]+ nodes, alpha-beta with [\d,]+\.$/);
  assert.equal(await browser.run('return document.querySelectorAll("#comparison .card").length > 0'), true);

  // Both are replayed in step.
  await browser.run('treeview.replay.goTo(100)');
  assert.deepEqual(await browser.run('return treeview.panes.map(({ moment }) => moment)'), [100, 100]);
}

const reason = missing('chromium');
if (reason) {
  console.log(`chromium: skipped: ${reason}`);
} else {
  const { home, close } = await serve(process.argv[2] ?? 'target/web');
  const browser = await Browser.start();
  const board = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
  try {
    await checkTrees(browser, `${home}tree.html#${new URLSearchParams({ fen: board })}`, board);
    console.log('all checks of the tree page passed');
  } finally {
    await browser.stop();
    close();
  }
}
