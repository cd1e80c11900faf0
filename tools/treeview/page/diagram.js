'use strict';
// A small tree, drawn as textbooks draw it: Max in squares, Min in circles, leaves below, and branches that were cut. In trees
// made by hand it is known what hangs on those, so it is drawn too. In trees of chess each branch has its move.
//
// A node stands there once, as in the tree, however often it is searched: it shows its last visit.

const DIAGRAM_LEAVES = 64;
/** Trees of chess say more in an outline, unless they are very small and their moves short. */
const CHESS_LEAVES = 24;
const LEVEL = 82;
const NODE_HEIGHT = 32;
const NODE_PADDING = 12;
const NODE_GAP = 6;
const DIAGRAM_MARGIN = 44;
/** The place of a move on its edge: near the child, where neighbours are farthest apart. */
const EDGE_TEXT = 0.8;
const VALUE_FONT = '13.5px system-ui, sans-serif';

class Diagram {
  /** Returns true if a tree is small enough. */
  static suits(tree, words) {
    const most = words.lists !== null ? DIAGRAM_LEAVES : Words.isShort ? CHESS_LEAVES : 0;
    return tree.length <= 4 * most && new DiagramLayout(tree, words).leaves <= most;
  }

  constructor(tree, words, listener) {
    this.tree = tree;
    this.words = words;
    this.listener = listener;
    this.layout = new DiagramLayout(tree, words);
    this.edges = shape('g');
    this.shapes = shape('g');
    this.build();
    this.show({ moment: tree.moments, selected: -1, hovered: -1 });
  }

  build() {
    const { layout } = this;
    const width = layout.leaves * layout.slot + 2 * DIAGRAM_MARGIN;
    const height = (layout.depth + 1) * LEVEL;
    const label = 'The tree as a diagram; the outline has the same as text.';
    const svg = shape(
      'svg', { viewBox: `0 0 ${width} ${height}`, style: `--natural: ${width}px`, role: 'img', 'aria-label': label },
      this.sides(), this.edges, this.shapes,
    );
    for (const item of layout.items) this.addItem(item);
    this.element = element('div', { class: 'diagram' }, svg);
  }

  /** The side to move, beside every row. */
  sides() {
    const group = shape('g', { class: 'sides' });
    for (let row = 0; row < this.layout.depth; row += 1) {
      group.append(shape('text', { x: 2, y: this.y(row) + 4, text: row % 2 === 0 ? 'Max' : 'Min' }));
    }
    return group;
  }

  x(item) { return DIAGRAM_MARGIN + (item.slot + 0.5) * this.layout.slot; }
  y(row) { return row * LEVEL + LEVEL / 2; }

  addItem(item) {
    const [x, y] = [this.x(item), this.y(item.row)];
    if (item.parent) item.edge = this.addEdge(item, x, y);
    const half = this.layout.widths[item.row] / 2;
    const isLeaf = item.children.length === 0;
    item.text = shape('text', { y: 5, class: 'value' });
    // Where a move stands above the node, its window stands below.
    item.window = shape('text', { y: item.move ? NODE_HEIGHT / 2 + 15 : -NODE_HEIGHT / 2 - 8, class: 'window-text' });
    item.again = shape('text', isLeaf ? { y: NODE_HEIGHT / 2 + 9, class: 'again' } : { x: half + 18, y: 4, class: 'again' });
    item.shape = shape(
      'g', { transform: `translate(${x} ${y})` }, this.outlineOf(item, half), item.text, item.window, item.again,
    );
    item.shape.addEventListener('click', () => this.click(item));
    item.shape.addEventListener('pointerenter', () => this.listener.hover(this.visit(item).record));
    item.shape.addEventListener('pointerleave', () => this.listener.hover(-1));
    this.shapes.append(item.shape);
  }

  /** A flat box for a leaf, a box for Max, a circle for Min, or an ellipse if its numbers are long. */
  outlineOf(item, half) {
    if (item.children.length > 0 && item.row % 2 === 1) return shape('ellipse', { rx: half + 1, ry: NODE_HEIGHT / 2 + 1 });
    const height = item.children.length > 0 ? NODE_HEIGHT : NODE_HEIGHT * 0.8;
    return shape('rect', { x: -half, y: -height / 2, width: 2 * half, height, rx: height / 5 });
  }

  addEdge(item, x, y) {
    const [fromX, fromY] = [this.x(item.parent), this.y(item.parent.row) + NODE_HEIGHT / 2];
    const line = shape('line', { x1: fromX, y1: fromY, x2: x, y2: y - NODE_HEIGHT / 2 });
    const group = shape('g', {}, line);
    if (item.type === 'untried' && item.parent.type === 'visited') {
      const [middleX, middleY] = [(fromX + x) / 2, (fromY + y - NODE_HEIGHT / 2) / 2];
      group.append(shape('text', { x: middleX, y: middleY + 6, class: 'scissors', text: '✂' }));
    }
    if (item.move) group.append(shape('text', { x: fromX + EDGE_TEXT * (x - fromX), y: fromY + EDGE_TEXT * (y - NODE_HEIGHT / 2 - fromY) + 3, class: 'edge-move', text: item.move }));
    this.edges.append(group);
    return group;
  }

  click(item) {
    const { record, untried } = this.visit(item);
    // What was clicked stays under the pointer.
    this.centred = record;
    this.listener.select(record, untried);
  }

  show({ moment, selected, hovered }) {
    this.moment = moment;
    for (const item of this.layout.items) this.showItem(item, selected, hovered);
    if (selected !== this.centred) this.centre(selected);
  }

  showItem(item, selected, hovered) {
    const { tree, words } = this;
    const { record } = this.visit(item);
    const isVisited = item.type === 'visited';
    const state = isVisited ? tree.stateAt(record, this.moment) : this.cutState(record);
    const classes = ['node', item.type, state, item.children.length === 0 ? 'leaf' : 'inner'];
    if (isVisited && state === 'done') classes.push(tree.kind(record) ?? '');
    if (isVisited && state === 'done' && tree.isOnLineAt(record, this.moment)) classes.push('principal');
    if (isVisited && item.visits.some((visit) => visit.record === selected)) classes.push('selected');
    if (isVisited && item.visits.some((visit) => visit.record === hovered)) classes.push('hovered');
    item.shape.setAttribute('class', classes.join(' '));
    item.edge?.setAttribute('class', `edge ${classes.slice(1).join(' ')}`);
    item.text.textContent = isVisited && state === 'done' ? words.score(record) : state === 'open' ? '' : item.value ?? '';
    item.window.textContent = isVisited && state === 'open' ? this.windowText(item, record) : '';
    item.again.textContent = isVisited && state !== 'unborn' && tree.log.has(record, Flag.AGAIN) ? 'again' : '';
  }

  /** The last visit of an item at this moment, or of the node that left it untried; if there was none yet, the first. */
  visit(item) {
    const hasBegun = ({ record }) => this.tree.stateAt(record, this.moment) !== 'unborn';
    return item.visits.findLast(hasBegun) ?? item.visits[0];
  }

  /** A branch falls when its node is left. */
  cutState(record) {
    return this.tree.stateAt(record, this.moment) === 'done' ? 'fallen' : 'unborn';
  }

  windowText(item, record) {
    if (item.children.length === 0 || !this.tree.hasWindow(record)) return '';
    const { alpha, beta } = this.tree.windowAt(record, this.moment);
    return `α ${this.words.number(alpha)}  β ${this.words.number(beta)}`;
  }

  /** Scrolls a record to the middle, on screens that are too narrow for the tree. */
  centre(record) {
    const item = this.layout.items.find(({ type, visits }) => type === 'visited' && visits.some((visit) => visit.record === record));
    const frame = this.element?.getBoundingClientRect();
    if (!item || !frame.width) return;
    const box = item.shape.getBoundingClientRect();
    this.element.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    this.centred = record;
  }
}

/**
 * Which items there are, and where they stand: leaves side by side, parents above the middle of their children.
 *
 * An item is 'visited', with its visits, or 'untried', with the visits that left it untried.
 */
class DiagramLayout {
  constructor(tree, words) {
    this.tree = tree;
    this.words = words;
    this.items = [];
    this.leaves = 0;
    this.place([{ record: tree.lastRoot, untried: -1 }], words.lists, null, 0);
    this.depth = Math.max(...this.items.map((item) => item.row));
    this.measure();
  }

  item(type, visits, node, parent, row) {
    const item = { type, visits, value: Array.isArray(node) || node === null ? null : String(node), move: null, parent, row, children: [] };
    parent?.children.push(item);
    this.items.push(item);
    return item;
  }

  settle(item) {
    const { children } = item;
    item.slot = children.length === 0
      ? this.leaves++ : (children[0].slot + children[children.length - 1].slot) / 2;
  }

  place(visits, node, parent, row) {
    const item = this.item('visited', visits, node, parent, row);
    for (const [move, child] of this.branches(visits, node)) {
      const searches = this.searches(visits, move);
      const cuts = this.cuts(visits, move);
      if (searches.length > 0) this.place(searches, child, item, row + 1);
      else if (cuts.length > 0) this.placeUntried(cuts, child, item, row + 1);
      if (this.words.root) item.children.at(-1).move = this.words.moveFrom(visits[0].record, move);
    }
    this.settle(item);
  }

  /** The moves at a node, each with the part of a tree made by hand that it leads to. */
  branches(visits, node) {
    if (Array.isArray(node)) return node.map((child, index) => [index + 1, child]);
    return this.words.root ? [...new Set(visits.flatMap(({ record }) => this.tree.movesOf(record)))].map((move) => [move, null]) : [];
  }

  placeUntried(cuts, node, parent, row) {
    const item = this.item('untried', cuts, node, parent, row);
    if (Array.isArray(node)) node.forEach((child) => this.placeUntried(cuts, child, item, row + 1));
    this.settle(item);
  }

  /** The visits that a move leads to from any of these. */
  searches(visits, move) {
    const { tree } = this;
    const children = visits.flatMap(({ record }) => [...tree.children(record)]);
    const isSearch = (child) => tree.log.move(child) === move && !tree.isSkipped(child);
    return children.filter(isSearch).map((record) => ({ record, untried: -1 }));
  }

  /** The visits that left a move untried, and those that skipped it. */
  cuts(visits, move) {
    const { tree } = this;
    const { log } = tree;
    const indices = (record) => Array.from({ length: log.untriedCount(record) }, (_, untried) => ({ record, untried }));
    const untried = visits.flatMap(({ record }) => indices(record)).filter(({ record, untried }) => log.untriedMove(record, untried).move === move);
    const skipped = visits.flatMap(({ record }) => [...tree.children(record)]).filter((child) => tree.isSkipped(child) && log.move(child) === move);
    return [...untried, ...skipped.map((record) => ({ record, untried: -1 }))];
  }

  /** The widths of the nodes of each row, and of a leaf's place so that no two nodes touch. */
  measure() {
    const rows = Array.from({ length: this.depth + 1 }, (_, row) => this.items.filter((item) => item.row === row));
    const context = document.createElement('canvas').getContext('2d');
    context.font = VALUE_FONT;
    const widthOf = (item) => Math.max(0, ...this.texts(item).map((text) => context.measureText(text).width));
    this.widths = rows.map((row) => Math.max(NODE_HEIGHT, NODE_PADDING + Math.max(...row.map(widthOf))));
    const moves = rows.map((row) => Math.max(0, ...row.map((item) => (item.move ? context.measureText(item.move).width + NODE_GAP : 0))));
    this.slot = Math.max(...rows.map((row, index) => Math.max(this.widths[index] + NODE_GAP, moves[index] / EDGE_TEXT) / closest(row)));
  }

  /** All that an item may show in the course of the search. */
  texts({ type, visits, value }) {
    const scores = type === 'visited' ? visits.map(({ record }) => this.words.score(record)) : [];
    return value === null ? scores : [value, ...scores];
  }
}

/** The least distance of two neighbours in a row. */
function closest(row) {
  const gaps = row.slice(1).map((item, index) => item.slot - row[index].slot);
  return Math.min(...gaps, Infinity);
}
