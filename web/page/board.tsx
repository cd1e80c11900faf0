// The entry of the board page: loads the rules and the engine, opens what was kept or what a link says, and hears keys, texts
// that are pasted and files that are dropped.

import { render } from 'preact';
import { createEngine } from '../worker/engine.js';
import { loadQuestions } from '../worker/questions.js';
import { Engine, Rules } from './engine';
import { type Game, type Move, nodeOf, START } from './game';
import { inflate, keep, opened, unpack } from './keep';
import { readOpenings } from './openings';
import { Page } from './page';
import * as change from './state';
import { Store } from './store';
import { units } from './score';

const FOLDER = new URL('.', location.href);

async function start(): Promise<void> {
  const rules = new Rules(await loadQuestions(FOLDER));
  units.pawn = rules.ask<{ hundred_pawns: number }>('units').hundred_pawns / 100;
  const first = change.firstState(crypto.randomUUID());
  // The engine may use all cores. A phone has room for two lines.
  first.settings = { ...first.settings, threads: Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 64)), lineCount: innerWidth <= 640 ? 2 : 3 };
  let problem = '';
  const state = await opened(first, Date.now()).catch((error: Error) => { problem = error.message; return first; });
  const native = createEngine({ folder: FOLDER, onLine: (line) => engine.hear(line), onEnd: (reason) => store.apply(change.engineFailed(reason ?? 'it has ended.')) });
  const engine = new Engine((line) => native.send(line));
  const store = new Store(state, rules, engine);
  if (problem) store.apply(change.notify(`The games cannot be kept in this browser: ${problem}`));
  else keep(store);
  await readLink(store);
  const main = document.querySelector('main')!;
  const draw = () => render(<Page state={store.state} store={store} />, main);
  main.replaceChildren();
  draw();
  // Several changes before the next frame are drawn once; those of a page that is not seen too.
  let isWaiting = false;
  store.listen(() => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => { isWaiting = false; draw(); });
  });
  listen(store);
  document.body.classList.add('ready');
  // Names of openings are loaded when nothing else is to be done.
  (globalThis.requestIdleCallback ?? setTimeout)(() => void loadOpenings(store));
}

async function loadOpenings(store: Store): Promise<void> {
  try {
    const response = await fetch(new URL('openings.bin', FOLDER));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    const openings = readOpenings(await inflate(await response.arrayBuffer()));
    store.apply(change.knowOpenings(openings));
  } catch (error) {
    store.apply(change.notify(`The names of openings cannot be loaded: ${(error as Error).message}`));
  }
}

/** Shows what the address asks for, and takes it out of the address: what is shown is kept. */
async function readLink(store: Store): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has('evaluation')) {
    asked.delete('evaluation');
    store.apply(change.set({ isTinted: true, tab: 'evaluation' }));
  }
  const packed = asked.get('game');
  if (asked.size > 0) store.apply(change.set({ orientation: asked.get('side') === 'black' ? 'black' : 'white' }));
  try {
    if (packed) {
      store.load(await unpack(packed));
      store.apply(change.go(placeAt(store.game(), asked.get('at') ?? '0')));
    } else if (asked.has('fen') || asked.has('line')) {
      // Links of earlier versions have a line, and a number of moves.
      const fen = asked.get('fen') ?? START;
      const { played, evaluation, over } = store.rules.position(fen, []);
      const moves: Move[] = [...played, ...store.rules.line(fen, [], (asked.get('line') ?? '').split(' '))];
      store.apply(change.newGame(crypto.randomUUID(), fen === START ? START : evaluation.fen, over));
      store.apply(change.follow(store.game().root, moves));
      store.apply(change.go(placeAt(store.game(), asked.get('ply') ?? String(moves.length))));
    }
  } catch (error) {
    store.apply(change.complain(`The link: ${(error as Error).message}`));
  }
  if (store.state.problem) {
    store.apply(change.set({ tab: 'position' }));
    if (!store.state.problem.startsWith('The link')) store.apply(change.complain(`The link: ${store.state.problem}`));
  }
  try {
    if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  } catch { /* A browser may refuse, and nothing depends on it. */ }
}

/** The place that a link has: a number of moves of the main line, or the number of each child on the way. */
function placeAt(game: Game, at: string): number {
  const path = at.includes('.') ? at.split('.').map(Number) : Array.from({ length: Number(at) || 0 }, () => 0);
  let id = game.root;
  for (const child of path) id = nodeOf(game, id).children[child] ?? id;
  return id;
}

function listen(store: Store): void {
  const KEYS: Record<string, change.Change> = {
    ArrowLeft: change.back, ArrowRight: change.forward, ArrowUp: change.toStart, ArrowDown: change.toEnd, Home: change.toStart, End: change.toEnd, f: change.flip, x: change.threat,
    l: (state) => change.analyse(!state.isAnalysing)(state), ' ': (state) => playBest(state), Escape: (state) => change.closeWhy(change.closePromotion(state)),
  };
  const playBest = (state: change.State): change.State => {
    const { cursor } = change.openGame(state);
    const [best] = state.isAnalysing ? state.lines.get(cursor)?.lines ?? [] : [];
    return best ? change.follow(cursor, best.played.slice(0, 1))(state) : state;
  };
  const isTyping = ({ target }: Event) => Boolean((target as Element).closest?.('input, select, textarea'));
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (isTyping(event) || store.state.isEditing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const isRedo = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
      if (isRedo || event.key === 'z') { event.preventDefault(); store.apply(isRedo ? change.redo : change.undo); }
      return;
    }
    const action = KEYS[event.key];
    if (!action || target.closest('[role=tab], .promotion') || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    store.apply(action);
  });
  // A list that was chosen from with the pointer gives the keys back to the game.
  let isPointer = false;
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, () => { isPointer = type === 'pointerdown'; }, true);
  document.addEventListener('change', ({ target }) => { if (isPointer && target instanceof HTMLSelectElement) target.blur(); });
  const load = (text: string) => {
    store.load(text);
    if (store.state.problem) store.apply(change.set({ tab: 'position' }));
  };
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isTyping(event) || store.state.isEditing || !text.trim()) return;
    event.preventDefault();
    load(text);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const text = await event.dataTransfer?.files[0]?.text() ?? event.dataTransfer?.getData('text');
    if (text && !store.state.isEditing) load(text);
  });
  addEventListener('hashchange', () => void readLink(store));
}

void start();
