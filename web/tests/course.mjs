// Goes through the course in a headless Chromium: each step with its lab, its bugs and its exercise, first failed and then
// solved; the last page's full searches; a phone; and that each score and count on the pages is what the same searches
// return natively.
//
//   node web/tests/course.mjs target/web PROGRAM      PROGRAM is the example `trees` of this package, built natively

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import puppeteer from 'puppeteer-core';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const [folder = 'target/web', native] = process.argv.slice(2);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!chromium) {
  console.log('skipped: chromium is not installed');
  process.exit(0);
}
const server = createServer((request, response) => {
  const path = join(folder, new URL(request.url, 'http://here').pathname);
  if (!existsSync(path)) return response.writeHead(404).end();
  response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
  return response.end(readFileSync(path));
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
const home = `http://127.0.0.1:${server.address().port}/`;
const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const page = await browser.newPage();
const complaints = [];
/** What the module returned, with what it was asked. */
const searches = [];
const keep = async () => searches.push(...await page.evaluate(() => course.searches.splice(0)));
page.on('pageerror', (error) => complaints.push(error.message));
page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) complaints.push(message.text()); });
page.on('request', (request) => { if (!request.url().startsWith(home)) complaints.push(`asks for ${request.url()}`); });
await page.setViewport({ width: 1280, height: 900 });

const isDone = () => page.waitForFunction('window.course && !course.isBusy && !course.isMaking', { timeout: 120_000 });
const said = () => page.$eval('#said', (line) => [line.textContent, line.classList.contains('problem')]);
const verdict = () => page.$eval('#exercise .verdict', (line) => [line.textContent, line.className]);
const press = async (selector) => {
  await page.$eval(selector, (button) => button.click());
  await isDone();
};

/** Gives an answer to the exercise: the right one, or a wrong one. */
async function answer(isRight) {
  await page.evaluate((right) => {
    const { exercise } = course;
    const host = document.getElementById('exercise');
    if (exercise.options) {
      const wrong = (exercise.answer + 1) % exercise.options.length;
      host.querySelectorAll('.answers button')[right ? exercise.answer : wrong].click();
      return;
    }
    if (exercise.answer instanceof Set) {
      for (const leaf of host.querySelectorAll('[data-line]')) {
        const isCut = exercise.answer.has(leaf.dataset.line);
        const isMarked = leaf.getAttribute('aria-checked') === 'true';
        if (isMarked !== (right ? isCut : !isCut)) leaf.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
      }
    } else {
      host.querySelectorAll('.answers input').forEach((input, index) => { input.value = exercise.answer[index] + (right ? 0 : 1); });
    }
    host.querySelector('.answers').requestSubmit();
  }, isRight);
}

await page.goto(`${home}course.html`);
await isDone();
const steps = await page.$$eval('#steps a', (links) => links.map((link) => link.getAttribute('href').slice(1)));
assert.equal(steps.length, 12);

for (const [index, step] of steps.entries()) {
  await page.goto(`${home}course.html#${step}`);
  await isDone();
  const parts = await page.evaluate(() => ({
    code: document.querySelector('.code pre').textContent.length, picture: document.querySelectorAll('.picture svg').length,
    panes: document.querySelectorAll('.pane').length, title: document.querySelector('#step h2').textContent,
  }));
  assert(parts.code > 80 && parts.picture >= 1 && parts.panes >= 1, `${step}: ${JSON.stringify(parts)}`);
  assert(parts.title.startsWith(`${index + 1}. `), parts.title);
  assert.deepEqual((await said())[1], false, `${step}: ${await said()}`);

  // Each button of the lab and of "Where it errs" leads to trees.
  const buttons = await page.$$eval('.presets button, #step > section:not(#bugs):not(.exercise):not(.decisions) > p > button', (all) => all.length);
  for (let at = 0; at < buttons; at += 1) {
    await page.evaluate((number) => document.querySelectorAll('.presets button, #step > section:not(#bugs):not(.exercise):not(.decisions) > p > button')[number].click(), at);
    await isDone();
    const [text, isProblem] = await said();
    assert(!isProblem && /nodes?[.\s]/.test(text), `${step}, button ${at}: ${text}`);
  }

  // Each bug changes the score, the move or the number of nodes.
  for (const bug of ['#bug', '#second-bug']) {
    if (!(await page.$(bug))) continue;
    await press(bug);
    const both = await page.evaluate(() => treeview.panes.map(({ tree: { about } }) => [about.score, about.best, about.nodes]));
    assert.equal(both.length, 2, `${step} ${bug}`);
    assert.notDeepEqual(both[0], both[1], `${step} ${bug} changes nothing: ${await said()}`);
  }

  // The exercise can be failed and solved; two more questions are other ones.
  for (let round = 0; round < 2; round += 1) {
    assert(await page.evaluate(() => course.exercise !== null), `${step}: ${await page.$eval('#exercise', (host) => host.textContent)}`);
    await answer(false);
    assert.match((await verdict())[1], /wrong/, `${step}: a wrong answer is taken: ${await verdict()}`);
    await answer(true);
    assert.match((await verdict())[1], /right/, `${step}: the right answer is refused: ${await verdict()}`);
    await page.evaluate(() => [...document.querySelectorAll('#exercise > button')].at(-1).click());
    await isDone();
  }
  assert.equal(await page.$$eval('#steps a.solved', (links) => links.length), index + 1);
  await keep();
}

// The last page: what a full search finds of each pruned branch.
const decisions = await page.$$eval('.decisions tr', (rows) => rows.length - 1);
assert(decisions >= 10, `${decisions} pruned branches`);
await page.$eval('#check-all', (button) => button.click());
await page.waitForFunction((count) => new RegExp(`^${count} of ${count} searched`).test(document.querySelector('.decisions .said').textContent), { timeout: 240_000 }, decisions);
const found = await page.$$eval('.decisions tr td:last-child', (cells) => cells.map((cell) => cell.textContent));
assert(found.every((text) => /[+−]?[\d.]+|mate|too large|game is over/.test(text)), found.join('; '));
assert(found.filter((text) => /^[+−]?(\d|mate)/.test(text)).length > decisions / 2, found.join('; '));

// A position of one's own, and a wrong one.
const enter = async (root) => {
  await page.$eval('#root', (field, value) => { field.value = value; }, root);
  await page.$eval('#ask', (form) => form.requestSubmit());
  await isDone();
};
await enter('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
assert.equal((await said())[1], false);
await enter('8/8/8/8/8/8/8/8 w - - 0 1');
assert.match((await said())[0], /king/i);
await page.goto(`${home}course.html#alphabeta`);
await isDone();
await enter('[[1,2],[3,x]]');
assert.equal((await said())[1], true);
await enter('[[1,2],[3,4]]');
assert.match((await said())[0], /^Negamax: 3 by move 2, 6 nodes\. Alpha-beta: 3 by move 2, 6 nodes\.$/);

// Progress is kept.
await page.reload();
await isDone();
assert.match(await page.$eval('#progress', (line) => line.textContent), /^12 of 12 /);

// A phone, light and dark.
for (const width of [360, 1280]) {
  await page.setViewport({ width, height: 740 });
  for (const step of ['minimax', 'alphabeta', 'quiescence', 'engine']) {
    await page.goto(`${home}course.html#${step}`);
    await isDone();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= width, `${step} is ${wide} pixels wide in a window of ${width}`);
  }
}

await keep();
assert.deepEqual(complaints, []);
await browser.close();
server.close();

// Each of these searches natively: the same score, nodes and move.
if (native) {
  const input = searches.map(({ request }) => JSON.stringify(request)).join('\n');
  const { stdout, status } = spawnSync(native, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(status, 0);
  const answers = stdout.trim().split('\n');
  searches.forEach(({ request, score, nodes, best }, index) => {
    assert.equal(answers[index], `${score} ${nodes} ${best}`, JSON.stringify(request));
  });
}
console.log(`the course: ${steps.length} steps, ${searches.length} searches${native ? ', natively the same' : ''}`);
