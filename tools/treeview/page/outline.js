'use strict';
// The tree as an outline, in the order in which moves were tried. Only the rows in view exist as elements, so the
// length of the outline does not matter.
//
// Rows are: a record; the moves that a node left untried, as one row or one by one; what the log leaves out.

/** In pixels; on a phone as high as a finger is wide. */
const ROW_HEIGHT = matchMedia('(max-width: 600px)').matches ? 44 : 28;
const SPARE_ROWS = 6;

class Outline {
  /** `listener` has the handlers select(record, untried index or -1), hover(record or -1) and jump(record). */
  constructor(tree, words, listener) {
    this.tree = tree;
    this.words = words;
    this.listener = listener;
    this.open = new Uint8Array(tree.length);
    this.openUntried = new Set();
    /** True if rows were opened or closed by hand. */
    this.isTouched = false;
    this.moment = tree.moments;
    this.rows = [];
    this.cursor = 0;
    /** The pixels above the view. */
    this.top = 0;
    this.build();
    this.redraw = oncePerFrame(() => this.draw());
    this.openLine();
    this.refresh();
  }

  build() {
    this.rowsElement = element('div', { class: 'rows', role: 'none' });
    this.space = element('div', { class: 'space', role: 'none' }, this.rowsElement);
    this.element = element(
      'div',
      {
        class: 'outline', style: `--row: ${ROW_HEIGHT}px`, role: 'tree', tabindex: '0', 'aria-label': 'Search tree',
        onscroll: () => {
          this.top = this.element.scrollTop;
          this.redraw();
        },
        onkeydown: (event) => this.key(event),
        onclick: (event) => this.click(event),
        onpointermove: (event) => this.listener.hover(this.rowOf(event)?.record ?? -1),
        onpointerleave: () => this.listener.hover(-1),
      },
      this.space,
    );
    new ResizeObserver(() => this.redraw()).observe(this.element);
    this.id = `outline-${Outline.count += 1}`;
  }

  /** The headings of the columns. Screen readers get them with every row instead. */
  head() {
    const column = (name, text, title) => element('span', { class: name, text, title });
    return element(
      'div', { class: 'row head', 'aria-hidden': 'true' },
      column('heading', 'Move'), column('score', 'Score'),
      column('window', this.tree.about.windows ? 'Window' : '', 'On entry: the search finds the exact score only between these two'),
      column('depth', 'Depth', 'd2: two plies were to be searched from here; q: quiescence'),
      column('share', 'Visits', 'Visits of nodes here and below'),
    );
  }

  /** Takes over the open rows and the cursor of an earlier copy of the tree. */
  inherit(earlier) {
    this.open.fill(0);
    this.open.set(earlier.open);
    this.openUntried = earlier.openUntried;
    this.isTouched = earlier.isTouched;
    this.rows = earlier.rows;
    this.cursor = earlier.cursor;
    this.refresh();
  }

  /** Scrolls to the place of an earlier copy. It must be called when this outline is on the page. */
  takeView(earlier) { this.element.scrollTop = earlier.top; }

  /** At first the principal variation is open. */
  openLine() {
    const { tree } = this;
    for (const root of tree.roots) {
      const isShown = root === tree.lastRoot || tree.roots.length === 1;
      for (let at = root; isShown && at >= 0; at = this.principalChild(at)) this.open[at] = 1;
    }
  }

  principalChild(record) {
    for (const child of this.tree.children(record)) {
      if (this.tree.log.has(child, Flag.PRINCIPAL)) return child;
    }
    return -1;
  }

  /** Makes the list of rows anew: after something was opened or closed. The cursor stays on what it was on. */
  refresh() {
    const kept = this.rows[this.cursor];
    this.rows = [];
    const roots = this.tree.roots.map((record) => ({ record, level: 1, type: 'record' }));
    numbered(roots).forEach((root) => this.addRows(root));
    this.space.style.height = `${this.rows.length * ROW_HEIGHT}px`;
    this.cursor = kept ? this.whereIs(kept) : 0;
    this.redraw();
  }

  /** The number of a row in the list as it is now; if it is hidden, of the record that hides it. */
  whereIs({ type, record, index }) {
    const isIt = (row) => row.type === type && row.record === record && row.index === index;
    const found = this.rows.findIndex(isIt);
    return found >= 0 ? found : this.nearest(record);
  }

  /** The number of the row of a record, or of the nearest above it that is shown. */
  nearest(record) {
    const levels = new Map(this.tree.path(record).map((at, level) => [at, level]));
    let [nearest, deepest] = [0, -1];
    this.rows.forEach((row, number) => {
      const level = row.type === 'record' ? levels.get(row.record) ?? -1 : -1;
      if (level > deepest) [nearest, deepest] = [number, level];
    });
    return nearest;
  }

  addRows(root) {
    const pending = [root];
    while (pending.length > 0) {
      const row = pending.pop();
      this.rows.push(row);
      if (row.type !== 'record' || !this.open[row.record]) continue;
      const below = this.rowsBelow(row.record, row.level + 1);
      for (let index = below.length - 1; index >= 0; index -= 1) pending.push(below[index]);
    }
  }

  rowsBelow(record, level) {
    const { tree } = this;
    const rows = [];
    for (const child of tree.children(record)) rows.push({ record: child, level, type: 'record' });
    if (tree.log.hidden(record) > 0 && tree.firstChild[record] < 0) rows.push({ record, level, type: 'hidden' });
    const untried = tree.log.untriedCount(record);
    if (untried > 0) rows.push({ record, level, type: 'group' });
    const moves = Array.from(
      { length: this.openUntried.has(record) ? untried : 0 },
      (_, index) => ({ record, level: level + 1, type: 'untried', index }),
    );
    return [...numbered(rows), ...numbered(moves)];
  }

  isOpen(row) {
    if (row.type === 'record') return this.tree.hasChildren(row.record) ? Boolean(this.open[row.record]) : null;
    return row.type === 'group' ? this.openUntried.has(row.record) : null;
  }

  setOpen(row, isOpen) {
    if (this.isOpen(row) === null || this.isOpen(row) === isOpen) return;
    this.isTouched = true;
    if (row.type === 'record') this.open[row.record] = isOpen ? 1 : 0;
    else if (isOpen) this.openUntried.add(row.record);
    else this.openUntried.delete(row.record);
    this.refresh();
  }

  /** Opens everything, or closes all but the roots. */
  setAllOpen(isOpen) {
    this.isTouched = true;
    this.open.fill(isOpen ? 1 : 0);
    if (!isOpen) this.openUntried.clear();
    this.refresh();
  }

  /** Opens all siblings of a row, as trees do on `*`. */
  openSiblings(row) {
    const parent = this.tree.parent[row.record];
    const siblings = parent < 0 ? this.tree.roots : this.tree.children(parent);
    this.isTouched = true;
    for (const sibling of siblings) this.open[sibling] = 1;
    this.refresh();
  }

  /** Brings a record into view, opening what hides it, and puts the cursor on it. */
  reveal(record, untried = -1) {
    let changed = false;
    const opened = untried >= 0 ? this.tree.path(record) : this.tree.path(record).slice(0, -1);
    for (const at of opened) {
      changed ||= !this.open[at];
      this.open[at] = 1;
    }
    if (untried >= 0 && !this.openUntried.has(record)) {
      this.openUntried.add(record);
      changed = true;
    }
    if (changed) this.refresh();
    const isIt = (row) => row.record === record && (untried < 0 ? row.type === 'record' : row.index === untried);
    const index = this.rows.findIndex(isIt);
    if (index >= 0) this.moveTo(index);
  }

  /** Puts the cursor on a record, or on what hides it, and leaves open, closed and in view what is. */
  point(record, untried = -1) {
    const row = this.rows[this.cursor];
    const isThere = row.record === record && (untried < 0 || row.index === untried);
    if (!isThere) this.cursor = this.nearest(record);
    this.redraw();
  }

  moveTo(index) {
    this.cursor = index;
    const top = index * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top - ROW_HEIGHT;
    else if (top + 2 * ROW_HEIGHT > scrollTop + clientHeight) this.element.scrollTop = top + 2 * ROW_HEIGHT - clientHeight;
    this.redraw();
  }

  show({ moment }) {
    this.moment = moment;
    this.redraw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const count = Math.ceil(this.element.clientHeight / ROW_HEIGHT) + 2 * SPARE_ROWS;
    const shown = this.rows.slice(first, first + count);
    this.rowsElement.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    this.rowsElement.replaceChildren(...shown.map((row, index) => this.rowElement(row, first + index)));
    this.element.setAttribute('aria-activedescendant', `${this.id}-${this.cursor}`);
  }

  rowElement(row, index) {
    const isOpen = this.isOpen(row);
    const state = this.tree.stateAt(row.record, this.moment);
    const parts = this[row.type](row);
    // Screen readers get it all in words instead.
    for (const cell of parts.cells) cell.setAttribute('aria-hidden', 'true');
    return element(
      'div',
      {
        class: `row ${row.type} ${parts.class ?? ''} ${state}`,
        role: 'treeitem', id: `${this.id}-${index}`, 'data-index': index,
        'aria-level': row.level, 'aria-expanded': isOpen === null ? null : String(isOpen),
        'aria-posinset': row.position, 'aria-setsize': row.siblings,
        'aria-selected': String(index === this.cursor),
        style: `--level: ${row.level - 1}`,
      },
      element('span', { class: 'unseen', text: parts.label }),
      element('span', { class: 'twisty', 'aria-hidden': 'true', text: isOpen === null ? '' : isOpen ? '▾' : '▸' }),
      ...parts.cells,
    );
  }

  record({ record }) {
    const { tree, words } = this;
    const { log } = tree;
    if (tree.isSkipped(record)) return this.skipped(record);
    const kind = tree.kind(record);
    const isDone = tree.stateAt(record, this.moment) === 'done';
    const letter = kind ? KIND_WORDS[kind].letter : '·';
    const score = kind && isDone ? words.score(record) : '';
    const move = words.move(record);
    return {
      class: `${kind ?? ''} ${tree.isOnLineAt(record, this.moment) ? 'principal' : ''}`,
      label: this.label(record, move, kind),
      cells: [
        element('span', { class: `badge ${isDone ? kind ?? '' : ''}`, text: isDone ? letter : '·' }),
        element('span', { class: 'move', text: move }),
        element('span', { class: 'tags' }, ...this.tags(record).map((text) => element('span', { class: 'tag', text }))),
        element('span', { class: 'score', text: score }),
        element('span', { class: 'window', text: tree.hasWindow(record) ? words.window(tree.entryWindow(record)) : '' }),
        element('span', { class: 'depth', text: log.has(record, Flag.QUIESCENCE) ? 'q' : `d${log.depth(record)}` }),
        this.share(record),
      ],
    };
  }

  /** The text of a row for screen readers, with no more than the row shows. */
  label(record, move, kind) {
    const { tree, words } = this;
    const state = tree.stateAt(record, this.moment);
    if (state !== 'done') return `${move}, ${state === 'open' ? 'being searched' : 'not reached yet'}`;
    const result = kind ? `${words.kind(record).name}, ${words.score(record)}` : 'not finished';
    return [move, result, plural(tree.visits[record], 'visit'), ...this.tags(record)].join(', ');
  }

  tags(record) {
    const { log } = this.tree;
    const tags = [];
    if (log.has(record, Flag.AGAIN)) tags.push(this.words.retry(record)?.name ?? 'again');
    if (log.reduction(record) > 0) tags.push(`reduced by ${log.reduction(record)}`);
    if (log.extension(record) !== 0) tags.push(log.extension(record) > 0 ? `extended by ${log.extension(record)}` : `shortened by ${-log.extension(record)}`);
    if (log.end(record) && !this.tree.isCutByLast(record)) tags.push(this.words.end(record).name);
    return tags;
  }

  share(record) {
    const { visits, allVisits } = this.tree;
    const share = visits[record] / allVisits;
    return element(
      'span', { class: 'share', title: `${percent(share)} of all visits`, style: `--share: ${share}` },
      element('span', { class: 'count', text: visits[record].toLocaleString('en') }),
    );
  }

  skipped(record) {
    const move = this.words.move(record);
    if (this.tree.stateAt(record, this.moment) === 'done') return this.pruned(move, this.words.skipReason(record), 'skipped');
    const cells = [element('span', { class: 'badge', text: '·' }), element('span', { class: 'move', text: move })];
    return { label: `${move}, not reached yet`, cells };
  }

  untried({ record, index }) {
    const { move } = this.tree.log.untriedMove(record, index);
    return this.pruned(this.words.moveFrom(record, move), this.words.untriedReason(record, index), 'never tried');
  }

  pruned(move, { name, text }, what) { return this.fallen(move, name, `${move}, ${what}: ${name}`, text); }

  fallen(text, why, label, title = null) {
    return {
      class: 'pruned', label,
      cells: [
        element('span', { class: 'badge scissors', text: '✂' }),
        element('span', { class: 'move', text }),
        element('span', { class: 'tags' }, element('span', { class: 'tag', title, text: why })),
      ],
    };
  }

  group({ record }) {
    const { log } = this.tree;
    const count = log.untriedCount(record);
    const names = new Set();
    for (let index = 0; index < count; index += 1) names.add(this.words.untriedReason(record, index).name);
    const text = `${plural(count, 'move')} never tried`;
    const why = [...names].join(', ');
    return this.fallen(text, why, `${text}: ${why}`);
  }

  hidden({ record }) {
    const text = `${plural(this.tree.log.hidden(record), 'visit')} counted, not drawn`;
    return { class: 'pruned', label: text, cells: [element('span', { class: 'badge', text: '…' }), element('span', { class: 'move', text })] };
  }

  rowOf(event) {
    const index = event.target.closest('.row')?.dataset.index;
    return index === undefined ? null : this.rows[Number(index)];
  }

  click(event) {
    const row = this.rowOf(event);
    if (!row) return;
    this.cursor = this.rows.indexOf(row);
    const onTwisty = event.target.classList.contains('twisty');
    if (onTwisty || row.type === 'group') this.setOpen(row, !this.isOpen(row));
    this.tell();
  }

  tell() {
    const row = this.rows[this.cursor];
    this.listener.select(row.record, row.type === 'untried' ? row.index : -1);
    this.redraw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows[this.cursor];
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 1);
    const actions = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      PageDown: () => this.step(page),
      PageUp: () => this.step(-page),
      Home: () => this.step(-this.rows.length),
      End: () => this.step(this.rows.length),
      ArrowRight: () => (this.isOpen(row) === false ? this.setOpen(row, true) : this.isOpen(row) && this.step(1)),
      ArrowLeft: () => (this.isOpen(row) ? this.setOpen(row, false) : this.toParent(row)),
      Enter: () => this.isOpen(row) !== null && this.setOpen(row, !this.isOpen(row)),
      '*': () => this.openSiblings(row),
      t: () => this.listener.jump(row.record),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  step(by) {
    const target = Math.min(this.rows.length - 1, Math.max(0, this.cursor + by));
    const index = this.shownFrom(target, Math.sign(by)) ?? this.shownFrom(target, -Math.sign(by));
    this.moveTo(index ?? this.cursor);
    this.tell();
  }

  /** The next row that can be seen. What fell in a node is not to be seen before the node is left. */
  shownFrom(target, by) {
    const { tree, rows, moment } = this;
    const isShown = ({ type, record }) => type === 'record' || tree.stateAt(record, moment) === 'done';
    for (let index = target; by !== 0 && index >= 0 && index < rows.length; index += by) {
      if (isShown(rows[index])) return index;
    }
    return null;
  }

  toParent(row) {
    const isParent = (candidate) => candidate.level < row.level;
    for (let index = this.cursor - 1; index >= 0; index -= 1) {
      if (isParent(this.rows[index])) return this.step(index - this.cursor);
    }
    return undefined;
  }
}

/** Rows that stand side by side in the tree, each with its place among them. */
function numbered(rows) {
  rows.forEach((row, index) => {
    row.position = index + 1;
    row.siblings = rows.length;
  });
  return rows;
}

Outline.count = 0;
