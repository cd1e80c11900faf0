'use strict';
// Finds visits by the moves that led to them: one move anywhere, or a line of moves.

/** A result: a record, and which of its untried moves, or -1 for the record itself. */
class Finder {
  constructor(tree) {
    this.tree = tree;
    this.spellings = new Map();
  }

  /** All visits whose last moves are these, lines from the root first, and then moves that were never tried. */
  find(text) {
    const words = text.toLowerCase().trim().split(/[\s,]+/).filter((word) => word !== '');
    const wanted = this.tree.isChess() ? words.map(plainMove) : words;
    if (wanted.length === 0) return [];
    const results = [];
    for (let record = 0; record < this.tree.length; record += 1) {
      const at = this.match(record, wanted, wanted.length - 1);
      if (at !== null) results.push({ record, untried: -1, fromRoot: at });
    }
    this.findUntried(wanted, results);
    const isUntried = ({ untried }) => Number(untried >= 0);
    return results.sort(
      (a, b) => Number(b.fromRoot) - Number(a.fromRoot) || isUntried(a) - isUntried(b) || a.record - b.record,
    );
  }

  findUntried(wanted, results) {
    const { log, length } = this.tree;
    for (let record = 0; record < length; record += 1) {
      const count = log.untriedCount(record);
      const at = count > 0 ? this.match(record, wanted, wanted.length - 2) : null;
      for (let index = 0; at !== null && index < count; index += 1) {
        const { move } = log.untriedMove(record, index);
        if (this.is(move, wanted[wanted.length - 1])) results.push({ record, untried: index, fromRoot: at });
      }
    }
  }

  /** Whether the line to a record ends in the first words up to `last`: null if not, else whether it is all of it. */
  match(record, wanted, last) {
    const { log, parent } = this.tree;
    let at = record;
    for (let index = last; index >= 0; index -= 1) {
      while (at >= 0 && this.isTest(at)) at = parent[at];
      const isMove = at >= 0 && log.move(at) !== 0;
      if (!isMove || !this.is(log.move(at), wanted[index])) return null;
      at = parent[at];
    }
    while (at >= 0 && this.isTest(at)) at = parent[at];
    return at >= 0 && parent[at] < 0;
  }

  isTest(record) {
    return TESTS.has(this.tree.log.role(record));
  }

  is(bits, word) {
    if (!this.tree.isChess()) return String(bits) === word;
    if (!this.spellings.has(bits)) this.spellings.set(bits, moveSpellings(bits));
    return this.spellings.get(bits).includes(word);
  }
}

/** The box to type into, and the way from one result to the next. */
class FindBox {
  /** `listener` has finder() for the present tree, and hears found(result); `example` is a line. */
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
    else this.count.textContent = isFound ? `${this.index + 1} of ${this.results.length.toLocaleString('en')}` : 'not in this tree';
    if (isFound) this.listener.found(this.results[this.index]);
  }

  search(finder) {
    this.finder = finder;
    this.text = this.input.value;
    this.results = finder.find(this.text);
    this.index = 0;
  }
}
