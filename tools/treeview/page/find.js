'use strict';
// Finds visits by the moves that led to them: one move anywhere, or a line of moves.

/** A result: a record, and which of its untried moves, or -1 for the record itself. */
class Finder {
  constructor(tree, words) {
    this.tree = tree;
    this.words = words;
  }

  /**
   * All visits whose last moves are these: lines from the root first, then moves that were never tried last; within
   * these the deepest iteration first, since that is what the search relied on.
   */
  find(text) {
    const patterns = this.patterns(text);
    if (patterns.length === 0 || patterns.includes(null)) return [];
    // Positions before the moves that are looked at, for this search alone.
    this.positions = new Map();
    const results = [];
    for (let record = 0; record < this.tree.length; record += 1) {
      const at = this.match(record, patterns, patterns.length - 1);
      if (at !== null) results.push({ record, untried: -1, fromRoot: at });
    }
    this.findUntried(patterns, results);
    return this.sorted(results);
  }

  sorted(results) {
    const { lastRoot } = this.tree;
    const rootOf = this.tree.rootOf();
    const isUntried = ({ untried }) => Number(untried >= 0);
    const iteration = ({ record }) => (rootOf[record] === lastRoot ? Infinity : rootOf[record]);
    const later = (a, b) => (iteration(a) === iteration(b) ? 0 : iteration(b) - iteration(a));
    return results.sort(
      (a, b) => Number(b.fromRoot) - Number(a.fromRoot) || isUntried(a) - isUntried(b) || later(a, b) || a.record - b.record,
    );
  }

  /** The patterns of all words; null for a word that is no move. */
  patterns(text) {
    const words = text.trim().split(/[\s,]+/).filter((word) => word !== '').filter((word) => !/^\d+\.+$/.test(word));
    if (this.tree.isChess()) return words.map((word) => movePattern(word.replace(/^\d+\.+/, '')));
    return words.map((word) => (/^\d+$/.test(word) ? { child: Number(word) } : null));
  }

  /**
   * The reason why nothing was found: 'not a move', 'no such move' or 'not in this tree'. It is judged where the first moves of the
   * line lead to, as many as are in the tree: from the root in any iteration, or else from any node.
   */
  failure(text) {
    const patterns = this.patterns(text);
    if (patterns.includes(null)) return 'not a move';
    const { tree } = this;
    let [ends, next] = [tree.roots, patterns[0]];
    for (let count = patterns.length - 1; count > 0; count -= 1) {
      const matches = [...Array(tree.length).keys()].map((record) => ({ record, fromRoot: this.match(record, patterns, count - 1) })).filter(({ fromRoot }) => fromRoot !== null);
      if (matches.length === 0) continue;
      const fromRoot = matches.filter((match) => match.fromRoot);
      [ends, next] = [(fromRoot.length > 0 ? fromRoot : matches).map(({ record }) => record), patterns[count]];
      break;
    }
    // A position has all of its moves in one of its visits, or may have others.
    const position = (record) => tree.path(record).filter((at) => tree.isMade(at)).map((at) => tree.log.move(at)).join(' ');
    const whole = new Set(ends.filter((record) => tree.knowsAllMoves(record)).map(position));
    const isPossible = ends.some((record) => !whole.has(position(record)) || tree.movesOf(record).some((bits) => this.fits(bits, next, record)));
    return isPossible ? 'not in this tree' : 'no such move';
  }

  findUntried(patterns, results) {
    const { log, length } = this.tree;
    for (let record = 0; record < length; record += 1) {
      const count = log.untriedCount(record);
      const at = count > 0 ? this.match(record, patterns, patterns.length - 2) : null;
      for (let index = 0; at !== null && index < count; index += 1) {
        const { move } = log.untriedMove(record, index);
        if (this.fits(move, patterns[patterns.length - 1], record)) results.push({ record, untried: index, fromRoot: at });
      }
    }
  }

  /**
   * Matches the line to a record with the first patterns up to `last`: null if it does not end in them, else true if it
   * has no other moves.
   */
  match(record, patterns, last) {
    const { log, parent } = this.tree;
    let at = record;
    for (let index = last; index >= 0; index -= 1) {
      while (at >= 0 && this.isTest(at)) at = parent[at];
      const isMove = at >= 0 && parent[at] >= 0 && log.move(at) !== 0;
      if (!isMove || !this.fits(log.move(at), patterns[index], parent[at])) return null;
      at = parent[at];
    }
    while (at >= 0 && this.isTest(at)) at = parent[at];
    return at >= 0 && parent[at] < 0;
  }

  isTest(record) {
    return TESTS.has(this.tree.log.role(record));
  }

  /** Returns true if a move from the position at a record fits a pattern. */
  fits(bits, pattern, record) {
    if (!this.tree.isChess()) return bits === pattern.child;
    return fitsPattern(bits, pattern, () => this.positionAt(record));
  }

  positionAt(record) {
    this.positions ??= new Map();
    if (!this.positions.has(record)) this.positions.set(record, this.words.position(record));
    return this.positions.get(record);
  }
}

/** The box to type into, and the way from one result to the next. */
class FindBox {
  /** `listener` has finder() for the active tree and a handler found(result); `example` is a line. */
  constructor(listener, example) {
    this.listener = listener;
    this.results = [];
    this.index = -1;
    this.input = element('input', {
      type: 'search', placeholder: `Find a move or line: ${example}`, 'aria-label': 'Find a move or a line of moves',
      spellcheck: 'false', autocomplete: 'off',
      oninput: () => { this.text = null; this.count.textContent = ''; },
      onkeydown: (event) => event.key === 'Enter' && this.go(event.shiftKey ? -1 : 1),
    });
    this.count = element('span', { class: 'found', role: 'status' });
    this.element = element(
      'div', { class: 'find', role: 'search' },
      this.input, this.count,
      button('Previous result', '↑', () => this.go(-1)), button('Next result', '↓', () => this.go(1)),
    );
  }

  go(by) {
    const finder = this.listener.finder();
    if (this.text !== this.input.value || this.finder !== finder) this.search(finder);
    else if (this.results.length > 0) this.index = (this.index + by + this.results.length) % this.results.length;
    const isFound = this.results.length > 0;
    if (this.input.value.trim() === '') this.count.textContent = '';
    else this.count.textContent = isFound ? `${this.index + 1} of ${this.results.length.toLocaleString('en')}` : finder.failure(this.input.value);
    if (isFound) this.listener.found(this.results[this.index]);
  }

  search(finder) {
    this.finder = finder;
    this.text = this.input.value;
    this.results = finder.find(this.text);
    this.index = 0;
  }
}
