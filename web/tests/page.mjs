// Uses the built page in headless browsers as people do: with the mouse, the keyboard and what is on the screen.
//
//   node web/tests/page.mjs target/web [folder for screenshots]

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAccess, inEachBrowser, newPage, paste, serve, settle, squareOn } from './browsers.mjs';

const OPERA = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

{Paris} 1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 {a weak move already} (3... exd4 $1 4. Nxd4 (4. Qxd4 Nc6) 4... Nf6) 4. dxe5 Bxf3
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1
Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;

const [folder = 'target/web', pictures] = process.argv.slice(2);
/** Syzygy tables of up to four pieces, which a clone does not have. */
const TABLES = process.env.COPPICE_SYZYGY ?? new URL('../../../shared/syzygy', import.meta.url).pathname;
const { home, close } = await serve(folder);

/** The page with words for what a person does. */
class Visitor {
  constructor(page, name) { Object.assign(this, { page, name }); }

  text(selector) { return this.page.$eval(selector, (element) => element.textContent); }
  texts(selector) { return this.page.$$eval(selector, (elements) => elements.map((element) => element.textContent)); }
  count(selector) { return this.page.$$eval(selector, (elements) => elements.length); }
  async until(condition, ...args) {
    try {
      return await this.page.waitForFunction(condition, { polling: 50 }, ...args);
    } catch (error) {
      const shown = await this.page.evaluate(() => document.body.innerText.slice(0, 1500));
      throw new Error(`${this.name}: ${error.message}\nwaiting for ${condition} ${args}\nthe page shows:\n${shown}`);
    }
  }
  untilText(selector, pattern) {
    return this.until((which, source) => new RegExp(source).test(document.querySelector(which)?.textContent ?? ''), selector, pattern.source);
  }

  /** Waits until the browser keeps what a condition asks for: of the games, of what is kept beside them, and of the text of several games. */
  untilKept(condition) {
    return this.until(async (source) => {
      const kept = await new Promise((tell) => {
        indexedDB.open('keyval-store').onsuccess = ({ target: { result: database } }) => {
          database.transaction('keyval').objectStore('keyval').getAll().onsuccess = ({ target: { result } }) => {
            database.close();
            tell(result.filter(Boolean));
          };
        };
      });
      return eval(source)(kept.filter(({ nodes }) => nodes), kept.find(({ settings }) => settings) ?? {}, kept.find(({ text }) => text));
    }, String(condition));
  }

  toTop() { return this.page.evaluate(() => window.scrollTo(0, 0)); }

  async click(...names) { for (const name of names) await this.page.mouse.click(...await squareOn(this.page, name)); }

  async drag(from, to) {
    await this.page.mouse.move(...await squareOn(this.page, from));
    await this.page.mouse.down();
    await this.page.mouse.move(...await squareOn(this.page, to), { steps: 5 });
    await this.page.mouse.up();
  }

  /** The pointer off everything that is shown under it. */
  rest() { return this.page.mouse.move(2, 2); }

  async press(selector) {
    await this.page.$eval(selector, (element) => element.scrollIntoView({ block: 'center' }));
    await this.page.click(selector);
  }

  /** Puts a text into a field in place of what was there. */
  fill(selector, text) {
    return this.page.$eval(selector, (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  }

  async load(text) {
    await this.press('#tab-position');
    await this.fill('#field', text);
    await this.press('#load button.primary');
    await this.page.evaluate(() => document.activeElement.blur());
    await this.toTop();
  }

  async copied(button) {
    await this.press('#tab-position');
    await this.press(button);
    await this.until(() => window.copied);
    return this.page.evaluate(() => {
      const text = window.copied;
      window.copied = null;
      return text;
    });
  }

  fen() { return this.copied('#copy-fen'); }

  async picture(name) {
    if (pictures) await this.page.screenshot({ path: join(pictures, `${this.name.replaceAll(' ', '-')}-${name}.png`) });
  }
}

async function open(visitor, hash = '') {
  await visitor.page.goto('about:blank');
  await visitor.page.goto(`${home}index.html${hash}`);
  await visitor.until(() => document.body?.classList.contains('ready'));
  await visitor.untilText('#status', /to move|wins|draw/);
}

async function checkBoard(visitor) {
  await visitor.drag('e2', 'e4');
  await visitor.untilText('#status', /^1\. e4\. Black to move/);
  await visitor.click('e7', 'e5');
  await visitor.untilText('#status', /^1\.\.\. e5\. White/);
  // A typed move, and one that is not legal.
  await visitor.press('#tab-position');
  await visitor.page.type('#move-text', 'Nf6');
  await visitor.page.keyboard.press('Enter');
  await visitor.untilText('#move-problem', /^2\. Nf6 is not understood: it is not legal, expected one of Na3, .*\.$/);
  await visitor.fill('#move-text', '');
  await visitor.page.type('#move-text', 'Nf3');
  await visitor.page.keyboard.press('Enter');
  await visitor.untilText('#status', /^2\. Nf3/);
  assert.match(await visitor.page.$eval('#board', (board) => board.getAttribute('aria-label')), /White: .*knight f3/);
  // The keyboard steps, and turns the board.
  await visitor.page.evaluate(() => document.activeElement.blur());
  await visitor.page.keyboard.press('ArrowLeft');
  await visitor.untilText('#status', /^1\.\.\. e5/);
  await visitor.page.keyboard.press('f');
  await visitor.page.waitForSelector('.orientation-black');
  // With Caps Lock, or a Cyrillic keyboard.
  await visitor.page.keyboard.press('F');
  await visitor.page.waitForSelector('.orientation-white');
  const press = (key) => visitor.page.evaluate((pressed) => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, code: 'KeyF', key: pressed })), key);
  await press('а');
  await visitor.page.waitForSelector('.orientation-black');
  await press('f');
  await visitor.page.waitForSelector('.orientation-white');
  // On a slow machine a frame is older than its animation, and no piece leaves the board.
  const [most, size] = await visitor.page.evaluate(async () => {
    const request = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => request((time) => draw(time - 500));
    document.getElementById('back').click();
    let most = 0;
    for (let frame = 0; frame < 5; frame += 1) {
      await new Promise(request);
      for (const { style } of document.querySelectorAll('#board piece')) most = Math.max(most, ...(style.transform.match(/[\d.]+/g) ?? []).map(Number));
    }
    window.requestAnimationFrame = request;
    return [most, document.getElementById('board').clientWidth];
  });
  assert(most > 0 && most <= size, `a piece is at ${most} on a board of ${size}`);
  // A promotion is chosen.
  await visitor.load('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await visitor.untilText('#status', /^White to move/);
  await visitor.click('a7', 'a8');
  await visitor.until(() => document.querySelector('.promotion'));
  await visitor.press('.promotion [aria-label=knight]');
  await visitor.untilText('#status', /^1\. a8=N/);
}

async function checkAnalysis(visitor) {
  const lines = (count) => visitor.until((wanted) => document.querySelectorAll('#lines li:not(.waiting)').length === wanted, count);
  const arrows = (count) => visitor.until((wanted) => document.querySelectorAll('#board .cg-shapes line').length === wanted, count);
  await visitor.page.select('#line-count', '3');
  await visitor.press('#analyse');
  await lines(3);
  await arrows(3);
  await visitor.untilText('#progress', /^Depth (9|\d\d)/);
  await visitor.picture('analysis');
  assert.match(await visitor.page.$eval('#bar', (bar) => bar.getAttribute('aria-label')), /^Evaluation [+−]?0\.\d\d; White may expect 0\.\d\d points$/);
  // The lines of a search that has come to its end stay where they are.
  await visitor.page.select('#limit', 'depth 15');
  await visitor.untilText('#progress', /^Depth 15.*Done\.$/);
  // A move of a line shows its position when it is pointed at, and is played by a click. The search goes on there.
  await visitor.page.$eval('#lines', (list) => list.scrollIntoView({ block: 'center' }));
  const place = () => visitor.page.$eval('#lines li .line button:nth-of-type(3)', (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await visitor.page.mouse.move(...await place());
  // Three moves take three pieces at most.
  await visitor.until(() => !document.getElementById('peek').hidden && document.querySelectorAll('#peek piece').length >= 29);
  await visitor.page.mouse.click(...await place());
  await visitor.untilText('#status', /^2\. /);
  await lines(3);
  await visitor.untilText('#lines', /2\.\.\. /);
  await visitor.page.select('#line-count', '5');
  await lines(5);
  await visitor.untilText('#progress', /^Depth 15.*Done\.$/);
  await visitor.page.select('#limit', 'infinite');
  await visitor.rest();
  // While lines are shown the head has the score of the first one, whatever score came with the game.
  await visitor.load('1. e4 {[%eval 9.00]} *');
  await visitor.page.keyboard.press('ArrowDown');
  const shown = await visitor.until(() => {
    const line = document.querySelector('#lines li:not(.waiting) b');
    return /^1\. e4/.test(document.getElementById('status').textContent) && line && [document.getElementById('score').textContent, line.textContent];
  });
  const [head, first] = await shown.jsonValue();
  assert.equal(head, first);
  // Nothing stays beside a game that is over or another position.
  await visitor.load('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
  await visitor.untilText('#status', /^A draw by stalemate/);
  const isOver = async () => assert.deepEqual([await visitor.text('#score'), await visitor.count('#lines li')], ['1/2-1/2', 0]);
  await isOver();
  await arrows(0);
  await new Promise((wake) => { setTimeout(wake, 300); });
  await isOver();
  await arrows(0);
  await visitor.load('6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1');
  await visitor.untilText('#score', /^\+M1$/);
  await visitor.page.keyboard.press(' ');
  await visitor.untilText('#status', /^1\. Re8#\. Checkmate: White wins/);
  assert.deepEqual([await visitor.text('#score'), await visitor.count('#lines li')], ['1-0', 0]);
  await visitor.page.keyboard.press('l');
  await visitor.page.waitForSelector('#analyse[aria-pressed=false]');
}

/** A PGN without its line breaks. */
const flat = (pgn) => pgn.trim().replace(/\s+/g, ' ');

async function checkGame(visitor) {
  await visitor.load(OPERA);
  await visitor.untilText('#players', /^Morphy – Duke Karl/);
  assert.deepEqual(await visitor.texts('#moves .row .move'), ('e4 e5 Nf3 d6 d4 Bg4 ?!|dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 '
    + 'O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#').replace('Bg4 ?!|', 'Bg4_?! ').split(' ').map((move) => move.replace('_', ' ')));
  assert.deepEqual(await visitor.texts('#moves p.comment'), ['Paris', 'a weak move already']);
  assert.equal((await visitor.text('#moves .variation')).replaceAll(/[×\s]/g, ''), '3...exd4!4.Nxd4(4.Qxd4Nc6)4...Nf6');
  // What is written is what was read.
  const moves = (pgn) => flat(pgn).replace(/^.*?\] (?=\{)/, '');
  assert.equal(moves(await visitor.copied('#copy-pgn')), moves(OPERA));
  // Another move makes a variation, which can be made the main line and deleted.
  await visitor.page.evaluate(() => document.activeElement.blur());
  await visitor.page.keyboard.press('ArrowUp');
  for (let ply = 0; ply < 2; ply += 1) {
    await visitor.page.keyboard.press('ArrowRight');
  }
  await visitor.untilText('#status', /^1\.\.\. e5/);
  await visitor.toTop();
  await visitor.drag('f2', 'f4');
  await visitor.untilText('#status', /^2\. f4/);
  assert.match(await visitor.text('#moves .variation'), /2\. f4/);
  await visitor.press('#tab-game');
  await visitor.press('#promote');
  const third = (move) => visitor.until((san) => document.querySelectorAll('#moves .row .move')[2]?.textContent === san, move);
  await third('f4');
  await visitor.press('#delete');
  await visitor.untilText('#status', /^1\.\.\. e5/);
  await third('Nf3');
  assert.equal(await visitor.count('#moves .variation'), 1);
  // A comment is kept.
  await visitor.page.type('#comment', 'the open game');
  await visitor.page.keyboard.press('Tab');
  await visitor.untilText('#moves', /the open game/);

  // Marks, a graph, accuracy, and what should have been played.
  await visitor.press('#review');
  await visitor.page.waitForSelector('#report table');
  assert.match((await visitor.texts('#score'))[0], /\d|mate/i, 'the position on the board has a score');
  await visitor.picture('review');
  const black = (await visitor.texts('#report tbody tr:nth-child(2) > *'));
  assert.equal(black[0], 'Black');
  const accuracy = (row) => Number(/\d+/.exec(row[1])[0]);
  assert(accuracy(await visitor.texts('#report tbody tr:first-child > *')) > accuracy(black), 'the winner of this game is the more accurate');
  assert.match((await visitor.texts('#report li')).join('\n'), /9\.\.\. b5 \?.*points lost\. \S+ was better \([+−]/);
  await visitor.until(() => [...document.querySelectorAll('#report li')].every((item) => item.querySelector('p')));
  const reasons = await visitor.page.$$eval('#report li', (items) => items.map((item) => [item.querySelector('button').textContent.replace(/ \S+$/, ''), item.querySelector('p').textContent]));
  for (const [move, reason] of reasons) assert(reason.startsWith(`${move} `) || reason === 'A longer search finds no mistake.', `${move}: ${reason}`);
  assert.deepEqual(await visitor.texts('#moves .reason'), reasons.map(([, reason]) => reason));
  assert(await visitor.count('#graph circle') >= 2 && await visitor.count('#graph .area') === 1);
  await visitor.press('#report li button');
  await visitor.untilText('#moves [aria-current]', /\?/);
  const { x, y, width, height } = await (await visitor.page.$('#graph')).boundingBox();
  await visitor.page.mouse.click(x + width - 1, y + height / 2);
  await visitor.untilText('#status', /^17\. Rd8#\. Checkmate/);
  const again = await visitor.copied('#copy-pgn');
  assert.match(again, /b5\s\$[24]/);
  await visitor.load(again);
  assert.equal(await visitor.copied('#copy-pgn'), again);
  // Pressed again while it says so, the button has its label again.
  await visitor.untilText('#copy-pgn', /^Copy PGN$/);
  const said = await visitor.page.evaluate(() => new Promise((say) => {
    const button = document.querySelector('#copy-pgn');
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      say(button.textContent);
      button.click();
    }).observe(button, { childList: true, characterData: true, subtree: true });
    button.click();
  }));
  assert.equal(said, 'Copied');
  await visitor.untilText('#copy-pgn', /^Copy PGN$/);
}

async function checkWhy(visitor) {
  await visitor.load('1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5');
  await visitor.page.keyboard.press('ArrowDown');
  await visitor.untilText('#status', /^4\. Ng5/);
  await visitor.press('#tab-why');
  await visitor.page.select('#why-move', 'h7h6');
  await visitor.press('#why button.primary');
  await visitor.untilText('#why-text', /^4\.\.\. h6 loses a queen and a pawn for a bishop: .*forks.*4\.\.\. d5 holds/);
  await visitor.until(() => document.querySelectorAll('#board .cg-shapes line').length >= 3);
  await visitor.picture('why');
  // Another position ends the explanation.
  await visitor.page.evaluate(() => document.activeElement.blur());
  await visitor.page.keyboard.press('ArrowLeft');
  await visitor.untilText('#why-text', /^$/);
  // A line behind a pass is stepped through on the board, and the game stays where it is. It leads to its node in the tree.
  await visitor.load('1. e4 e5 2. Bc4 Nc6');
  await visitor.page.keyboard.press('ArrowDown');
  await visitor.untilText('#status', /^2\.\.\. Nc6/);
  await visitor.press('#tab-why');
  await visitor.page.select('#why-move', 'd1h5');
  await visitor.press('#why button.primary');
  await visitor.untilText('#why-text', /threatens 4\. Qxf7#/);
  await visitor.page.$$eval('#why-text summary', (all) => all.find((each) => /^It threatens/.test(each.textContent)).click());
  await visitor.press('#why-text details[open] .line button');
  await visitor.untilText('#status', /^A line of the explanation: 4\. Qxf7#\.$/);
  assert.match(await visitor.page.$eval('#board', (board) => board.getAttribute('aria-label')), /queen f7/);
  const tree = new URLSearchParams(new URL(await visitor.page.$eval('#why-text details[open] .line a', ({ href }) => href)).hash.slice(1));
  assert.match(tree.get('fen'), /^r1bqkbnr\/pppp1ppp\/2n5\/4p2Q\/2B1P3\/8\/PPPP1PPP\/RNB1K1NR w /);
  assert.equal(tree.get('line'), 'h5f7');
  await visitor.page.evaluate(() => document.activeElement.blur());
  await visitor.page.keyboard.press('ArrowLeft');
  await visitor.untilText('#status', /^2\.\.\. Nc6/);
  assert.equal(await visitor.count('#moves .move'), 4);
  // A line without a pass can be added to the game. The best move is asked for without a name.
  await visitor.page.$eval('#why-text summary', (summary) => summary.click());
  await visitor.press('#why-text .keep');
  await visitor.until(() => document.querySelectorAll('#moves .move').length > 4);
  await visitor.load('6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1');
  await visitor.untilText('#status', /^White/);
  await visitor.press('#tab-why');
  await visitor.press('#why button.primary');
  await visitor.untilText('#why-text', /^1\. Re8# is checkmate: it is a back-rank mate\. ?It is the best move/);
}

async function checkEvaluation(visitor) {
  await visitor.load('r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4');
  await visitor.untilText('#status', /^White/);
  // Squares that are not needed are hidden.
  const tinted = () => [...document.querySelectorAll('#board square[class*="more-"], #board square[class*="less-"]')].filter((square) => square.checkVisibility({ visibilityProperty: true })).length;
  assert.equal(await visitor.page.evaluate(tinted), 0);
  await visitor.press('#tab-evaluation');
  await visitor.press('#tint');
  await visitor.until(`(${tinted})() > 0`);
  assert.match(await visitor.text('#legend'), /worth more than such a piece usually is/);
  assert.match(await visitor.text('#terms .total'), /^ThemeWhiteBlack−0\.\d\d$/);
  assert(await visitor.count('#terms details') > 5);
  await visitor.toTop();
  await visitor.picture('evaluation');
  await visitor.press('#tint');
  await visitor.until(`(${tinted})() === 0`);
}

async function checkPosition(visitor) {
  // Errors stand at the field and change nothing.
  for (const [text, problem] of [
    ['rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', /Row 7, 'ppppppp', has 7 squares/],
    ['8/8/8/8/8/8/8/8 w - - 0 1', /king/],
    ['1. e5', /^1\. e5 is not understood: it is not legal, expected one of a3, /],
    ['', /There is no text, expected a FEN or the moves of a game/],
  ]) {
    await visitor.load(text);
    await visitor.untilText('#field-problem', problem);
    assert.equal(await visitor.page.$eval('#field', (field) => field.getAttribute('aria-invalid')), 'true');
  }
  // A game is shown up to a move that is not understood. It says so, its PGN too.
  await visitor.load('1. ♘f3 d5 (1... -- 2. d4) 2. c4 Kd8 3. e3 1-0\n\n1. b4 Zz9 *');
  await visitor.untilText('#status', /^Game 1 of 2\. The game is shown up to 2\. c4, because 2\.\.\. Kd8 is not understood: .* one of Kd7\. All 2 such places are named in comments\.$/);
  assert.deepEqual(await visitor.texts('#moves .move'), ['Nf3', 'd5', 'c4']);
  assert.match(flat(await visitor.copied('#copy-pgn')), /because 1\.\.\. -- is not understood: .*2\. c4 \{The game is shown up to 2\. c4, because 2\.\.\. Kd8 .*\} 1-0$/);
  assert.match((await visitor.texts('#file-games li')).join('\n'), /^1\. \?, 1-0, 2 moves 2\.\.\. Kd8 is .*\n2\. \?, \*, 1 move 1\.\.\. Zz9 is not understood: /);
  assert.deepEqual(await visitor.texts('#file-games [aria-current]'), ['1. ?, 1-0, 2 moves']);
  // One of many games is found by its names.
  await visitor.load(Array.from({ length: 12 }, (_, index) => `[White "W${index}"]\n\n1. d4 *\n`).join('\n'));
  assert(await visitor.page.$eval('#file-games', (list) => list.getBoundingClientRect().top + 100 < list.closest('.tools-area').getBoundingClientRect().bottom));
  await visitor.fill('#file-word', 'w11');
  await visitor.until(() => document.querySelectorAll('#file-games li').length === 1);
  await visitor.press('#file-games button');
  await visitor.untilText('#players', /^W11 – \?$/);
  await visitor.load('1. d4 d5 2. c4');
  await visitor.page.keyboard.press('ArrowDown');
  await visitor.page.keyboard.press('ArrowLeft');
  await visitor.page.keyboard.press('f');
  await visitor.untilText('#status', /^1\.\.\. d5/);
  // The link has the position, the line and the orientation.
  const link = await visitor.copied('#copy-link');
  await visitor.page.goto('about:blank');
  await visitor.page.goto(link);
  await visitor.untilText('#status', /^This game was here already\.$/);
  assert.deepEqual(await visitor.texts('#moves .move'), ['d4', 'd5', 'c4']);
  assert.equal(await visitor.count('.orientation-black'), 1);
  assert.equal(await visitor.fen(), 'rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2');
  await open(visitor, '#fen=8/8/8/8/8/8/8/8%20w');
  await visitor.untilText('#field-problem', /^The link: /);
  // The editor: a piece is chosen and put, and a position without a king is refused.
  await visitor.press('#edit');
  await visitor.press('#edit-clear');
  await visitor.press('#edit-done');
  await visitor.untilText('#edit-problem', /king/);
  const put = async (piece, square) => {
    await visitor.press(`#spares [data-piece="${piece}"]`);
    await visitor.page.$eval('#editor-board', (board) => board.scrollIntoView());
    await visitor.page.mouse.click(...await squareOn(visitor.page, square, '#editor-board'));
  };
  await put('white king', 'e1');
  await put('black king', 'e8');
  await put('white queen', 'd1');
  await visitor.page.select('#edit-side', 'b');
  await visitor.press('#edit-done');
  await visitor.untilText('#status', /^Black to move/);
  assert.equal(await visitor.fen(), '4k3/8/8/8/8/8/8/3QK3 b - - 0 1');
  // Who works with the keyboard goes on where the editor was opened.
  await visitor.page.focus('#edit');
  await visitor.page.keyboard.press('Enter');
  await visitor.until(() => document.activeElement.matches('main'));
  await visitor.page.focus('#edit-cancel');
  await visitor.page.keyboard.press('Enter');
  await visitor.until(() => document.activeElement.id === 'edit');
  // A link into the page makes no entry in the history of the browser.
  const { length } = await visitor.page.evaluate(() => ({ length: history.length }));
  await visitor.page.$eval('.site-bar [href$="#evaluation"]', (link) => link.click());
  await visitor.page.waitForSelector('#tab-evaluation[aria-selected=true]');
  assert.equal(await visitor.page.evaluate(() => history.length), length);
}

async function checkPlay(visitor) {
  // The clocks of the page go on when they are told to: on a slow machine a game takes longer than its clocks have.
  await visitor.page.evaluate(() => {
    const begun = Date.now();
    window.passed = 0;
    Date.now = () => begun + window.passed;
  });
  await visitor.press('#tab-play');
  await visitor.page.select('#play-level', '1000');
  await visitor.page.select('#play-clock', '3+2');
  await visitor.press('#play button.primary');
  await visitor.untilText('#clock-bottom', /^White 3:00$/);
  assert(await visitor.page.$eval('#take-back', (button) => button.disabled), 'there is no move to take back');
  await visitor.toTop();
  await visitor.drag('e2', 'e4');
  await visitor.until(() => document.querySelectorAll('#moves .move').length === 2);
  await visitor.untilText('#clock-bottom', /^White 3:02$/);
  await visitor.untilText('#clock-top', /^Black 3:02$/);
  await visitor.page.evaluate(() => { window.passed = 12_000; });
  await visitor.untilText('#clock-bottom', /^White 2:50$/);
  await visitor.press('#hint');
  await visitor.untilText('#status', /^Hint: \S+\.$/);
  await visitor.press('#take-back');
  await visitor.until(() => document.querySelectorAll('#moves .move').length === 0);
  // A part that goes or is switched off leaves the keys to what is around it.
  await visitor.click('d2', 'd4');
  await visitor.until(() => document.querySelectorAll('#moves .move').length === 2);
  const press = async (selector, around) => {
    await visitor.page.focus(selector);
    await visitor.page.keyboard.press('Enter');
    await visitor.until((gone, which) => !document.activeElement.matches(gone) && document.activeElement.closest(which), selector, around);
  };
  await press('#take-back', '#playing');
  // Another game is shown meanwhile.
  await visitor.press('#new');
  await visitor.untilText('#status', /^The game against the engine waits/);
  await visitor.press('#go-on');
  await visitor.untilText('#status', /goes on/);
  await press('#resign', '#panel-play');
  await visitor.untilText('#play-result', /^You resigned\. The engine won\. 0-1$/);
  // As Black against a mate in one.
  await visitor.load('rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq g3 0 2');
  await visitor.untilText('#status', /^Black/);
  await visitor.press('#tab-play');
  await visitor.page.select('#play-color', 'black');
  await visitor.page.select('#play-clock', '');
  await visitor.press('#play-here');
  await visitor.until(() => document.querySelectorAll('.orientation-black').length === 1);
  // The game goes on when the page is loaded again.
  await visitor.untilKept((games, { play }) => play && !play.end && games.some(({ id }) => id === play.game));
  await visitor.page.reload();
  await visitor.page.waitForSelector('#playing');
  await visitor.toTop();
  await visitor.click('d8', 'h4');
  await visitor.untilText('#play-result', /^Checkmate\. You won\. 0-1$/);
}

/** No label is clipped, nothing is wider than the window, and axe finds nothing to mend. */
async function checkForm(visitor, where) {
  const { page } = visitor;
  const clipped = await page.evaluate(() => [...document.querySelectorAll('button, label, h1, h2, th, td, summary, .site-bar a, p')]
    .filter((element) => element.checkVisibility() && !element.classList.contains('unseen') && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 90)));
  assert.deepEqual(clipped, [], where);
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert(wide <= width, `${where}: ${wide} pixels wide in a window of ${width}`);
  await checkAccess(page, where);
}

async function checkForms(visitor) {
  const { page } = visitor;
  await visitor.load(OPERA);
  await visitor.untilText('#players', /^Morphy/);
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 800], [2560, 1300]]) {
    await page.setViewport({ width, height });
    await settle(page);
    for (const tab of ['why', 'game', 'play', 'position', 'evaluation']) {
      await visitor.press(`#tab-${tab}`);
      await checkForm(visitor, `${tab} at ${width}`);
    }
  }
  await page.click('.site-bar button');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await visitor.picture('dark');
  await checkForm(visitor, 'dark');
  await page.click('.site-bar button');
  // Text of twice the size lies over nothing.
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  const [inner, outer] = await page.$eval('.analysis-area', ({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  assert(inner <= outer, `the analysis has ${outer} pixels of ${inner}`);
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  // What is said stands on the first screen of a low window, beside four moves and more.
  await page.keyboard.press('ArrowDown');
  for (const [width, height] of [[1366, 625], [1280, 720], [1536, 730], [1024, 600]]) {
    await page.setViewport({ width, height });
    await settle(page);
    await visitor.until(() => document.querySelector('#moves [aria-current]').getBoundingClientRect().bottom <= document.getElementById('moves').getBoundingClientRect().bottom);
    const [status, moves] = await page.evaluate(() => [document.getElementById('status').getBoundingClientRect().bottom, document.getElementById('moves').clientHeight]);
    assert(status <= height && moves >= 100, `at ${width}×${height} the status ends at ${status}, and the moves have ${moves}`);
  }
  // On a phone the board, the bar, the lines and the moves are on the first screen.
  await page.setViewport({ width: 360, height: 740 });
  await open(visitor);
  await visitor.page.$eval('#new', (button) => button.click());
  // On a phone, a first visit shows two lines.
  await page.select('#line-count', '2');
  await visitor.page.$eval('#analyse', (button) => button.click());
  await visitor.until(() => document.querySelectorAll('#lines li:not(.waiting)').length >= 2);
  for (const selector of ['#bar', '#board', '#lines']) {
    const bottom = await page.$eval(selector, (element) => element.getBoundingClientRect().bottom);
    assert(bottom <= 740, `${selector} ends at ${bottom}`);
  }
  const moves = await page.$eval('#moves', (element) => element.getBoundingClientRect().top);
  assert(moves <= 740 - 60, `the moves begin at ${moves}`);
  await visitor.picture('phone');
  // What is asked for is shown.
  await visitor.page.$eval('#analyse', (button) => button.click());
  await visitor.page.$eval('#welcome button:last-child', (button) => button.click());
  await visitor.until(() => document.getElementById('load').getBoundingClientRect().bottom <= innerHeight);
  // A small window has a board, and nothing lies over the controls of a phone that is held sideways.
  await visitor.press('#tab-play');
  await page.select('#play-clock', '3+2');
  await visitor.press('#play button.primary');
  for (const [width, height, least] of [[320, 256, 200], [390, 340, 200], [667, 375, 300]]) {
    await page.setViewport({ width, height });
    const board = await page.$eval('#board', ({ clientWidth }) => clientWidth);
    assert(board >= least, `a board of ${board} at ${width}`);
  }
  await visitor.toTop();
  const covered = await page.$$eval('.site-bar button, .steps button', (buttons) => buttons.filter((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map(({ title }) => title));
  assert.deepEqual(covered, []);
}

/** What was done is there after a reload and can be taken back, and a paste is read. */
async function checkKept(visitor) {
  const { page } = visitor;
  await paste(page, '[White "A"]\n[Black "B"]\n1. e4 {[%clk 0:09:58] good [%cal Ge2e4]} e5 {[%eval 0.25]} 2. Nf3 *');
  await visitor.untilText('#players', /^A – B$/);
  assert.deepEqual(await visitor.texts('#moves .comment'), ['good']);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await visitor.untilText('#status', /^1\.\.\. e5/);
  await visitor.untilText('#opening', /^C20 King's Pawn Game$/);
  // More room for the moves.
  if ((await page.viewport()).width > 900) {
    const height = () => page.$eval('#moves', (list) => list.clientHeight);
    const before = await height();
    await page.click('#fold');
    assert(await height() > before + 100, 'the moves have the room of the tools');
  }
  const pgn = await visitor.copied('#copy-pgn');
  assert.match(pgn, /e4 \{\[%clk 0:09:58\] \[%cal Ge2e4\] good\} 1\.\.\. e5 \{\[%eval 0\.25\]\}/);
  await visitor.untilKept((games, { open }) => games.some(({ id, nodes, cursor }) => id === open && nodes.get(cursor).move?.san === 'e5'));
  await page.reload();
  await visitor.untilText('#status', /^1\.\.\. e5/);
  assert.equal(await visitor.copied('#copy-pgn'), pgn);
  // A page that is left at once has kept the last move.
  await visitor.press('#tab-position');
  await visitor.fill('#move-text', 'd4');
  /** Presses a button and leaves the page, which is loaded again. */
  const pressAndLeave = async (selector) => {
    await page.evaluate((which) => {
      window.isLeft = true;
      document.querySelector(which).click();
      location.reload();
    }, selector);
    await visitor.until(() => !window.isLeft && document.body?.classList.contains('ready'));
  };
  await pressAndLeave('#move-form button');
  await visitor.until(() => /2\. d4/.test(document.querySelector('#moves .variation')?.textContent));
  // A text of several games is a list. New, Delete and others are taken back.
  await paste(page, '1. d4 d5 *\n\n[White "C"]\n[Black "D"]\n\n1. c4 *');
  await visitor.until(() => document.querySelectorAll('#file-games li').length === 2);
  await visitor.untilKept((_games, _page, file) => file?.games.length === 2);
  await page.reload();
  await visitor.until(() => document.querySelectorAll('#file-games li').length === 2);
  await visitor.press('#file-games li:nth-child(2) button');
  await visitor.untilText('#players', /^C – D$/);
  assert.equal(await visitor.count('#games option'), 3);
  await visitor.press('#new');
  await visitor.until(() => document.querySelectorAll('#games option').length === 4);
  await visitor.press('#undo');
  await visitor.untilText('#players', /^C – D$/);
  await visitor.press('#redo');
  await visitor.untilText('#players', /^$/);
  // A game that was deleted just before the page is left is gone.
  await visitor.untilKept((games) => games.length === 4);
  await pressAndLeave('#delete-game');
  assert.equal(await visitor.count('#games option'), 3);
}

/** Endgame tables are taken from files, looked up, kept and forgotten, and what is no table is named. */
async function checkTables(visitor) {
  const made = mkdtempSync(join(tmpdir(), 'coppice-tables-'));
  const add = async (...files) => (await visitor.page.$('#tables')).uploadFile(...files);
  const analyse = async (fen) => {
    await visitor.load(fen);
    await visitor.untilText('#status', /to move/);
    if (await visitor.page.$eval('#analyse', (button) => button.getAttribute('aria-pressed')) === 'false') await visitor.press('#analyse');
  };
  try {
    for (const [name, bytes] of [['KRvK.rtbw', 80], ['notes.txt', 9]]) writeFileSync(join(made, name), new Uint8Array(bytes));
    await visitor.page.evaluate(() => { document.querySelector('.settings').open = true; });
    await add(join(made, 'KRvK.rtbw'), join(made, 'notes.txt'));
    await visitor.untilText('#status', /^'notes\.txt' is not named like an endgame table, such as KQvK\.rtbw\.$/);
    await visitor.untilText('#tables-said', /^cannot use 'KRvK\.rtbw': it does not begin as \.rtbw files do; no tables in these files, expected files such as KQvK\.rtbw$/);
    await visitor.press('#forget-tables');
    await visitor.untilText('#tables-said', /^Syzygy files/);
    if (!existsSync(TABLES)) return console.log(`${visitor.name}: look-ups in endgame tables skipped: there is no ${TABLES}`);
    // The analysis that runs begins anew with them.
    await analyse('8/8/8/8/3k4/8/2BNK3/8 w - - 0 1');
    await visitor.untilText('#progress', /^Depth \d+/);
    await add(...readdirSync(TABLES).map((name) => join(TABLES, name)));
    await visitor.untilText('#tables-said', /^35 WDL and 35 DTZ tables, up to 4 pieces$/);
    await visitor.untilText('#score', /^\+200\.00$/);
    await visitor.untilText('#progress', /\d looked up\./);
    await visitor.page.reload();
    await visitor.untilText('#tables-said', /^35 WDL and 35 DTZ tables, up to 4 pieces$/);
    await analyse('8/8/8/8/4b3/8/1k2R3/4K3 b - - 0 1');
    await visitor.untilText('#progress', /\d looked up\./);
    await visitor.untilText('#score', /^0\.00$/);
    await visitor.page.evaluate(() => { document.querySelector('.settings').open = true; });
    await visitor.press('#forget-tables');
    await visitor.untilText('#progress', /^Depth \d+, [\d.KM]+ nodes, [\d.KM]+\/s\./);
    await visitor.page.reload();
    await visitor.until(() => document.body?.classList.contains('ready'));
    await new Promise((wake) => { setTimeout(wake, 500); });
    assert.match(await visitor.text('#tables-said'), /^Syzygy files/);
  } finally {
    rmSync(made, { recursive: true });
  }
  return undefined;
}

/** Where the host sends no headers, the service worker isolates the page and keeps it; without one, all but the engine works. */
async function checkIsolation(browser, name) {
  const plain = await serve(folder, false);
  const context = await browser.createBrowserContext();
  const { page } = await newPage(context, plain.home);
  const visitor = new Visitor(page, name);
  await page.goto(plain.home);
  await visitor.until(() => window.crossOriginIsolated && document.body?.classList.contains('ready'));
  await page.click('#analyse');
  await visitor.untilText('#progress', /^Depth ([5-9]|\d\d)/);
  await page.reload();
  await visitor.until(() => document.body?.classList.contains('ready'));
  plain.close();
  await page.reload();
  await visitor.until(() => document.body?.classList.contains('ready'));
  await page.click('#analyse');
  await visitor.untilText('#progress', /^Depth ([5-9]|\d\d)/);
  await context.close();

  const refused = await serve(folder, false);
  const other = await browser.createBrowserContext();
  const { page: without } = await newPage(other, refused.home);
  await without.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  await without.goto(refused.home);
  const alone = new Visitor(without, `${name} without isolation`);
  await alone.untilText('#failure', /could not be run: The engine needs memory that threads share/);
  await alone.drag('e2', 'e4');
  await alone.untilText('#status', /^1\. e4\. Black to move/);
  assert.equal(await without.$eval('#analyse', (button) => button.disabled), true);
  // A file that is missing is named.
  await without.setRequestInterception(true);
  without.on('request', (request) => (request.url().endsWith('coppice.wasm') ? request.abort() : request.continue()));
  await without.goto(refused.home);
  await alone.untilText('main', /^The board cannot be loaded: The file http\S*\/coppice\.wasm cannot be loaded \(.*\)\. Check that it is there/);
  await other.close();
  refused.close();
}

/** Two tabs of one browser: each takes up what the other has done, and what both have changed is kept twice. */
async function checkTabs(browser, name) {
  const context = await browser.createBrowserContext();
  const tabs = [];
  for (const which of ['first tab', 'second tab']) {
    const { page } = await newPage(context, home);
    const visitor = new Visitor(page, `${name}, ${which}`);
    await open(visitor);
    tabs.push(visitor);
    if (which === 'first tab') {
      await visitor.load('[White "A"]\n[Black "B"]\n\n1. e4 e5 *');
      await visitor.untilKept((games, { open }) => games.some(({ id, tags }) => id === open && tags.length > 0));
    }
  }
  const [first, second] = tabs;
  await second.untilText('#players', /^A – B$/);
  await first.fill('#comment', 'from the first');
  await second.untilText('#moves', /from the first/);
  // Both before either can save it: the change of neither is lost.
  await first.page.evaluate(() => new Promise((begin) => {
    window.isHeld = true;
    indexedDB.open('keyval-store').onsuccess = ({ target: { result: database } }) => {
      const games = database.transaction('keyval', 'readwrite').objectStore('keyval');
      const hold = () => {
        begin();
        if (window.isHeld) games.get('page').onsuccess = hold;
        else database.close();
      };
      hold();
    };
  }));
  await first.fill('#comment', 'one');
  await second.fill('#comment', 'two');
  await new Promise((wake) => { setTimeout(wake, 600); });
  await first.page.evaluate(() => { window.isHeld = false; });
  await second.untilKept((games) => ['one', 'two'].every((text) => games.some(({ nodes }) => [...nodes.values()].some(({ comment }) => comment === text))));
  // A game against the engine goes on where it was begun, and in no other tab.
  await first.page.bringToFront();
  await first.press('#tab-play');
  await first.press('#play .primary');
  await first.untilKept((_, { play }) => play);
  const third = new Visitor((await newPage(context, home)).page, `${name}, third tab`);
  await third.page.goto(`${home}index.html`);
  await third.untilText('#status', /^A game against the engine goes on in another tab\.$/);
  await third.press('#tab-play');
  assert.deepEqual([await first.count('#playing'), await third.count('#playing')], [1, 0], `${name}: a game in two tabs`);
  await context.close();
}

const TEXTS = [OPERA, '8/P6k/8/8/8/8/8/K7 w - - 0 1', '1. f3 e5 2. g4 Qh4#', '1. d4 *\n\n[White "C"]\n[Black "D"]\n\n1. c4 *', 'nonsense', '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1'];

/** Random visitors: buttons, keys, lists, pastes, moves and sizes. The board shows the position that is told, and nothing fails. */
async function walk(visitor, seed) {
  const { page } = visitor;
  let state = seed;
  const random = (below) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * below); };
  const done = [];
  const actions = {
    press: async () => page.evaluate((number) => {
      const buttons = [...document.querySelectorAll('main button:not(:disabled)')].filter((button) => button.checkVisibility() && !/download|copy/.test(button.id));
      const button = buttons[number % buttons.length];
      button.click();
      return button.id || button.getAttribute('aria-label') || button.textContent;
    }, random(10_000)),
    choose: async () => page.evaluate((number) => {
      const lists = [...document.querySelectorAll('main select')].filter((list) => list.checkVisibility());
      if (lists.length === 0) return 'none';
      const list = lists[number % lists.length];
      list.value = list.options[Math.floor(number / 7) % list.options.length].value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      return list.id;
    }, random(10_000)),
    key: async () => { const key = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'f', 'l', 'x', ' ', 'Escape'][random(9)]; await page.keyboard.press(key); return key; },
    paste: async () => { const text = TEXTS[random(TEXTS.length)]; await paste(page, text); return text.slice(0, 20); },
    move: async () => {
      if (!await page.$('#board cg-board')) return 'no board';
      await visitor.toTop();
      await settle(page);
      // Squares that may be moved to are shown when a piece is chosen.
      const own = await page.$$eval('#board piece', (pieces) => pieces.filter(({ classList }) => !classList.contains('ghost') && !classList.contains('anim')).map((piece) => { const { x, y, width } = piece.getBoundingClientRect(); return [x + width / 2, y + width / 2]; }));
      if (own.length === 0) return 'no pieces';
      await page.mouse.click(...own[random(own.length)]);
      await settle(page);
      const to = await page.$$eval('#board square.move-dest', (squares) => squares.map((square) => { const { x, y, width } = square.getBoundingClientRect(); return [x + width / 2, y + width / 2]; }));
      if (to.length > 0) await page.mouse.click(...to[random(to.length)]);
      return String(to.length);
    },
    size: async () => { const [width, height] = [[1280, 800], [390, 844], [844, 390]][random(3)]; await page.setViewport({ width, height }); return String(width); },
    wait: async () => { const ms = random(400); await new Promise((wake) => { setTimeout(wake, ms); }); return String(ms); },
    reload: async () => { await page.reload(); await visitor.until(() => document.body?.classList.contains('ready')); return ''; },
  };
  const names = ['press', 'press', 'press', 'press', 'choose', 'key', 'key', 'key', 'paste', 'move', 'move', 'move', 'size', 'wait'];
  for (let step = 0; step < 30; step += 1) {
    const name = step === 20 ? 'reload' : names[random(names.length)];
    done.push(`${name} ${await actions[name]()}`);
    await settle(page);
    const fault = await page.evaluate(async () => {
      const look = () => {
        if (document.getElementById('editor')) return '';
        const told = document.getElementById('board').getAttribute('aria-label').match(/[a-h][1-8]/g).length;
        const shown = document.querySelectorAll('#board piece:not(.ghost):not(.fading)').length;
        if (told !== shown) return `${shown} pieces are shown, and ${told} told`;
        if (document.querySelectorAll('#moves [aria-current]').length > 1) return 'two moves are current';
        return document.getElementById('status').textContent ? '' : 'no status';
      };
      // Pieces that are on their way are counted when they are there.
      for (let frames = 60; frames > 0 && look(); frames -= 1) await new Promise(requestAnimationFrame);
      return look();
    });
    assert.equal(fault, '', `${visitor.name}, walk ${seed}: ${done.join(', ')}`);
  }
}

async function checkWalks(visitor) {
  const from = Number(process.env.SEED ?? 1);
  for (let seed = from; seed < from + Number(process.env.WALKS ?? 4); seed += 1) await walk(visitor, seed);
}

const isWanted = (part) => !process.env.PART || process.env.PART.includes(part.name);

async function check(browser, name) {
  /** A check has a page of its own, whose browser keeps nothing, and whose engine has an empty table. */
  const inNewPage = async (width, height, where, part) => {
    const before = Date.now();
    const context = await browser.createBrowserContext();
    const { page, checkQuiet } = await newPage(context, home);
    await page.setViewport({ width, height });
    const visitor = new Visitor(page, where);
    await open(visitor);
    // A search of so many nodes finds the same each time with one thread.
    await page.evaluate(() => { document.querySelector('.settings').open = true; });
    await page.select('#threads', '1');
    await page.evaluate(() => { document.querySelector('.settings').open = false; });
    await part(visitor);
    checkQuiet();
    await context.close();
    if (process.env.VERBOSE) console.log(`${where}: ${part.name} in ${Date.now() - before} ms`);
  };
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    for (const part of [checkBoard, checkAnalysis, checkGame, checkWhy, checkEvaluation, checkPosition, checkPlay, checkKept]) {
      if (isWanted(part)) await inNewPage(width, height, `${name} ${width}`, part);
    }
  }
  if (isWanted(checkTables)) await inNewPage(1280, 800, name, checkTables);
  if (isWanted(checkWalks)) await inNewPage(1280, 800, name, checkWalks);
  if (isWanted(checkTabs)) await checkTabs(browser, name);
  if (isWanted(checkIsolation)) await checkIsolation(browser, name);
  if (isWanted(checkForms)) await inNewPage(1280, 800, name, checkForms);
  console.log(`${name}: all checks of the page passed`);
}

if (pictures) mkdirSync(pictures, { recursive: true });
try {
  const count = await inEachBrowser(check);
  assert(count > 0, 'no browser is installed');
} finally {
  close();
}
