// Questions about positions, moves and games, and search trees, by a module without threads (web/src). It answers at once.

import { loadModule } from './engine.js';

/** The kinds of messages from the module, as in web/src/ffi.rs. */
const MessageKind = { PANIC: 1, ANSWER: 2, REFUSAL: 3, GROWING_TREE: 4, TREE: 5 };

/** Loads the module from a folder, by its address. */
export async function loadQuestions(folder = new URL('.', import.meta.url)) {
  let exports = null;
  /** Takes the messages of the function that runs. */
  let receive = () => {};
  const host = {
    now: () => performance.timeOrigin + performance.now(),
    send(kind, at, length) {
      const bytes = new Uint8Array(exports.memory.buffer, at, length).slice();
      if (kind === MessageKind.PANIC) throw new Error(`Coppice: ${new TextDecoder().decode(bytes)}`);
      receive(kind, bytes);
    },
  };
  ({ exports } = await WebAssembly.instantiate(await loadModule(new URL('coppice.wasm', folder)), { host }));
  exports.start();
  const write = (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };

  return {
    /** The answer to a question. web/src/questions.rs lists them. Throws an error with the problem, in words for people. */
    ask(...lines) {
      let answer = null;
      receive = (kind, bytes) => { answer = { kind, text: new TextDecoder().decode(bytes) }; };
      write(lines.join('\n'));
      exports.ask();
      if (answer.kind === MessageKind.REFUSAL) throw new Error(answer.text);
      return JSON.parse(answer.text);
    },

    /**
     * Searches as a request says (web/src/trees.rs), and gives `onTree` the bytes of a log of treeview, and whether the tree is
     * whole: copies of the growing tree first. Throws an error with the problem.
     */
    draw(request, onTree) {
      let problem = null;
      receive = (kind, bytes) => {
        if (kind === MessageKind.REFUSAL) problem = new TextDecoder().decode(bytes);
        else onTree(bytes.buffer, kind === MessageKind.TREE);
      };
      write(JSON.stringify(request));
      exports.draw();
      if (problem !== null) throw new Error(problem);
    },
  };
}
