// Opens the pages in a headless Chromium and uses them as people do: a tree of 100,000 records, two searches side
// by side, and trees made by hand.
//
//   node tools/treeview/tests/browser.mjs [path of the treeview binary] [folder for screenshots]
//
// Without Chromium and its driver the test says so and passes.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { testDiagrams, testFunnel, testPhone } from './browser/drawings.mjs';
import { testKeys, testPlaces, testSuspense } from './browser/keys.mjs';
import { RECORDS, testLargeTree } from './browser/large.mjs';
import { browser, pages } from './browser/page.mjs';
import { testFailures, testIterations, testLegend, testMinimax, testNotes, testSideBySide, testWords } from './browser/words.mjs';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const treeview = resolve(process.argv[2] ?? 'target/release/treeview');
try {
  draw();
  await testLargeTree();
  await testSideBySide();
  await testFailures();
  await testNotes();
  await testWords();
  await testIterations();
  await testDiagrams();
  await testKeys();
  await testPlaces();
  await testLegend();
  await testFunnel();
  await testMinimax();
  await testSuspense();
  await testPhone();
  console.log('all checks of the pages passed');
} finally {
  await browser.stop();
  rmSync(pages, { recursive: true, force: true });
}

function draw() {
  const run = (...args) => execFileSync(treeview, args, { cwd: pages });
  run(KIWIPETE, '--depth', '40', '--nodes', '400000', '--max-nodes', String(RECORDS), '-o', 'large.html');
  run('--depth', '3', '--algorithm', 'minimax', '--against', 'alphabeta', '-o', 'two.html');
  run(KIWIPETE, '--depth', '5', '--algorithm', 'engine', '--against', 'alphabeta', '--max-nodes', '3000', '-o', 'thinned.html');
  run('--depth', '40', '--nodes', '3000', '-o', 'stopped.html');
  run('--lists', '[[[12345,-12345],[-30000,31000]],[[7,5],[1]],[4,[3,2]]]', '-o', 'wide.html');
  run('--lists', JSON.stringify(Array.from({ length: 400 }, (_, index) => index)), '-o', 'flat.html');
  const both = ['--algorithm', 'minimax', '--against', 'alphabeta'];
  run('--lists', '[[3,12,8],[2,4,6],[14,5,2]]', ...both, '-o', 'two-plies.html');
  const three = '[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]';
  run('--lists', three, ...both, '-o', 'three-plies.html');
  run('--lists', three, '--algorithm', 'pvs', '-o', 'pvs.html');
}
