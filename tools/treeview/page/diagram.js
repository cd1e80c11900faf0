'use strict';
// A small tree drawn as textbooks draw it: Max in squares, Min in circles, leaves below, and branches that were cut.
//
// Branches that were never searched are drawn too. In trees made by hand it is known what hangs on them; in chess
// only their first move is.

const DIAGRAM_LEAVES = 64;
const SLOT = 38;
const LEVEL = 82;
const NODE_SIZE = 32;
const DIAGRAM_MARGIN = 44;

class Diagram {
  /** Whether a tree is small enough. */
  static suits(tree, words) {
    return tree.length <= 4 * DIAGRAM_LEAVES && new DiagramLayout(tree, words).leaves <= DIAGRAM_LEAVES;
  }

  constructor(tree, words, listener) {
    this.tree = tree;
    this.words = words;
    this.listener = listener;
    this.layout = new DiagramLayout(tree, words);
    this.nodes = new Map();
    this.edges = shape('g');
    this.shapes = shape('g');
    this.build();
    this.show({ moment: tree.moments, selected: -1, hovered: -1 });
  }

  build() {
    const { layout } = this;
    const width = layout.leaves * SLOT + 2 * DIAGRAM_MARGIN;
    const height = (layout.depth + 1) * LEVEL;
    const label = 'The tree as a diagram; the outline has the same as text.';
    const svg = shape(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, style: `min-width: ${0.66 * width}px; max-width: ${1.5 * width}px`, role: 'img', 'aria-label': label },
      this.sides(), this.edges, this.shapes,
    );
    for (const item of layout.items) this.addItem(item);
    this.element = element('div', { class: 'diagram' }, svg);
  }

  /** Who is to move, beside every row. */
  sides() {
    const group = shape('g', { class: 'sides' });
    for (let row = 0; row < this.layout.depth; row += 1) {
      const text = this.words.side(this.tree.lastRoot) === 'Max' ? (row % 2 === 0 ? 'Max' : 'Min') : '';
      group.append(shape('text', { x: 2, y: this.y(row) + 4, text }));
    }
    return group;
  }

  x(item) { return DIAGRAM_MARGIN + (item.slot + 0.5) * SLOT; }
  y(row) { return row * LEVEL + LEVEL / 2; }

  addItem(item) {
    const [x, y] = [this.x(item), this.y(item.row)];
    if (item.parent) item.edge = this.addEdge(item, x, y);
    const half = NODE_SIZE / 2;
    const outline = item.children.length === 0
      ? shape('rect', { x: -half, y: -half * 0.8, width: NODE_SIZE, height: NODE_SIZE * 0.8, rx: 4 })
      : item.row % 2 === 0
        ? shape('rect', { x: -half, y: -half, width: NODE_SIZE, height: NODE_SIZE, rx: 7 })
        : shape('circle', { r: half + 1 });
    item.text = shape('text', { y: 5, class: 'value' });
    item.window = shape('text', { y: -half - 8, class: 'window-text' });
    item.shape = shape('g', { transform: `translate(${x} ${y})` }, outline, item.text, item.window);
    item.shape.addEventListener('click', () => this.listener.select(item.record, item.untried ?? -1));
    item.shape.addEventListener('pointerenter', () => this.listener.hover(item.record));
    item.shape.addEventListener('pointerleave', () => this.listener.hover(-1));
    this.shapes.append(item.shape);
  }

  addEdge(item, x, y) {
    const [fromX, fromY] = [this.x(item.parent), this.y(item.parent.row) + NODE_SIZE / 2];
    const line = shape('line', { x1: fromX, y1: fromY, x2: x, y2: y - NODE_SIZE / 2 });
    const group = shape('g', {}, line);
    if (item.type !== 'record' && item.parent.type === 'record') {
      const [middleX, middleY] = [(fromX + x) / 2, (fromY + y - NODE_SIZE / 2) / 2];
      group.append(shape('text', { x: middleX, y: middleY + 6, class: 'scissors', text: '✂' }));
    }
    this.edges.append(group);
    return group;
  }

  show({ moment, selected, hovered }) {
    const { tree } = this;
    for (const item of this.layout.items) {
      const isRecord = item.type === 'record';
      const state = isRecord ? tree.stateAt(item.record, moment) : this.cutState(item, moment);
      const classes = ['node', item.type, state, item.children.length === 0 ? 'leaf' : 'inner'];
      if (isRecord && state === 'done') classes.push(tree.kind(item.record) ?? '');
      if (isRecord && state === 'done' && this.isOnLine(item.record, moment)) classes.push('principal');
      if (isRecord && item.record === selected) classes.push('selected');
      if (isRecord && item.record === hovered) classes.push('hovered');
      item.shape.setAttribute('class', classes.join(' '));
      item.edge?.setAttribute('class', `edge ${classes.slice(1).join(' ')}`);
      item.text.textContent = this.valueText(item, state);
      item.window.textContent = this.windowText(item, state, moment);
    }
  }

  /** The principal variation is known once the root is done. */
  isOnLine(record, moment) {
    return this.tree.log.has(record, Flag.PRINCIPAL) && this.tree.left[this.tree.lastRoot] < moment;
  }

  /** A branch falls when its node is left. */
  cutState(item, moment) {
    return this.tree.stateAt(item.record, moment) === 'done' ? 'fallen' : 'unborn';
  }

  valueText(item, state) {
    if (item.type !== 'record') return item.value === null ? '' : String(item.value);
    if (this.tree.isSkipped(item.record)) return '✂';
    if (state === 'done') return this.words.score(item.record);
    return state === 'unborn' && item.value !== null ? String(item.value) : '';
  }

  windowText(item, state, moment) {
    if (item.type !== 'record' || state !== 'open' || item.children.length === 0) return '';
    const { alpha, beta } = this.tree.windowAt(item.record, moment);
    return `α ${this.words.number(alpha)}  β ${this.words.number(beta)}`;
  }
}

/** Which items there are, and where they stand: leaves side by side, parents above the middle of their children. */
class DiagramLayout {
  constructor(tree, words) {
    this.tree = tree;
    this.words = words;
    this.items = [];
    this.leaves = 0;
    this.depth = 0;
    const root = tree.lastRoot;
    this.place(root, null, 0, []);
    this.depth = Math.max(...this.items.map((item) => item.row));
  }

  item(fields, parent, row) {
    const item = { ...fields, parent, row, children: [] };
    parent?.children.push(item);
    this.items.push(item);
    return item;
  }

  settle(item) {
    const { children } = item;
    item.slot = children.length === 0
      ? this.leaves++ : (children[0].slot + children[children.length - 1].slot) / 2;
  }

  place(record, parent, row, line) {
    const { tree, words } = this;
    const value = words.lists ? words.listAt(line) : null;
    const item = this.item({ type: 'record', record, value: Array.isArray(value) ? null : value }, parent, row);
    for (const child of tree.children(record)) this.place(child, item, row + 1, [...line, tree.log.move(child)]);
    for (let index = 0; index < tree.log.untriedCount(record); index += 1) {
      const { move } = tree.log.untriedMove(record, index);
      const below = words.lists ? words.listAt([...line, move]) : null;
      this.placeUntried(record, index, below, item, row + 1);
    }
    this.settle(item);
  }

  placeUntried(record, untried, node, parent, row) {
    const isInner = Array.isArray(node);
    const item = this.item({ type: 'untried', record, untried, value: isInner ? null : node }, parent, row);
    if (isInner) node.forEach((child) => this.placeUntried(record, untried, child, item, row + 1));
    this.settle(item);
  }
}
