// The lab: a search or two side by side, with a board, the plain lines of the algorithm, and a replay. Whatever is pointed at, has
// the focus or is replayed is one node, and all four show it. Every lab has its own board from the start.

import { LAST_PROOF } from './exercises';
import type { PlainLine } from './steps';

/** What happens at a tick of the replay. */
const Phase = { CALL: 0, ENTER: 1, RETURN: 2, BACK: 3, SKIP: 4 };

/** The reason of a node that is good enough without a capture (`tools/treeview/src/reason.rs`). */
const STAND_PAT = 4;

/** Keys of plain lines, and those that stand in where a step has no line of its own for them. */
const STAND_IN: Record<string, string> = {
  first: 'call', zero: 'call', again: 'zero', reduced: 'zero', capture: 'call', pass: 'call', test: 'call', skip: 'worse', deepen: 'enter',
  root: 'deepen', stand: 'leaf', standcut: 'stand', table: 'leaf', passcut: 'cut', cut: 'raise', raise: 'worse', leaf: 'enter', worse: 'return',
};

/** The ticks of a search: before each visit its call, its begin, its end, and what the node above makes of it. */
class Ticks {
  readonly moments: number[] = [];
  readonly records: number[] = [];
  readonly phases: number[] = [];

  constructor(private readonly tree: any) {
    for (let moment = 0; moment < tree.moments; moment += 1) {
      const record = tree.events[moment];
      const hasParent = tree.parent[record] >= 0;
      if (tree.isSkipped(record)) this.push(moment + 1, record, Phase.SKIP);
      else if (tree.entered[record] === moment) {
        if (hasParent) this.push(moment, record, Phase.CALL);
        this.push(moment + 1, record, Phase.ENTER);
      } else {
        if (tree.firstChild[record] >= 0) this.push(hasParent ? moment : moment + 1, record, Phase.RETURN);
        if (hasParent) this.push(moment + 1, record, Phase.BACK);
      }
    }
  }

  private push(moment: number, record: number, phase: number): void {
    this.moments.push(moment);
    this.records.push(record);
    this.phases.push(phase);
  }

  get length(): number { return this.moments.length; }

  /** The node whose lines run. */
  node(tick: number): number {
    const record = this.records[tick]!;
    return [Phase.ENTER, Phase.RETURN].includes(this.phases[tick]!) ? record : this.tree.parent[record];
  }

  /** The key of the line that runs. */
  key(tick: number): string {
    const { tree } = this;
    const record = this.records[tick]!;
    const role = tree.log.role(record);
    switch (this.phases[tick]) {
      case Phase.CALL: return role === Role.NULL_MOVE ? 'pass' : role !== Role.MOVE ? 'test' : this.call(record);
      case Phase.ENTER: return tree.firstChild[record] < 0 ? this.leaf(record) : this.begin(record);
      case Phase.RETURN: return 'return';
      case Phase.SKIP: return 'skip';
      default: return this.back(record, role);
    }
  }

  private begin(record: number): string {
    const { log, parent, roots } = this.tree;
    if (log.has(record, Flag.QUIESCENCE)) return 'stand';
    return parent[record] >= 0 ? 'enter' : record === roots[0] ? 'deepen' : 'root';
  }

  private call(record: number): string {
    const { tree } = this;
    const { log } = tree;
    const parent = tree.parent[record];
    if (log.has(record, Flag.AGAIN)) return 'again';
    if (log.reduction(record) > 0) return 'reduced';
    if (log.has(parent, Flag.QUIESCENCE)) return 'capture';
    return [...tree.children(parent)].find((child) => log.role(child) === Role.MOVE) === record ? 'first' : 'zero';
  }

  private leaf(record: number): string {
    const { log } = this.tree;
    if (log.has(record, Flag.QUIESCENCE)) return log.end(record) === STAND_PAT ? 'standcut' : 'stand';
    return log.has(record, Flag.VALUE) ? 'leaf' : log.end(record) > LAST_PROOF ? 'passcut' : 'table';
  }

  /** What a finished visit means to the node above it. */
  private back(record: number, role: number): string {
    const { tree } = this;
    const parent = tree.parent[record];
    if (role === Role.NULL_MOVE) return -tree.log.score(record) >= tree.log.beta(parent) ? 'passcut' : 'worse';
    const [before, after] = [tree.left[record], tree.left[record] + 1].map((moment) => tree.windowAt(parent, moment));
    if (tree.about.windows && after.alpha >= after.beta) return 'cut';
    return after.alpha > before.alpha || after.beta < before.beta ? 'raise' : 'worse';
  }
}

export class Lab {
  readonly element: HTMLElement;
  readonly panes: any[];
  readonly replay: any;
  private readonly ticks: Ticks[];
  private readonly board = new Board();
  /** The elements of the plain lines of each search. Those of the one that is looked at are shown. */
  private readonly lineElements: HTMLElement[][];
  private readonly plain = element('ol', { class: 'plain', tabindex: 0, 'aria-label': 'The algorithm in plain lines' });
  private readonly facts = element('dl', { class: 'facts' });
  private readonly viewer = element('p');
  private readonly where = element('p', { class: 'where', role: 'status' });
  private readonly why = element('p', { class: 'why' });
  private active = 0;
  private tick: number;

  /** `forms` are the plain lines of each tree. */
  constructor(trees: any[], private readonly forms: PlainLine[][]) {
    this.panes = trees.map((tree) => new Pane(tree, {
      select: (pane: any, record: number, untried: number) => this.select(pane, record, untried),
      hover: (pane: any, record: number) => this.hover(pane, record),
      jump: (pane: any, record: number) => this.replay.goTo(this.ticks[this.panes.indexOf(pane)]!.records.indexOf(record) + 1),
    }));
    this.active = this.panes.length - 1;
    this.ticks = trees.map((tree) => new Ticks(tree));
    this.lineElements = forms.map((lines) => lines.map(({ text, why, isBug }) => element('li', { title: why, class: isBug ? 'bug' : '' }, element('code', { text }), isBug ? ' ← the bug' : '')));
    const length = Math.max(...this.ticks.map((ticks) => ticks.length));
    this.tick = length;
    this.replay = new Replay(length, {
      moment: (tick: number, isPlaying: boolean) => this.show(tick, isPlaying),
      event: (tick: number) => this.event(tick),
    });
    for (const [index, pane] of this.panes.entries()) this.makeWalkable(pane, index);
    this.element = element(
      'section', { class: `lab ${this.panes.length > 1 ? 'two' : 'one'} ${this.isSmall() ? 'small' : 'large'}`, 'aria-label': 'Search trees' },
      element('div', { class: 'lab-node', role: 'group', 'aria-label': 'The node' }, this.board.element, this.where, this.why),
      element('div', { class: 'lab-trees' }, ...this.panes.map((pane) => pane.element)),
      element('div', { class: 'lab-plain' }, element('h2', { text: 'In plain lines' }),
        this.plain,
        element('div', { class: 'values' }, this.viewer, this.facts)),
      this.replay.element,
    );
    this.show(length, false);
  }

  private isSmall(): boolean { return this.panes.every((pane) => pane.picture instanceof Diagram); }

  /** The arrow keys walk the picture of a tree: to the parent, the first child, and the moves beside. */
  private makeWalkable(pane: any, index: number): void {
    const { tree } = pane;
    const host = pane.picture.element;
    Object.assign(host, { tabIndex: 0 });
    host.setAttribute('role', 'group');
    host.setAttribute('aria-label', `${capitalised(tree.about.algorithm)}: arrow keys walk the tree`);
    host.addEventListener('keydown', (event: KeyboardEvent) => {
      if (event.target !== host) return;
      const at = pane.selected;
      const beside = tree.parent[at] < 0 ? [at] : [...tree.children(tree.parent[at])];
      const to = {
        ArrowUp: tree.parent[at], ArrowDown: tree.firstChild[at],
        ArrowLeft: beside[beside.indexOf(at) - 1], ArrowRight: beside[beside.indexOf(at) + 1],
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 0) this.select(this.panes[index], to, -1);
    });
  }

  private select(pane: any, record: number, untried: number): void {
    this.active = this.panes.indexOf(pane);
    this.light();
    pane.select(record, untried, document.activeElement !== pane.outline.element);
    for (const other of this.panes) {
      other.element.classList.toggle('active', other === pane);
      if (other !== pane) other.follow(pane, record);
    }
    this.showNode(pane, record, untried);
  }

  private hover(pane: any, record: number): void {
    pane.hover(record);
    if (this.replay.isPlaying) return;
    if (record >= 0) this.showNode(pane, record, -1);
    else this.showNode(this.panes[this.active], this.panes[this.active].selected, this.panes[this.active].untried);
  }

  /** Shows a moment of the replay in all panes. */
  private show(tick: number, isPlaying: boolean): void {
    this.tick = tick;
    // While it plays, places change too fast to be read out.
    this.where.setAttribute('aria-live', isPlaying ? 'off' : 'polite');
    this.panes.forEach((pane, index) => {
      const ticks = this.ticks[index]!;
      const isOver = tick >= ticks.length;
      pane.setMoment(isOver ? pane.tree.moments : tick === 0 ? 0 : ticks.moments[tick - 1]);
      const node = tick === 0 ? pane.tree.roots[0] : isOver ? pane.tree.lastRoot : ticks.node(tick - 1);
      pane.select(node, -1, !isOver && (!isPlaying || pane.tree.length < 3000));
    });
    const pane = this.panes[this.active];
    this.showNode(pane, pane.selected, -1);
    this.light();
  }

  private get lines(): PlainLine[] { return this.forms[this.active]!; }

  /** Lights the line that runs, among those of the search that is looked at. */
  private light(): void {
    const lineElements = this.lineElements[this.active]!;
    if (this.plain.firstChild !== lineElements[0]) this.plain.replaceChildren(...lineElements);
    const ticks = this.ticks[this.active]!;
    const isRunning = this.tick > 0 && this.tick <= ticks.length;
    const key = isRunning ? ticks.key(this.tick - 1) : '';
    // Where each side has a line of its own, what is better for one is worse for the other.
    const isOfSide = ['raise', 'worse'].includes(key) && this.lines.some(({ keys }) => keys.includes('max'));
    const side = () => (this.panes[this.active].tree.isMax(ticks.node(this.tick - 1)) ? 'max' : 'min');
    const at = this.lineOf(isOfSide ? side() : key);
    lineElements.forEach((line, index) => {
      line.classList.toggle('lit', index === at);
      if (index === at) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    lineElements[at]?.scrollIntoView?.({ block: 'nearest', container: 'nearest' } as ScrollIntoViewOptions);
  }

  /** The number of the line with a key, or with what stands in for it. */
  lineOf(key: string): number {
    for (let wanted: string | undefined = key; wanted; wanted = STAND_IN[wanted]) {
      const at = this.lines.findIndex(({ keys }) => keys.includes(wanted!));
      if (at >= 0) return at;
    }
    return -1;
  }

  /** The board, the line that leads to a node with its outcome, and its values as the side to move there sees them. */
  private showNode(pane: any, record: number, untried: number): void {
    const { tree, words } = pane;
    const { log } = tree;
    const position = words.position(record);
    const left = untried >= 0 ? log.untriedMove(record, untried).move : 0;
    this.board.element.toggleAttribute('hidden', !position);
    if (position) this.board.show(left ? position.after(left) : position, left || log.move(record));
    const line = [...words.line(record), ...(left ? [position ? words.moveFrom(record, left) : String(left)] : [])];
    const place = line.length === 0 ? `The root, ${words.side(record)} to move` : line.join(' ');
    const { moment } = pane;
    const isOpen = tree.stateAt(record, moment) === 'open';
    const isDone = tree.stateAt(record, moment) === 'done';
    const outcome = isDone && !left && tree.kind(record) ? `: ${words.kind(record).name}, ${words.score(record)}` : '';
    this.where.textContent = `${place}${outcome}${position ? '' : '. A tree of numbers has no board.'}`;
    this.why.textContent = !isDone ? '' : left ? capitalised(words.untriedReason(record, untried).text) : words.explanations(record).join(' ');
    const window = tree.windowAt(record, moment);
    // Minimax alone counts for Max everywhere.
    const isMinimax = tree.about.algorithm.startsWith('minimax');
    const isMax = tree.isMax(record) || isMinimax;
    const seen = (score: number) => words.number(isMax ? score : -score);
    const scores = [...tree.children(record)].filter((child) => tree.left[child] < moment && tree.counts(child) && log.role(child) === Role.MOVE).map((child) => -log.score(child));
    const best = Math.max(-32001, ...scores);
    const isTurned = isMinimax && !tree.isMax(record);
    // A move that was not searched has no values; those at hand are the parent's.
    const hasValues = !left && !tree.isSkipped(record);
    const facts: [string, string][] = !hasValues ? [] : [
      ['depth', log.has(record, Flag.QUIESCENCE) ? '0' : String(log.depth(record))],
      ...(tree.hasWindow(record) ? [['α', seen(isMax ? window.alpha : window.beta)], ['β', seen(isMax ? window.beta : window.alpha)]] as [string, string][] : []),
      // Before the captures, quiescence has its evaluation, which is not drawn. What has not begun has no score.
      ...(!isDone && !isOpen || isOpen && log.has(record, Flag.QUIESCENCE) ? [] : [[isOpen ? 'best so far' : 'score', isDone && tree.kind(record) ? words.number(isMax ? tree.score(record) : log.score(record)) : words.number(isTurned ? -best : best)]] as [string, string][]),
    ];
    this.viewer.textContent = !hasValues ? '' : !isMinimax ? `As ${words.side(record)} sees it` : `${words.side(record)} to move`;
    this.facts.replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', { text: name }), element('dd', { text: value }))));
  }

  private event(tick: number): string {
    const { tree, words } = this.panes[this.active];
    const ticks = this.ticks[this.active]!;
    const who = this.panes.length > 1 ? `${capitalised(tree.about.algorithm)}: ` : '';
    if (tick === 0) return 'Before the search.';
    if (tick > ticks.length || tick === ticks.length && this.tick === tick) return `The end. ${who}${tree.about.score === null ? 'not finished' : words.number(tree.about.score)}.`;
    const record = ticks.records[tick - 1]!;
    switch (ticks.phases[tick - 1]) {
      case Phase.CALL: return `${who}${words.move(record)} is played.`;
      case Phase.ENTER: return `${who}${words.entering(record)}`;
      case Phase.SKIP: return `${who}${words.event(ticks.moments[tick - 1])}`;
      default: return `${who}${words.leaving(record)}`;
    }
  }

  /** Keys of the page, while the lab is what is read: it has the focus, or the middle of the window. */
  key(event: KeyboardEvent): void {
    if (isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { top, bottom } = this.element.getBoundingClientRect();
    if ((top > innerHeight / 2 || bottom < innerHeight / 2) && !this.element.contains(document.activeElement)) return;
    const action = { ' ': () => this.replay.toggle(), ',': () => this.replay.step(-1), '.': () => this.replay.step(1) }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
