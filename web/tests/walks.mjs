// Walks of random visitors through the state of the board page, without a browser: the rules are the real module, the engine
// and the clock are made up. After each action the invariants of the page hold. Fixed walks are faults that were found so.
//
//   node web/tests/walks.mjs target/web [number of walks [seed]]

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import fc from 'fast-check';

const [folder = 'target/web', count = '200', seed] = process.argv.slice(2);
const page = await loadPage();
const { change, Engine, Rules, Store, textOf, game: games, keep, openings, score } = page;
const { loadQuestions } = await import(pathToFileURL(resolve(folder, 'questions.js')));
const rules = new Rules(await loadQuestions(pathToFileURL(`${resolve(folder)}/`)));
score.units.pawn = rules.ask('units').hundred_pawns / 100;

/** The modules of the page that need no browser. */
async function loadPage() {
  const contents = `export * as change from './state'; export { Store, textOf } from './store'; export { Engine, Rules } from './engine';
    export * as game from './game'; export * as keep from './keep'; export * as score from './score'; export * as openings from './openings';`;
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents, resolveDir: new URL('../page', import.meta.url).pathname, loader: 'ts' }, bundle: true, write: false, format: 'esm', platform: 'node',
  });
  const made = mkdtempSync(join(tmpdir(), 'coppice-walks-'));
  try {
    writeFileSync(join(made, 'page.mjs'), text);
    return await import(pathToFileURL(join(made, 'page.mjs')));
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** A clock that goes on when it is told to. */
class Clock {
  constructor() { Object.assign(this, { at: 1_000_000, calls: [] }); }

  now = () => this.at;
  later = (call, ms) => { this.calls.push({ at: this.at + ms, call }); };

  async advance(ms) {
    const end = this.at + ms;
    for (;;) {
      await new Promise((wake) => { setImmediate(wake); });
      const next = this.calls.reduce((first, each) => (!first || each.at < first.at ? each : first), null);
      if (!next || next.at > end) break;
      this.calls.splice(this.calls.indexOf(next), 1);
      this.at = Math.max(this.at, next.at);
      next.call();
    }
    this.at = end;
  }
}

/** The depth that a search has that comes to its end, in thousands of nodes. */
const WHOLE = 9;

/** An engine that plays any moves, and complains of what a UCI engine must not be sent. */
class FakeEngine {
  constructor(clock, hear, openGame) { Object.assign(this, { clock, hear, openGame, isSearching: false, number: 0, options: {}, place: null, game: null }); }

  send(line) {
    const [word] = line.split(' ');
    if (word === 'stop') {
      assert(this.isSearching, 'stop without a search');
      const { number } = this;
      this.clock.later(() => this.end(number), 5);
    } else if (word === 'ucinewgame') this.game = null;
    else if (word === 'setoption') {
      assert(!this.isSearching, `${line} during a search`);
      const [, name, value] = /name (\S+) value (\S+)/.exec(line);
      this.options[name] = value;
      this.reads ||= name === 'SyzygyPath' && value !== '<empty>';
    } else if (word === 'position') {
      assert(!this.isSearching, `${line} during a search`);
      // What was learnt in one game is not used in another one.
      assert(this.game === null || this.game === this.openGame(), 'another game begins without ucinewgame');
      this.game = this.openGame();
      const [, fen, moves = ''] = /^position fen (.*?)(?: moves (.*))?$/.exec(line);
      this.place = { fen, moves: moves.split(' ').filter(Boolean) };
      this.here = rules.position(fen, this.place.moves);
      this.legal = this.here.legal;
      assert(this.legal.length > 0, `a search of a position that is over: ${line}`);
    } else if (word === 'go') this.go(line);
    else if (word === 'why') this.why(line);
  }

  go(line) {
    assert(!this.isSearching, 'two searches at once');
    // Endgame tables are read before a search begins.
    if (this.reads) this.clock.later(() => this.hear('info string tablebases: 1 WDL and 0 DTZ tables, up to 3 pieces'), 0);
    this.reads = false;
    this.isSearching = true;
    this.number += 1;
    const { number } = this;
    const asked = /searchmoves (\S+)/.exec(line)?.[1];
    const order = asked ? this.legal.filter(({ uci }) => uci === asked) : this.legal.map((move, index) => [(index * 7919 + number * 104729) % 997, move]).sort(([a], [b]) => a - b).map(([, move]) => move);
    this.best = order[0].uci;
    const tell = (depth) => {
      if (number !== this.number || !this.isSearching) return;
      for (let index = 0; index < Math.min(Number(this.options.MultiPV ?? 1), order.length); index += 1) {
        const cp = ((number * 37 + depth * 11) % 400) - 200 - 30 * index;
        this.hear(`info depth ${depth} multipv ${index + 1} score cp ${cp} nodes ${depth * 1000} nps 1000 pv ${order[index].uci}`);
      }
    };
    tell(1);
    for (const depth of [2, 3, 4]) this.clock.later(() => tell(depth), depth * 60);
    if (/infinite/.test(line)) return;
    const limit = Number(/movetime (\d+)/.exec(line)?.[1] ?? 300);
    this.clock.later(() => { tell(WHOLE); this.end(number); }, Math.min(limit, 100 + (number * 131) % 900));
  }

  /** Explains a legal move after a while. */
  why(line) {
    assert(!this.isSearching, 'two searches at once');
    const [, uci, other] = line.split(' ');
    for (const each of other === 'json' ? [uci] : [uci, other]) assert(this.legal.some((move) => move.uci === each), `${line} where that is not legal`);
    Object.assign(this, { isSearching: true, explains: uci, number: this.number + 1 });
    const { number } = this;
    this.clock.later(() => this.end(number, false), 100 + (number * 131) % 900);
  }

  end(number, isStopped = true) {
    if (number !== this.number || !this.isSearching) return;
    this.isSearching = false;
    const { explains } = this;
    this.explains = null;
    const isRefused = number % 11 === 0;
    if (explains) this.hear(isStopped ? 'info string why stopped' : isRefused ? 'info string error: why: no memory' : JSON.stringify(this.said(explains)));
    else this.hear(`bestmove ${this.best}`);
  }

  /** An answer to `why`: a line of the move, and one behind a pass where that is possible. */
  said(uci) {
    const { evaluation, check } = this.here;
    const lineFrom = (path, fen, first) => {
      const [move] = rules.line(fen, [], [first]);
      const [reply] = rules.position(move.fen).legal;
      return { path, fen, depth: 9, score: { text: '+0.50' }, moves: [move, ...(reply ? [reply] : [])].map((each) => ({ uci: each.uci, san: each.san })) };
    };
    const reasons = [{ kind: ['best', 'worse'][this.number % 2], text: 'It is best.', squares: [], line: lineFrom([], evaluation.fen, uci), reasons: [{ kind: 'motif', ply: 1, text: 'Fork.', squares: ['e4', 'e5'], line: null, reasons: [] }] }];
    const [board, side, rights] = evaluation.fen.split(' ');
    const passed = `${board} ${side === 'w' ? 'b' : 'w'} ${rights} - 0 1`;
    const [free] = check ? [] : rules.position(passed).legal;
    if (free) reasons.push({ kind: 'prevention', text: 'It prevents.', squares: ['a1'], line: lineFrom([null], passed, free.uci), reasons: [] });
    return { fen: evaluation.fen, move: { uci, san: uci }, side_to_move: evaluation.side_to_move, sentence: uci, nodes: 9, reasons };
  }
}

/** An engine whose results arrive a moment later, when the visitor may have done something else, or given up what he asked for. */
function lateEngine(send) {
  const engine = new Engine(send);
  const { search } = engine;
  engine.search = (request) => {
    const { result, cancel } = search.call(engine, request);
    return { result: result.then((found) => new Promise((wake) => { setImmediate(() => wake(found)); })), cancel };
  };
  return engine;
}

/** A visitor's page, and what he knows of it himself. */
class Visit {
  constructor(isLate = false) {
    this.isLate = isLate;
    this.clock = new Clock();
    this.ids = 0;
    this.moves = 0;
    this.open(change.firstState(this.id()));
  }

  id() { this.ids += 1; return `game-${this.ids}`; }

  open(state) {
    const fake = new FakeEngine(this.clock, (line) => this.engine.hear(line), () => this.store?.state.open);
    this.engine = (this.isLate ? lateEngine : (send) => new Engine(send))((line) => fake.send(line));
    this.fake = fake;
    this.store = new Store(state, rules, this.engine, this.clock);
    this.store.listen((now, before) => this.follow(now, before));
  }

  play(side, { isHere = false, minutes = 0, increment = 0, level = '1300' } = {}) {
    this.isBeginning = true;
    this.apply(change.begin({ id: this.id(), side, level, minutes, increment, isHere, date: '2026.01.01' }));
    this.isBeginning = false;
  }
  moveTo(uci) { this.apply(change.playMove(uci, this.clock.now())); }

  get state() { return this.store.state; }
  get game() { return change.openGame(this.state); }
  get node() { return games.nodeOf(this.game, this.game.cursor); }
  apply(made) { this.store.apply(made); }

  /** Holds each change of the game in play against the laws of a game. */
  follow(now, before) {
    const [a, b] = [before.play, now.play];
    if (this.isBeginning) return;
    const isThere = ({ game, tip }) => now.games.some(({ id, nodes }) => id === game && nodes.has(tip));
    for (const play of [...(change.isRunning(before) ? [a] : []), ...before.waiting].filter(isThere)) {
      assert([...(b ? [b] : []), ...now.waiting].filter(({ game }) => game === play.game).length === 1, 'a game in play is not lost');
    }
    if (!a || !b || b === a || before.waiting.some(({ game }) => game === b.game)) return;
    if (a.end) assert.deepEqual({ ...b, game: a.game }, a, 'what has ended stays as it ended');
    const game = change.openGame(now);
    if (a.tip === b.tip || !game.nodes.has(a.tip)) return;
    // It goes on by a move of the side to move, or back to a position before.
    const isMove = games.nodeOf(game, b.tip).parent === a.tip;
    assert(isMove || games.isWithin(game, a.tip, b.tip), 'the game in play goes from move to move');
    this.moves += isMove ? 1 : 0;
  }

  /** The texts that a visitor would see. */
  check() {
    const { state, game } = this;
    assert(state.games.some(({ id }) => id === state.open));
    for (const each of state.games) this.checkTree(each);
    this.checkPlay();
    this.checkStatus();
    this.checkFindings();
    if (game !== this.checked) this.checkPgn(game);
    this.checked = game;
    // Nothing else searches than what is wanted.
    const wanted = change.wanted(state, this.clock.now());
    if (wanted.length === 0) assert(!this.fake.isSearching || this.engine.isStopping, 'a search that nobody wants');
    if (change.isRunning(state)) assert(!state.isAnalysing && !wanted.some(({ purpose }) => purpose === 'analysis' || purpose === 'threat' || purpose === 'review'), 'analysis during a game');
  }

  checkTree(game) {
    assert(game.nodes.has(game.root) && game.nodes.has(game.cursor), 'the place is in the game');
    let seen = 0;
    for (const todo = [game.root]; todo.length > 0;) {
      const node = games.nodeOf(game, todo.pop());
      seen += 1;
      assert(node.id < this.state.nextId);
      for (const child of node.children) assert.equal(games.nodeOf(game, child).parent, node.id);
      const moves = node.children.map((child) => games.nodeOf(game, child).move.uci);
      assert.equal(new Set(moves).size, moves.length, 'a move is there once');
      todo.push(...node.children);
    }
    assert.equal(seen, game.nodes.size, 'no node is lost');
  }

  checkPlay() {
    const { state, game } = this;
    const { play, waiting } = state;
    for (const { game: id, tip, end } of waiting) assert(id !== state.open && !end && state.games.some((each) => each.id === id && each.nodes.has(tip)), 'what waits is another game');
    if (!play) return;
    assert.equal(play.game, state.open);
    assert(games.isWithin(game, play.tip, play.from), 'the game in play has its own path');
    if (play.end) {
      const over = games.overAt(game, play.tip);
      if (over) assert.equal(play.end.result, games.boardResult(game, play.tip), 'a mate stays a mate');
      return;
    }
    assert(!games.overAt(game, play.tip), 'a game that is over has ended');
    if (!play.clock) return;
    const now = this.clock.now();
    const left = (at) => ['white', 'black'].map((side) => change.timeLeft(state, side, at));
    const runs = left(now).map((ms, index) => ms > 0 && left(now + 10)[index] < ms);
    const side = games.sideOf(games.fenOf(game, play.tip));
    assert(!runs[side === 'white' ? 1 : 0], 'only the clock of the side to move runs');
    if (play.clock.since !== null && left(now)[side === 'white' ? 0 : 1] > 0) assert(runs[side === 'white' ? 0 : 1], 'the clock of the side to move runs');
  }

  checkStatus() {
    const { state, game, node } = this;
    const status = change.statusOf(state);
    if (state.notice) return assert.equal(status, state.notice);
    const { look } = state.why ?? {};
    if (look) return assert.equal(status, `A line of the explanation: ${games.nameOf({ move: look.line[look.at] })}.`);
    if (state.hint) return assert.match(status, /hint/i);
    if (node.move) assert(status.startsWith(`${games.nameOf(node)}. `), `'${status}' is of another move than ${games.nameOf(node)}`);
    const over = games.overAt(game, node.id);
    if (over) return assert.match(status, over === 'checkmate' ? /Checkmate: (White|Black) wins/ : /A draw by/);
    if (change.isRunning(state) && state.play.tip === node.id && change.sideInPlay(state) !== state.play.side) assert.match(status, state.engineProblem ? /The engine cannot answer/ : /The engine thinks/);
    return undefined;
  }

  /** What was found belongs to the position where it is. */
  checkFindings() {
    const { state, game } = this;
    const isLine = (id, played, moves) => {
      const { fen, moves: before } = games.placeOf(game, id);
      assert.deepEqual(rules.line(fen, before, moves).map(({ san, fen: after }) => [san, after]), played.map(({ san, fen: after }) => [san, after]));
    };
    const here = state.lines.get(game.cursor);
    for (const { played, moves } of here?.lines ?? []) isLine(game.cursor, played, moves);
    const { best } = this.node;
    isLine(game.cursor, best, best.map(({ uci }) => uci));
    const info = state.info.get(game.cursor);
    assert.equal(info.evaluation.fen, games.fenOf(game, game.cursor));
    if (state.hint?.move) assert(info.legal.some(({ uci }) => uci === state.hint.move.uci) && state.hint.node === game.cursor);
    const { why } = state;
    if (why) assert(why.node === game.cursor && (!why.uci || info.legal.some(({ uci }) => uci === why.uci)));
    if (why?.said?.reasons.length) assert.deepEqual([why.said.move.uci, why.said.fen], [why.uci, info.evaluation.fen], 'the explanation is that of the move and the position');
    if (why?.look) {
      assert(!change.mayMove(state), 'pieces of a line are not moved');
      const { reason: { line: { fen, moves } }, line } = why.look;
      assert.deepEqual(line, rules.line(fen, [], moves.map(({ uci }) => uci)));
    }
    for (const { reason, comment } of game.nodes.values()) assert(!reason || !comment.includes(reason), `the reason '${reason}' stands in the comment too`);
    for (const { reason, move } of game.nodes.values()) assert(!reason || reason === move.uci || ['A longer search finds no mistake.', 'The engine cannot explain it (no memory).'].includes(reason), `the reason '${reason}' belongs to ${move?.uci}`);
    if (state.promotion) assert(state.promotion.node === game.cursor && change.mayMove(state));
    if (state.retry) assert.equal(games.nodeOf(game, state.retry.todo[0]).parent, game.cursor);
  }

  /** The PGN, read back, is the document. */
  checkPgn(game) {
    const text = games.pgnOf(game);
    const { game: read } = games.gameFrom(rules.ask('read-pgn', '0', text), 'read', 1, ({ fen, moves }, line) => rules.line(fen, moves, line));
    const plain = (each) => {
      const tell = (id) => {
        const { move, comment, reason, before, nags, shapes, clock, score, best, children } = games.nodeOf(each, id);
        return [move?.uci, move?.fen, [reason, comment].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim(), before, nags, [...shapes].sort((a, b) => a.squares.length - b.squares.length), clock && Math.floor(clock), score, best[0], children.map(tell)];
      };
      return [each.fen, games.resultOf(each), tell(each.root)];
    };
    assert.deepEqual(plain(read), plain(game), text);
    const report = (each) => games.judge(each).map(({ ply, loss }) => [ply, loss]);
    assert.deepEqual(report(read), report(game), 'its moves are judged alike');
  }
}

const FENS = [
  '8/P6k/8/8/8/8/8/K7 w - - 0 1', '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1', '7k/5Q2/8/6K1/8/8/8/8 w - - 98 80', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'k7/8/K7/8/8/8/8/1R6 b - - 149 120',
  '8/8/8/8/4k3/8/5p2/K7 b - - 3 7', 'r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 9', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', games.START,
];
const PGNS = [
  '[White "A"]\n[Black "B"]\n[WhiteElo "2100"]\n\n1. e4 {[%clk 0:10:00] good} e5 $6 {[%eval -0.31] [%cal Ge2e4,Rd7d5]} (1... c5 {a} 2. Nf3 (2. c3 d5)) 2. Nf3 Nc6 1-0',
  '1. f3 e5 2. g4 Qh4# 0-1', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q Kg7 *', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1/2-1/2', '1. d4 *\n\n[White "C"]\n\n1. c4 e5 (1... c5) *',
  '{before} 1. e4 ({other} 1. d4 {it} d5) (1. c4) e5 *', '1. e4 (1. Zz9) (1. d4 -- 2. c4) ♟e5 2. Ke3 {lost} 0-1', '1. e4 +- Sf6 ∞ (1... e5 {cut',
];
const COMMENTS = ['', 'a move', 'two\nlines', 'a } brace', '[%clk 0:00:01] no clock', '{x', 'ü — ♞', '[%eval 1.0]', '[%best e2e5] no move'];

/** A game as another tab has changed it: it has another move under a number that is known here. */
function changedElsewhere(visit, game, which) {
  const leaves = [...game.nodes.values()].filter(({ parent, children }) => parent !== null && children.length === 0);
  const leaf = leaves.find(({ id }) => id === game.cursor) ?? leaves[which % 3];
  if (!leaf) return null;
  const { fen, moves } = games.placeOf(game, leaf.parent);
  const move = rules.position(fen, moves).legal.findLast(({ uci }) => games.nodeOf(game, leaf.parent).children.every((id) => games.nodeOf(game, id).move.uci !== uci));
  return move ? { ...games.change(game, leaf.id, games.newNode(leaf.id, leaf.parent, move)), result: '*', changed: visit.clock.now() } : null;
}

/** What visitors do. Each gets the visit and two numbers. */
const ACTIONS = {
  move: (visit, a) => { const { legal } = visit.state.info.get(visit.game.cursor); if (legal.length > 0) visit.apply(change.playMove(legal[a % legal.length].uci, visit.clock.now())); },
  drop: (visit, a) => { const { legal } = visit.state.info.get(visit.game.cursor); const found = legal.filter(({ uci }) => uci.length === 5)[0] ?? legal[a % Math.max(1, legal.length)]; if (found) visit.apply(change.dropped(found.uci.slice(0, 2), found.uci.slice(2, 4), visit.clock.now())); },
  choose: (visit, a) => { const { promotion } = visit.state; if (promotion) visit.apply((at) => change.closePromotion(change.playMove(promotion.from + promotion.to + 'qnrb'[a % 4], visit.clock.now())(at))); },
  back: (visit) => visit.apply(change.back),
  forward: (visit) => visit.apply(change.forward),
  start: (visit) => visit.apply(change.toStart),
  end: (visit) => visit.apply(change.toEnd),
  go: (visit, a) => visit.apply(change.go([...visit.game.nodes.keys()][a % visit.game.nodes.size])),
  flip: (visit) => visit.apply(change.flip),
  play: (visit, a, b) => {
    const before = visit.state;
    visit.play(a % 2 ? 'white' : 'black', { level: b % 3 ? '1300' : 'full', minutes: b % 2 ? 1 : 0, increment: 2, isHere: a % 3 === 0 });
    if (visit.state.play !== before.play && visit.state.play) assert(change.isRunning(visit.state) || games.overAt(visit.game, visit.state.play.tip));
  },
  answer: async (visit) => {
    await visit.clock.advance(4000);
    await visit.clock.advance(1);
    if (change.isRunning(visit.state)) assert.equal(change.sideInPlay(visit.state), visit.state.play.side, 'the engine answers within its time');
  },
  takeBack: (visit) => {
    const { play } = visit.state;
    const time = (side) => play?.clock && change.timeLeft(visit.state, side, visit.clock.now());
    const before = change.isRunning(visit.state) ? ['white', 'black'].map(time) : null;
    visit.apply(change.takeBack(visit.clock.now()));
    if (before && play.clock) assert.deepEqual(['white', 'black'].map((side) => change.timeLeft(visit.state, side, visit.clock.now())), before, 'no time is gained by a move taken back');
    if (before && play.clock?.since) assert(visit.state.play.clock.since, 'the clock goes on');
  },
  resign: (visit) => {
    const { play } = visit.state;
    visit.apply(change.resign);
    if (play?.end) assert.deepEqual(visit.state.play.end, play.end, 'a result stays');
  },
  claim: (visit) => visit.apply(change.claim),
  flag: (visit) => visit.apply(change.flag(visit.clock.now())),
  hint: (visit) => visit.apply(change.askHint),
  analyse: (visit) => visit.apply(change.analyse(!visit.state.isAnalysing)),
  threat: (visit) => visit.apply(change.threat),
  settings: (visit, a, b) => visit.apply(change.set({ lineCount: 1 + a % 5, limit: ['infinite', 'depth 15', 'movetime 1000'][b % 3], threads: 1 + b % 2 })),
  why: (visit, a) => { const { legal } = visit.state.info.get(visit.game.cursor); if (legal.length > 0) visit.apply(change.explain(legal[a % legal.length].uci)); },
  whyBest: (visit) => visit.apply(change.explain(null)),
  whySaid: async (visit, a) => { ACTIONS.why(visit, a); for (const ms of [2000, 1]) await visit.clock.advance(ms); if (visit.state.why && !visit.state.review) assert(visit.state.why.said, 'an explanation comes'); },
  unfold: (visit, a) => visit.apply(change.unfold(a % 3)),
  look: (visit, a) => {
    const { reasons } = visit.state.why?.said ?? { reasons: [] };
    if (reasons.length === 0) return;
    const reason = reasons[a % reasons.length];
    const line = rules.line(reason.line.fen, [], reason.line.moves.map(({ uci }) => uci));
    visit.apply(change.lookAt(reason, line, a % line.length));
    assert.equal(visit.game.cursor, visit.state.why.node, 'the game stays where it is');
  },
  closeWhy: (visit) => visit.apply(change.closeWhy),
  review: (visit) => visit.apply(change.review),
  reviewed: async (visit, a) => {
    visit.apply(change.review);
    if (visit.state.review) {
      // Something more urgent may come between.
      const { total } = visit.state.review;
      await visit.clock.advance(a % 300);
      if (a % 2) visit.apply([change.askHint, change.explain(null)][a % 4 >> 1]);
      for (let left = total + 5; left > 0; left -= 1) await visit.clock.advance(1100);
      for (const id of games.lineFrom(visit.game, visit.game.root)) if (!games.overAt(visit.game, id)) assert(games.nodeOf(visit.game, id).effort >= 1000 * WHOLE, 'a search that was stopped is no review');
    }
    assert.equal(visit.state.review, null, 'a review ends'); for (let left = 20; left > 0; left -= 1) await visit.clock.advance(1100); assert(!games.lineFrom(visit.game, visit.game.root).slice(0, 18).some((id) => games.nodeOf(visit.game, id).reason === ''), 'each mistake gets its reason');
  },
  retry: (visit, a) => visit.apply(change.retry(a % 2 ? 'white' : 'black')),
  nextMistake: (visit) => visit.apply(change.nextMistake),
  showBetter: (visit) => visit.apply(change.showBetter),
  comment: (visit, a) => visit.apply(change.comment(visit.game.cursor, COMMENTS[a % COMMENTS.length])),
  mark: (visit, a) => visit.apply(change.toggleMark(visit.game.cursor, [1, 2, 3, 4, 5, 6, 14, 10][a % 8])),
  arrows: (visit, a) => visit.apply(change.draw(visit.game.cursor, a % 3 ? [{ brush: 'G', squares: 'e2e4' }, { brush: 'R', squares: 'd5' }] : [])),
  follow: (visit, a) => {
    const { state, game } = visit;
    const { legal } = state.info.get(game.cursor);
    if (legal.length === 0) return;
    visit.apply(change.follow(game.cursor, [legal[a % legal.length]]));
    if (change.isRunning(state)) assert.equal(visit.state, state, 'lines are no moves of a game that runs');
  },
  delete: (visit) => visit.apply(change.remove(visit.game.cursor)),
  deleteOther: (visit, a) => visit.apply(change.remove([...visit.game.nodes.keys()][a % visit.game.nodes.size])),
  mainLine: (visit) => visit.apply(change.promoteLine(visit.game.cursor)),
  new: (visit) => visit.apply(change.newGame(visit.id())),
  loadPgn: (visit, a) => visit.store.load(PGNS[a % PGNS.length]),
  loadFen: (visit, a) => visit.store.load(FENS[a % FENS.length]),
  loadExport: (visit) => visit.store.load(games.pgnOf(visit.game)),
  link: async (visit) => {
    const asked = await keep.linkOf(visit.state);
    const other = new Visit();
    await keep.openLink(other.store, asked);
    const tell = ({ game, state }) => [change.isEmpty(game) || games.pgnOf(game), games.fenOf(game, game.cursor), games.pathTo(game, game.cursor).map((id) => games.nodeOf(game, id).move?.uci), state.problem, state.settings.orientation];
    assert.deepEqual(tell(other), [...tell(visit).slice(0, 3), '', visit.state.settings.orientation], 'a link holds the whole game, and the place');
    other.check();
  },
  brokenLink: async (visit, a) => {
    const { games: before } = visit.state;
    await keep.openLink(visit.store, new URLSearchParams(['game=AAAA', 'fen=8/8', 'game=!', 'fen=rnbqkbnr'][a % 4]));
    assert.match(visit.state.problem, /^The link: /);
    assert.equal(visit.state.games, before, 'a broken link changes no game');
  },
  loadWrong: (visit, a) => { const { games: before } = visit.state; visit.store.load(['1. e5', '8/8 w', '', '{'][a % 4]); assert(visit.state.problem !== ''); assert.equal(visit.state.games, before); },
  openOther: (visit, a) => { if (visit.state.file) visit.store.open(visit.state.file, a % visit.state.file.games.length); },
  show: (visit, a) => visit.apply(change.show(visit.state.games[a % visit.state.games.length].id)),
  deleteGame: (visit, a) => visit.apply(change.deleteGame(visit.state.games[a % visit.state.games.length].id, visit.id())),
  name: (visit, a) => visit.apply(change.setTag('White', ['', 'Ann "x" \\', 'Bo'][a % 3])),
  otherTab: (visit, a, b) => { const game = changedElsewhere(visit, visit.state.games[a % visit.state.games.length], b); if (game) visit.apply(change.adopted(game)); },
  bothTabs: (visit, a, b) => {
    const game = visit.state.games[a % visit.state.games.length];
    const theirs = changedElsewhere(visit, game, b);
    const { length } = visit.state.games;
    visit.apply(change.renamed(game.id, visit.id()));
    if (theirs) visit.apply(change.adopted(theirs));
    assert.equal(visit.state.games.length, theirs ? length + 1 : length, 'both are kept');
  },
  undo: (visit) => {
    const { undo } = visit.state;
    const before = visit.state.games;
    visit.apply(change.undo);
    if (visit.state.undo.length < undo.length) {
      const undone = visit.state.games;
      visit.apply(change.redo);
      const plain = (list) => new Map(list.map((each) => [each.id, each.nodes]));
      assert.deepEqual(plain(visit.state.games), plain(before), 'what is undone can be done again');
      visit.apply(change.undo);
      assert.deepEqual(plain(visit.state.games), plain(undone));
    }
  },
  redo: (visit) => visit.apply(change.redo),
  tables: async (visit, a) => {
    visit.store.useTables(a % 3 ? { 'KQvK.rtbw': [] } : {});
    assert.equal(visit.state.tables.path === '', a % 3 === 0);
  },
  tablesRead: async (visit) => {
    visit.store.useTables({ 'KQvK.rtbw': [] });
    for (const ms of [3000, 3000]) await visit.clock.advance(ms);
    assert.deepEqual(visit.state.tables.said, ['1 WDL and 0 DTZ tables, up to 3 pieces']);
    assert.equal(visit.fake.options.SyzygyPath, visit.state.tables.path, 'the engine has the tables, whatever it does');
  },
  edit: (visit, a) => visit.apply(change.edit(a % 2 === 0)),
  place: (visit, a) => { visit.store.place(FENS[a % FENS.length]); assert(!visit.state.isEditing, 'a position that is used closes the editor'); },
  type: (visit, a) => visit.store.type(['e4', 'e2e4', 'o-o', 'Nf6', 'b8=q', 'Ng8f6', '1. e4', ''][a % 8]),
  wait: (visit, a) => visit.clock.advance(a % 700),
  reload: (visit) => {
    const { state } = visit;
    const now = visit.clock.now();
    const kept = structuredClone([state.games, keep.pageOf(state, now)]);
    visit.clock.calls = [];
    visit.clock.at += 3_600_000;
    visit.open(keep.reopened(change.firstState(visit.id()), kept[0], kept[1], visit.clock.now()));
    assert.deepEqual(visit.state.games.map(({ nodes, result, id }) => [id, result, nodes]), state.games.map(({ nodes, result, id }) => [id, result, nodes]), 'nothing is lost');
    assert.equal(visit.state.open, state.open);
    assert.deepEqual([visit.state.waiting, visit.state.file], [state.waiting, state.file]);
    if (change.isRunning(state) && state.play.clock) for (const side of ['white', 'black']) assert.equal(change.timeLeft(visit.state, side, visit.clock.now()), change.timeLeft(state, side, now), 'a clock stands while the page is closed');
  },
};

class Action {
  constructor(name, a, b) { Object.assign(this, { name, a, b }); }

  check() { return true; }
  async run(_, visit) {
    await ACTIONS[this.name](visit, this.a, this.b);
    visit.check();
    // What was found meanwhile arrives, and all still holds.
    await visit.clock.advance(1);
    visit.check();
  }

  toString() { return `[${[`'${this.name}'`, this.a, this.b].join(', ')}]`; }
}

/** Faults that visitors or walks have found. */
const SCENES = {
  async 'the answer of the engine is played where it was asked for'(visit) {
    visit.play('white');
    visit.moveTo('e2e4');
    await visit.clock.advance(3000);
    const { tip } = visit.state.play;
    const { legal } = visit.state.info.get(tip);
    visit.moveTo(legal[0].uci);
    visit.apply(change.back);
    visit.apply(change.back);
    await visit.clock.advance(3000);
    assert.equal(games.pathTo(visit.game, visit.state.play.tip).length, 5);
    assert(games.pathTo(visit.game, visit.state.play.tip).includes(tip));
    assert.equal(visit.game.cursor, games.pathTo(visit.game, tip)[1], 'the board stays where the visitor is');
  },
  async 'a search without an end keeps neither an answer nor a hint waiting'(visit) {
    visit.apply(change.analyse(true));
    await visit.clock.advance(500);
    visit.apply(change.askHint);
    await visit.clock.advance(1500);
    assert(visit.state.hint.move);
    visit.apply(change.analyse(true));
    await visit.clock.advance(500);
    visit.play('black');
    await visit.clock.advance(1500);
    assert.equal(change.sideInPlay(visit.state), 'black');
  },
  'a mate stays a mate'(visit) {
    visit.store.load(FENS[1]);
    visit.play('white', { isHere: true });
    visit.moveTo('e1e8');
    const { end } = visit.state.play;
    assert.equal(end.result, '1-0');
    for (const made of [change.resign, change.takeBack(visit.clock.now()), change.flag(visit.clock.now())]) visit.apply(made);
    assert.deepEqual(visit.state.play.end, end);
    assert.equal(games.resultOf(visit.game), '1-0');
    visit.apply(change.remove(visit.game.cursor));
    assert.equal(games.resultOf(visit.game), '*', 'the mating move is gone, and so is the result');
  },
  'a flag that has fallen is not taken back'(visit) {
    visit.play('white', { minutes: 1, increment: 0 });
    visit.moveTo('e2e4');
    visit.clock.at += 61_000;
    visit.apply(change.flag(visit.clock.now()));
    assert.equal(visit.state.play.end.result, '1-0');
    const { play } = visit.state;
    visit.apply(change.takeBack(visit.clock.now()));
    assert.equal(visit.state.play, play);
  },
  'a game that is loaded is not played on'(visit) {
    visit.play('white');
    visit.moveTo('e2e4');
    visit.store.load('1. e4');
    assert.equal(visit.state.play, null);
  },
  async 'a game in play waits while other games are shown, and goes on'(visit) {
    visit.play('white', { minutes: 1 });
    const { open } = visit.state;
    visit.moveTo('e2e4');
    const { clock } = visit.state.play;
    const time = () => change.timeLeft(visit.state, 'black', visit.clock.now());
    const away = [() => visit.apply(change.newGame(visit.id())), () => visit.store.load('1. d4'), () => visit.play('black', { minutes: 3 })];
    for (const leave of away) {
      const before = time();
      leave();
      assert.match(visit.state.notice, /waits/);
      await visit.clock.advance(5000);
      ACTIONS.reload(visit);
      visit.apply(change.show(open));
      assert(change.isRunning(visit.state));
      assert.match(visit.state.notice, /goes on/);
      assert.equal(time(), before, 'its clock stands');
    }
    assert.equal(visit.state.play.tip, games.lastOf(visit.game), 'no move was made meanwhile');
    assert(clock.left.black - time() < 100);
    assert.equal(visit.state.waiting.length, 1, 'the other game against the engine waits');
    visit.apply(change.newGame(visit.id()));
    visit.apply(change.undo);
    await visit.clock.advance(5000);
    assert.equal(visit.game.nodes.size, 3, 'the engine has answered');
  },
  'a side that cannot mate does not win on time'(visit) {
    visit.store.load('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1');
    visit.play('white', { isHere: true, minutes: 1 });
    visit.moveTo('a1a2');
    visit.state.play.clock.left.white = 100;
    visit.apply(change.answer(visit.state.play.tip, visit.state.info.get(visit.state.play.tip).legal[0], null, visit.clock.now()));
    visit.clock.at += 200;
    visit.apply(change.flag(visit.clock.now()));
    assert.equal(visit.state.play.end.result, '1/2-1/2');
  },
  async 'a draw can be claimed by both, and ends nothing by itself'(visit) {
    visit.store.load('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8');
    visit.apply(change.toEnd);
    assert.equal(visit.state.info.get(visit.game.cursor).over, null);
    visit.play('white', { isHere: true });
    const { cursor } = visit.game;
    assert.equal(change.claimOf(visit.state), 'threefold repetition');
    visit.apply(change.claim);
    assert.equal(games.resultOf(visit.game), '1/2-1/2');
    const [move] = visit.state.info.get(cursor).legal;
    visit.play('black', { isHere: true });
    visit.apply(change.answer(cursor, move, { cp: 30 }, visit.clock.now()));
    assert(change.isRunning(visit.state), 'an engine that is ahead goes on');
    visit.apply(change.undo);
    visit.apply(change.resign);
    visit.apply(change.go(cursor));
    visit.play('black', { isHere: true });
    visit.apply(change.answer(cursor, move, { cp: -30 }, visit.clock.now()));
    assert.match(visit.state.play.end.why, /which the engine claimed/);
  },
  'a game from the middle of another one leaves that one as it is'(visit) {
    visit.store.load(PGNS[0]);
    visit.apply(change.go(games.lineFrom(visit.game, visit.game.root)[2]));
    const before = games.pgnOf(visit.game);
    const { size } = visit.game.nodes;
    visit.play('white', { isHere: true });
    // The move of the document is played, and taken back: it stays in the document.
    visit.moveTo('g1f3');
    visit.apply(change.takeBack(visit.clock.now()));
    assert.equal(visit.game.nodes.size, size);
    assert.equal(games.pgnOf(visit.game).replace(/ \[%clk[^\]]*\]/g, ''), before.replace(/ \[%clk[^\]]*\]/g, ''));
    visit.moveTo('d2d4');
    visit.apply(change.resign);
    assert.equal(games.resultOf(visit.game), '1-0', 'the result of the game that was loaded');
    assert.match(games.nodeOf(visit.game, visit.game.cursor).comment, /You resigned/);
  },
  'a result that is noted gives way to a mate on the board'(visit) {
    visit.store.load('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 0-1');
    visit.apply(change.toEnd);
    visit.play('white', { isHere: true });
    visit.moveTo('h5f7');
    assert.equal(games.resultOf(visit.game), '1-0');
    visit.store.load('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 0-1');
    visit.apply(change.toEnd);
    visit.play('white', { isHere: true });
    visit.moveTo('h5e5');
    assert.equal(games.resultOf(visit.game), '*', 'the game goes on');
  },
  async 'a game ends what is explained, and begins with the pieces free'(visit) {
    await ACTIONS.whySaid(visit, 0);
    ACTIONS.look(visit, 0);
    visit.play('white', { isHere: true });
    assert.equal(visit.state.why, null);
    assert(change.mayMove(visit.state));
  },
  'a typed move that cannot be played is not swallowed'(visit) {
    visit.moveTo('e2e4');
    visit.play('black', { isHere: true });
    visit.apply(change.back);
    assert.match(visit.store.type('d4'), /No move can be played here now/);
  },
  'a game without names comes back without names'(visit) {
    visit.moveTo('e2e4');
    visit.store.load(games.pgnOf(visit.game));
    assert.deepEqual(visit.game.tags, []);
  },
  'a command in a comment leaves what it does not name'(visit) {
    visit.store.load('1. e4 {[%clk 0:10:00] [%eval 0.30]} e5 *');
    visit.apply(change.forward);
    visit.apply(change.comment(visit.game.cursor, 'good [%csl Gd5]'));
    const { comment, clock, score, shapes } = visit.node;
    assert.deepEqual([comment, clock, score, shapes], ['good', 600, { cp: 30 }, [{ brush: 'G', squares: 'd5' }]]);
  },
  'a command in a comment stands on one line of PGN'(visit) {
    visit.store.load(`1. e4 ${['e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4'].map((move) => `${move} {[%clk 0:10:00] [%eval 0.30] [%csl Ga1] [%cal Ge2e4] good}`).join(' ')} *`);
    assert.doesNotMatch(games.pgnOf(visit.game), /\[%[^\]]*\n/);
  },
  async 'a score that came with a game is not replaced by that of a moment'(visit) {
    visit.store.load('1. e4 {[%eval 0.30]} e5 *');
    visit.apply(change.forward);
    visit.apply(change.analyse(true));
    await visit.clock.advance(500);
    assert.deepEqual(visit.node.score, { cp: 30 });
  },
  'without an engine no clock runs and nobody loses'(visit) {
    visit.play('white', { minutes: 1 });
    visit.moveTo('e2e4');
    visit.apply(change.engineFailed('no memory'));
    visit.clock.at += 100_000;
    visit.apply(change.flag(visit.clock.now()));
    assert(change.isRunning(visit.state));
    assert.match(change.statusOf(visit.state), /The engine cannot answer/);
  },
  'a draw by the fifty moves can be claimed before the first move of a game'(visit) {
    visit.store.load('8/8/8/8/4k3/8/5p2/K7 b - - 103 90');
    visit.play('black', { isHere: true });
    assert.equal(change.claimOf(visit.state), 'the fifty-move rule');
    assert.equal(change.statusOf(visit.state), 'Black to move. A draw can be claimed by the fifty-move rule.');
  },
  'a text that is refused leaves the list of games'(visit) {
    visit.store.load(PGNS[4]);
    assert.equal(visit.state.file.games.length, 2);
    const first = visit.state.open;
    visit.store.open(visit.state.file, 1);
    assert.deepEqual(visit.state.file.ids, { 0: first, 1: visit.state.open });
    visit.store.load('hello');
    assert(visit.state.problem && visit.state.file);
    visit.apply(change.edit(true));
    visit.apply(change.edit(false));
    assert.equal(visit.state.problem, '');
  },
  'a game is shown up to a move that is not understood, and says so when it is read again'(visit) {
    visit.store.load(PGNS[6]);
    assert.match(visit.state.notice, /^The game is shown up to 1\.\.\. e5, because 2\. Ke3 is not understood: .* All 3 such places are named in comments\.$/);
    const text = games.pgnOf(visit.game);
    assert.equal(text.match(/because/g).length, 3);
    visit.store.load(text);
    assert.equal(visit.state.notice, 'This game was here already.');
  },
  async 'other settings begin a finished analysis again'(visit) {
    visit.apply(change.set({ limit: 'movetime 300', lineCount: 2 }));
    visit.apply(change.analyse(true));
    await visit.clock.advance(2000);
    assert(visit.state.lines.get(visit.game.cursor).isDone);
    visit.apply(change.set({ lineCount: 4 }));
    await visit.clock.advance(2000);
    assert.equal(visit.state.lines.get(visit.game.cursor).lines.length, 4);
  },
  async 'nothing threatens where the other side has no move'(visit) {
    visit.store.load('7k/5Q2/8/6K1/8/8/8/8 w - - 98 80');
    visit.apply(change.threat);
    await visit.clock.advance(100);
    assert.deepEqual(visit.state.threats.get(visit.game.cursor).lines, []);
  },
  'a comment before a variation outlives its promotion'(visit) {
    visit.store.load('1. e4 ({other} 1. d4 {it} d5) e5 *');
    const second = games.nodeOf(visit.game, visit.game.root).children[1];
    visit.apply(change.promoteLine(second));
    assert.equal(games.nodeOf(visit.game, second).comment, 'other it');
  },
  'a comment that is typed is one change'(visit) {
    visit.moveTo('e2e4');
    for (const text of ['a', 'ab', 'abc']) visit.apply(change.comment(visit.game.cursor, text));
    visit.apply(change.undo);
    assert.equal(visit.node.comment, '');
    assert.equal(visit.node.move.uci, 'e2e4');
  },
  'a version from before another tab is known anew'(visit) {
    visit.moveTo('h2h4');
    visit.apply(change.toggleMark(visit.game.cursor, 1));
    visit.apply(change.adopted(changedElsewhere(visit, visit.game, 0)));
    visit.check();
    visit.apply(change.undo);
    assert.equal(visit.node.move.uci, 'h2h4');
  },
  async 'a link leads to its place, and a broken one changes nothing'(visit) {
    visit.store.load('1. e4 (1. d4 d5) e5 2. Nf3');
    const place = games.nodeOf(visit.game, visit.game.root).children[1];
    visit.apply(change.go(place));
    const asked = await keep.linkOf(visit.state);
    const before = visit.state.games;
    await keep.openLink(visit.store, new URLSearchParams('game=AAAA&at=3'));
    assert.equal(visit.state.games, before);
    await keep.openLink(visit.store, asked);
    assert.equal(visit.node.move.uci, 'd2d4');
    asked.set('at', '2');
    await keep.openLink(visit.store, asked);
    assert.equal(visit.node.move.uci, 'e7e5', 'a number of moves of the main line');
    asked.set('at', '9999999999');
    await keep.openLink(visit.store, asked);
    assert.equal(visit.node.move.uci, 'g1f3', 'the end of the main line');
    // What was complained of before is no fault of a link.
    visit.store.load('8/8 w');
    const { problem } = visit.state;
    await keep.openLink(visit.store, new URLSearchParams('evaluation'));
    assert.deepEqual([visit.state.problem, visit.state.settings.tab], [problem, 'evaluation']);
    await keep.openLink(visit.store, new URLSearchParams('game=AAAA'));
    assert.equal(visit.state.problem, 'The link: It is damaged, expected the whole address as it was copied');
  },
  'a game that is played from the empty board waits for a new one'(visit) {
    visit.play('white', { isHere: true });
    visit.apply(change.newGame(visit.id()));
    assert.match(visit.state.notice, /waits/);
  },
  'the game that was played is analysed, not the one that it left'(visit) {
    visit.store.load('1. e4 e5 2. Nf3 Nc6 1-0');
    visit.apply(change.forward);
    visit.play('black', { isHere: true });
    visit.moveTo('a7a6');
    visit.apply(change.resign);
    const { tip } = visit.state.play;
    visit.apply(change.reviewPlayed);
    assert.equal(games.lastOf(visit.game), tip);
    assert.equal(visit.state.review.todo[0], tip);
  },
  'an empty game that gave way comes back'(visit) {
    visit.store.load('1. e4');
    visit.apply(change.newGame('empty'));
    const before = visit.state.games.map(({ id }) => id);
    visit.store.load('1. d4');
    assert.equal(visit.state.games.length, 2);
    visit.apply(change.undo);
    assert.deepEqual([visit.state.games.map(({ id }) => id), visit.state.open], [before, 'empty']);
  },
  'the start position that is used on an empty board closes the editor'(visit) {
    visit.apply(change.edit(true));
    visit.store.place(games.START);
    assert(!visit.state.isEditing);
  },
  'a game that is here already is shown, and games have titles that differ'(visit) {
    visit.store.load(PGNS[0]);
    const { open } = visit.state;
    visit.store.load('[FEN "7k/8/6KP/8/8/8/8/8 b - - 0 40"]\n\n40... Kg8 41. h7+ 1-0');
    visit.store.load(PGNS[4]);
    visit.store.load(FENS[0]);
    visit.store.load(games.pgnOf(visit.state.games[0]));
    visit.store.load(FENS[0]);
    visit.store.open({ text: PGNS[4], games: [1, 2] }, 0);
    assert.deepEqual(visit.state.games.map(change.titleOf), ['A – B, 1-0, 1. e4 e5 2. Nf3 Nc6', '1-0, 40... Kg8 41. h7+', '1. d4', 'Position']);
    visit.apply(change.deleteGame(visit.state.open, visit.id()));
    assert.equal(visit.state.notice, 'Deleted. Now shown: Position.');
    visit.apply(change.show(open));
    assert.equal(change.titleOf(visit.game), 'A – B, 1-0, 1. e4 e5 2. Nf3 Nc6');
  },
  'arrows on an empty board are kept'(visit) {
    visit.apply(change.draw(visit.game.cursor, [{ brush: 'G', squares: 'e2e4' }]));
    visit.store.load('1. e4');
    assert.equal(visit.state.games.length, 2);
  },
  async 'mistakes are tried again where they were made'(visit) {
    visit.store.load('1. f3 e5 2. g4 d6 3. a3 *');
    const line = games.lineFrom(visit.game, visit.game.root);
    for (const [index, cp] of [20, 0, -10, -400, -390, -400].entries()) {
      const info = rules.position(games.fenOf(visit.game, line[index]));
      visit.apply(change.found(visit.game.id, line[index], { lines: [{ depth: 9, nodes: 9, speed: 9, score: { cp }, moves: [info.legal[0].uci], played: [info.legal[0]] }], asked: '', isDone: true }));
    }
    visit.apply(change.retry('white'));
    assert.equal(visit.game.cursor, line[2]);
    const { size } = visit.game.nodes;
    visit.moveTo('g2g4');
    assert(visit.state.retry.loss > 0.2, 'the mistake itself is no better move');
    visit.moveTo('b1c3');
    assert.equal(visit.state.retry.loss, null);
    await visit.clock.advance(2000);
    assert.notEqual(visit.state.retry.loss, null);
    visit.moveTo(games.nodeOf(visit.game, line[2]).best[0].uci);
    assert.equal(visit.state.retry.loss, 0);
    assert.equal(visit.game.nodes.size, size, 'moves that are tried are no moves of the game');
    // A later mistake is deleted meanwhile.
    assert.equal(visit.state.retry.todo.length, 1);
    visit.apply((state) => ({ ...state, retry: { ...state.retry, todo: [...state.retry.todo, line[4]] } }));
    visit.apply(change.remove(line[4]));
    visit.apply(change.nextMistake);
    assert.equal(visit.state.notice, 'That was the last mistake.');
    visit.apply(change.retry('white'));
    visit.apply(change.back);
    assert.equal(visit.state.retry, null);
  },
  'marks follow what a deeper search finds, unless the visitor gave them'(visit) {
    visit.store.load('1. f3 e5 2. g4 d6 *');
    const line = games.lineFrom(visit.game, visit.game.root);
    const result = (id, cp, nodes) => {
      const [move] = rules.position(games.fenOf(visit.game, id)).legal;
      return { depth: 9, nodes, speed: 9, score: { cp }, moves: [move.uci], played: [move] };
    };
    const find = (id, cp, nodes) => visit.apply(change.found(visit.game.id, id, { lines: [result(id, cp, nodes)], asked: '', isDone: false }));
    const marks = () => line.slice(1).map((id) => games.nodeOf(visit.game, id).nags);
    visit.apply(change.review);
    for (const [index, cp] of [0, 0, 0, -400, -400].toReversed().entries()) visit.apply(change.reviewed(visit.game.id, line.at(-1 - index), result(line.at(-1 - index), cp, 9)));
    assert.deepEqual(marks(), [[], [], [4], []]);
    find(line[3], -130, 99);
    assert.deepEqual(marks(), [[], [], [2], []]);
    visit.apply(change.go(line[3]));
    visit.apply(change.toggleMark(line[3], 1));
    find(line[3], -400, 999);
    assert.deepEqual(marks(), [[], [], [1], []]);
  },
  async 'files of other kinds are read'(visit) {
    for (const encoding of ['utf-8', 'utf16le', 'latin1']) {
      const bytes = Buffer.from(encoding === 'utf16le' ? '\ufeff1. e4 {für}' : '1. e4 {für}', encoding);
      assert.equal(await textOf(new File([bytes], 'a.pgn')), '1. e4 {für}', encoding);
    }
    visit.store.load(`${FENS[0]}\r\n\r\n${FENS[1]}\r\n8/8 w\r\n`);
    assert.deepEqual(visit.state.file.games.map(({ problem }) => Boolean(problem)), [false, false, true]);
    visit.store.open(visit.state.file, 1);
    assert.equal(visit.game.fen, FENS[1]);
  },
  'a mate in 0 moves is no score'(visit) {
    visit.store.load('1. f3 {[%eval #-3]} e5 2. g4 Qh4# {[%eval #0]} 0-1');
    visit.apply(change.toEnd);
    assert.deepEqual([visit.node.score, visit.node.comment], [null, '']);
  },
  async 'a mistake has one explanation, also after it was written and read'(visit) {
    visit.store.load('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ {check} *');
    await ACTIONS.reviewed(visit, 0);
    const marked = () => [...visit.game.nodes.values()].filter(({ reason }) => reason);
    const tell = () => marked().map(({ move, reason, comment }) => [move.uci, reason, comment]);
    const before = tell();
    assert(before.length > 1);
    visit.store.load(games.pgnOf(visit.game).replace(' *', ' 1/2-1/2'));
    // The same scores are found once more.
    const line = games.lineFrom(visit.game, visit.game.root);
    visit.apply(change.review);
    for (const id of line.toReversed()) {
      const { score: found, best } = games.nodeOf(visit.game, id);
      visit.apply(change.reviewed(visit.game.id, id, { nodes: 9, score: found, played: best }));
    }
    for (const [uci, reason] of before) visit.apply(change.reasoned(visit.game.id, games.nodeOf(visit.game, line.find((id) => games.nodeOf(visit.game, id).move?.uci === uci)).parent, uci, reason));
    assert.deepEqual(tell(), before);
    const [mistake] = marked();
    const { best: [better] } = games.nodeOf(visit.game, mistake.parent);
    visit.apply(change.go(mistake.parent));
    visit.apply(change.explain(mistake.move.uci));
    assert.equal(change.wanted(visit.state, 0).find(({ purpose }) => purpose === 'why').why, `${mistake.move.uci} ${better.uci}`);
    for (const ms of [2000, 2000]) await visit.clock.advance(ms);
    assert(visit.state.why.said);
  },
  async 'a late result changes only what it was asked for'() {
    const visit = new Visit(true);
    visit.play('white');
    visit.moveTo('e2e4');
    while (visit.fake.isSearching) await visit.clock.advance(1);
    assert.equal(visit.game.nodes.size, 2, 'the engine has answered, and its answer is on the way');
    visit.apply(change.takeBack(visit.clock.now()));
    visit.moveTo('a2a3');
    for (let tick = 0; tick < 3; tick += 1) await visit.clock.advance(1);
    assert.equal(visit.game.nodes.size, 2);
    visit.check();
  },
  async 'what another place asked for is of no use here'(visit) {
    visit.store.load('1. e4 e5 2. Nf3');
    const line = games.lineFrom(visit.game, visit.game.root);
    visit.apply(change.review);
    const { state } = visit;
    const found = { depth: 9, nodes: 9, speed: 9, score: { cp: 10 }, moves: ['d2d4'], played: rules.line(games.START, [], ['d2d4']) };
    const [move] = found.played;
    for (const [name, late] of Object.entries({
      review: change.reviewed(visit.game.id, line[0], found), ofAnotherGame: change.reviewed('gone', state.review.todo[0], found), lines: change.found('gone', line[0], { lines: [found], asked: '', isDone: true }),
      threat: change.threatened(visit.game.id, 999_999, { lines: [found], asked: '', isDone: true }), hint: change.hinted(line[1], move), answer: change.answer(line[0], move, null, 0),
      why: change.explained(line[0], 'd2d4', {}), reason: change.reasoned(visit.game.id, line[0], 'e2e4', 'bad'), retry: change.retried(line[0], 'd2d4', { cp: 0 }), best: change.explainBest(line[0], 'd2d4'),
    })) assert.equal(late(state), state, name);
    visit.apply(change.review);
    visit.apply(change.explain('e2e4'));
    for (const late of [change.explained(line[0], 'd2d4', {}), change.explained(line[1], 'e2e4', {}), change.explainBest(line[0], 'd2d4')]) assert.equal(late(visit.state), visit.state);
    visit.apply(change.noWhy);
    visit.play('white', { isHere: true });
    visit.moveTo('d2d4');
    assert.equal(change.answer(line[0], move, null, 0)(visit.state), visit.state);
    assert.equal(change.answer(line[1], rules.line(games.START, ['e2e4'], ['e7e6'])[0], null, 0)(visit.state), visit.state);
  },
  async 'what another tab has changed is explained and hinted anew'(visit) {
    for (const ask of [change.explain(null), change.askHint]) {
      visit.store.load('1. e4');
      visit.apply(change.toEnd);
      visit.apply(ask);
      for (const ms of [2000, 2000]) await visit.clock.advance(ms);
      assert(visit.state.why?.said || visit.state.hint?.move);
      visit.apply(change.adopted(changedElsewhere(visit, visit.game, 0)));
      assert.deepEqual([visit.state.why, visit.state.hint], [null, null]);
    }
  },
  'openings are named, and own games counted, by position'(visit) {
    const names = openings.readOpenings(inflateRawSync(readFileSync(join(folder, 'openings.bin'))).toString());
    assert(names.size > 3000);
    const named = (moves) => {
      visit.store.load(moves);
      visit.apply(change.toEnd);
      return openings.openingAt(names, visit.game, visit.game.cursor);
    };
    assert.match(named('1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0'), /^C50 Italian Game/);
    assert.match(named('1. Nf3 Nc6 2. e4 e5 3. Bc4 a6 4. a3 h6 5. a4 0-1'), /^C50 Italian Game/, 'by another order of moves, and some moves later');
    assert.equal(named('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q Kg7 *'), undefined);
    const italian = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 9 30';
    assert.deepEqual(openings.playedFrom(visit.state.games, italian), [{ uci: 'f1c4', san: 'Bc4', count: 2, ended: 2, points: 1 }]);
  },
  'thousands of moves and deep variations are read, written and walked through'(visit) {
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const moves = Array.from({ length: 1200 }, (_, ply) => shuffle[ply % 4]);
    visit.store.load(moves.join(' '));
    assert.equal(visit.state.problem, '');
    assert.equal(visit.game.nodes.size, 1201);
    visit.store.load(`1. e4 ${'(1. d4 '.repeat(500)}${')'.repeat(500)} *`);
    assert.equal(visit.state.problem, '');
  },
};

for (const [name, scene] of Object.entries(SCENES)) {
  const visit = new Visit();
  try {
    await scene(visit);
    visit.check();
  } catch (error) {
    error.message = `${name}: ${error.message}`;
    throw error;
  }
}

// What visitors do more often than all else.
const often = { move: 14, play: 5, answer: 14, wait: 3, back: 3, forward: 3, analyse: 2, reviewed: 2, retry: 2, takeBack: 4, claim: 2 };
const actions = Object.keys(ACTIONS).flatMap((name) => Array(often[name] ?? 1).fill(name)).map((name) => fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => new Action(name, a, b)));
let [done, played] = [0, 0];
await fc.assert(fc.asyncProperty(fc.commands(actions, { maxCommands: 100, size: 'max' }), async (commands) => {
  const visit = new Visit(true);
  await fc.asyncModelRun(() => ({ model: {}, real: visit }), commands);
  done += [...commands].length;
  played += visit.moves;
}), { numRuns: Number(count), ...(seed ? { seed: Number(seed) } : {}), endOnFailure: !process.env.SHRINK });
console.log(`${Object.keys(SCENES).length} scenes and ${count} walks of ${done} actions (${Object.keys(ACTIONS).length} kinds, ${played} moves in games against the engine) passed`);
