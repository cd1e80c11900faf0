#!/usr/bin/env node
// The engine as a worker that speaks UCI, as web boards use it: lines in by postMessage, lines out by onmessage.
//
//   const engine = new Worker('coppice.js');
//   engine.onmessage = ({ data }) => console.log(data);
//   engine.postMessage('uci');
//
// Files, for SyzygyPath, come as { folder: '/tables', files: { 'KQvK.rtbw': bytes, … } }.
//
// In Node, `node coppice.js` speaks UCI on standard input and output, and new Worker('coppice.js') of node:worker_threads
// works like a browser's worker (with postMessage and the event 'message'). engine.js, thread.js and engine.wasm lie beside
// this file. A page has to be isolated from other origins: see isolation.js.

/** Gives the engine a line, or a folder of files. */
const tell = (engine, message) => (typeof message === 'string' ? engine.send(message) : engine.setFolder(message.folder, message.files));

/** Connects the engine with its place: the page of a worker, the parent of a thread, or standard input and output. */
async function connect({ createEngine }) {
  const node = globalThis.process?.getBuiltinModule;
  if (!node) {
    const engine = createEngine({
      onLine: (line) => self.postMessage(line),
      onEnd: (problem) => { if (problem) setTimeout(() => { throw new Error(problem); }); else self.close(); },
    });
    return (message) => tell(engine, message);
  }
  const { parentPort } = node('node:worker_threads');
  const write = parentPort ? (line) => parentPort.postMessage(line) : (line) => process.stdout.write(`${line}\n`);
  const onEnd = (problem) => {
    if (problem) console.error(problem);
    process.exitCode = problem ? 1 : 0;
    // The input may be open still, and would keep the program.
    if (parentPort) parentPort.close(); else process.stdin.destroy();
  };
  const engine = createEngine({ onLine: write, onEnd });
  if (parentPort) parentPort.on('message', (message) => tell(engine, message));
  else {
    const lines = node('node:readline').createInterface({ input: process.stdin });
    lines.on('line', (line) => engine.send(line));
    lines.on('close', () => engine.end());
  }
  return null;
}

{
  // Lines that come before the module is loaded wait.
  const waiting = [];
  if (!globalThis.process?.getBuiltinModule) self.onmessage = ({ data }) => waiting.push(data);
  import('./engine.js').then(connect).then((send) => {
    if (!send) return;
    waiting.forEach(send);
    self.onmessage = ({ data }) => send(data);
    // Outside of the promise it reaches the page as an error of the worker.
  }).catch((error) => setTimeout(() => { throw error; }));
}
