'use strict';
// The tree of a log: parents and children, sizes of subtrees, and the state at each moment.
//
// Time is counted in moments. Every visit has two, when it is entered and when it is left; a skipped move has one.
// "At moment t" means: after the first t of them. Since records are in the order of time, a walk down the tree in
// their order meets all moments in order.
//
// Scores are those of the side that moves at the root (Max), all over the page: then alpha only rises along a
// line and beta only falls.

class Tree {
  constructor(log) {
    this.log = log;
    this.about = log.about;
    this.length = log.length;
    this.reasons = new Map(log.about.reasons.map((reason) => [reason.code, reason]));
    this.link();
    this.weigh();
    this.schedule();
  }

  /** Parents, first children and next siblings; -1 for none. */
  link() {
    const { log, length } = this;
    this.parent = new Int32Array(length);
    this.firstChild = new Int32Array(length).fill(-1);
    this.nextSibling = new Int32Array(length).fill(-1);
    this.level = new Uint16Array(length);
    /** The roots of all iterations, those that were searched again included. */
    this.roots = [];
    for (let record = 0; record < length; record += 1) {
      const parent = log.parent(record);
      this.parent[record] = parent === NONE ? -1 : parent;
      if (parent === NONE) this.roots.push(record);
      else this.level[record] = this.level[parent] + 1;
    }
    for (let record = length - 1; record >= 0; record -= 1) {
      const parent = this.parent[record];
      if (parent < 0) continue;
      this.nextSibling[record] = this.firstChild[parent];
      this.firstChild[parent] = record;
    }
  }

  /** Counts the visits in each subtree, including those that are not drawn. */
  weigh() {
    this.visits = new Uint32Array(this.length);
    for (let record = this.length - 1; record >= 0; record -= 1) {
      this.visits[record] += (this.isSkipped(record) ? 0 : 1) + this.log.hidden(record);
      if (this.parent[record] >= 0) this.visits[this.parent[record]] += this.visits[record];
    }
    this.allVisits = this.roots.reduce((sum, root) => sum + this.visits[root], 0);
  }

  /** When each record is entered and left. */
  schedule() {
    this.entered = new Int32Array(this.length);
    this.left = new Int32Array(this.length);
    this.events = new Int32Array(2 * this.length);
    let moment = 0;
    const open = [];
    const leave = () => {
      const record = open.pop();
      this.left[record] = moment;
      this.events[moment] = record;
      moment += 1;
    };
    for (let record = 0; record < this.length; record += 1) {
      while (open.length > 0 && open[open.length - 1] !== this.parent[record]) leave();
      this.entered[record] = moment;
      this.left[record] = moment;
      this.events[moment] = record;
      moment += 1;
      if (!this.isSkipped(record)) open.push(record);
    }
    while (open.length > 0) leave();
    this.moments = moment;
    this.events = this.events.subarray(0, moment);
  }

  /**
   * The root at which the search settled for a move: of the last iteration that found an exact score. An iteration that
   * was stopped has none. A search that came to its end settled for its last root: one with a bug may believe a bound there.
   */
  get lastRoot() {
    const { stopped, running } = this.about;
    if (!stopped && !running) return this.roots.at(-1);
    return this.roots.findLast((root) => this.kind(root) !== null && this.isExact(root))
      ?? this.roots.findLast((root) => this.kind(root) !== null)
      ?? this.roots[this.roots.length - 1];
  }

  isExact(record) { return !['cut', 'all'].includes(this.kind(record)); }

  isChess() { return 'chess' in this.about.root; }
  isSkipped(record) { return this.log.role(record) === Role.SKIPPED; }

  /** Returns true if a move or null move leads to a record, false for a root or a test at its parent's position. */
  isMade(record) { return [Role.MOVE, Role.NULL_MOVE, Role.SKIPPED].includes(this.log.role(record)); }

  isMax(record) { return this.log.ply(record) % 2 === 0; }

  *children(record) {
    for (let child = this.firstChild[record]; child >= 0; child = this.nextSibling[child]) yield child;
  }

  hasChildren(record) {
    return this.firstChild[record] >= 0 || this.log.untriedCount(record) > 0 || this.log.hidden(record) > 0;
  }

  /** From the root to a record. */
  path(record) {
    const path = [];
    for (let at = record; at >= 0; at = this.parent[at]) path.unshift(at);
    return path;
  }

  /** All moves at a record that the search made, skipped or left untried. */
  movesOf(record) {
    const made = [...this.children(record)].map((child) => this.log.move(child)).filter((move) => move !== 0);
    const untried = Array.from({ length: this.log.untriedCount(record) }, (_, index) => this.log.untriedMove(record, index).move);
    return [...made, ...untried];
  }

  /** Returns true if `movesOf` has all legal moves. Quiescence has captures only, and unfinished nodes no list. */
  knowsAllMoves(record) {
    const { log } = this;
    const isWhole = log.hidden(record) === 0 && !log.has(record, Flag.UNFINISHED) && !log.has(record, Flag.QUIESCENCE);
    return isWhole && this.movesOf(record).length > 0;
  }

  /** The root above every record. */
  rootOf() {
    if (!this.rootsAbove) {
      this.rootsAbove = new Int32Array(this.length);
      for (let record = 0; record < this.length; record += 1) {
        this.rootsAbove[record] = this.parent[record] < 0 ? record : this.rootsAbove[this.parent[record]];
      }
    }
    return this.rootsAbove;
  }

  /** The last visit that a move led to, or passing if that is 0; -1 if there is none. */
  childAfter(record, move) { return this.lastChild(record, move, move === 0 ? Role.NULL_MOVE : Role.MOVE); }

  /** The last record of a move that was looked at and skipped; -1 if there is none. */
  skippedChild(record, move) { return this.lastChild(record, move, Role.SKIPPED); }

  lastChild(record, move, role) {
    let last = -1;
    for (const child of this.children(record)) {
      if (this.log.role(child) === role && this.log.move(child) === move) last = child;
    }
    return last;
  }

  /** The index of a move among those that a record left untried; -1 if it is none of them. */
  untriedIndex(record, move) {
    for (let index = 0; index < this.log.untriedCount(record); index += 1) {
      if (this.log.untriedMove(record, index).move === move) return index;
    }
    return -1;
  }

  /**
   * 'pv', 'cut' or 'all': on which side of its window a finished visit ended. 'leaf' where the line ended, with a
   * value that no window can change; 'exact' where the search has no windows; null for what has no score.
   */
  kind(record) {
    const { log } = this;
    if (this.isSkipped(record) || log.has(record, Flag.UNFINISHED)) return null;
    if (log.has(record, Flag.VALUE) && !this.hasChildren(record)) return 'leaf';
    if (!this.hasWindow(record)) return 'exact';
    const score = log.score(record);
    if (score >= log.beta(record)) return 'cut';
    return score <= log.alpha(record) ? 'all' : 'pv';
  }

  /** Returns true if a node has a window. Minimax has none, except where its leaves play out captures. */
  hasWindow(record) { return this.about.windows || this.log.has(record, Flag.QUIESCENCE); }

  /** The kinds that occur. */
  kinds() {
    const kinds = new Set();
    for (let record = 0; record < this.length; record += 1) if (!this.isSkipped(record)) kinds.add(this.kind(record));
    return kinds;
  }

  /** Returns true if a node was ended by its last move, so that nothing was cut. */
  isCutByLast(record) {
    return this.log.end(record) === BETA_CUT && this.log.untriedCount(record) === 0;
  }

  /** A score or bound as Max sees it. */
  seen(record, score) { return this.isMax(record) ? score : -score; }

  /** The score on exit as Max sees it. */
  score(record) { return this.seen(record, this.log.score(record)); }

  /** The relation of the value to the score from Max's view: '=', '≥' or '≤'. */
  relation(record) {
    const kind = this.kind(record);
    if (this.isExact(record)) return '=';
    return (kind === 'cut') === this.isMax(record) ? '≥' : '≤';
  }

  /** The window on entry as Max sees it. */
  entryWindow(record) { return this.windowOf(record, this.log.alpha(record), this.log.beta(record)); }

  windowOf(record, alpha, beta) {
    return this.isMax(record) ? { alpha, beta } : { alpha: -beta, beta: -alpha };
  }

  /** 'unborn', 'open' or 'done'. */
  stateAt(record, moment) {
    if (this.entered[record] >= moment) return 'unborn';
    return this.left[record] >= moment ? 'open' : 'done';
  }

  /** Returns true if a record is on the principal variation of its iteration, which is known once its root is done. */
  isOnLineAt(record, moment) {
    return this.log.has(record, Flag.PRINCIPAL) && this.left[this.path(record)[0]] < moment;
  }

  /** The node that the search stands in at a moment; -1 between iterations. */
  currentAt(moment) {
    if (moment <= 0) return -1;
    const record = this.events[moment - 1];
    const isInside = this.entered[record] === moment - 1 && !this.isSkipped(record);
    return isInside ? record : this.parent[record];
  }

  /** The window of a node at a moment as Max sees it: the mover's bound rises with every better move. */
  windowAt(record, moment) {
    const { log } = this;
    let alpha = log.alpha(record);
    for (const child of this.children(record)) {
      if (this.entered[child] >= moment) break;
      if (log.role(child) !== Role.MOVE) continue;
      // The window of a child shows the alpha of that moment, even if it rose without a move. A search above beta (ProbCut) does not.
      const shown = -log.beta(child);
      if (shown < log.beta(record)) alpha = shown;
      if (this.left[child] < moment && this.counts(child)) alpha = Math.max(alpha, -log.score(child));
    }
    return this.windowOf(record, alpha, log.beta(record));
  }

  /** Returns true if the score of a child is final: its move is not searched again. */
  counts(child) {
    const next = this.nextSibling[child];
    const isRepeated = next >= 0 && this.log.has(next, Flag.AGAIN);
    return !isRepeated && !this.log.has(child, Flag.UNFINISHED);
  }
}
