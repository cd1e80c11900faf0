// Opens the built page in headless browsers, and uses it: a game, analysis, PGN, the graph, the theme,
// the keyboard, the mouse and a narrow window. In one of them WebAssembly cannot be suspended, so two workers do the work.
//
//   node web/tests/page.mjs target/web
//
// A browser that is not installed, or its driver, is named and left out.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { Browser, missing } from '../../tools/treeview/tests/browser/driver.mjs';
import { checkTrees } from './trees.mjs';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const LIMIT_MS = 60_000;

const folder = process.argv[2] ?? 'target/web';
const server = createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : request.url;
  if (!existsSync(join(folder, path))) {
    response.statusCode = 404;
    return response.end();
  }
  response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
  return response.end(readFileSync(join(folder, path)));
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
const home = `http://127.0.0.1:${server.address().port}/`;
let browser = null;

async function until(script, complaint) {
  for (const end = Date.now() + LIMIT_MS; !(await browser.run(`return ${script}`));) {
    assert(Date.now() < end, complaint);
    await new Promise((wake) => { setTimeout(wake, 20); });
  }
}

const text = (selector) => browser.run('return document.querySelector(arguments[0]).textContent', selector);

/** The page fits a phone, loads nothing from elsewhere, and the browser does not complain. */
async function checkHealth() {
  // Chromium's windows are no narrower than 500 pixels, so a frame is.
  const width = await browser.run(`
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.style.width = '390px';
    frame.src = location.href;
    return new Promise((resolve) => {
      frame.onload = () => resolve(frame.contentDocument.documentElement.scrollWidth);
    })`);
  assert(width <= 390, `the page is ${width} pixels wide in a window of 390`);

  const external = 'return performance.getEntriesByType("resource").map(({ name }) => name)';
  for (const url of await browser.run(external)) assert(url.startsWith(home), url);
  if (browser.hasLog) assert.deepEqual(await browser.complaints(), []);
  assert.equal(await browser.run('return document.getElementById("failure").hidden'), true);
}

async function check(name) {
  await browser.request('POST', '/url', { url: home });
  await until('document.body.classList.contains("ready")', 'the engine does not start');
  await browser.resize(1100, 900);

  assert.equal(await browser.run('return "Suspending" in WebAssembly'), !name.includes('without'));

  // A move by the keyboard: e2, then two squares up. The engine answers.
  await browser.run('page.focus("e2")');
  await browser.type('\uE007\uE013\uE013\uE007');
  await until('page.moves.length === 2 && !page.isThinking', 'the engine does not answer e2e4');
  assert.equal(await browser.run('return page.moves[0]'), 'e2e4');
  assert.equal(await text('#moves button'), 'e4');

  // Analysis to depth 15, which a stop ends.
  await browser.run('document.getElementById("analyse").click()');
  await until('/^Depth (1[5-9]|[2-9]\\d)/.test(document.getElementById("progress").textContent)', 'no depth 15');
  assert.equal(await browser.run('return document.getElementById("lines").children.length'), 3);
  assert.match(await text('#lines li'), /^[+−]?(\d+\.\d\d|M\d+)2\. [KQRBNO]?[a-hx1-8O-]+/);
  await browser.run('return page.stopAnalysis()');

  // A game to its end, with the last of the legal moves each time.
  const end = await browser.run(`
    document.getElementById('level').value = '2000';
    return (async () => {
      while (!page.about.game_over_by && page.moves.length < 300) await page.play(page.legal.at(-1).uci);
      return [page.moves.length, page.about.game_over_by];
    })()`);
  assert(end[1] !== null, 'the game does not end');

  // A bad position is named and changes nothing.
  await browser.run('return page.setUp("8/8/8/8/8/8/8/8 w - - 0 1")');
  assert.match(await browser.run('return document.getElementById("status").textContent'), /expected/);

  // A game in PGN is read, stepped through, and written.
  const pgn = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 {a comment} e5 $1 2. g4? (2. d4 exd4) Qh4# 0-1';
  await browser.run('return page.loadPgn(arguments[0])', pgn);
  assert.match(await text('#game-note'), /^A – B, 0-1\. 4 moves/);
  await browser.run('return page.goTo(4)');
  assert.equal(await browser.run('return document.querySelector(".check").dataset.square'), 'e1');
  assert.equal(await text('#status'), '2... Qh4#. Checkmate: Black wins.');
  const written = await browser.run('return page.pgn()');
  assert(written.includes('[White "A"]') && written.endsWith('\n1. f3 e5 2. g4 Qh4# 0-1\n'), written);
  await browser.run('document.getElementById("back").click()');
  await until('page.about.fen.endsWith("b kq g3 0 2") || page.about.fen.endsWith("b KQkq - 0 2")', 'no step back');
  await browser.run('return page.loadPgn("1. e4 e5 2. Nf6")');
  assert.match(await text('#game-note'), /^move 2 of White: 'Nf6' is not legal/);
  assert.equal(await browser.run('return page.moves.length'), 4);

  // A score for each position. The move that allows mate is among those with a ring.
  await browser.run('document.getElementById("survey").click()');
  await until('!page.isSurveying && page.scores.filter(Boolean).length === 5', 'not all positions have scores');
  assert.equal(await browser.run('return document.querySelectorAll("#score-rows tr").length'), 4);
  assert(await browser.run('return document.querySelectorAll("#graph .bad").length') >= 1);
  assert.match(await browser.run('return document.getElementById("graph").getAttribute("aria-label")'), /a quarter of a point or more: .*2\. g4/);

  // A click in the middle of the graph goes to the middle of the game.
  await browser.drag('#graph', '#graph');
  await until('page.ply === 2 && page.about.fen.startsWith("rnbqkbnr/pppp1ppp/")', 'the graph does not lead to the move');
  await browser.run('document.getElementById("survey-nodes").value = "1000000"; document.getElementById("survey").click()');
  await until('page.isSurveying', 'the game is not analysed');
  await browser.run('document.getElementById("survey").click()');
  await until('!page.isSurveying && document.getElementById("survey-progress").hidden', 'the analysis does not stop');

  // Tints are switched off.
  const background = () => browser.run('return getComputedStyle(document.querySelector("[data-square=e1]")).backgroundImage');
  assert.match(await background(), /rgba?\((47, 134, 207|216, 96, 28)/);
  await browser.run('document.getElementById("tint").click()');
  assert.doesNotMatch(await background(), /rgba?\((47, 134, 207|216, 96, 28)/);
  await browser.run('document.getElementById("tint").click()');

  // A turned board has its coordinates turned as well.
  const corner = () => browser.run('return document.querySelector("#board").firstChild.dataset.square');
  assert.equal(await corner(), 'a8');
  await browser.run('document.getElementById("flip").click()');
  assert.equal(await corner(), 'h1');
  assert.equal(await browser.run('return document.querySelector("[data-square=h1]").dataset.rank'), '1');
  assert.equal(await browser.run('return document.querySelector("[data-square=h8]").dataset.file'), 'h');
  await browser.run('document.getElementById("flip").click()');

  // The game on the board is copied, to the clipboard where the browser allows it.
  await browser.run('return page.copyPgn()');
  assert.match(await browser.run('return document.getElementById("pgn").value'), /1\. f3 e5 2\. g4 Qh4# 0-1/);

  // A piece is dragged with the mouse.
  await browser.run('return page.begin("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")');
  await browser.drag('[data-square=e2]', '[data-square=e4]');
  await until('page.moves.length === 1 && !page.isThinking', 'the dragged move is not played');
  assert.equal(await browser.run('return page.moves[0]'), 'e2e4');

  const theme = () => browser.run('return document.documentElement.dataset.theme');
  const before = await theme();
  await browser.run('document.getElementById("theme").click()');
  assert.notEqual(await theme(), before);

  await checkHealth();

  // The tree of the position on the board is drawn, and the lessons are there.
  const [tree, ...lessons] = await browser.run('return [...document.querySelectorAll("a")].map(({ href }) => href)');
  assert.equal(lessons.length, 3);
  await checkTrees(browser, tree, await browser.run('return page.about.fen'), until);
  await checkHealth();
  for (const url of lessons) {
    await browser.request('POST', '/url', { url });
    await until('document.body.classList.contains("ready")', `${url} is not ready`);
  }
  console.log(`${name}: all checks of the page passed; a game of ${end[0]} plies ended by ${end[1]}`);
}

try {
  for (const name of ['chromium', 'firefox', 'firefox without JSPI']) {
    const reason = missing(name);
    if (reason) {
      console.log(`${name}: skipped: ${reason}`);
      continue;
    }
    browser = await Browser.start(name);
    try {
      await check(name);
    } finally {
      await browser.stop();
    }
  }
} finally {
  server.close();
}
