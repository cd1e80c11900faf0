// The entry of the board page: loads the rules and the engine, opens what was kept or what a link says, and hears keys, texts
// that are pasted and files that are dropped.

import { render } from 'preact';
import { createEngine } from '../worker/engine.js';
import { loadQuestions } from '../worker/questions.js';
import { Engine, Rules } from './engine';
import { inflate, keep, opened, openLink } from './keep';
import { readOpenings } from './openings';
import { Page } from './page';
import { reveal } from './parts';
import * as change from './state';
import { Store, textOf } from './store';
import { addTables, isTable, openTables } from './tables';
import { units } from './score';

const FOLDER = new URL('.', location.href);

declare global {
  /** Kept if the page is not about to be loaded again, see `worker/isolation.js`. */
  var isolation: Promise<void> | undefined;
}

async function start(): Promise<void> {
  await globalThis.isolation;
  const rules = new Rules(await loadQuestions(FOLDER));
  units.pawn = rules.ask<{ hundred_pawns: number }>('units').hundred_pawns / 100;
  const first = change.firstState(crypto.randomUUID());
  // The engine may use all cores. A phone has room for two lines.
  first.settings = { ...first.settings, threads: Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 64)), lineCount: innerWidth <= 640 ? 2 : 3 };
  let problem = '';
  const state = await opened(first, Date.now()).catch((error: Error) => { problem = error.message; return first; });
  const native = createEngine({ folder: FOLDER, onLine: (line) => engine.hear(line), onEnd: (reason) => store.apply(change.engineFailed(reason ?? 'it has ended.')) });
  const engine = new Engine(native.send, native.setFolder);
  const store = new Store(state, rules, engine);
  if (problem) store.apply(change.notify(`The games cannot be kept in this browser: ${problem}`));
  else keep(store);
  await readLink(store);
  const main = document.querySelector('main')!;
  const draw = () => withFocus(() => render(<Page state={store.state} store={store} />, main));
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
  // Tables and names of openings are loaded when nothing else is to be done.
  (globalThis.requestIdleCallback ?? setTimeout)(() => { if (!problem) void openTables(store); void loadOpenings(store); });
}

/** Draws. If the part that has the keys goes or is switched off, what is around it gets them, so that Tab goes on from there. */
function withFocus(draw: () => void): void {
  const had = document.activeElement;
  const around: Element[] = [];
  for (let at = had; at; at = at.parentElement) around.push(at);
  draw();
  const next = around.find((element) => element.getClientRects().length > 0 && !element.matches(':disabled'));
  if (next === had || !(next instanceof HTMLElement)) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
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
  await openLink(store, new URLSearchParams(location.hash.slice(1)));
  try {
    if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  } catch { /* A browser may refuse, and nothing depends on it. */ }
}

function listen(store: Store): void {
  const KEYS: Record<string, change.Change> = {
    ArrowLeft: change.back, ArrowRight: change.forward, ArrowUp: change.toStart, ArrowDown: change.toEnd, Home: change.toStart, End: change.toEnd, f: change.flip, x: change.threat,
    l: (state) => change.analyse(!state.isAnalysing)(state), ' ': (state) => playBest(state), Escape: (state) => change.closeWhy(change.closePromotion(state)),
  };
  const playBest = (state: change.State): change.State => {
    const { cursor } = change.openGame(state);
    const [best] = state.isAnalysing && !state.why?.look ? state.lines.get(cursor)?.lines ?? [] : [];
    return best ? change.follow(cursor, best.played.slice(0, 1))(state) : state;
  };
  /** A key as on a Latin keyboard without Caps Lock. */
  const keyOf = ({ key, code }: KeyboardEvent) => (key.length > 1 ? key : (/[^ -~]/.test(key) ? code.replace('Key', '') : key).toLowerCase());
  const isIn = ({ target }: Event, elements: string) => Boolean((target as Element).closest?.(elements));
  document.addEventListener('keydown', (event) => {
    if (isIn(event, 'input, select, textarea') || store.state.isEditing || event.altKey) return;
    const key = keyOf(event);
    if (event.ctrlKey || event.metaKey) {
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (isRedo || key === 'z') { event.preventDefault(); store.apply(isRedo ? change.redo : change.undo); }
      return;
    }
    const action = KEYS[key];
    if (!action || isIn(event, '[role=tab], .promotion') || (key === ' ' && isIn(event, 'button, a, summary'))) return;
    event.preventDefault();
    store.apply(action);
  });
  // What was pressed or chosen with the pointer gives the keys back to the game.
  document.addEventListener('click', ({ detail, target }) => { if (detail > 0) (target as Element).closest<HTMLElement>('button, summary')?.blur(); });
  // Nor does a field keep them when the board is used, on which the browser itself changes no focus.
  document.addEventListener('pointerdown', (event) => { if (isIn(event, '#board')) (document.activeElement as HTMLElement | null)?.blur(); }, true);
  // The settings lie over the moves until something else is used.
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, (event) => { if (!isIn(event, '.settings')) document.querySelector('.settings')?.removeAttribute('open'); }, true);
  let isPointer = false;
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, () => { isPointer = type === 'pointerdown'; }, true);
  document.addEventListener('change', ({ target }) => { if (isPointer && target instanceof HTMLSelectElement) target.blur(); });
  const load = (text: string) => {
    store.load(text);
    if (!store.state.problem) return;
    store.apply(change.set({ tab: 'position' }));
    reveal('.tools-area');
  };
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isIn(event, 'input, textarea') || store.state.isEditing || !text.trim()) return;
    event.preventDefault();
    load(text);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer?.files ?? []];
    if (files.some(isTable)) return addTables(store, files);
    const dropped = event.dataTransfer?.getData('text');
    const text = files.length > 0 ? (await Promise.all(files.map(textOf))).join('\n\n') : dropped;
    if ((text || files.length > 0) && !store.state.isEditing) load(text ?? '');
  });
  addEventListener('hashchange', () => void readLink(store));
  // On paper the board keeps its size, since its pieces have their places in pixels.
  const fix = (size: string) => document.getElementById('game-area')?.style.setProperty('--board', size);
  addEventListener('beforeprint', () => fix(`${document.getElementById('board')?.clientWidth}px`));
  addEventListener('afterprint', () => fix(''));
}

start().catch((error: Error) => {
  document.querySelector('main')!.textContent = `The board cannot be loaded: ${error.message}`;
  throw error;
});
