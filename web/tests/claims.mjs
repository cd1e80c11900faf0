// Holds what the labs of the course claim against the searches themselves, without a browser, and prints a table of them.
//
//   node web/tests/claims.mjs PROGRAM      PROGRAM is the example `trees` of this package, built natively

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';

const { outputFiles: [{ text }] } = await build({
  stdin: { contents: "export * from './steps'; export * from './claims';", resolveDir: 'web/course', loader: 'ts' },
  bundle: true, write: false, format: 'esm', loader: { '.rs': 'text' }, logLevel: 'error',
});
const { STEPS, labsOf, plainLines, requests, broken } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
// The function that makes the words of all badges.
const ratioWords = runInThisContext(`${/^function ratioWords[\s\S]*?^}/m.exec(readFileSync('tools/treeview/page/words.js', 'utf8'))[0]}; ratioWords`);
for (const [first, second, words] of [[180, 100, '1.8× fewer'], [100, 130, '1.3× more'], [7, 7, 'the same'], [100, 102, 'about the same'], [1000, 3, '333× fewer'], [0, 5, 'more'], [5, 0, 'none']]) {
  assert.equal(ratioWords(first, second), words);
}

const labs = STEPS.flatMap((step) => labsOf(step).map(([name, lab]) => ({ step, name, lab, asked: requests(step.id, lab) })));
const { stdout, status } = spawnSync(process.argv[2], { input: labs.flatMap(({ asked }) => asked).map((request) => JSON.stringify(request)).join('\n'), encoding: 'utf8' });
assert.equal(status, 0);
const found = stdout.trim().split('\n').map((line) => {
  const [score, nodes, best] = line.split(' ');
  assert.match(line, /^(-?\d+|null) \d+ \d+$/);
  return { score: score === 'null' ? null : Number(score), nodes: Number(nodes), best: Number(best) };
});
const faults = [];
console.log('| step | lab | claim | nodes | and | | scores |\n|---|---|---|---|---|---|---|');
for (const { step, name, lab, asked } of labs) {
  const [first, second = first] = found.splice(0, asked.length);
  // A search alone claims nothing but that it ends.
  const isCompared = asked.length === 2;
  if (isCompared && Object.keys(lab.claim).length === 0) faults.push(`${step.id}, ${name}: two searches and no claim`);
  faults.push(...broken(lab.claim, first, second).map((fault) => `${step.id}, ${name}: ${fault}`));
  const claim = JSON.stringify(lab.claim).replace(/[{}"]/g, '').replaceAll(',', ', ') || '–';
  const compared = isCompared ? `${second.nodes} | ${ratioWords(first.nodes, second.nodes)} | ${first.score}, ${second.score}` : `| | ${first.score}`;
  console.log(`| ${step.id} | ${name} | ${claim} | ${first.nodes} | ${compared} |`);
}
assert.deepEqual(faults, []);

// The plain form: ten lines or so, each with its reason, and a mistake in one of them.
for (const step of STEPS) {
  const lines = plainLines(step);
  assert(lines.length >= 9 && lines.length <= 15, `${step.id}: ${lines.length} lines`);
  assert(lines.every(({ text: line, why }) => line && why.length > 9), `${step.id}: a line has no reason`);
  assert(lines[step.wrong[0] - 1].text !== step.wrong[1]);
  for (const bug of [step.bugLines, ...(step.secondBug ? [step.secondBug.lines] : [])]) {
    const changed = plainLines(step, bug).filter(({ text: line }, index) => line !== lines[index].text);
    assert(changed.length > 0 && changed.length === Object.keys(bug).length && changed.every(({ isBug }) => isBug), `${step.id}: the lines of a bug`);
  }
  assert(['enter', 'leaf', 'call', 'worse', 'raise', 'return'].every((key) => lines.some(({ keys }) => keys.includes(key))), `${step.id}: no line for an event`);
}
console.log(`the claims: ${labs.length} labs of ${STEPS.length} steps hold`);
