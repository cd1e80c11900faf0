'use strict';
// The page: a board, a game against the engine, and analysis. All it asks the engine is UCI: `eval json` describes a
// position, `go perft 1` lists its legal moves.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FILES = 'abcdefgh';
const GLYPHS = { king: '♚', queen: '♛', rook: '♜', bishop: '♝', knight: '♞', pawn: '♟' };
/** Shows a glyph as text, not as a picture. */
const AS_TEXT = '\ufe0e';
/** The units of the evaluation that are shown as one pawn; see `eval::wdl`. */
const PAWN = 84.092;
/** A difference of this many units has the full tint, as in `eval svg`. */
const FULL_TINT = PAWN / 2;

const byId = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** The engine. Every question is asked when the one before is answered. */
class Engine {
  constructor(failed) {
    this.worker = new Worker('coppice.js');
    this.worker.onerror = (event) => failed(event.message);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.last = Promise.resolve();
    this.watch = () => {};
  }

  receive(line) {
    this.watch(line);
    if (!this.question) return;
    const { end, lines, resolve } = this.question;
    lines.push(line);
    if (!end.test(line)) return;
    this.question = null;
    resolve(lines);
  }

  /** The lines of the answer, up to one that matches `end`. */
  ask(end, ...lines) {
    this.last = this.last.then(() => new Promise((resolve) => {
      this.question = { end, lines: [], resolve };
      lines.forEach((line) => this.send(line));
    }));
    return this.last;
  }

  send(line) { this.worker.postMessage(line); }
}

class Page {
  constructor() {
    this.engine = new Engine((message) => this.fail(message));
    this.root = START;
    this.moves = [];
    this.isTurned = false;
    this.chosen = null;
    this.focused = 'e2';
    this.makeBoard();
    this.listen();
  }

  async start() {
    await this.engine.ask(/^uciok/, 'uci');
    await this.engine.ask(/^readyok/, 'setoption name Hash value 64', 'isready');
    await this.update();
    document.body.classList.add('ready');
  }

  fail(message) {
    byId('failure').hidden = false;
    byId('failure').textContent = `The engine could not be run: ${message}`;
  }

  get position() {
    return `position fen ${this.root}${this.moves.length > 0 ? ` moves ${this.moves.join(' ')}` : ''}`;
  }

  makeBoard() {
    this.squares = new Map();
    for (let rank = 8; rank >= 1; rank -= 1) {
      for (const file of FILES) {
        const name = `${file}${rank}`;
        const isDark = (FILES.indexOf(file) + rank) % 2 === 1;
        const square = make('button', { type: 'button', className: `square ${isDark ? 'dark' : ''}` });
        square.dataset.square = name;
        square.addEventListener('click', () => this.choose(name));
        this.squares.set(name, square);
      }
    }
    this.orderBoard();
    byId('board').addEventListener('keydown', (event) => this.moveFocus(event));
  }

  orderBoard() {
    const squares = [...this.squares.values()];
    byId('board').replaceChildren(...(this.isTurned ? squares.reverse() : squares));
  }

  moveFocus(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [right, up] = this.isTurned ? step.map((by) => -by) : step;
    const name = `${FILES[FILES.indexOf(this.focused[0]) + right]}${Number(this.focused[1]) + up}`;
    if (this.squares.has(name)) this.focus(name);
  }

  focus(name) {
    this.focused = name;
    this.squares.forEach((square, each) => { square.tabIndex = each === name ? 0 : -1; });
    this.squares.get(name).focus();
  }

  listen() {
    byId('theme').addEventListener('click', () => this.switchTheme());
    byId('new').addEventListener('click', () => this.begin(START));
    byId('undo').addEventListener('click', () => this.takeBack());
    byId('flip').addEventListener('click', () => {
      this.isTurned = !this.isTurned;
      this.orderBoard();
    });
    byId('level').addEventListener('change', () => this.begin(this.root, this.moves));
    byId('setup').addEventListener('submit', (event) => {
      event.preventDefault();
      this.setUp(byId('fen').value.trim());
    });
    byId('analyse').addEventListener('click', () => (this.isAnalysing ? this.stopAnalysis() : this.analyse()));
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  }

  async setUp(fen) {
    if (this.isThinking) return;
    await this.stopAnalysis();
    const lines = await this.engine.ask(/^readyok/, `position fen ${fen}`, 'isready');
    const error = lines.find((line) => line.startsWith('info string error'));
    if (error) byId('status').textContent = error.replace('info string error: ', '');
    else await this.begin(fen);
  }

  /** Begins a game in which the visitor has the side to move. */
  async begin(root, moves = []) {
    if (this.isThinking) return;
    await this.stopAnalysis();
    this.root = root;
    this.moves = [...moves];
    this.engine.send('ucinewgame');
    await this.update();
  }

  async takeBack() {
    if (this.isThinking || this.moves.length === 0) return;
    await this.stopAnalysis();
    this.moves.splice(byId('level').value ? -2 : -1);
    await this.update();
  }

  /** Asks for everything about the position, and shows it. */
  async update() {
    const [evaluation] = (await this.engine.ask(/^\{/, this.position, 'eval json')).slice(-1);
    this.about = JSON.parse(evaluation);
    const counts = this.about.game_over_by ? [] : await this.engine.ask(/^Nodes searched/, 'go perft 1');
    this.legal = counts.flatMap((line) => /^([a-h][1-8][a-h][1-8][nbrq]?): /.exec(line)?.slice(1, 2) ?? []);
    this.chosen = null;
    this.show();
  }

  show() {
    const pieces = new Map(this.about.pieces.map((piece) => [piece.square, piece]));
    const last = this.moves.at(-1) ?? '';
    for (const [name, square] of this.squares) {
      const piece = pieces.get(name);
      square.replaceChildren(...(piece ? [make('span', { className: piece.color, textContent: GLYPHS[piece.role] + AS_TEXT })] : []));
      square.setAttribute('aria-label', piece ? `${name}, ${piece.color} ${piece.role}` : `${name}, empty`);
      square.style.setProperty('--tint', piece ? this.tint(piece) : 'none');
      square.classList.toggle('last', last.slice(0, 2) === name || last.slice(2, 4) === name);
      square.tabIndex = name === this.focused ? 0 : -1;
    }
    this.showChosen();
    byId('fen').value = this.about.fen;
    byId('moves').textContent = this.moves.join(' ') || 'None yet.';
    byId('status').textContent = this.statusText();
    const rows = this.about.groups.filter(({ white, black }) => this.units(white) !== 0 || this.units(black) !== 0);
    byId('terms').replaceChildren(...rows.map(({ name, white, black }) => this.row(name, white, black)));
  }

  row(name, white, black) {
    const cells = [name, this.pawns(this.units(white)), this.pawns(this.units(black))];
    return make('tr', {}, ...cells.map((textContent) => make('td', { textContent })));
  }

  /** A pair of middlegame and endgame, in the phase of the position. */
  units([middlegame, endgame]) {
    const [share] = this.about.phase;
    return (middlegame * share + endgame * (this.about.phase_of - share)) / this.about.phase_of;
  }

  pawns(units) { return (units / PAWN).toFixed(2); }

  tint(piece) {
    const change = this.units(piece.worth) - this.units(piece.usual);
    const strength = Math.min(1, Math.abs(change) / FULL_TINT) * 0.7;
    return `rgba(var(--${change < 0 ? 'less' : 'more'}), ${strength.toFixed(2)})`;
  }

  statusText() {
    if (this.about.game_over_by) return `The game is over by ${this.about.game_over_by}.`;
    return this.about.side_to_move === 'white' ? 'White to move.' : 'Black to move.';
  }

  showChosen() {
    for (const [name, square] of this.squares) {
      const isTarget = this.chosen !== null && this.legal.some((move) => move.startsWith(this.chosen + name));
      square.classList.toggle('chosen', name === this.chosen);
      square.classList.toggle('target', isTarget);
    }
  }

  async choose(name) {
    this.focus(name);
    if (this.isThinking || !this.about) return;
    const moves = this.chosen === null ? [] : this.legal.filter((move) => move.startsWith(this.chosen + name));
    if (moves.length > 0) {
      await this.play(moves.find((move) => move.length === 4 || move[4] === byId('promotion').value));
      return;
    }
    const canMove = this.legal.some((move) => move.startsWith(name)) && name !== this.chosen;
    this.chosen = canMove ? name : null;
    this.showChosen();
  }

  async play(move) {
    // Until the position is shown no other move is taken.
    this.isThinking = true;
    const wasAnalysing = this.isAnalysing;
    await this.stopAnalysis();
    this.moves.push(move);
    await this.update();
    if (byId('level').value && !this.about.game_over_by) await this.reply();
    this.isThinking = false;
    if (wasAnalysing && !this.about.game_over_by) this.analyse();
  }

  async reply() {
    byId('status').textContent = 'The engine thinks.';
    const level = byId('level').value;
    const isFull = level === 'full';
    const lines = await this.engine.ask(
      /^bestmove/, 'setoption name MultiPV value 1',
      `setoption name UCI_LimitStrength value ${!isFull}`, ...(isFull ? [] : [`setoption name UCI_Elo value ${level}`]),
      this.position, 'go movetime 1000',
    );
    this.moves.push(lines.at(-1).split(' ')[1]);
    await this.update();
  }

  analyse() {
    if (this.isThinking || this.about.game_over_by) return;
    this.isAnalysing = true;
    byId('analyse').setAttribute('aria-pressed', 'true');
    byId('analyse').textContent = 'Stop';
    byId('lines').replaceChildren();
    this.engine.watch = (line) => this.showLine(line);
    const options = ['setoption name UCI_LimitStrength value false', 'setoption name MultiPV value 3'];
    this.search = this.engine.ask(/^bestmove/, ...options, this.position, 'go infinite');
  }

  async stopAnalysis() {
    if (!this.isAnalysing) return;
    this.isAnalysing = false;
    this.engine.send('stop');
    await this.search;
    this.engine.watch = () => {};
    byId('analyse').setAttribute('aria-pressed', 'false');
    byId('analyse').textContent = 'Analyse';
  }

  showLine(line) {
    const found = /^info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+).* nodes (\d+) nps (\d+).* pv (.*)$/.exec(line);
    if (!found) return;
    const [, depth, number, unit, value, nodes, speed, moves] = found;
    const score = unit === 'mate' ? `mate ${value}` : `${value > 0 ? '+' : ''}${(value / 100).toFixed(2)}`;
    const item = make('li', {}, make('b', { textContent: score }), moves);
    const lines = byId('lines');
    if (lines.children[number - 1]) lines.children[number - 1].replaceWith(item);
    else lines.append(item);
    byId('progress').textContent = `Depth ${depth}, ${Number(nodes).toLocaleString('en')} nodes, ${Number(speed).toLocaleString('en')} a second.`;
  }
}

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
window.page = new Page();
window.page.start();
