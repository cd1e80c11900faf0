// Everyday tasks at an analysis board, done on the built page in Chromium: counts clicks and keys, and times each task until its
// result shows. A list that is opened and chosen from counts as two clicks, a paste as one key. The table is in docs/browser.md.
//
//   node web/tests/tasks.mjs target/web

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEachBrowser, newPage, paste, serve, squareOn } from './browsers.mjs';

const GAME = `[White "Ann"]\n[Black "Bo"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 1-0`;
const SHORT = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 h6 *';

/** A hand whose clicks and keys are counted. */
class Hand {
  constructor(page) { Object.assign(this, { page, count: 0 }); }

  async click(selector) {
    this.count += 1;
    await this.page.click(selector);
  }
  async key(...keys) {
    this.count += 1;
    for (const each of keys) await this.page.keyboard.down(each);
    for (const each of keys.toReversed()) await this.page.keyboard.up(each);
  }
  async choose(selector, value) {
    this.count += 2;
    await this.page.select(selector, value);
  }
  async paste(text) {
    this.count += 1;
    await paste(this.page, text);
  }
  async squares(...names) {
    for (const name of names) {
      this.count += 1;
      await this.page.mouse.click(...await squareOn(this.page, name));
    }
  }
  shows(selector, pattern) {
    return this.page.waitForFunction((which, source) => [...document.querySelectorAll(which)].some((element) => new RegExp(source).test(element.textContent)), { polling: 20 }, selector, pattern.source);
  }
}

const made = mkdtempSync(join(tmpdir(), 'coppice-tasks-'));
const file = join(made, 'games.pgn');
writeFileSync(file, `${SHORT}\n\n[White "C"]\n[Black "D"]\n\n1. c4 *\n`);

/** The name of a task, what lies before it and is not counted, and the task until its result shows. */
const TASKS = [
  ['play a move', null, async (hand) => { await hand.squares('e2', 'e4'); await hand.shows('#status', /^1\. e4/); }],
  ['open a game from the clipboard', null, async (hand) => { await hand.paste(GAME); await hand.shows('.player', /Ann/); }],
  ['open a position from the clipboard', null, async (hand) => { await hand.paste('6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1'); await hand.shows('#status', /^Black to move/); }],
  ['go to the end of a game', GAME, async (hand) => { await hand.key('ArrowDown'); await hand.shows('#status', /^11\.\.\. Nbd7/); }],
  ['go one move back', GAME, async (hand) => { await hand.key('ArrowDown'); hand.count = 0; await hand.key('ArrowLeft'); await hand.shows('#status', /^11\. Bxb5/); }],
  ['play another move: a variation', SHORT, async (hand) => { await hand.key('ArrowRight'); await hand.key('ArrowRight'); hand.count = 0; await hand.squares('f2', 'f4'); await hand.shows('#moves .variation', /2\. f4/); }],
  ['make it the main line', SHORT, async (hand) => {
    await hand.key('ArrowRight');
    await hand.squares('c7', 'c5');
    hand.count = 0;
    await hand.click('#tab-game');
    await hand.click('#promote');
    await hand.shows('#moves .row .move', /^c5$/);
  }],
  ['delete the moves from here on', SHORT, async (hand) => { await hand.key('ArrowDown'); hand.count = 0; await hand.click('#tab-game'); await hand.click('#delete'); await hand.shows('#status', /^4\. Ng5/); }],
  ['undo that', SHORT, async (hand) => { await hand.key('ArrowDown'); await hand.click('#tab-game'); await hand.click('#delete'); hand.count = 0; await hand.key('Control', 'z'); await hand.shows('#status', /^Undone/); }],
  ['turn the board', null, async (hand) => { await hand.key('f'); await hand.page.waitForSelector('.orientation-black'); }],
  ['see three lines of the engine', null, async (hand) => { await hand.key('l'); await hand.page.waitForFunction(() => document.querySelectorAll('#lines li:not(.waiting)').length === 3); }],
  ['play its best move', null, async (hand) => { await hand.key('l'); await hand.page.waitForSelector('#lines li:not(.waiting)'); hand.count = 0; await hand.key('Space'); await hand.shows('#status', /^1\. /); }],
  ['see what threatens', SHORT, async (hand) => { await hand.key('ArrowDown'); hand.count = 0; await hand.key('x'); await hand.shows('#threat b', /./); }],
  ['analyse a game of 22 plies', GAME, async (hand) => { await hand.click('#tab-game'); await hand.click('#review'); await hand.shows('#report tbody', /Black/); }],
  ['go to a mistake', 'analysed', async (hand) => { await hand.click('#report li button'); await hand.shows('#moves [aria-current]', /\?/); }],
  ['try it again', 'analysed', async (hand) => { await hand.click('#report .retry'); await hand.shows('#retry', /Find a better move/); }],
  ['ask why a move is bad', SHORT, async (hand) => {
    for (let ply = 0; ply < 7; ply += 1) await hand.key('ArrowRight');
    hand.count = 0;
    await hand.click('#tab-why');
    await hand.click('#why button.primary');
    await hand.shows('#why-text', /^4\.\.\. h6 loses/);
  }],
  ['play against a level', null, async (hand) => { await hand.click('#tab-play'); await hand.choose('#play-level', '1500'); await hand.click('#play button.primary'); await hand.shows('#panel-play', /against 1500 Elo/); }],
  ['take a move back', null, async (hand) => {
    await hand.click('#tab-play');
    await hand.click('#play button.primary');
    await hand.squares('e2', 'e4');
    await hand.shows('#status', /^1\.\.\. /);
    hand.count = 0;
    await hand.click('#take-back');
    await hand.shows('#status', /^White to move/);
  }],
  ['set up three pieces', null, async (hand) => {
    await hand.click('#tab-position');
    await hand.click('#edit');
    await hand.click('#edit-clear');
    for (const [piece, square] of [['white king', 'e1'], ['black king', 'e8'], ['white queen', 'd1']]) {
      await hand.click(`#spares [data-piece="${piece}"]`);
      hand.count += 1;
      await hand.page.mouse.click(...await squareOn(hand.page, square, '#editor-board'));
    }
    await hand.click('#edit-done');
    await hand.shows('#status', /^White to move/);
  }],
  ['copy a link with the game', GAME, async (hand) => { await hand.click('#tab-position'); await hand.click('#copy-link'); await hand.page.waitForFunction(() => window.copied); }],
  ['download the game', GAME, async (hand) => {
    await hand.page.evaluate(() => { HTMLAnchorElement.prototype.click = function click() { document.body.dataset.saved = this.download; }; });
    await hand.click('#tab-position');
    await hand.click('#download');
    await hand.page.waitForFunction(() => document.body.dataset.saved === 'game.pgn');
  }],
  ['open the second game of a file', null, async (hand) => {
    await hand.click('#tab-position');
    const [chooser] = await Promise.all([hand.page.waitForFileChooser(), hand.click('label.button:has(#file)')]);
    await chooser.accept([file]);
    await hand.page.waitForSelector('#file-games li:nth-child(2)');
    await hand.click('#file-games li:nth-child(2) button');
    await hand.shows('.player', /^C$/);
  }],
  ['see the name of the opening', SHORT, async (hand) => { await hand.key('ArrowDown'); hand.count = 0; await hand.shows('#opening', /^C5\d /); }],
  ['draw an arrow', null, async (hand) => {
    hand.count += 1;
    await hand.page.mouse.move(...await squareOn(hand.page, 'e2'));
    await hand.page.mouse.down({ button: 'right' });
    await hand.page.mouse.move(...await squareOn(hand.page, 'e4'), { steps: 3 });
    await hand.page.mouse.up({ button: 'right' });
    await hand.page.waitForSelector('#board .cg-shapes line');
  }],
  ['switch to dark', null, async (hand) => { await hand.click('.site-bar button'); assert.equal(await hand.page.evaluate(() => document.documentElement.dataset.theme), 'dark'); }],
];

process.env.BROWSER = 'chromium';
const { home, close } = await serve(process.argv[2] ?? 'target/web');
try {
  await inEachBrowser(async (browser) => {
    console.log('| task | clicks and keys | seconds |\n|---|---|---|');
    for (const [name, before, task] of TASKS) {
      const context = await browser.createBrowserContext();
      const { page, checkQuiet } = await newPage(context, home);
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(`${home}index.html`);
      await page.waitForFunction(() => document.body?.classList.contains('ready'));
      const hand = new Hand(page);
      if (before) await hand.paste(before === 'analysed' ? GAME : before);
      if (before === 'analysed') {
        await hand.click('#tab-game');
        await hand.choose('#review-nodes', '20000');
        await hand.click('#review');
        await hand.shows('#report tbody', /Black/);
      }
      if (before) await hand.shows('#moves .move', /./);
      hand.count = 0;
      // What a task does before its own first step is not timed either.
      let begun = Date.now();
      const counted = new Proxy(hand, { set: (target, key, value) => { if (key === 'count' && value === 0) begun = Date.now(); target[key] = value; return true; } });
      await task(counted);
      console.log(`| ${name} | ${hand.count} | ${((Date.now() - begun) / 1000).toFixed(1)} |`);
      checkQuiet();
      await context.close();
    }
  });
} finally {
  close();
  rmSync(made, { recursive: true });
}
