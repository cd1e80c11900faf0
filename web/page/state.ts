// The state of the page, and all that can change it. Each change is a function from state to state; `settle` follows each
// and ends what has lost its ground, so that no change has to remember what else depends on it.

import type { PositionInfo, Purpose, SearchLine } from './engine';
import {
  addLine, boardResult, change as changeNode, cut, fenOf, type Game, gameFrom, type GameNode, hasCommands, isInVariation, isWithin, judge, lastOf, lineFrom, type LineOf, type Move, nameOf, newNode, nodeOf, overAt, pathTo, pgnOf, placeOf, pointsAt, promote, readComment, type ReadGame,
  resultOf, type Shape, sideOf, START, tagOf, withLine, writable,
} from './game';
import type { Openings } from './openings';
import { type Color, lossOf, MARKS, markOf, other, pointsOf, rank, type Score } from './score';
import type { Reason, Said } from './why';

/** The game against the engine. It has its own place, whatever is on the board. */
export interface Play {
  game: string;
  /** Where it began, and the last position. */
  from: number;
  tip: number;
  /** Moves before this number were in the document already. */
  firstNew: number;
  side: Color;
  /** An Elo number, or `full`. */
  level: string;
  /** Milliseconds left at the last move, and the time since when that of the side to move runs: null before the first move. */
  clock: { left: Record<Color, number>; increment: number; since: number | null } | null;
  end: { result: string; why: string } | null;
}

export interface Settings {
  orientation: Color; lineCount: number; limit: string; hash: string; threads: number; isTinted: boolean; tab: string; reviewNodes: string;
  level: string; color: string; clock: string;
}

/** Lines of a search, which is `isDone` if it came to the end of what was `asked`. */
export interface Lines { lines: SearchLine[]; asked: string; isDone: boolean }
/** The explanation of a move; without a move, of the best one, which the engine looks for first. */
export interface Why {
  node: number; uci: string | null; said: Said | null;
  /** The reason that is unfolded and drawn on the board, or -1. */
  reason: number;
  /** A line of it that is stepped through on the board. It is no part of the game, and may begin behind a pass. */
  look: { reason: Reason; line: readonly Move[]; at: number } | null;
}
/** Documents as they were before a change, null for one that was not there, and the one that was open. */
interface Undo { label: string; games: readonly (readonly [string, Game | null])[]; open: string }
/** A text with several games, of which one after the other can be opened: `ids` has those that were. */
export interface GameFile { text: string; games: readonly { tags?: [string, string][]; result: string; plies: number; problem?: string }[]; ids?: Readonly<Record<number, string>> }
/** Mistakes to find something better for, the first of them now. */
export interface Retry { todo: readonly number[]; tried: Move | null; loss: number | null; isShown: boolean }

/** Endgame tables of the visitor: the path at which the engine has them, empty for none, and what it says of them. */
export interface Tables { path: string; said: readonly string[] }

export interface State {
  games: readonly Game[];
  /** The game that is shown. */
  open: string;
  nextId: number;
  /** The game against the engine that is shown, and those that wait, with their clocks standing, while another game is shown. */
  play: Play | null;
  waiting: readonly Play[];
  settings: Settings;
  isAnalysing: boolean;
  isThreat: boolean;
  /** What the module says of positions of the open game. */
  info: ReadonlyMap<number, PositionInfo>;
  /** What the engine found in them, and what threatens there. */
  lines: ReadonlyMap<number, Lines>;
  threats: ReadonlyMap<number, Lines>;
  hint: { node: number; move: Move | null } | null;
  why: Why | null;
  review: { todo: readonly number[]; total: number } | null;
  retry: Retry | null;
  file: GameFile | null;
  /** Empty until they are loaded. */
  openings: Openings;
  promotion: { node: number; from: string; to: string } | null;
  isEditing: boolean;
  /** What was said last that no other part shows, or what the field complains of. */
  notice: string;
  problem: string;
  tables: Tables;
  /** Why there is no engine. */
  engineProblem: string;
  undo: readonly Undo[];
  redo: readonly Undo[];
}

export type Change = (state: State) => State;

const SETTINGS: Settings = {
  orientation: 'white', lineCount: 3, limit: 'infinite', hash: '64', threads: 1, isTinted: false, tab: 'why', reviewNodes: '100000', level: '1300', color: 'white', clock: '',
};

function emptyGame(id: string, nextId: number, fen = START, over: string | null = null): Game {
  return { id, fen, over, tags: [], result: '*', nodes: new Map([[nextId, newNode(nextId, null, null)]]), root: nextId, cursor: nextId, changed: 0 };
}

export function firstState(id: string): State {
  return {
    games: [emptyGame(id, 1)], open: id, nextId: 2, play: null, waiting: [], settings: SETTINGS, isAnalysing: false, isThreat: false, info: new Map(), lines: new Map(), threats: new Map(),
    hint: null, why: null, review: null, retry: null, file: null, openings: new Map(), promotion: null, isEditing: false, notice: '', problem: '', tables: { path: '', said: [] }, engineProblem: '', undo: [], redo: [],
  };
}

export const openGame = (state: State): Game => state.games.find(({ id }) => id === state.open)!;
const cursorOf = (state: State): number => openGame(state).cursor;
export const isRunning = (state: State): boolean => state.play !== null && state.play.end === null;
/** True for a game against the engine that has not ended, shown or not. */
const isPlayed = (state: State, id: string): boolean => (isRunning(state) && state.play!.game === id) || state.waiting.some(({ game }) => game === id);
export const isEmpty = ({ nodes, root, tags, fen }: Game): boolean => { const { comment, shapes } = nodes.get(root)!; return nodes.size === 1 && tags.length === 0 && fen === START && !comment && shapes.length === 0; };
const MAX_UNDO = 100;

/** Titles that are known, since each drawing asks for all. */
const titles = new WeakMap<Game, string>();
/** What a game is called in the list of games: players, date, result and first moves. */
export function titleOf(game: Game): string {
  const known = titles.get(game);
  if (known !== undefined) return known;
  const [white, black, event, date] = ['White', 'Black', 'Event', 'Date'].map((name) => tagOf(game, name));
  const name = white || black ? `${white ?? '?'} – ${black ?? '?'}` : event;
  const moves = lineFrom(game, game.root).slice(1, 7).map((id, index) => { const { move } = nodeOf(game, id); return index === 0 || move!.color === 'white' ? nameOf({ move }) : move!.san; }).join(' ');
  const result = resultOf(game).replace('*', '');
  const title = [name ?? (moves ? '' : isEmpty(game) ? 'Empty board' : 'Position'), name && date?.replace(/\.\?\?/g, ''), result, moves].filter(Boolean).join(', ');
  titles.set(game, title);
  return title;
}

/** The side that is to move in the game in play. */
export const sideInPlay = (state: State): Color => sideOf(fenOf(openGame(state), state.play!.tip));

/** The milliseconds that a side has. Only the clock of the side to move in the game in play runs. */
export function timeLeft(state: State, side: Color, now: number): number {
  const { clock, end } = state.play!;
  const { left, since } = clock!;
  return Math.max(0, left[side] - (since !== null && !end && side === sideInPlay(state) ? now - since : 0));
}

/** The game in play with the time that is left now. Whether its clock runs, it keeps. */
export const stopped = (state: State, now: number): Play => (
  { ...state.play!, clock: state.play!.clock && { ...state.play!.clock, left: { white: timeLeft(state, 'white', now), black: timeLeft(state, 'black', now) } } });
/** A game that was stopped goes on: its clock runs from now. */
export const resumed = (play: Play, now: number): Play => ({ ...play, clock: play.clock && { ...play.clock, since: play.clock.since === null ? null : now } });

export function mayMove(state: State): boolean {
  const { play } = state;
  const cursor = cursorOf(state);
  return state.info.has(cursor) && !state.isEditing && !state.why?.look && (!isRunning(state) || (cursor === play!.tip && sideInPlay(state) === play!.side));
}

const fenIn = (game: Game | undefined, id: number): string | undefined => (game?.nodes.has(id) ? fenOf(game, id) : undefined);

/** Lets the game in play wait if another game is shown, and one that waited go on if it is shown. */
function withWaiting(before: State, state: State, now: number): State {
  const isThere = ({ game: id, tip }: Play) => state.games.some((game) => game.id === id && game.nodes.has(tip));
  const isLeft = isRunning(before) && before.open !== state.open && isThere(before.play!);
  const all = [...state.waiting, ...(isLeft ? [stopped(before, now)] : [])].filter(isThere);
  const next = all.find(({ game }) => game === state.open);
  const waiting = all.filter((each) => each !== next);
  if (!isLeft && waiting.length === state.waiting.length) return state;
  const notice = [state.notice, next ? 'The game against the engine goes on.' : isLeft ? 'The game against the engine waits; it goes on when you choose it in the list of games.' : ''].filter(Boolean).join(' ');
  const play = state.play === before.play && isLeft ? null : state.play;
  return next ? { ...state, waiting, notice, play: resumed(next, now), isAnalysing: false, isThreat: false } : { ...state, waiting, notice, play };
}

/** Ends what has lost its ground. It follows every change. */
export function settle(before: State, state: State, now: number): State {
  if (state === before) return state;
  let settled = withWaiting(before, state, now);
  const game = openGame(settled);
  const has = (id: number) => game.nodes.has(id);
  // What is known of a node is known of its position. Another tab, or the version before, may have another one under its number.
  const was = before.open === state.open ? openGame(before) : undefined;
  const isSame = (id: number) => has(id) && (was === game || fenIn(was, id) === fenIn(game, id));
  const { play, hint, why, review, retry, promotion } = settled;
  if (play && !play.end) {
    const isThere = play.game === settled.open && has(play.tip) && has(play.from) && isWithin(game, play.tip, play.from);
    const over = isThere ? overAt(game, play.tip) : null;
    if (!isThere) settled = { ...settled, play: null, notice: settled.notice || 'The game against the engine was left.' };
    else if (over) settled = { ...settled, play: { ...play, end: { result: boardResult(game, play.tip), why: wordsOf(over, boardResult(game, play.tip), play.side) } } };
  } else if (play && (play.game !== settled.open || !has(play.tip))) settled = { ...settled, play: null };
  if (hint && (!isSame(hint.node) || hint.node !== game.cursor)) settled = { ...settled, hint: null };
  if (why && (!isSame(why.node) || why.node !== game.cursor)) settled = { ...settled, why: null };
  if (promotion && (!isSame(promotion.node) || promotion.node !== game.cursor || !mayMove(settled))) settled = { ...settled, promotion: null };
  if (retry) {
    const todo = retry.todo.filter(isSame);
    if (isRunning(settled) || settled.isEditing || todo[0] !== retry.todo[0] || nodeOf(game, todo[0]!).parent !== game.cursor) settled = { ...settled, retry: null };
    else if (todo.length !== retry.todo.length) settled = { ...settled, retry: { ...retry, todo } };
  }
  if (review) {
    const todo = review.todo.filter(isSame);
    if (todo.length === 0 || isRunning(settled)) settled = { ...settled, review: null };
    else if (todo.length !== review.todo.length) settled = { ...settled, review: { ...review, todo } };
  }
  const keep = <T>(map: ReadonlyMap<number, T>) => {
    if (map.size < 500 && [...map.keys()].every(isSame)) return map;
    return new Map([...map].filter(([id]) => isSame(id)).slice(-300));
  };
  const [info, lines, threats] = [keep(settled.info), keep(settled.lines), keep(settled.threats)];
  if (info !== settled.info || lines !== settled.lines || threats !== settled.threats) settled = { ...settled, info, lines, threats };
  return settled;
}

function wordsOf(by: string, result: string, side: Color): string {
  if (result === '1/2-1/2') return `A draw by ${by}.`;
  return `${by[0]!.toUpperCase()}${by.slice(1)}. ${(result === '1-0') === (side === 'white') ? 'You' : 'The engine'} won.`;
}

// Changes of the open game.

function withGame(state: State, game: Game): State {
  return game === openGame(state) ? state : { ...state, games: state.games.map((each) => (each.id === game.id ? game : each)) };
}

const asTheyAre = (label: string, state: State, ids: readonly string[]): Undo => (
  { label, games: ids.map((id) => [id, state.games.find((game) => game.id === id) ?? null] as const), open: state.open });

/** Keeps documents as they are, to go back to. */
const remember = (label: string, state: State, ids: readonly string[] = [state.open]): State => (
  { ...state, undo: [...state.undo, asTheyAre(label, state, ids)].slice(-MAX_UNDO), redo: [] });

/** The time of the last change, later than that of any before it in this tab. */
let stamp = 0;
const edited = (game: Game): Game => { stamp = Math.max(stamp + 1, Date.now()); return { ...game, changed: stamp }; };

export const go = (id: number): Change => (state) => {
  const game = openGame(state);
  if (id === game.cursor && state.why?.look) return closeWhy(state);
  return id === game.cursor || !game.nodes.has(id) ? state : { ...withGame(state, { ...game, cursor: id }), notice: '' };
};

/** A step through the game, or through the line of an explanation that is on the board. */
const step = (to: (game: Game) => number | undefined | null, within: (at: number, last: number) => number): Change => (state) => {
  const { look } = state.why ?? {};
  if (look) return lookAt(look.reason, look.line, within(look.at, look.line.length - 1))(state);
  const id = to(openGame(state));
  return id === undefined || id === null ? state : go(id)(state);
};
export const back = step((game) => nodeOf(game, game.cursor).parent, (at) => at - 1);
export const forward = step((game) => nodeOf(game, game.cursor).children[0], (at, last) => Math.min(at + 1, last));
export const toStart = step((game) => game.root, () => -1);
export const toEnd = step((game) => lineFrom(game, game.cursor).at(-1), (_, last) => last);

/** Adds a line behind a node and goes to its end, unless a game against the engine runs. */
export const follow = (node: number, moves: readonly Move[]): Change => (state) => {
  const game = openGame(state);
  if (isRunning(state) || !game.nodes.has(node) || moves.length === 0) return state;
  const added = addLine(game, node, moves, state.nextId);
  const next = added.nextId === state.nextId ? state : remember(`move ${moves.at(-1)!.san}`, state);
  return { ...withGame(next, { ...edited(added.game), cursor: added.last }), nextId: added.nextId, notice: '' };
};

/** Plays a move in the position on the board. While mistakes are tried again, it is only tried. */
export const playMove = (uci: string, now: number): Change => (state) => {
  const cursor = cursorOf(state);
  const move = state.info.get(cursor)?.legal.find((each) => each.uci === uci);
  if (!move || !mayMove(state)) return state;
  if (state.retry) return tried(state, move);
  return isRunning(state) ? moveInPlay(state, move, now) : follow(cursor, [move])(state);
};

/** A piece was put on a square: the move, or the question which piece a pawn becomes. */
export const dropped = (from: string, to: string, now: number): Change => (state) => {
  const node = cursorOf(state);
  const moves = state.info.get(node)?.legal.filter(({ uci }) => uci.startsWith(from + to)) ?? [];
  return moves.length > 1 && mayMove(state) ? { ...state, promotion: { node, from, to } } : moves[0] ? playMove(moves[0].uci, now)(state) : state;
};

export const closePromotion: Change = (state) => ({ ...state, promotion: null });

export const remove = (id: number): Change => (state) => {
  const game = openGame(state);
  const node = game.nodes.get(id);
  if (!node || node.parent === null || isInPlay(state, id)) return state;
  return withGame(remember(`delete from ${node.move!.san}`, state), edited(cut(game, id)));
};

/** True for a move of the game that is being played, which cannot be deleted. */
export const isInPlay = (state: State, id: number): boolean => isRunning(state) && isWithin(openGame(state), state.play!.tip, id);

const editNode = (label: string, id: number, changes: (node: ReturnType<typeof nodeOf>) => Partial<ReturnType<typeof nodeOf>>): Change => (state) => {
  const game = openGame(state);
  if (!game.nodes.has(id)) return state;
  return withGame(remember(label, state), edited(changeNode(game, id, changes(nodeOf(game, id)))));
};

export const promoteLine = (id: number): Change => (state) => (openGame(state).nodes.has(id) && isInVariation(openGame(state), id) ? withGame(remember('main line', state), edited(promote(openGame(state), id))) : state);
/** Sets a comment. What is typed at one move is undone at once. */
export const comment = (id: number, typed: string): Change => (state) => {
  const text = writable(typed);
  const node = openGame(state).nodes.get(id);
  if (!node || node.comment === text) return state;
  const label = `comment on ${nameOf(node)}`;
  const last = state.undo.at(-1);
  // Commands that are typed, as `[%clk 0:10:00]`, are what they say.
  const { comment: plain, clock, score, shapes } = readComment(text);
  const commands = { comment: plain, ...(clock !== null && { clock }), ...(score && { score }), ...(shapes.length > 0 && { shapes }) };
  const next = editNode(label, id, () => (hasCommands(text) ? commands : { comment: text }))(state);
  return last?.label === label && last.open === state.open ? { ...next, undo: state.undo } : next;
};
export const draw = (id: number, shapes: readonly Shape[]): Change => editNode('arrows', id, () => ({ shapes }));
/** Puts a mark on a move or takes it away. Marks of moves exclude each other. */
export const toggleMark = (id: number, nag: number): Change => (state) => (!openGame(state).nodes.get(id)?.move ? state : editNode('mark', id, ({ nags }) => (
  { nags: nags.includes(nag) ? nags.filter((each) => each !== nag) : [nag, ...nags.filter((each) => (nag < 10) !== (each < 10))] }))(state));

// Games.

/** Puts a game beside the others and shows it. An empty one gives way. */
const openNew = (label: string, state: State, game: Game, nextId: number): State => {
  const empty = state.games.filter((each) => isEmpty(each) && !isPlayed(state, each.id)).map(({ id }) => id);
  return { ...remember(label, state, [game.id, ...empty]), games: [...state.games.filter(({ id }) => !empty.includes(id)), game], open: game.id, nextId, notice: '', problem: '', isEditing: false };
};

/** Shows a game: one with the same PGN that is there already and is not being played, or else this one beside the others. */
const openOnce = (label: string, state: State, game: Game, nextId: number, notice = ''): State => {
  const same = state.games.find((each) => !isPlayed(state, each.id) && each.nodes.size === game.nodes.size && each.fen === game.fen && pgnOf(each) === pgnOf(game));
  if (!same) return { ...openNew(label, state, game, nextId), notice };
  return { ...state, open: same.id, notice: notice || (isEmpty(game) ? '' : 'This game was here already.'), problem: '', isEditing: false };
};

export const newGame = (id: string, fen = START, over: string | null = null): Change => (state) => openOnce('New', state, emptyGame(id, state.nextId, fen, over), state.nextId + 1);

export const load = (read: ReadGame, id: string, lineOf: LineOf, notice = ''): Change => (state) => {
  const { game, nextId } = gameFrom(read, id, state.nextId, lineOf);
  return openOnce('load', state, game, nextId, notice);
};

/** Keeps a text with several games, to open others of them. */
export const keepFile = (file: GameFile | null): Change => (state) => ({ ...state, file, settings: { ...state.settings, tab: file ? 'position' : state.settings.tab } });
/** The game that is shown is one of the text. */
export const openedFrom = ({ text }: GameFile, number: number): Change => (state) => (
  state.file?.text === text ? { ...state, file: { ...state.file, ids: { ...state.file.ids, [number]: state.open } } } : state);

/** A document as another tab has changed it. */
export const adopted = (game: Game): Change => (state) => {
  const own = state.games.find(({ id }) => id === game.id);
  const cursor = own && game.nodes.has(own.cursor) ? own.cursor : game.root;
  const games = own ? state.games.map((each) => (each === own ? { ...game, cursor } : each)) : [...state.games, game];
  const nextId = Math.max(state.nextId, 1 + Math.max(...game.nodes.keys()));
  return { ...state, games, nextId };
};

/** A document goes on under another name, because another tab has changed it too. */
export const renamed = (from: string, to: string): Change => (state) => {
  const name = (id: string) => (id === from ? to : id);
  const rename = (game: Game) => (game.id === from ? { ...game, id: to } : game);
  const renameUndo = ({ label, games, open }: Undo): Undo => ({ label, open: name(open), games: games.map(([id, game]) => [name(id), game && rename(game)] as const) });
  return {
    ...state, games: state.games.map(rename), open: name(state.open), play: state.play && { ...state.play, game: name(state.play.game) },
    waiting: state.waiting.map((play) => ({ ...play, game: name(play.game) })),
    undo: state.undo.map(renameUndo), redo: state.redo.map(renameUndo), notice: 'This game was changed in another tab too: both are kept.',
  };
};

export const show = (id: string): Change => (state) => (state.open === id || !state.games.some((game) => game.id === id) ? state : { ...state, open: id, notice: '', isEditing: false });

export const deleteGame = (id: string, newId: string): Change => (state) => {
  if (!state.games.some((game) => game.id === id)) return state;
  const next = remember('delete game', state, [id, newId]);
  const games = state.games.filter((game) => game.id !== id);
  if (games.length === 0) return { ...next, games: [emptyGame(newId, state.nextId)], open: newId, nextId: state.nextId + 1 };
  return state.open === id ? { ...next, games, open: games.at(-1)!.id, notice: `Deleted. Now shown: ${titleOf(games.at(-1)!)}.` } : { ...next, games };
};

export const setTag = (name: string, value: string): Change => (state) => {
  const game = openGame(state);
  if ((tagOf(game, name) ?? '') === value) return state;
  const tags = [...game.tags.filter(([each]) => each !== name), ...(value ? [[name, value] as [string, string]] : [])];
  return withGame(remember('name', state), edited({ ...game, tags }));
};

/** True if there is something to undo or to do again. What was done in a game that is being played is not, before its end. */
export const mayRestore = (state: State, from: 'undo' | 'redo'): boolean => { const last = state[from].at(-1); return last !== undefined && !last.games.some(([id]) => isPlayed(state, id)); };

/** Brings documents back to what they were. */
const restored = (from: 'undo' | 'redo', to: 'undo' | 'redo', words: string): Change => (state) => {
  if (!mayRestore(state, from)) return state;
  const last = state[from].at(-1)!;
  const were = new Map(last.games);
  const kept = state.games.flatMap((game) => { const was = were.get(game.id); return was === undefined ? [game] : was ? [was] : []; });
  const games = [...kept, ...last.games.flatMap(([id, game]) => (game && state.games.every((each) => each.id !== id) ? [game] : []))];
  const open = games.some(({ id }) => id === last.open) ? last.open : games.at(-1)!.id;
  const back = asTheyAre(last.label, state, last.games.map(([id]) => id));
  return { ...state, games, open, [from]: state[from].slice(0, -1), [to]: [...state[to], back], isEditing: false, notice: `${words}: ${last.label}.` };
};
export const undo = restored('undo', 'redo', 'Undone');
export const redo = restored('redo', 'undo', 'Done again');

// The game against the engine.

interface PlayRequest { id: string; side: Color; level: string; minutes: number; increment: number; isHere: boolean; date: string }

/** Begins a game, from the start in a game of its own or from the position on the board in this one. */
export const begin = ({ id, side, level, minutes, increment, isHere, date }: PlayRequest): Change => (state) => {
  const name = level === 'full' ? 'Coppice' : `Coppice (${level} Elo)`;
  const [white, black] = side === 'white' ? ['Visitor', name] : [name, 'Visitor'];
  const tags: [string, string][] = [['Event', 'Game in the browser'], ['Date', date], ['White', white], ['Black', black]];
  let next = state;
  if (isHere) {
    if (overAt(openGame(state), cursorOf(state))) return state;
  } else {
    next = openNew('New', state, { ...emptyGame(id, state.nextId), tags }, state.nextId + 1);
  }
  const ms = minutes * 60_000;
  const tip = cursorOf(next);
  return {
    ...next, isAnalysing: false, isThreat: false, isEditing: false, notice: '', review: null, why: null, hint: null, settings: { ...next.settings, orientation: side },
    play: { game: next.open, from: tip, tip, firstNew: next.nextId, side, level, clock: ms ? { left: { white: ms, black: ms }, increment: increment * 1000, since: null } : null, end: null },
  };
};

function moveInPlay(state: State, move: Move, now: number): State {
  const play = state.play!;
  const { tip, clock } = play;
  const left = clock && { ...clock.left, [move.color]: timeLeft(state, move.color, now) + clock.increment };
  if (clock && clock.since !== null && timeLeft(state, move.color, now) === 0) return flag(now)(state);
  const next = remember(`move ${move.san}`, state);
  const added = addLine(openGame(state), tip, [move], state.nextId);
  const line = withLine(openGame(state), added.game);
  const game = left ? changeNode(line, added.last, { clock: left[move.color] / 1000 }) : line;
  const cursor = game.cursor === tip ? added.last : game.cursor;
  return { ...withGame(next, edited({ ...game, cursor })), nextId: added.nextId, notice: '', play: { ...play, tip: added.last, clock: left && { ...clock!, left, since: now } } };
}

/** The engine's answer to the position for which it was asked. It claims a draw if it may and has no advantage. */
export const answer = (tip: number, move: Move, score: Score | null, now: number): Change => (state) => {
  if (!isRunning(state) || state.play!.tip !== tip || sideInPlay(state) === state.play!.side) return state;
  const by = state.info.get(tip)?.claim;
  const isAhead = score && rank(score) * (move.color === 'white' ? 1 : -1) > 0;
  return by && !isAhead ? finish(state, '1/2-1/2', `A draw by ${by}, which the engine claimed.`) : moveInPlay(state, move, now);
};

/** Ends the game in play. Its result is that of the document if it is its main line; beside another one it is a comment. */
const finish = (state: State, result: string, why: string): State => {
  const game = openGame(state);
  const play = state.play!;
  const { comment: said } = nodeOf(game, play.tip);
  const told = lastOf(game) === play.tip ? { ...game, result } : changeNode(game, play.tip, { comment: said ? `${said} ${why}` : why });
  return { ...withGame(state, edited(told)), notice: '', play: { ...play, end: { result, why } } };
};

export const resign: Change = (state) => (isRunning(state) ? finish(state, state.play!.side === 'white' ? '0-1' : '1-0', 'You resigned. The engine won.') : state);

/** The rule by which the visitor may claim a draw now. */
export function claimOf(state: State): string | null {
  if (!isRunning(state) || sideInPlay(state) !== state.play!.side) return null;
  return state.info.get(state.play!.tip)?.claim ?? null;
}

export const claim: Change = (state) => { const by = claimOf(state); return by ? finish(state, '1/2-1/2', `A draw by ${by}, which you claimed.`) : state; };

/** Ends the game if the time of the side to move is over: a draw if the other side cannot mate. */
export const flag = (now: number): Change => (state) => {
  if (!isRunning(state) || !state.play!.clock || state.play!.clock.since === null) return state;
  const side = sideInPlay(state);
  const info = state.info.get(state.play!.tip);
  if (!info || timeLeft(state, side, now) > 0) return state;
  const { play } = state;
  const stopped = { ...state, play: { ...play!, clock: { ...play!.clock!, left: { ...play!.clock!.left, [side]: 0 }, since: null } } };
  const whose = side === play!.side ? 'Your time is over' : 'The time of the engine is over';
  if (!info.can_mate[side === 'white' ? 1 : 0]) return finish(stopped, '1/2-1/2', `${whose}, but ${side === play!.side ? 'the engine' : 'you'} cannot mate: a draw.`);
  return finish(stopped, side === 'white' ? '0-1' : '1-0', `${whose}. ${side === play!.side ? 'The engine' : 'You'} won.`);
};

/** The last position before that of the game in play in which the visitor had the move. */
export function backTo(state: State): number | undefined {
  if (!isRunning(state)) return undefined;
  const { tip, side, from } = state.play!;
  const game = openGame(state);
  return pathTo(game, tip).findLast((id) => id !== tip && sideOf(fenOf(game, id)) === side && isWithin(game, id, from));
}

/** Takes back to the last position in which the visitor had the move. Clocks keep the time that was used. */
export const takeBack = (now: number): Change => (state) => {
  const tip = backTo(state);
  if (tip === undefined) return state;
  const { play } = state;
  const game = openGame(state);
  const path = pathTo(game, play!.tip);
  const after = path.slice(path.indexOf(tip) + 1).find((id) => id >= play!.firstNew);
  return { ...withGame(remember('take back', state), edited({ ...(after === undefined ? game : cut(game, after)), cursor: tip })), notice: '', play: { ...resumed(stopped(state, now), now), tip } };
};

export const askHint: Change = (state) => (mayMove(state) && !overAt(openGame(state), cursorOf(state)) ? { ...state, hint: { node: cursorOf(state), move: null } } : state);
export const hinted = (node: number, move: Move): Change => (state) => (state.hint?.node === node ? { ...state, hint: { node, move } } : state);

// What the module and the engine say, addressed to a place of a game.

/** Lines of the analysis. The document keeps the score of the largest search. */
export const found = (gameId: string, node: number, lines: Lines): Change => (state) => {
  const game = openGame(state);
  const best = lines.lines[0];
  if (state.open !== gameId || !game.nodes.has(node)) return state;
  const isLarger = best && best.nodes >= nodeOf(game, node).effort;
  const scored = isLarger ? withGame(state, remarked(game, changeNode(game, node, { score: best.score, best: best.played, effort: best.nodes }))) : state;
  return { ...scored, lines: new Map(state.lines).set(node, lines) };
};

const givenMark = ({ nags }: GameNode) => MARKS.find(({ nag }) => nags.includes(nag));
const withMark = (game: Game, id: number, mark: ReturnType<typeof markOf>): Game => {
  const others = nodeOf(game, id).nags.filter((nag) => MARKS.every((each) => each.nag !== nag));
  return changeNode(game, id, { nags: mark ? [mark.nag, ...others] : others });
};

/** Lets the marks of a game with a report follow its scores. Marks that say something else than the report did are the visitor's. */
function remarked(before: Game, after: Game): Game {
  const was = new Map(judge(before).map(({ id, loss }) => [id, markOf(loss)]));
  if (was.size < lineFrom(before, before.root).length - 1) return after;
  return judge(after).reduce((game, { id, loss }) => {
    const [given, mark] = [givenMark(nodeOf(game, id)), markOf(loss)];
    return given !== mark && given === was.get(id) ? withMark(game, id, mark) : game;
  }, after);
}

export const threatened = (game: string, node: number, lines: Lines): Change => (state) => (
  state.open === game && openGame(state).nodes.has(node) ? { ...state, threats: new Map(state.threats).set(node, lines) } : state);

export const explain = (uci: string | null): Change => (state) => {
  const node = cursorOf(state);
  const { legal } = state.info.get(node)!;
  return isRunning(state) || !legal.some((move) => !uci || move.uci === uci) ? state : { ...state, why: { node, uci, said: null, reason: 0, look: null } };
};
/** The move of which the best was to be explained. */
export const explainBest = (node: number, uci: string): Change => (state) => (state.why?.node === node && !state.why.uci ? { ...state, why: { ...state.why, uci } } : state);
export const explained = (node: number, uci: string, said: Said): Change => (state) => (state.why?.node === node && state.why.uci === uci ? { ...state, why: { ...state.why, said } } : state);
/** Unfolds a reason, or folds it up again. */
export const unfold = (reason: number): Change => (state) => (state.why ? { ...state, why: { ...state.why, reason: reason === state.why.reason ? -1 : reason, look: null } } : state);
/** Shows the position after a move of a line of the explanation; before its first move, that of the game. */
export const lookAt = (reason: Reason, line: readonly Move[], at: number): Change => (state) => (state.why ? { ...state, why: { ...state.why, look: at < 0 ? null : { reason, line, at } } } : state);
export const noWhy: Change = (state) => ({ ...state, why: null });
/** Closes the line that is on the board, or else the explanation. */
export const closeWhy: Change = (state) => ({ ...state, why: state.why?.look ? { ...state.why, look: null } : null });

/** The reason why a move was a mistake. A game that was written and read has it in the comment, from which it is taken. */
export const reasoned = (gameId: string, node: number, uci: string, reason: string): Change => (state) => {
  const game = openGame(state);
  const id = state.open === gameId ? game.nodes.get(node)?.children.find((child) => nodeOf(game, child).move!.uci === uci) : undefined;
  if (id === undefined || nodeOf(game, id).reason !== '') return state;
  const { comment: said } = nodeOf(game, id);
  return withGame(state, changeNode(game, id, { reason, comment: said.includes(reason) ? said.replace(reason, '').replace(/\s+/g, ' ').trim() : said }));
};

/** Analyses the game that was played, which becomes the main line. */
export const reviewPlayed: Change = (state) => (state.play ? review(promoteLine(state.play.tip)(state)) : state);

/** Analyses the positions of the main line, from the end. */
export const review: Change = (state) => {
  if (state.review || isRunning(state)) return state.review ? { ...state, review: null } : state;
  const game = openGame(state);
  const todo: number[] = [];
  for (const at of lineFrom(game, game.root)) if (!overAt(game, at)) todo.push(at);
  return nodeOf(game, game.root).children.length === 0 ? state : { ...state, notice: '', review: { todo: todo.reverse(), total: todo.length } };
};

/** One position of the review is done. With the last, moves are marked, better ones are added, and reasons are asked for. */
export const reviewed = (gameId: string, node: number, line: SearchLine | null): Change => (state) => {
  if (state.open !== gameId || state.review?.todo[0] !== node) return state;
  const next = line ? withGame(state, changeNode(openGame(state), node, { score: line.score, best: line.played, effort: line.nodes })) : state;
  const todo = state.review.todo.slice(1);
  if (todo.length > 0) return { ...next, review: { ...state.review, todo } };
  let [game, { nextId }] = [openGame(next), next];
  for (const { id, loss } of judge(game)) {
    const mark = markOf(loss);
    const { parent, reason } = nodeOf(game, id);
    game = changeNode(withMark(game, id, mark), id, { reason: mark ? reason ?? '' : null });
    if (mark) ({ game, nextId } = addLine(game, parent!, nodeOf(game, parent!).best.slice(0, 6), nextId));
  }
  return { ...withGame(remember('analysis of the game', next), edited(game)), nextId, review: null };
};

/** Lets the visitor find better moves than those of a side that gave points away. */
export const retry = (side: Color): Change => (state) => {
  const game = openGame(state);
  const todo = judge(game).filter(({ id, loss }) => markOf(loss) && nodeOf(game, id).move!.color === side).map(({ id }) => id);
  if (isRunning(state) || todo.length === 0) return state;
  return { ...atMistake(state, todo), isAnalysing: false, isThreat: false, review: null, settings: { ...state.settings, orientation: side } };
};

const atMistake = (state: State, todo: readonly number[]): State => {
  const game = openGame(state);
  if (todo.length === 0) return { ...state, retry: null, notice: 'That was the last mistake.' };
  return { ...withGame(state, { ...game, cursor: nodeOf(game, todo[0]!).parent! }), retry: { todo, tried: null, loss: null, isShown: false }, notice: '' };
};

/** The next mistake to try again. */
export const nextMistake: Change = (state) => (state.retry ? atMistake(state, state.retry.todo.slice(1)) : state);
export const showBetter: Change = (state) => (state.retry ? { ...state, retry: { ...state.retry, isShown: true } } : state);
export const endRetry: Change = (state) => ({ ...state, retry: null });

const tried = (state: State, move: Move): State => {
  const game = openGame(state);
  const { todo } = state.retry!;
  const mistake = nodeOf(game, todo[0]!);
  const { uci } = move;
  const isBest = nodeOf(game, mistake.parent!).best[0]?.uci === uci;
  const loss = isBest ? 0 : uci === mistake.move!.uci ? lossOf(move.color, pointsAt(game, mistake.parent!)!, pointsAt(game, mistake.id)!) : null;
  return { ...state, retry: { ...state.retry!, tried: move, loss, isShown: false } };
};

/** The score of the move that was tried. */
export const retried = (node: number, uci: string, score: Score): Change => (state) => {
  const { retry: asked } = state;
  if (!asked || asked.tried?.uci !== uci || cursorOf(state) !== node) return state;
  return { ...state, retry: { ...asked, loss: lossOf(asked.tried.color, pointsAt(openGame(state), node)!, pointsOf(score)) } };
};

// The page.

export const set = (settings: Partial<Settings>): Change => (state) => ({ ...state, settings: { ...state.settings, ...settings } });
export const flip: Change = (state) => set({ orientation: other(state.settings.orientation) })(state);
export const analyse = (isOn: boolean): Change => (state) => (
  { ...state, isAnalysing: isOn && !isRunning(state) && !state.engineProblem, isThreat: state.isThreat && isOn, retry: isOn ? null : state.retry });
export const threat: Change = (state) => (isRunning(state) || state.engineProblem ? state : { ...state, isThreat: !state.isThreat, isAnalysing: true, retry: null });
export const complain = (problem: string): Change => (state) => ({ ...state, problem: problem && problem[0]!.toUpperCase() + problem.slice(1) });
const withoutClock = (play: Play): Play => ({ ...play, clock: play.clock && { ...play.clock, since: null } });
/** Without an engine all else goes on. */
export const engineFailed = (engineProblem: string): Change => (state) => (
  { ...state, engineProblem, isAnalysing: false, isThreat: false, hint: null, review: null, retry: null, why: null, play: state.play && withoutClock(state.play), waiting: state.waiting.map(withoutClock) });
export const useTables = (path: string): Change => (state) => ({ ...state, tables: { path, said: [] } });
export const tablesSaid = (path: string, text: string): Change => (state) => (state.tables.path === path ? { ...state, tables: { path, said: [...state.tables.said, text] } } : state);
export const knowOpenings = (openings: Openings): Change => (state) => ({ ...state, openings });
export const notify = (notice: string): Change => (state) => ({ ...state, notice });
export const edit = (isEditing: boolean): Change => (state) => (isRunning(state) ? state : { ...state, isEditing, promotion: null, problem: '' });

/** The last thing that happened, in words: the only text of its kind. */
export function statusOf(state: State): string {
  const game = openGame(state);
  const node = nodeOf(game, game.cursor);
  const { play, hint, why } = state;
  if (state.notice) return state.notice;
  if (why?.look) return `A line of the explanation: ${nameOf({ move: why.look.line[why.look.at]! })}.`;
  if (hint) return hint.move ? `Hint: ${hint.move.san}.` : 'The engine looks for a hint.';
  const last = node.move ? `${nameOf(node)}. ` : '';
  const side = sideOf(fenOf(game, node.id)) === 'white' ? 'White' : 'Black';
  const over = overAt(game, node.id);
  if (over === 'checkmate') return `${last}Checkmate: ${side === 'White' ? 'Black' : 'White'} wins.`;
  if (over) return `${last}A draw by ${over}.`;
  if (play?.end && play.tip === node.id) return `${last}${play.end.why}`;
  if (isRunning(state) && play!.tip !== node.id) return `${last}The game goes on at ${nameOf(nodeOf(game, play!.tip))}.`;
  if (isRunning(state) && sideInPlay(state) !== play!.side) return `${last}${state.engineProblem ? 'The engine cannot answer.' : 'The engine thinks.'}`;
  const check = state.info.get(node.id)?.check ? ', in check' : '';
  const claim = state.info.get(node.id)?.claim;
  const draw = claim ? ` A draw can be claimed by ${claim}.` : '';
  return `${last}${side} to move${check}.${draw}`;
}

/** The jobs that the engine should do now, the most urgent first. Nothing else starts or ends a search. */
export interface Wanted {
  purpose: Purpose; game: string; node: number; fen: string; moves: string[]; side: Color; go: string; options: Record<string, string | number | boolean>;
  /** A move to explain, and another one beside which it is seen. */
  why?: string;
}

const THREAT_NODES = 500_000;

/** What the analysis is asked for: with other settings, a finished one is not finished. */
export const askedOf = ({ limit, lineCount }: Settings): string => `${limit}, ${lineCount} lines`;

/** A move to explain, and for a mistake of the game the move that was better, so that all explanations of it are alike. */
function besideBetter(game: Game, node: number, uci: string): string {
  const { children, best: [better] } = nodeOf(game, node);
  const isMarked = children.map((id) => nodeOf(game, id)).some((child) => child.move!.uci === uci && givenMark(child));
  return isMarked && better && better.uci !== uci ? `${uci} ${better.uci}` : uci;
}

export function wanted(state: State, now: number): Wanted[] {
  const game = openGame(state);
  const { play, settings, hint, why, tables } = state;
  const jobs: Wanted[] = [];
  const common = { Hash: settings.hash, Threads: settings.threads, SyzygyPath: tables.path || '<empty>' };
  if (state.engineProblem) return jobs;
  const add = (purpose: Wanted['purpose'], node: number, goes: string, options: Wanted['options'] = {}, explains: { why?: string } = {}) => {
    if (!overAt(game, node)) jobs.push({ purpose, game: game.id, node, ...placeOf(game, node), side: sideOf(fenOf(game, node)), go: goes, options: { ...common, ...options }, ...explains });
  };
  if (isRunning(state) && sideInPlay(state) !== play!.side) {
    const { clock, level } = play!;
    const time = (side: Color) => Math.max(1, Math.floor(timeLeft(state, side, now)));
    const goes = clock ? `wtime ${time('white')} btime ${time('black')} winc ${clock.increment} binc ${clock.increment}` : 'movetime 1000';
    add('answer', play!.tip, goes, level === 'full' ? {} : { UCI_LimitStrength: true, UCI_Elo: Number(level) });
  }
  if (hint && !hint.move) add('hint', hint.node, 'movetime 500');
  if (why && !why.said) add('why', why.node, 'movetime 500', {}, why.uci ? { why: besideBetter(game, why.node, why.uci) } : {});
  const { tried: move, loss } = state.retry ?? { tried: null, loss: null };
  if (move && loss === null) add('retry', game.cursor, `nodes ${settings.reviewNodes} searchmoves ${move.uci}`);
  if (state.review) add('review', state.review.todo[0]!, `nodes ${settings.reviewNodes}`);
  const unexplained = isRunning(state) ? undefined : lineFrom(game, game.root).map((id) => nodeOf(game, id)).find(({ reason }) => reason === '');
  if (unexplained) add('reason', unexplained.parent!, '', {}, { why: besideBetter(game, unexplained.parent!, unexplained.move!.uci) });
  if (state.isAnalysing && !isRunning(state) && !state.isEditing) {
    const info = state.info.get(game.cursor);
    if (state.isThreat && info && !info.check && !info.over && !state.threats.get(game.cursor)?.isDone) {
      // The same position with the other side to move.
      const [board, side, rights] = info.evaluation.fen.split(' ');
      const fen = `${board} ${side === 'w' ? 'b' : 'w'} ${rights} - 0 1`;
      add('threat', game.cursor, `nodes ${THREAT_NODES}`);
      Object.assign(jobs.at(-1)!, { fen, moves: [], side: sideOf(fen) });
    }
    const known = state.lines.get(game.cursor);
    if (!known?.isDone || known.asked !== askedOf(settings)) add('analysis', game.cursor, settings.limit, { MultiPV: settings.lineCount });
  }
  // The engine reads them before the next search, and says what it found.
  if (tables.path && tables.said.length === 0) jobs.push({ purpose: 'tables', game: game.id, node: game.root, fen: START, moves: [], side: 'white', go: 'nodes 1', options: common });
  return jobs;
}
