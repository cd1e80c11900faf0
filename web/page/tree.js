'use strict';
// The controls of the tree page: they ask a worker for search trees, and give the viewer what it sends. The page of the viewer
// loads this script last, so its classes and helpers (tools/treeview/page) are there.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The kinds of searches: what is asked of the worker, one after the other, and the limits that are set with the kind. */
const SEARCHES = {
  engine: { algorithms: ['engine'], depth: 12, nodes: 20000 },
  compare: { algorithms: ['minimax', 'alphabeta'], depth: 3, nodes: 100000 },
  alphabeta: { algorithms: ['alphabeta'], depth: 5, nodes: 20000 },
  pvs: { algorithms: ['pvs'], depth: 7, nodes: 20000 },
};

const field = (id) => document.getElementById(id);

class TreePage {
  constructor() {
    /** The number of the last request. Messages for others are late. */
    this.id = 0;
    this.isPressed = false;
    this.redraw = oncePerFrame(() => this.draw());
    this.listen();
    this.readAddress();
    this.start();
  }

  listen() {
    field('ask').addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    field('stop').addEventListener('click', () => this.stop());
    field('search').addEventListener('change', () => this.setLimits());
    window.addEventListener('hashchange', () => {
      this.readAddress();
      this.start();
    });
    // Elements stay in place while they are pressed, or the click would be lost.
    document.addEventListener('pointerdown', () => { this.isPressed = true; });
    for (const type of ['pointerup', 'pointercancel']) {
      document.addEventListener(type, () => {
        this.isPressed = false;
        this.redraw();
      });
    }
  }

  /** The hash of the address may have the position, the search, the depth and the nodes, and a line of which the end is shown. */
  readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const isOffered = (id) => [...field(id).options].some(({ value }) => value === asked.get(id));
    if (isOffered('search')) field('search').value = asked.get('search');
    this.setLimits();
    if (isOffered('nodes')) field('nodes').value = asked.get('nodes');
    if (asked.has('depth')) field('depth').value = asked.get('depth');
    field('fen').value = asked.get('fen') ?? START;
    this.line = asked.get('line');
  }

  /** Sets the limits that fit the kind of search. */
  setLimits() {
    const { depth, nodes } = SEARCHES[field('search').value];
    field('depth').value = depth;
    field('nodes').value = nodes;
  }

  start() {
    this.end();
    this.search = SEARCHES[field('search').value];
    this.request = {
      position: field('fen').value.trim(), depth: Number(field('depth').value), nodes: Number(field('nodes').value),
    };
    /** The logs so far, in the order of the searches. */
    this.logs = [];
    this.isNew = true;
    this.isChanged = false;
    this.begun = performance.now();
    this.say('The engine is loading.');
    field('stop').disabled = false;
    this.ask();
  }

  /** Asks for the next tree. */
  ask() {
    if (!this.worker) {
      this.worker = new Worker('tree-worker.js', { type: 'module' });
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => this.fail(event.message ?? 'the engine cannot be loaded.');
    }
    this.id += 1;
    const algorithm = this.search.algorithms[this.logs.length];
    this.worker.postMessage({ id: this.id, draw: { algorithm, ...this.request } });
    this.at = this.logs.length;
  }

  receive({ id, tree, isWhole, problem }) {
    if (id !== this.id) return;
    if (problem !== undefined) {
      this.fail(problem);
      return;
    }
    this.logs[this.at] = new Log(tree);
    this.isChanged = true;
    if (isWhole && this.logs.length < this.search.algorithms.length) this.ask();
    else if (isWhole) this.finish();
    this.redraw();
  }

  /** Shows the last copies, unless something is pressed. */
  draw() {
    if (!this.isChanged || this.isPressed) return;
    this.isChanged = false;
    if (this.isNew) Viewer.show(this.logs);
    else Viewer.grow(this.logs);
    this.isNew = false;
    this.say(this.words());
    if (!field('stop').disabled || !this.line) return;
    this.showLine(this.line.split(' '));
    this.line = null;
  }

  /** Selects the last node of a line of moves, or the place where the search left it, with a note on why. */
  showLine(words) {
    const pane = window.treeview.active;
    const { tree, finder } = pane;
    /** Where an iteration leaves the line: the record, and the move that it did not visit. */
    const walk = (root) => {
      let [at, move] = [root, null];
      for (const [made, word] of words.entries()) {
        const pattern = movePattern(word);
        move = (pattern && tree.movesOf(at).find((bits) => finder.fits(bits, pattern, at))) || null;
        const next = move ? tree.childAfter(at, move) : -1;
        if (next < 0) return { at, made, move };
        at = next;
      }
      return { at, made: words.length };
    };
    // The last of those iterations that follow it furthest. A later one may have found its end in the table.
    const { at, made, move } = tree.roots.map(walk).reduce((best, each) => (each.made >= best.made ? each : best));
    window.treeview.select(pane, at, -1, true);
    if (made === words.length) return;
    if (move) pane.stopAt(at, move);
    else pane.note.textContent = `${words[made]} was not searched here${pane.words.end(at) ? `: ${pane.words.end(at).name}` : ''}.`;
    window.treeview.showDetails(pane, pane.selected, pane.untried);
  }

  finish() {
    this.seconds = (performance.now() - this.begun) / 1000;
    field('stop').disabled = true;
  }

  /** Ends the search, whose tree so far stays. */
  stop() {
    this.end();
    const about = this.logs.at(-1)?.about;
    if (about?.running) Object.assign(about, { running: false, stopped: true });
    this.isChanged = this.logs.length > 0;
    this.redraw();
    if (this.logs.length === 0) this.say('Stopped before the first node.');
  }

  end() {
    // A worker receives no messages while it searches, so it is ended.
    if (!field('stop').disabled) {
      this.worker?.terminate();
      this.worker = null;
    }
    this.id += 1;
    this.seconds = null;
    field('stop').disabled = true;
  }

  fail(problem) {
    this.end();
    this.say(capitalised(problem), true);
  }

  words() {
    const abouts = this.logs.map(({ about }) => about);
    const last = abouts.at(-1);
    const counted = `${capitalised(last.algorithm)}: ${plural(last.nodes, 'node')}`;
    if (last.running) return `${counted} so far.`;
    if (this.seconds === null) return `${counted}. Stopped.`;
    const time = `${this.seconds.toFixed(2)} s`;
    if (abouts.length === 1) return `${counted} in ${time}.`;
    const [minimax, alphabeta] = abouts;
    const number = ({ score }) => window.treeview.active.words.number(score);
    if (minimax.stopped) {
      const found = alphabeta.stopped ? '' : `Alpha-beta finds ${number(alphabeta)} with ${plural(alphabeta.nodes, 'node')}. `;
      return `${found}Minimax needs more than ${plural(minimax.nodes, 'node')} for depth ${last.depth}: try a smaller depth or more nodes.`;
    }
    if (minimax.score !== alphabeta.score) return `Minimax finds ${number(minimax)}, alpha-beta ${number(alphabeta)}.`;
    return `Both find ${number(minimax)}: minimax with ${plural(minimax.nodes, 'node')}, alpha-beta with ${alphabeta.nodes.toLocaleString('en')}.`;
  }

  say(text, isProblem = false) {
    field('progress').textContent = text;
    field('progress').classList.toggle('problem', isProblem);
  }
}

window.treePage = new TreePage();
