'use strict';
// The page: a board, a game against the engine, and analysis. Searches are asked for in UCI. The module answers questions
// about positions, moves and games (web/src/questions.rs), so there are no rules of chess here.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FILES = 'abcdefgh';
const SVG = 'http://www.w3.org/2000/svg';
/** The units of the evaluation that are shown as one pawn; see `eval::wdl`. */
const PAWN = 84.092;
/** A difference of this many units has the full tint, as in `eval svg`. */
const FULL_TINT = PAWN / 2;

/** The pointer begins to drag a piece when it has moved by this many pixels. */
const DRAG_DISTANCE = 5;

const byId = (id) => document.getElementById(id);

function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function makeSvg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

/** The engine. Each search begins when the one before has ended; questions are answered at once. */
class Engine {
  constructor(failed) {
    this.worker = new Worker('coppice.js');
    this.worker.onerror = (event) => failed(event.message);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.last = Promise.resolve();
    this.watch = () => {};
    this.questions = new Map();
    this.asked = 0;
  }

  receive(data) {
    if (typeof data === 'object') {
      this.questions.get(data.id)(data);
      this.questions.delete(data.id);
      return;
    }
    this.watch(data);
    if (!this.search) return;
    const { end, lines, resolve } = this.search;
    lines.push(data);
    if (!end.test(data)) return;
    this.search = null;
    resolve(lines);
  }

  /** The lines of the answer to lines of UCI, up to one that matches `end`. */
  ask(end, ...lines) {
    this.last = this.last.then(() => new Promise((resolve) => {
      this.search = { end, lines: [], resolve };
      lines.forEach((line) => this.send(line));
    }));
    return this.last;
  }

  /** The answer to a question; an error says what is wrong with it. */
  async question(...lines) {
    this.asked += 1;
    const id = this.asked;
    const { answer, problem } = await new Promise((resolve) => {
      this.questions.set(id, resolve);
      this.worker.postMessage({ id, ask: lines });
    });
    if (problem !== undefined) throw new Refusal(problem);
    return answer;
  }

  send(line) { this.worker.postMessage(line); }
}

/** A position, a move or a game that is not accepted. Its message is for the visitor. */
class Refusal extends Error {}

class Page {
  constructor() {
    this.engine = new Engine((message) => this.fail(message));
    this.isTurned = false;
    this.chosen = null;
    this.focused = 'e2';
    this.setGame(START);
    this.makeBoard();
    this.graph = new ScoreGraph(byId('graph'), byId('score-rows'), (ply) => this.goTo(ply));
    this.listen();
  }

  async start() {
    await this.engine.ask(/^uciok/, 'uci');
    await this.engine.ask(/^readyok/, 'setoption name Hash value 64', 'isready');
    this.outlines = await this.engine.question('pieces');
    await this.update();
    document.body.classList.add('ready');
  }

  fail(message) {
    byId('failure').hidden = false;
    byId('failure').textContent = `The engine could not be run: ${message}`;
  }

  /** A game and the place in it that is on the board: `moves` are all, and `ply` of them are played. */
  setGame(root, moves = [], { tags = null, result = '*' } = {}) {
    this.root = root;
    this.moves = [...moves];
    this.ply = 0;
    this.tags = tags;
    this.result = result;
    /** The sides that the engine moved for, and its name at the level. */
    this.engineSides = new Map();
    this.forgetScores(0);
  }

  /** Scores for White, and the best move of the engine, after each number of moves. Keeps those before `ply`. */
  forgetScores(ply) {
    this.scores = (this.scores ?? []).slice(0, ply);
    this.best = (this.best ?? []).slice(0, ply);
  }

  /** The moves that led to the position on the board. */
  get playedMoves() { return this.moves.slice(0, this.ply); }

  get position() { return this.positionAfter(this.ply); }

  positionAfter(ply) {
    const moves = this.moves.slice(0, ply);
    return `position fen ${this.root}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
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
        square.addEventListener('pointerdown', (event) => this.beginDrag(event, name));
        this.squares.set(name, square);
      }
    }
    this.orderBoard();
    byId('board').addEventListener('keydown', (event) => this.moveFocus(event));
  }

  /** Puts the squares in their order, with the names of ranks and files at the edges. */
  orderBoard() {
    const squares = [...this.squares.values()];
    if (this.isTurned) squares.reverse();
    squares.forEach((square, index) => {
      const [file, rank] = square.dataset.square;
      square.dataset.rank = index % 8 === 0 ? rank : '';
      square.dataset.file = index >= 56 ? file : '';
    });
    byId('board').replaceChildren(...squares);
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

  /** A piece follows the pointer until it is let go. Without a movement the click chooses the square. */
  beginDrag(event, from) {
    if (event.button !== 0 || this.isThinking || !this.canMove(from)) return;
    const piece = this.squares.get(from).querySelector('svg');
    let isMoving = false;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - event.clientX, clientY - event.clientY];
      if (!isMoving && Math.hypot(x, y) < DRAG_DISTANCE) return;
      if (!isMoving) {
        this.chosen = from;
        this.showChosen();
        piece.classList.add('dragged');
        isMoving = true;
      }
      piece.style.transform = `translate(${x}px, ${y}px)`;
    };
    const end = async (last) => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener);
      piece.classList.remove('dragged');
      piece.style.transform = '';
      if (!isMoving || last.type === 'pointercancel') return;
      const to = document.elementsFromPoint(last.clientX, last.clientY)
        .map((element) => element.dataset?.square).find(Boolean);
      this.chosen = from;
      if (to && to !== from) await this.choose(to);
      // The click that follows on the same square ends the choice.
    };
    const listeners = [['pointermove', move], ['pointerup', end], ['pointercancel', end]];
    for (const [type, listener] of listeners) document.addEventListener(type, listener);
  }

  listen() {
    const on = (id, type, listener) => byId(id).addEventListener(type, listener);
    on('theme', 'click', () => this.switchTheme());
    on('new', 'click', () => this.begin(START));
    on('undo', 'click', () => this.takeBack());
    on('reply', 'click', () => this.replyNow());
    on('flip', 'click', () => {
      this.isTurned = !this.isTurned;
      this.orderBoard();
    });
    on('tint', 'change', () => byId('board').classList.toggle('plain', !byId('tint').checked));
    on('level', 'change', () => this.stopAll());
    on('setup', 'submit', (event) => {
      event.preventDefault();
      this.setUp(byId('fen').value.trim());
    });
    on('load', 'submit', (event) => {
      event.preventDefault();
      this.loadPgn(byId('pgn').value);
    });
    on('copy', 'click', () => this.copyPgn());
    on('first', 'click', () => this.goTo(0));
    on('back', 'click', () => this.goTo(this.ply - 1));
    on('forward', 'click', () => this.goTo(this.ply + 1));
    on('last', 'click', () => this.goTo(this.moves.length));
    on('analyse', 'click', () => (this.isAnalysing ? this.stopAnalysis() : this.analyse()));
    on('survey', 'click', () => (this.isSurveying ? this.stopSurvey() : this.survey()));
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  }

  async setUp(fen) {
    if (this.isThinking) return;
    await this.stopAll();
    try {
      await this.engine.question('position', fen, '');
      await this.begin(fen);
    } catch (error) {
      this.refuse('status', error);
    }
  }

  /** Shows why something was not accepted. Other errors are faults of the page and go on. */
  refuse(id, error) {
    if (!(error instanceof Refusal)) throw error;
    byId(id).textContent = error.message;
  }

  /** Begins a game in which the visitor has the side to move. */
  async begin(root) {
    if (this.isThinking) return;
    await this.stopAll();
    this.setGame(root);
    this.engine.send('ucinewgame');
    await this.update();
  }

  async loadPgn(text) {
    if (this.isThinking) return;
    await this.stopAll();
    try {
      const game = await this.engine.question('read-pgn', text);
      const moves = game.moves.map(({ uci }) => uci);
      this.setGame(game.fen, moves, { tags: game.tags, result: game.result });
      this.engine.send('ucinewgame');
      // The visitor steps through the game; nobody answers.
      byId('level').value = '';
      const others = game.games > 1 ? ` The text has ${game.games} games; this is the first.` : '';
      byId('game-note').textContent = `${this.gameName()} ${moves.length} moves of both sides.${others}`;
      await this.update();
    } catch (error) {
      this.refuse('game-note', error);
    }
  }

  /** The players of a game that was loaded, and its result. */
  gameName() {
    const tag = (name) => this.tags.find(([each]) => each === name)?.[1] ?? '?';
    return `${tag('White')} – ${tag('Black')}, ${this.result}.`;
  }

  async pgn() {
    const end = await this.engine.question('position', this.root, this.moves.join(' '));
    const tags = this.tags ?? this.ownTags();
    const lines = tags.map(([name, value]) => `${name} ${value.replace(/\s+/g, ' ')}`);
    const result = this.resultOf(end.evaluation) ?? this.result;
    return (await this.engine.question('write-pgn', this.root, this.moves.join(' '), result, ...lines)).text;
  }

  ownTags() {
    const player = (side) => this.engineSides.get(side) ?? 'Visitor';
    const date = new Date();
    const two = (number) => String(number).padStart(2, '0');
    const day = `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
    return [['Event', 'Game in the browser'], ['Date', day], ['White', player('white')], ['Black', player('black')]];
  }

  async copyPgn() {
    const text = await this.pgn();
    byId('pgn').value = text;
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    byId('game-note').textContent = isCopied ? 'Copied.' : 'The game is in the field, selected to be copied.';
    if (!isCopied) byId('pgn').select();
  }

  /** The result of a game that is over; undefined if it goes on. */
  resultOf({ game_over_by: by, side_to_move: side }) {
    if (!by) return undefined;
    if (by !== 'checkmate') return '1/2-1/2';
    return side === 'white' ? '0-1' : '1-0';
  }

  async takeBack() {
    if (this.isThinking || this.ply === 0) return;
    await this.stopAll();
    const hasReply = this.engineSides.has(this.played[this.ply - 1].color);
    this.ply = Math.max(0, this.ply - (hasReply ? 2 : 1));
    this.cut();
    await this.update();
  }

  /** Drops the moves behind the position on the board. */
  cut() {
    this.moves.length = this.ply;
    this.result = '*';
    this.forgetScores(this.ply + 1);
  }

  async goTo(ply) {
    if (this.isThinking || ply < 0 || ply > this.moves.length || ply === this.ply) return;
    const wasAnalysing = this.isAnalysing;
    await this.stopAnalysis();
    this.ply = ply;
    await this.update();
    if (wasAnalysing) this.analyse();
  }

  /** Asks for everything about the position, and shows it. */
  async update() {
    const [all, here] = await Promise.all([this.moves, this.playedMoves].map((moves) => (
      this.engine.question('position', this.root, moves.join(' ')))));
    this.played = all.played;
    this.about = here.evaluation;
    this.legal = here.legal;
    this.check = here.check;
    this.noteEnd(all.evaluation);
    this.chosen = null;
    this.show();
  }

  /** The score of a game that is over needs no search. */
  noteEnd(last) {
    const result = this.resultOf(last);
    if (!result) return;
    const winner = { '1-0': 'white', '0-1': 'black' }[result];
    this.scores[this.moves.length] = winner ? { mate: 0, winner } : { cp: 0 };
  }

  show() {
    const pieces = new Map(this.about.pieces.map((piece) => [piece.square, piece]));
    const last = this.moves[this.ply - 1] ?? '';
    for (const [name, square] of this.squares) {
      const piece = pieces.get(name);
      const inCheck = name === this.check;
      square.replaceChildren(...(piece ? [this.drawing(piece)] : []));
      const content = piece ? `${piece.color} ${piece.role}` : 'empty';
      square.setAttribute('aria-label', `${name}, ${content}${inCheck ? ', in check' : ''}`);
      square.style.setProperty('--tint', piece ? this.tint(piece) : 'transparent');
      square.classList.toggle('last', last.slice(0, 2) === name || last.slice(2, 4) === name);
      square.classList.toggle('check', inCheck);
      square.classList.toggle('movable', this.canMove(name));
      square.tabIndex = name === this.focused ? 0 : -1;
    }
    this.showChosen();
    byId('fen').value = this.about.fen;
    byId('tree').href = `tree.html#${new URLSearchParams({ fen: this.about.fen })}`;
    byId('status').textContent = this.statusText();
    for (const id of ['first', 'back', 'undo']) byId(id).disabled = this.ply === 0;
    for (const id of ['forward', 'last']) byId(id).disabled = this.ply === this.moves.length;
    this.showMoves();
    this.showScores();
    const rows = this.about.groups.filter(({ white, black }) => this.units(white) !== 0 || this.units(black) !== 0);
    byId('terms').replaceChildren(...rows.map(({ name, white, black }) => this.row(name, white, black)));
  }

  /** A piece as a picture. */
  drawing({ color, role }) {
    const { side, [role]: { outline, detail } } = this.outlines;
    const paths = [makeSvg('path', { class: 'body', d: outline }), makeSvg('path', { class: 'detail', d: detail })];
    return makeSvg('svg', { class: `piece ${color}`, viewBox: `0 0 ${side} ${side}`, 'aria-hidden': 'true' }, ...paths);
  }

  showMoves() {
    if (this.played.length === 0) {
      byId('moves').textContent = 'None yet.';
      return;
    }
    const parts = this.played.flatMap(({ san, number, color }, index) => {
      const button = make('button', { type: 'button', textContent: san });
      button.addEventListener('click', () => this.goTo(index + 1));
      if (index + 1 === this.ply) button.setAttribute('aria-current', 'true');
      const count = color === 'white' ? [`${number}.`] : index === 0 ? [`${number}...`] : [];
      const counts = count.map((textContent) => make('small', { textContent }));
      // A number stays on the line of its move.
      return [make('span', { className: 'move' }, ...counts, button), ' '];
    });
    const result = this.result === '*' ? [] : [make('small', { textContent: this.result })];
    byId('moves').replaceChildren(...parts, ...result);
    const moves = byId('moves');
    const current = moves.querySelector('[aria-current]');
    if (current) moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight / 2;
  }

  showScores() { this.graph.show(this.played, this.scores, this.best, this.ply); }

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

  /** The last move and whose turn it is, which screen readers say after each move. */
  statusText() {
    const { game_over_by: by, side_to_move: side } = this.about;
    const [mover, other] = side === 'white' ? ['White', 'Black'] : ['Black', 'White'];
    const last = this.ply > 0 ? `${ScoreGraph.name(this.played[this.ply - 1])}. ` : '';
    if (by === 'checkmate') return `${last}Checkmate: ${other} wins.`;
    if (by) return `${last}A draw by ${by}.`;
    return `${last}${mover} to move${this.check ? ', in check' : ''}.`;
  }

  canMove(name) { return this.legal?.some(({ uci }) => uci.startsWith(name)) ?? false; }

  showChosen() {
    for (const [name, square] of this.squares) {
      const isTarget = this.chosen !== null && this.legal.some(({ uci }) => uci.startsWith(this.chosen + name));
      square.classList.toggle('chosen', name === this.chosen);
      square.classList.toggle('target', isTarget);
    }
  }

  async choose(name) {
    this.focus(name);
    if (this.isThinking || !this.about) return;
    const moves = this.legal.map(({ uci }) => uci).filter((uci) => this.chosen !== null && uci.startsWith(this.chosen + name));
    if (moves.length > 0) {
      await this.play(moves.find((move) => move.length === 4 || move[4] === byId('promotion').value));
      return;
    }
    this.chosen = this.canMove(name) && name !== this.chosen ? name : null;
    this.showChosen();
  }

  /** Plays a move of UCI. If it is not the next of the game, the moves behind are dropped, and the opponent answers. */
  async play(move) {
    if (move === this.moves[this.ply]) {
      await this.goTo(this.ply + 1);
      return;
    }
    // Until the position is shown no other move is taken.
    this.isThinking = true;
    const wasAnalysing = this.isAnalysing;
    await this.stopAll();
    await this.add(move);
    if (byId('level').value && !this.about.game_over_by) await this.reply(byId('level').value);
    this.isThinking = false;
    if (wasAnalysing && !this.about.game_over_by) this.analyse();
  }

  /** Adds a move to the position on the board. */
  async add(move) {
    this.cut();
    this.moves.push(move);
    this.ply += 1;
    await this.update();
  }

  /** Lets the engine move for the side whose turn it is. */
  async replyNow() {
    if (this.isThinking || this.about.game_over_by) return;
    this.isThinking = true;
    await this.stopAll();
    await this.reply(byId('level').value || 'full');
    this.isThinking = false;
  }

  async reply(level) {
    byId('status').textContent = 'The engine thinks.';
    const isFull = level === 'full';
    this.engineSides.set(this.about.side_to_move, isFull ? 'Coppice' : `Coppice (${level} Elo)`);
    const lines = await this.engine.ask(
      /^bestmove/, 'setoption name MultiPV value 1',
      `setoption name UCI_LimitStrength value ${!isFull}`, ...(isFull ? [] : [`setoption name UCI_Elo value ${level}`]),
      this.position, 'go movetime 1000',
    );
    await this.add(lines.at(-1).split(' ')[1]);
  }

  async stopAll() {
    await this.stopSurvey();
    await this.stopAnalysis();
  }

  async analyse() {
    await this.stopSurvey();
    if (this.isThinking || this.isAnalysing || this.about.game_over_by) return;
    this.isAnalysing = true;
    this.showButton('analyse', 'Stop');
    byId('lines').replaceChildren();
    const shown = { moves: this.playedMoves, ply: this.ply, isWhite: this.about.side_to_move === 'white' };
    this.engine.watch = (line) => this.showLine(line, shown);
    const options = ['setoption name UCI_LimitStrength value false', 'setoption name MultiPV value 3'];
    this.search = this.engine.ask(/^bestmove/, ...options, this.position, 'go infinite');
  }

  async stopAnalysis() {
    if (!this.isAnalysing) return;
    this.isAnalysing = false;
    this.engine.send('stop');
    await this.search;
    this.engine.watch = () => {};
    this.showButton('analyse', 'Analyse');
  }

  showButton(id, text) {
    byId(id).setAttribute('aria-pressed', String(text.startsWith('Stop')));
    byId(id).textContent = text;
  }

  async showLine(line, { moves, ply, isWhite }) {
    const found = /^info depth (\d+) .*multipv (\d+) .* nodes (\d+) nps (\d+).* pv (.*)$/.exec(line);
    if (!found) return;
    const [, depth, number, nodes, speed, pv] = found;
    const score = Score.parse(line, isWhite);
    const { text } = await this.engine.question('line', this.root, moves.join(' '), pv);
    if (!this.isAnalysing || ply !== this.ply) return;
    if (number === '1') this.note(ply, score, text);
    const item = make('li', {}, make('b', { textContent: Score.text(score) }), text);
    const lines = byId('lines');
    if (lines.children[number - 1]) lines.children[number - 1].replaceWith(item);
    else lines.append(item);
    byId('progress').textContent = `Depth ${depth}, ${Number(nodes).toLocaleString('en')} nodes, ${Number(speed).toLocaleString('en')} a second.`;
  }

  /** Keeps the score of a position and its best move, the first of a line with numbers. */
  note(ply, score, line) {
    this.scores[ply] = score;
    this.best[ply] = line.split(' ')[1];
    this.showScores();
  }

  /** Analyses all positions of the game with the same number of nodes, from the last to the first. */
  async survey() {
    if (this.isThinking || this.moves.length === 0) return;
    await this.stopAll();
    this.isSurveying = true;
    this.showButton('survey', 'Stop');
    this.surveyEnd = this.runSurvey(byId('survey-nodes').value);
    await this.surveyEnd;
  }

  async runSurvey(nodes) {
    const progress = byId('survey-progress');
    Object.assign(progress, { hidden: false, max: this.moves.length + 1, value: 0 });
    await this.engine.ask(/^readyok/, 'setoption name UCI_LimitStrength value false', 'setoption name MultiPV value 1', 'isready');
    const { evaluation } = await this.engine.question('position', this.root, this.moves.join(' '));
    // The table then knows what is to come, so that scores of neighbours agree better.
    for (let ply = this.moves.length; ply >= 0 && this.isSurveying; ply -= 1) {
      const isOver = ply === this.moves.length && evaluation.game_over_by;
      if (!isOver) await this.surveyPosition(ply, nodes);
      progress.value += 1;
    }
    progress.hidden = true;
    this.isSurveying = false;
    this.showButton('survey', 'Analyse the game');
  }

  async surveyPosition(ply, nodes) {
    const lines = await this.engine.ask(/^bestmove/, this.positionAfter(ply), `go nodes ${nodes}`);
    const line = lines.findLast((each) => / score .* pv /.test(each));
    if (!line || !this.isSurveying) return;
    const side = this.played[ply]?.color ?? (this.played[ply - 1].color === 'white' ? 'black' : 'white');
    const { text } = await this.engine.question('line', this.root, this.moves.slice(0, ply).join(' '), / pv (.*)$/.exec(line)[1]);
    this.note(ply, Score.parse(line, side === 'white'), text);
  }

  async stopSurvey() {
    if (!this.isSurveying) return;
    this.isSurveying = false;
    this.engine.send('stop');
    await this.surveyEnd;
  }
}

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
window.page = new Page();
window.page.start();
