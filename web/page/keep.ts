// Keeps the games in the browser after each change, opens them again, and packs a game into a link. Other tabs may do the same:
// each hears of what the others have saved, and a game that two have changed is kept twice.

import { del, entries, get, set as write, update } from 'idb-keyval';
import { type Game, type GameNode, nodeOf, pathTo, pgnOf } from './game';
import { adopted, complain, go, isEmpty, isRunning, notify, openGame, renamed, resumed, set, type State, stopped } from './state';
import type { Store } from './store';

export type Kept = Pick<State, 'open' | 'play' | 'waiting' | 'settings' | 'file'>;
/** What a page that is left has not saved yet: it hears no answer of the database any more, so this goes where it is written at once: also the names and stamps of games that are gone. */
interface Left { gone?: [id: string, stamp: number][]; games: (Omit<Game, 'nodes'> & { nodes: [number, GameNode][] })[]; page: Omit<Kept, 'file'> | null; isPlayer: boolean }
const LEFT = 'coppice left ';
const keyOf = (id: string) => `game ${id}`;

/** The lock that a tab has while a game against the engine is played in it, or waits. */
const PLAY_LOCK = 'coppice play';
/** The time in which a page that is loaded again has given it back. */
const PATIENCE_MS = 1000;

/** True if another tab plays a game against the engine. */
const isPlayedElsewhere = (): Promise<boolean> => (
  navigator.locks.request(PLAY_LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => false).catch(() => true));

const hasPlay = ({ play, waiting }: Pick<Kept, 'play' | 'waiting'>): boolean => (play !== null && play.end === null) || (waiting ?? []).length > 0;

/** Deletes a game, unless another tab has changed it. */
async function deleteKept(id: string, stamp: number | undefined): Promise<void> {
  if ((await get<Game>(keyOf(id)))?.changed === stamp) await del(keyOf(id));
}

/** Saves what pages that were left had not saved, unless it was changed or is played since. */
async function saveLeft(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(LEFT))) {
    const { gone, games, page, isPlayer } = JSON.parse(localStorage.getItem(key)!) as Left;
    localStorage.removeItem(key);
    for (const game of gone ?? []) await deleteKept(...game);
    for (const { nodes, ...game } of games) await update<Game>(keyOf(game.id), (there) => (there && there.changed > game.changed ? there : { ...game, nodes: new Map(nodes) }));
    if (page) await update<Omit<Kept, 'file'>>('page', (there) => (there && hasPlay(there) && !isPlayer ? there : page));
  }
}

/** The games of the last visit, if there are any. A game in play goes on in one tab alone. */
export async function opened(first: State, now: number): Promise<State> {
  await saveLeft().catch(() => {});
  const kept = await entries<string, Game | Kept | State['file']>();
  const games = kept.filter(([key]) => key.startsWith('game ')).map(([, game]) => game as Game).sort((a, b) => a.changed - b.changed);
  const found = kept.find(([key]) => key === 'page')?.[1] as Kept | undefined;
  const file = kept.find(([key]) => key === 'file')?.[1] as State['file'] | undefined;
  const page = found && { ...found, waiting: found.waiting ?? [], file: file ?? null };
  if (!page || !hasPlay(page) || !await isPlayedElsewhere()) return reopened(first, games, page, now);
  return { ...reopened(first, games, { ...page, play: null, waiting: [] }, now), notice: 'A game against the engine goes on in another tab.' };
}

export function reopened(first: State, games: Game[], page: Kept | undefined, now: number): State {
  const settings = { ...first.settings, ...page?.settings };
  if (games.length === 0) return { ...first, settings };
  const nextId = 1 + games.reduce((largest, { nodes }) => Math.max(largest, ...nodes.keys()), 0);
  const open = games.some(({ id }) => id === page?.open) ? page!.open : games.at(-1)!.id;
  const game = games.find(({ id }) => id === open)!;
  const play = page?.play?.game === open && game.nodes.has(page.play.tip) ? page.play : null;
  // A clock stands while the page is closed.
  return { ...first, games, nextId, open, play: play && resumed(play, now), waiting: page?.waiting ?? [], file: page?.file ?? null, settings };
}

/** What is kept beside the games: the place, and the games in play with the time that is left now. */
export function pageOf(state: State, now: number): Kept {
  const { open, play, waiting, settings, file } = state;
  return { open, play: isRunning(state) ? stopped(state, now) : play, waiting, settings, file };
}

/** Saves what has changed, soon after each change and when the page is left. */
export function keep(store: Store): void {
  const { now } = store.time;
  /** What is saved, by name. */
  const saved = new Map<string, Game>(store.state.games.map((game) => [game.id, game]));
  /** The stamps of what is saved for certain. */
  const stored = new Map<string, number>(store.state.games.map(({ id, changed }) => [id, changed]));
  /** The stamps of what this tab has written, of which some may be on their way. */
  const written = new Set<number>();
  const channel = new BroadcastChannel('coppice games');
  let savedFile = store.state.file;
  let hasComplained = false;
  /** True if the game in play that is kept is, or was until now, that of this tab. */
  let isOurs = hasPlay(store.state);
  /** True if what is kept beside the games may be that of another tab, which plays. */
  let isTheirs = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const saveGame = async (game: Game) => {
    const known = saved.get(game.id);
    if (game === known) return;
    let other = undefined as Game | undefined;
    // Read and written at once, or another tab might write between.
    try {
      await update<Game>(keyOf(game.id), (there) => {
        const isOwn = !there || there.changed === known?.changed || there.changed === game.changed || written.has(there.changed);
        if (isOwn) written.add(game.changed);
        else other = there;
        saved.set(game.id, other ?? game);
        return other ?? game;
      });
    } catch (error) {
      if (known) saved.set(game.id, known);
      else saved.delete(game.id);
      throw error;
    }
    stored.set(game.id, (other ?? game).changed);
    if (other) {
      // Another tab has changed it. Scores alone are no reason for another copy.
      if (game.changed === known?.changed) return store.apply(adopted(other));
      const id = crypto.randomUUID();
      store.apply(renamed(game.id, id));
      store.apply(adopted(other));
      return saveGame({ ...game, id });
    }
    if (game.changed !== known?.changed) channel.postMessage(game.id);
  };
  const deleteGame = async (id: string) => {
    const known = saved.get(id);
    saved.delete(id);
    await deleteKept(id, known?.changed);
    stored.delete(id);
  };
  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const { state } = store;
    const { file, ...page } = pageOf(state, now());
    const mayWrite = isOurs || hasPlay(page);
    // The place and the game in play of another tab that plays stay as they are.
    const savePage = () => update<Omit<Kept, 'file'>>('page', (there) => {
      isTheirs = !mayWrite && there !== undefined && hasPlay(there);
      return isTheirs ? { ...there!, settings: page.settings } : page;
    });
    const gone = [...saved.keys()].filter((id) => state.games.every((game) => game.id !== id));
    try {
      await Promise.all([
        ...state.games.map(saveGame), ...gone.map(deleteGame),
        savePage(), ...(file === savedFile ? [] : [write('file', file).then(() => { savedFile = file; })]),
      ]);
      isOurs = hasPlay(page);
    } catch (error) {
      if (!hasComplained) store.apply(notify(`The games cannot be kept in this browser: ${(error as Error).message}`));
      hasComplained = true;
    }
  };
  store.listen((state, { games, open, play, waiting, settings, file }) => {
    if (state.games === games && state.open === open && state.play === play && state.waiting === waiting && state.settings === settings && state.file === file) return;
    timer ??= setTimeout(() => void save(), 300);
  });
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, () => { if (timer !== undefined || isRunning(store.state)) void save(); });
  const left = LEFT + crypto.randomUUID();
  addEventListener('pagehide', () => {
    const games = store.state.games.filter(({ id, changed }) => stored.get(id) !== changed).map((game) => ({ ...game, nodes: [...game.nodes] }));
    const gone = [...stored].filter(([id]) => store.state.games.every((game) => game.id !== id));
    const { file: _, ...page } = pageOf(store.state, now());
    const isPlayer = isOurs || hasPlay(page);
    const hasChanged = games.length > 0 || gone.length > 0;
    const unsaved: Left = { gone, games, page: isPlayer || (hasChanged && !isTheirs) ? page : null, isPlayer };
    try {
      if (hasChanged || unsaved.page) localStorage.setItem(left, JSON.stringify(unsaved));
    } catch { /* What is not saved yet is lost. */ }
  });
  // A page that comes back from the history of the browser goes on.
  addEventListener('pageshow', ({ persisted }) => { if (persisted) localStorage.removeItem(left); });
  let giveBack: (() => void) | null = null;
  const holdLock = () => {
    if (hasPlay(store.state) === (giveBack !== null)) return;
    giveBack?.();
    giveBack = null;
    if (!hasPlay(store.state)) return;
    const end = new Promise<void>((resolve) => { giveBack = resolve; });
    void navigator.locks.request(PLAY_LOCK, () => end);
  };
  holdLock();
  store.listen(holdLock);
  channel.onmessage = async ({ data: id }: MessageEvent<string>) => {
    const game = await get<Game>(keyOf(id)).catch(() => undefined);
    const own = store.state.games.find((each) => each.id === id);
    // What is changed here too is settled when it is saved.
    if (!game || own?.changed === game.changed || (own && own.changed !== saved.get(id)?.changed)) return;
    saved.set(id, game);
    stored.set(id, game.changed);
    store.apply(adopted(game));
  };
}

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream as never)).arrayBuffer();
}

/** A text as part of an address. */
async function pack(text: string): Promise<string> {
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(packed: string): Promise<string> {
  return inflate(Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)));
}

export async function inflate(bytes: BlobPart): Promise<string> {
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** The open game as the hash of an address: packed, with the place in it and the side from which it is seen. */
export async function linkOf(state: State): Promise<URLSearchParams> {
  const game = openGame(state);
  const hash = new URLSearchParams();
  if (!isEmpty(game)) hash.set('game', await pack(pgnOf(game)));
  const path = pathTo(game, game.cursor).slice(1).map((id) => nodeOf(game, nodeOf(game, id).parent!).children.indexOf(id));
  if (path.length > 0) hash.set('at', path.some(Boolean) ? `.${path.join('.')}` : String(path.length));
  if (state.settings.orientation === 'black') hash.set('side', 'black');
  return hash;
}

/** The place that a link has: a number of moves of the main line, or the number of each child on the way, after points. */
function placeAt(game: Game, at: string): number {
  const path = at.includes('.') ? at.split('.').filter(Boolean).map(Number) : Array.from({ length: Math.min(Number(at) || 0, game.nodes.size) }, () => 0);
  let id = game.root;
  for (const child of path) id = nodeOf(game, id).children[child] ?? id;
  return id;
}

/** Opens what a link asks for, or says what is wrong with it. */
export async function openLink(store: Store, asked: URLSearchParams): Promise<void> {
  if (asked.has('evaluation')) {
    asked.delete('evaluation');
    store.apply(set({ isTinted: true, tab: 'evaluation' }));
  }
  if (asked.size > 0) store.apply(set({ orientation: asked.get('side') === 'black' ? 'black' : 'white' }));
  if (asked.has('game')) {
    const text = await unpack(asked.get('game')!).catch(() => null);
    if (text === null) store.apply(complain('it is damaged, expected the whole address as it was copied'));
    else store.load(text);
    if (!store.state.problem) store.apply((state) => ({ ...go(placeAt(openGame(state), asked.get('at') ?? '0'))(state), notice: state.notice }));
  } else if (asked.has('fen')) {
    store.place(asked.get('fen')!);
  } else return;
  const { problem } = store.state;
  if (problem) store.apply((state) => complain(`The link: ${problem}`)(set({ tab: 'position' })(state)));
}
