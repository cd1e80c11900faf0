'use strict';
// The tree in words: moves, scores, and what happens at a moment.

const INFINITE = 32001;
const MATE = 32000;
const MAX_EVAL = 31499;
const MAX_PLY = 246;

/** Kinds of nodes, in the words of Max: for nodes of Min see `turned`. */
const KIND_WORDS = {
  pv: { letter: 'P', name: 'PV node', text: 'Its score lies inside the window: it is exact.' },
  cut: { letter: 'C', name: 'cut node', text: 'The score reached beta, so the search ended here: it is a bound.' },
  all: { letter: 'A', name: 'all node', text: 'No move raised alpha: the score is a bound.' },
  exact: { letter: 'E', name: 'exact', text: 'All moves were searched: the value is exact.' },
  leaf: { letter: 'L', name: 'leaf', text: 'The line ends here: its value is exact.' },
};

/** The word for the other side. */
const OTHER_SIDE = { alpha: 'beta', beta: 'alpha', above: 'below', below: 'above', raised: 'lowered', lowered: 'raised' };

const ROLE_WORDS = {
  [Role.NULL_MOVE]: 'pass',
  [Role.SINGULAR_TEST]: 'all others?',
  [Role.RAZORING_TEST]: 'captures only?',
  [Role.VERIFICATION]: 'without passing?',
};

/** The purposes of visits that no move leads to. */
const ROLE_TEXTS = {
  [Role.NULL_MOVE]: 'The side to move passes. If that is good enough, some move will be, and the node is cut.',
  [Role.SINGULAR_TEST]: 'A test: the same position without the move of the table, less deep. If no other move comes near, that one is searched deeper.',
  [Role.RAZORING_TEST]: 'A test: the same position with captures only, since the score is so bad that nothing else would help.',
  [Role.VERIFICATION]: 'A test: the same position without passing, since there are positions in which any move hurts.',
};

class Words {
  constructor(tree) {
    this.tree = tree;
    const { root } = tree.about;
    this.root = tree.isChess() ? Position.fromFen(root.chess) : null;
    this.lists = tree.isChess() ? null : JSON.parse(root.lists);
  }

  /** The position at a record; for a skipped move, after it. Null for trees made by hand. */
  position(record) {
    if (!this.root) return null;
    let position = this.root;
    for (const at of this.tree.path(record)) {
      if (this.tree.isMade(at)) position = position.after(this.tree.log.move(at));
    }
    return position;
  }

  /** The move or the test that led to a record. */
  move(record) {
    const { tree } = this;
    const role = tree.log.role(record);
    if (role === Role.ROOT) return this.iteration(record);
    if (role in ROLE_WORDS) return ROLE_WORDS[role];
    return this.moveFrom(tree.parent[record], tree.log.move(record));
  }

  /** Sentences on a finished visit or what was not searched: what it was for, how it ended, what that means. */
  explanations(record) {
    const { tree } = this;
    if (tree.isSkipped(record)) return [this.skipReason(record).text];
    const [role, retry, end] = [ROLE_TEXTS[tree.log.role(record)], this.retry(record)?.text, this.end(record)?.text];
    const kind = tree.kind(record) ? this.kind(record).text : null;
    const outcome = !end ? [kind] : this.tree.isExact(record) ? [end] : [end, 'The score is a bound.'];
    return [role, retry, ...outcome].filter(Boolean);
  }

  iteration(root) {
    const { log, roots } = this.tree;
    if (roots.length === 1) return 'root';
    return `iteration ${log.iteration(root)}${log.has(root, Flag.AGAIN) ? ' again' : ''}`;
  }

  /** The reason why a root is searched again: aspiration windows are guesses. Null for all other records. */
  retry(record) {
    const { tree } = this;
    if (tree.parent[record] >= 0 || !tree.log.has(record, Flag.AGAIN)) return null;
    const before = tree.roots[tree.roots.indexOf(record) - 1];
    return tree.kind(before) === 'cut'
      ? { name: 'the score was above the window', text: `The window was a guess, and too low. ${tree.log.reduction(record) ? 'Some move is good: how good, a less deep search will tell.' : 'It is widened upwards.'}` }
      : { name: 'the score was below the window', text: `The window was a guess, and too high. It is ${tree.entryWindow(before).beta === tree.entryWindow(record).beta ? 'widened downwards' : 'moved down'}, and all moves are searched again.` };
  }

  /** The depth that the search reached, and the depth asked for if that is greater. */
  reached() {
    const { tree } = this;
    const { depth, stopped, running } = tree.about;
    if (running) return `in depth ${tree.log.iteration(tree.roots.at(-1))}`;
    if (!stopped) return `depth ${depth}`;
    return tree.kind(tree.lastRoot) ? `depth ${tree.log.iteration(tree.lastRoot)} of ${depth}` : `depth ${depth}, not finished`;
  }

  /** A move played at a record. */
  moveFrom(record, bits) {
    if (!this.root) return `child ${bits}`;
    const position = this.position(record);
    return Words.isShort && bits !== 0 ? position.shortText(bits, this.tree.movesOf(record)) : position.moveText(bits);
  }

  /** The moves from the root to a record. */
  line(record) {
    const words = [];
    for (const at of this.tree.path(record)) {
      const role = this.tree.log.role(at);
      if (this.tree.parent[at] < 0) continue;
      const bits = this.tree.log.move(at);
      if (role in ROLE_WORDS) words.push(ROLE_WORDS[role]);
      else words.push(this.root ? this.moveFrom(this.tree.parent[at], bits) : String(bits));
    }
    return words;
  }

  /** A score for people: pawns, or a mate; as it is in trees made by hand. */
  number(score) {
    if (Math.abs(score) >= INFINITE) return score > 0 ? '∞' : '−∞';
    const sign = score > 0 ? '+' : score < 0 ? '−' : '';
    const size = Math.abs(score);
    if (!this.root) return `${score < 0 ? '−' : ''}${size}`;
    if (size >= MATE - MAX_PLY) return `${sign}mate ${Math.ceil((MATE - size) / 2)}`;
    if (size > MAX_EVAL) return `${sign}won`;
    const { pawn } = this.tree.about;
    // Where scores are material alone, they are whole pawns.
    return sign + (Math.round((100 * size) / pawn) / 100).toFixed(pawn === 1 ? 0 : 2);
  }

  window({ alpha, beta }) { return `${this.number(alpha)} … ${this.number(beta)}`; }

  /** The score on exit with its relation to the value. */
  score(record) {
    const relation = this.tree.relation(record);
    const number = this.number(this.tree.score(record));
    return relation === '=' ? number : `${relation} ${number}`;
  }

  /** The kind of a finished visit, as it is for the side that moves there. */
  kind(record) {
    const words = KIND_WORDS[this.tree.kind(record)];
    if (this.lists && words === KIND_WORDS.leaf && Array.isArray(this.listAt(record))) return { ...words, text: 'The search stops here, above the leaves, and takes the mean of what is below for the value.' };
    // What a search with a bug takes for exact may be wrong.
    const text = this.tree.about.algorithm.endsWith('with the bug') ? words.text.replace(/:.*/, '.') : words.text;
    return { ...words, text: this.turned(record, text) };
  }

  /** The part of a tree made by hand below a record: a list, or the number of a leaf. */
  listAt(record) { return this.tree.path(record).slice(1).reduce((list, at) => list?.[this.tree.log.move(at) - 1], this.lists); }

  /**
   * The reason of a code, for a node in which it decided something. The log has reasons as the side to move sees
   * them, but bounds and scores of this page are Max's: what is beta to Min is alpha here.
   */
  reason(record, code) {
    const { name, text } = this.tree.reasons.get(code) ?? { name: 'unknown', text: '' };
    return { name: this.turned(record, name), text: this.turned(record, text) };
  }

  /** The reason why a visit ended; null if all moves were searched. */
  end(record) {
    const { tree } = this;
    const code = tree.log.end(record);
    if (code === 0) return null;
    if (!tree.isCutByLast(record)) return this.reason(record, code);
    const name = this.turned(record, 'reached beta with its last move');
    return { name, text: 'The move that reached it was the last: nothing was left to cut.' };
  }

  /** The reason why a move was skipped. */
  skipReason(record) { return this.reason(this.tree.parent[record], this.tree.log.end(record)); }

  /** The reason why a move was never tried. */
  untriedReason(record, index) { return this.reason(record, this.tree.log.untriedMove(record, index).why); }

  /** Words for the side to move as words for Max, who sees alpha and beta the other way round at nodes of Min. */
  turned(record, text) {
    if (this.tree.isMax(record)) return text;
    return text.replace(/\b(alpha|beta|above|below|raised|lowered)\b/g, (word) => OTHER_SIDE[word]);
  }

  side(record) {
    if (!this.root) return this.tree.isMax(record) ? 'Max' : 'Min';
    return (this.root.turn === 'w') === this.tree.isMax(record) ? 'White' : 'Black';
  }

  /** The event at the last of the first `moment` moments. */
  event(moment) {
    const { tree } = this;
    if (moment <= 0) return 'Before the search.';
    const record = tree.events[moment - 1];
    if (tree.isSkipped(record)) {
      return `${this.move(record)} is skipped: ${this.skipReason(record).name}.`;
    }
    return tree.entered[record] === moment - 1 ? this.entering(record) : this.leaving(record);
  }

  entering(record) {
    const { tree } = this;
    const { log } = tree;
    const retry = this.retry(record);
    const again = retry ? `: ${retry.name}` : log.has(record, Flag.AGAIN) ? ' again' : '';
    const depth = log.has(record, Flag.QUIESCENCE) ? 'quiescence' : `depth ${log.depth(record)}`;
    const reduced = log.reduction(record) > 0 ? `, reduced by ${log.reduction(record)}` : '';
    const window = tree.hasWindow(record) ? `, window ${this.window(tree.entryWindow(record))}` : '';
    const player = tree.parent[record] < 0 ? '' : `${this.side(tree.parent[record])}: `;
    return `${player}${this.move(record)}${again}${retry ? '; ' : ', '}${depth}${reduced}${window}.`;
  }

  leaving(record) {
    const { tree } = this;
    const { log } = tree;
    if (log.has(record, Flag.UNFINISHED)) {
      return `${this.move(record)}: the search ${tree.about.running ? 'is here now' : 'was stopped here'}.`;
    }
    const end = this.end(record);
    const untried = log.untriedCount(record);
    const why = end ? ` ${capitalised(end.name)}.` : '';
    const cut = untried > 0 ? ` ${plural(untried, 'move')} never tried.` : '';
    return `${this.move(record)} is worth ${this.score(record)}${this.consequence(record)}.${why}${cut}`;
  }

  /** The consequence of a score for the parent. */
  consequence(record) {
    const { tree } = this;
    const parent = tree.parent[record];
    if (parent < 0 || tree.log.role(record) !== Role.MOVE || !tree.counts(record)) return '';
    const before = tree.windowAt(parent, tree.left[record]);
    const after = tree.windowAt(parent, tree.left[record] + 1);
    if (after.alpha >= after.beta && tree.log.end(parent) === BETA_CUT) {
      return `, and that is enough: ${tree.isMax(parent) ? 'beta' : 'alpha'} is reached`;
    }
    const isBetter = after.alpha > before.alpha || after.beta < before.beta;
    if (!isBetter) return `, no better for ${this.side(parent)}`;
    if (!tree.hasWindow(parent)) return `: ${this.soFar(parent, tree.left[record] + 1)}`;
    return after.alpha > before.alpha ? `: alpha rises to ${this.number(after.alpha)}` : `: beta falls to ${this.number(after.beta)}`;
  }

  /** The best score so far of the side to move, for searches without windows. */
  soFar(record, moment) {
    const { alpha, beta } = this.tree.windowAt(record, moment);
    const best = this.tree.isMax(record) ? alpha : beta;
    return `${this.side(record)} has ${Math.abs(best) >= INFINITE ? 'nothing' : this.number(best)} so far`;
  }
}

/** True where there is little room: moves are in standard notation, ♘f3 and not ♘g1–f3. */
Words.isShort = false;

function plural(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words of a badge: the second of two counts beside the first. */
function ratioWords(first, second) {
  if (first === second) return 'the same';
  if (second === 0) return 'none';
  if (first === 0) return 'more';
  const times = Math.max(first, second) / Math.min(first, second);
  if (times < 1.05) return 'about the same';
  return `${times < 100 ? times.toFixed(1) : Math.round(times).toLocaleString('en')}× ${second < first ? 'fewer' : 'more'}`;
}

function percent(share) {
  if (share >= 0.995) return '100 %';
  return share >= 0.0995 ? `${Math.round(share * 100)} %` : `${(share * 100).toFixed(share >= 0.001 ? 1 : 2)} %`;
}
