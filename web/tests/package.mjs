// Packs the built folder for npm, installs the package elsewhere, and starts the engine from there.
//
//   node web/tests/package.mjs target/web
//
// Nothing is downloaded. Without npm the test says so and passes.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

if (spawnSync('npm', ['--version']).error) {
  console.log('skipped: npm is not installed');
  process.exit(0);
}
const folder = resolve(process.argv[2] ?? 'target/web');
const elsewhere = mkdtempSync(join(tmpdir(), 'coppice-package-'));
const npm = (args) => execFileSync('npm', args, { cwd: elsewhere, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
try {
  // The version is that of the workspace.
  const [, version] = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(readFileSync('Cargo.toml', 'utf8'));
  const [packed] = JSON.parse(npm(['pack', '--json', folder]));
  assert.equal(packed.version, version);
  const names = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(names, ['LICENSE', 'README.md', 'coppice.js', 'engine.d.ts', 'engine.js', 'engine.wasm', 'isolation.js', 'package.json', 'thread.js']);

  npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', elsewhere, join(elsewhere, packed.filename)]);
  const program = join(elsewhere, 'node_modules/.bin', process.platform === 'win32' ? 'coppice-uci.cmd' : 'coppice-uci');
  const output = execFileSync(program, { input: 'go depth 3\n', encoding: 'utf8', shell: process.platform === 'win32' });
  assert.match(output, /^bestmove [a-h][1-8][a-h][1-8]/m);

  // A program that speaks UCI may keep the input open after `quit`.
  const engine = spawn(program, { stdio: ['pipe', 'ignore', 'inherit'], shell: process.platform === 'win32', timeout: 600_000 });
  engine.stdin.write('quit\n');
  const [code] = await once(engine, 'exit');
  assert.equal(code, 0);
  console.log(`the package ${packed.filename} (${packed.size} bytes) installs and plays`);
} finally {
  rmSync(elsewhere, { recursive: true, force: true });
}
