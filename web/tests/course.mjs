// Reads the course in headless browsers: all steps by link and in order, each with its lab (board, trees, plain lines, replay), its
// bugs, insets and exercises, first failed and then solved; the last page's full searches; a phone. Each score and count on
// the pages is what the same searches return natively.
//
//   node web/tests/course.mjs target/web PROGRAM      PROGRAM is the example `trees` of this package, built natively

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { checkAccess, inEachBrowser, newPage, serve, settle } from './browsers.mjs';

const [folder = 'target/web', native] = process.argv.slice(2);
const { home, close } = await serve(folder);
/** What the module returned, with what it was asked. */
const searches = [];

async function readCourse(browser, name) {
  const { page, checkQuiet } = await newPage(browser, home);
  const keep = async () => searches.push(...await page.evaluate(() => course.searches.splice(0)));
  /** Waits until the page shows a step, with its lab and its exercise. */
  const isDone = (step) => page.waitForFunction((hash) => {
    const { course } = window;
    return course && !course.isBusy && !course.isMaking && (!hash || document.querySelector('#steps [aria-current]').hash === hash);
  }, { polling: 50 }, step && `#${step}`);
  const said = () => page.$eval('#said', (line) => [line.textContent, line.classList.contains('problem')]);
  const press = async (selector) => {
    await page.$eval(selector, (button) => button.click());
    await isDone();
  };
  const open = async (step) => {
    await page.goto(`${home}course.html#${step}`);
    await isDone(step);
  };
  /** Goes to a step by a link on the page. */
  const follow = async (link, step) => {
    await link.evaluate((element) => element.click());
    await isDone(step);
  };

  /** A lab has a board with pieces, trees, and lines of the algorithm. */
  async function checkLab(where) {
    const lab = await page.evaluate(() => {
      const isSeen = (part) => part !== null && part.getBoundingClientRect().width > 0 && getComputedStyle(part).visibility === 'visible';
      const board = document.querySelector('.lab .board');
      return {
        labs: document.querySelectorAll('.lab').length, isBoard: isSeen(board), pieces: board.querySelectorAll('.piece').length,
        panes: [...document.querySelectorAll('.lab .pane')].filter(isSeen).length, lines: document.querySelectorAll('.lab .plain li').length,
        where: document.querySelector('.lab .where').textContent,
      };
    });
    assert(lab.labs === 1 && lab.isBoard && lab.pieces >= 3 && lab.panes >= 1 && lab.lines >= 9 && lab.where, `${where}: ${JSON.stringify(lab)}`);
  }

  /** Gives an answer to the exercise: the right one, or a wrong one, of which there may be several. */
  const answer = (isRight, attempt = 1) => page.evaluate((right, number) => {
    const { exercise } = course;
    const host = document.getElementById('exercise');
    if (exercise.options) {
      const wrong = (exercise.answer + number) % exercise.options.length;
      host.querySelectorAll('.answers button')[right ? exercise.answer : wrong].click();
      return;
    }
    if (exercise.answer instanceof Set) {
      const leaves = [...host.querySelectorAll('[data-line]')];
      const isOne = /Click the leaf /.test(host.textContent);
      const chosen = right ? leaves.filter((leaf) => exercise.answer.has(leaf.dataset.line)) : leaves.filter((leaf) => !exercise.answer.has(leaf.dataset.line)).slice(0, isOne ? 1 : 9);
      for (const leaf of leaves) {
        const isMarked = leaf.getAttribute('aria-checked') === 'true';
        if (isMarked !== chosen.includes(leaf)) leaf.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
      }
    } else {
      host.querySelectorAll('.answers input').forEach((input, index) => { input.value = exercise.answer[index] + (right ? 0 : number); });
    }
    host.querySelector('.answers').requestSubmit();
  }, isRight, attempt);

  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${home}course.html`);
  await isDone();
  const steps = await page.$$eval('#steps a', (links) => links.map((link) => link.getAttribute('href').slice(1)));
  assert.equal(steps.length, 13);

  for (const [index, step] of steps.entries()) {
    await page.goto('about:blank');
    await open(step);
    await checkLab(`${step}, by link`);
    assert(await page.$eval('.code pre', (code) => code.textContent.length) > 80, step);
    assert((await page.$eval('#step h1', (title) => title.textContent)).startsWith(`${index + 1}. `));
    assert.deepEqual((await said())[1], false, `${step}: ${await said()}`);

    // Each moment of the replay has a line, which is lit and shown with values: one of ten moments is looked at. By keyboard, too, while the lab is in view.
    const replayed = await page.evaluate(() => {
      const { lab } = course;
      const ticks = lab.ticks[lab.active];
      const lit = new Set();
      for (let tick = 1; tick < Math.min(ticks.length, 400); tick += 1) {
        const line = lab.lineOf(ticks.key(tick - 1));
        if (line < 0) return `at ${tick} there is no line`;
        lit.add(line);
        if (tick > 9 && tick % 10 > 0) continue;
        lab.replay.goTo(tick);
        const lines = document.querySelectorAll('.plain .lit');
        if (lines.length !== 1) return `at ${tick} ${lines.length} lines are lit`;
        if (document.querySelectorAll('.lab .facts dd').length < 2) return `at ${tick} there are no values`;
      }
      // So has each moment of the search beside it, in lines of its own.
      lab.select(lab.panes[0], 0, -1);
      const beside = lab.ticks[0];
      for (let tick = 1; tick < Math.min(beside.length, 400); tick += 1) if (lab.lineOf(beside.key(tick - 1)) < 0) return `beside, at ${tick} there is no line`;
      lab.select(lab.panes.at(-1), 0, -1);
      lab.replay.goTo(0);
      lab.element.scrollIntoView();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '.', bubbles: true }));
      return lab.replay.moment === 1 ? lit.size : 'the key does not step';
    });
    assert(replayed >= 4, `${step}: ${replayed}`);

    // The arrow keys walk the tree, and the board follows.
    const walked = await page.evaluate(() => {
      course.lab.replay.goTo(course.lab.replay.length);
      const host = course.lab.panes.at(-1).picture.element;
      host.focus();
      const see = () => [document.querySelector('.lab .where').textContent, [...document.querySelectorAll('.lab .last-move')].length];
      const before = see();
      host.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      const after = see();
      host.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
      return [before, after, see()];
    });
    assert(walked[1][1] === 2 && walked[0][0] !== walked[1][0] && walked[0][0] === walked[2][0], `${step}: ${JSON.stringify(walked)}`);
    // What is read out has the kind of the node and its score.
    assert(walked.every(([text]) => /: (leaf|exact|(PV|cut|all) node), ([≤≥] )?[+−]?(\d|mate|won)/.test(text)), `${step}: ${JSON.stringify(walked)}`);

    // Each button of the lab, of "Where it errs" and of the bugs leads to trees and a board, and a badge that says what the counts say.
    const buttons = '#step > section[aria-label="Try it"] .presets button, #step > section:not(#bugs, .exercise, .decisions, .inset) > p > button, #bug, #second-bug';
    for (let at = 0; at < await page.$$eval(buttons, (all) => all.length); at += 1) {
      await page.evaluate((selector, number) => document.querySelectorAll(selector)[number].click(), buttons, at);
      await isDone();
      const [text, isProblem] = await said();
      assert(!isProblem && /nodes?[.\s]/.test(text), `${step}, button ${at}: ${text}`);
      await checkLab(`${step}, button ${at}`);
      const counts = await page.evaluate(() => course.lab.panes.map(({ tree }) => tree.about.nodes));
      if (counts.length < 2) continue;
      const badge = await page.$eval('.verdict-badge', ({ textContent }) => textContent);
      const word = counts[1] < counts[0] ? /fewer|about/ : counts[1] > counts[0] ? /more|about/ : /the same/;
      assert.match(badge, word, `${step}, button ${at}: ${counts}`);
    }

    // Each kind of exercise can be failed, is told why, and can be solved.
    for (const kind of ['predict', 'find', 'mend']) {
      await press(`[data-kind=${kind}]`);
      const question = await page.evaluate(() => course.exercise && [course.exercise.question, course.exercise.options?.[course.exercise.answer]]);
      assert(question, `${step}, ${kind}: ${await page.$eval('#exercise', (host) => host.textContent)}`);
      if (question[1]?.length > 2) assert(!question[0].toLowerCase().includes(question[1].toLowerCase()), `${step}, ${kind} contains its answer: ${question}`);
      const isMarked = await page.evaluate(() => {
        const [asked, other] = ['.asked', '.node:not(.asked)'].map((which) => document.querySelector(`#exercise ${which} :is(rect, ellipse)`));
        return !asked || getComputedStyle(asked).stroke !== getComputedStyle(other).stroke;
      });
      assert(isMarked, `${step}, ${kind}: the node that is asked about has the colour of the others`);
      const reasons = new Set();
      for (const attempt of [1, 2]) {
        await answer(false, attempt);
        const [text, look] = await page.$eval('#exercise .verdict', (line) => [line.textContent, line.className]);
        if (/right/.test(look)) continue;
        assert(/wrong/.test(look) && text.length > 35, `${step}, ${kind}: a wrong answer is not told why: ${text}`);
        reasons.add(text);
      }
      assert(reasons.size > 0);
      await answer(true);
      const verdict = await page.$eval('#exercise .verdict', (line) => `${line.className}: ${line.textContent}`);
      assert.match(verdict, /right/, `${step}, ${kind}: the right answer is refused: ${verdict}`);
    }
    assert.equal(await page.$$eval('#steps a.solved', (links) => links.length), index + 1);
    await keep();
  }

  // The last page: what a full search finds of each pruned branch.
  await open('engine');
  await press('#step .presets button:nth-child(2)');
  const decisions = await page.$$eval('.decisions tbody tr', (rows) => rows.length);
  assert(decisions >= 10, `${decisions} pruned branches`);
  await page.$eval('#check-all', (button) => button.click());
  await page.waitForFunction((count) => new RegExp(`^${count} of ${count} searched`).test(document.querySelector('.decisions .said').textContent), {}, decisions);
  const found = await page.$$eval('.decisions tbody td:last-child', (cells) => cells.map((cell) => cell.textContent));
  assert(found.every((text) => /[+−]?[\d.]+|mate|too large|game is over/.test(text)), found.join('; '));
  assert(found.filter((text) => /^[+−]?(\d|mate)/.test(text)).length > decisions / 2, found.join('; '));

  // The project: a rule that matters, in a match with its result and error.
  await page.$eval('#rule-quiescence', (box) => { box.checked = true; });
  await page.$eval('.rules input[aria-label="Nodes a move"]', (field) => { field.value = 200; });
  const result = await page.evaluate(() => new Promise((tell) => {
    const line = document.getElementById('match');
    new MutationObserver(() => { if (/^Game 12 /.test(line.textContent)) tell(line.textContent); }).observe(line, { childList: true });
    document.querySelector('.rules').requestSubmit();
  }));
  assert.match(result, /^Game 12 of 100: \d+ won, \d+ drawn, \d+ lost\. \+\d+ ± \d+ Elo\.$/);

  // The insets answer.
  await open('minimax');
  await page.waitForSelector('#inset-evaluation output:not(:empty)');
  const score = () => page.$eval('#inset-evaluation .said', (line) => line.textContent);
  const before = await score();
  await page.$eval('#inset-evaluation input[type=range]', (slider) => {
    slider.value = 300;
    slider.dispatchEvent(new Event('input'));
  });
  assert.match(before, /^Phase \d+ of 24: \d+ % middlegame\. Score for White: [+−]?\d/);
  for (const [step, name, wanted] of [['alphabeta', 'branching', /effective/], ['ordering', 'history', /^\d+ of \d+ cuts/], ['deepening', 'time', /ms/], ['table', 'keys', /different positions/], ['table', 'threads', /8.*× as fast/]]) {
    await open(step);
    await page.$eval(`#inset-${name} button.primary`, (button) => button.click());
    await page.waitForFunction((selector, pattern) => [...document.querySelectorAll(selector)].some(({ textContent }) => new RegExp(pattern).test(textContent)), {}, `#inset-${name} [role=status]`, wanted.source);
  }
  await open('ordering');
  await page.waitForSelector('#inset-exchange table');
  assert.match(await page.$eval('#inset-exchange .steps-of', (part) => part.textContent), /So ♘.*(wins|loses|is even)/);

  // A position of one's own, a tree of numbers, and wrong ones.
  const enter = async (root) => {
    await page.$eval('#root', (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input'));
    }, root);
    await page.$eval('#ask', (form) => form.requestSubmit());
    await isDone();
  };
  await enter('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  assert.equal((await said())[1], false);
  await enter('8/8/8/8/8/8/8/8 w - - 0 1');
  assert.match((await said())[0], /king/i);
  // A depth that cannot be searched is refused, and two depths need the second ply. A tree of numbers has no depths.
  await open('table');
  const set = async (settings) => {
    await page.evaluate((values) => {
      for (const [id, value] of Object.entries(values)) document.getElementById(id).value = value;
      document.getElementById('show').dispatchEvent(new Event('change'));
    }, settings);
    await isDone();
    return said();
  };
  for (const [depth, show, least] of [['0', 'compare', 1], ['2.5', 'alone', 1], ['', 'compare', 1], ['1', 'depths', 2]]) {
    assert.deepEqual(await set({ depth, show }), [`The depth has to be a whole number from ${least} to 12.`, true]);
  }
  assert.match((await set({ depth: '2' }))[0], /depth 1: .*depth 2: /);
  await enter('[[1,2],[3,4]]');
  assert.equal(await page.$eval('#show', ({ value }) => value), 'compare');
  assert.match((await said())[0], /no two lines meet/);
  // Where a search stops above the leaves, it takes their mean.
  await open('deepening');
  await enter('[[3,12,9],[2,8]]');
  const first = await page.evaluate(() => {
    const { tree, words } = course.lab.panes.at(-1);
    return [tree.roots.length, words.score(1), words.kind(1).text];
  });
  assert.deepEqual(first, [2, '8', 'The search stops here, above the leaves, and takes the mean of what is below for the value.']);
  await open('alphabeta');
  await enter('[[1,2],[3,x]]');
  assert.equal((await said())[1], true);
  await enter('[[1,2],[3,4]]');
  const ofTree = /^Negamax: 3 by move 2, 6 nodes\. Alpha-beta: 3 by move 2, 6 nodes\.$/;
  assert.match((await said())[0], ofTree);

  // Progress is kept, and so is what the lab is set to, without entries in the history.
  const entries = await page.evaluate(() => history.length);
  await page.reload();
  await isDone();
  assert.match((await said())[0], ofTree);
  const lab = { depth: '4', order: 'backwards', show: 'bug', root: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' };
  await set(lab);
  await page.reload();
  await isDone();
  assert.deepEqual(await page.evaluate((ids) => Object.fromEntries(ids.map((id) => [id, document.getElementById(id).value])), Object.keys(lab)), lab);
  assert.equal(await page.evaluate(() => history.length), entries);
  // The search with the bug has it in its lines, the one beside it has not.
  const bugs = () => page.$$eval('.plain .bug', (lines) => lines.map(({ textContent }) => textContent.trim()));
  assert.deepEqual(await bugs(), ['score ← −search(child, depth − 1, −α, −β) ← the bug']);
  const lookAt = (index) => page.evaluate((at) => course.lab.select(course.lab.panes[at], 0, -1), index);
  await lookAt(0);
  assert.deepEqual(await bugs(), []);
  // Negamax beside alpha-beta has no window.
  await set({ show: 'compare' });
  const text = () => page.$eval('.plain', ({ textContent }) => textContent);
  assert.match(await text(), /α ≥ β/);
  await lookAt(0);
  assert.doesNotMatch(await text(), /α/);
  assert.match(await page.$eval('#progress', (line) => line.textContent), /^39 of 39 /);

  // A phone and a desk, light and dark: nothing too wide, nothing for axe, two trees in view together, targets for fingers.
  for (const [width, height, scheme] of [[390, 844, 'light'], [1280, 900, 'dark']]) {
    await page.setViewport({ width, height });
    if (name === 'chromium') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${home}course.html`);
    await isDone(steps[0]);
    for (const [index, step] of steps.entries()) {
      // In order, from the list of steps or by the link at the end of each: no step may rely on how it was reached.
      if (index > 0) await follow(await page.$(width > 600 ? '.steps-end a:last-child' : `#steps a[href="#${step}"]`), step);
      await checkLab(`${step}, in order at ${width} pixels`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${step} is ${wide} pixels wide in a window of ${width}`);
      await checkAccess(page, `${step} at ${width} pixels`);
      const pictures = await page.$$eval('.lab .pane', (panes) => panes.map((pane) => {
        const { top } = pane.getBoundingClientRect();
        const { bottom, width: wide, left } = pane.querySelector('.diagram svg, canvas').getBoundingClientRect();
        return { top, bottom, right: left + wide };
      }));
      const span = Math.max(...pictures.map(({ bottom }) => bottom)) - Math.min(...pictures.map(({ top }) => top));
      assert(span <= height && pictures.every(({ right }) => right <= width), `${step}: the trees take ${span} pixels of ${height}: ${JSON.stringify(pictures)}`);
      // Two trees side by side have least room in windows between a phone and a desk.
      for (const narrow of width > 600 ? [width, 1000, 640] : [width]) {
        await page.setViewport({ width: narrow, height });
        await settle(page);
        const clipped = await page.$$eval('.lab .pane', (panes) => panes.flatMap((pane) => [...pane.querySelectorAll('.row .move, .row .score, .row .share, .pane-head h2, .sides text')]
          .filter((part) => part.getBoundingClientRect().width > 0 && (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && !part.ownerSVGElement
            || part.getBoundingClientRect().right > pane.getBoundingClientRect().right + 0.5 || part.getBoundingClientRect().left < pane.getBoundingClientRect().left)).map(({ textContent }) => textContent)));
        assert.deepEqual(clipped, [], `${step} at ${narrow} pixels: clipped`);
      }
      await page.setViewport({ width, height });
      if (width > 600) continue;
      const small = await page.$$eval('#step button, #step select, #step input:not([type=checkbox], [type=range]), #step summary, #steps a', (all) => all.map((target) => [target.getBoundingClientRect(), target.outerHTML.slice(0, 90)])
        .filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5)).map(([box, text]) => `${box.width}×${box.height} ${text}`));
      assert.deepEqual(small, [], `${step}: targets`);
    }
  }
  await keep();
  checkQuiet();
  console.log(`${name}: the course of ${steps.length} steps, by link and in order`);
}

const count = await inEachBrowser(readCourse);
close();

// Each of these searches natively: the same score, nodes and move.
if (native && count > 0) {
  const asked = [...new Set(searches.map(({ request }) => JSON.stringify(request)))];
  const { stdout, status } = spawnSync(native, { input: asked.join('\n'), encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(status, 0);
  const answers = new Map(stdout.trim().split('\n').map((answer, index) => [asked[index], answer]));
  for (const { request, score, nodes, best } of searches) {
    const text = JSON.stringify(request);
    assert.equal(answers.get(text), `${score} ${nodes} ${best}`, text);
  }
  console.log(`${searches.length} searches, natively the same`);
}
