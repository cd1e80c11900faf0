'use strict';
// The whole tree at a glance: every visit a bar under its parent, as wide as its share of all visits. Time runs
// from left to right. Subtrees too narrow for a pixel share one, so a hundred thousand visits cost no more to
// draw than the screen is wide.

const BAR_MIN = 7;
const BAR_MAX = 26;
const OVERVIEW_HEIGHT = 250;

class Overview {
  /** `listener` has the handlers select(record), hover(record or -1) and zoom(record or -1). */
  constructor(tree, words, listener) {
    this.tree = tree;
    this.words = words;
    this.listener = listener;
    // While a search runs, all of it is shown, so that it is seen to grow.
    this.focus = tree.about.running && tree.roots.length > 1 ? -1 : tree.lastRoot;
    this.moment = tree.moments;
    this.selected = -1;
    this.hovered = -1;
    this.canvas = element('canvas', { class: 'overview-canvas', role: 'img' });
    this.canvas.overview = this;
    this.tip = element('div', { class: 'tip', hidden: true });
    this.crumbs = element('nav', { class: 'crumbs', 'aria-label': 'Zoom of the overview' });
    this.element = element('div', { class: 'overview' }, this.crumbs, this.canvas, this.tip);
    this.redraw = oncePerFrame(() => this.draw());
    this.listen();
    this.showCrumbs();
  }

  listen() {
    const { canvas, listener } = this;
    canvas.addEventListener('pointermove', (event) => this.hover(this.at(event), event));
    canvas.addEventListener('pointerleave', () => this.hover(-1));
    canvas.addEventListener('click', (event) => {
      const record = this.at(event);
      if (record >= 0) listener.select(record);
    });
    canvas.addEventListener('dblclick', (event) => this.zoom(this.at(event)));
    new ResizeObserver(() => this.redraw()).observe(canvas);
  }

  /** Shows the subtree that an earlier copy of the tree shows. */
  inherit(earlier) {
    const isWhole = earlier.focus < 0 || earlier.tree.roots.length === 1 && earlier.focus === earlier.tree.lastRoot;
    this.zoom(isWhole ? -1 : earlier.focus);
  }

  /** Shows the subtree of a record only; all iterations for -1. */
  zoom(record) {
    const { tree } = this;
    this.focus = record < 0 && tree.roots.length === 1 ? tree.lastRoot : record;
    this.showCrumbs();
    this.redraw();
  }

  showCrumbs() {
    const { tree, words } = this;
    const parts = [];
    if (tree.roots.length > 1) parts.push([-1, 'all iterations']);
    if (this.focus >= 0) parts.push(...tree.path(this.focus).map((record) => [record, words.move(record)]));
    const hadFocus = this.crumbs.contains(document.activeElement);
    this.crumbs.replaceChildren(...parts.map(([record, text]) => {
      const isHere = record === this.focus;
      return button(`Zoom to ${text}`, text, () => this.zoom(record), { 'aria-current': isHere && 'true' });
    }));
    if (hadFocus) this.crumbs.querySelector('[aria-current]')?.focus();
    const visits = this.focus < 0 ? tree.allVisits : tree.visits[this.focus];
    this.canvas.setAttribute('aria-label', `Overview of ${plural(visits, 'visit')}; the outline below has the same as text.`);
  }

  show({ moment, selected, hovered }) {
    this.moment = moment;
    this.selected = selected;
    this.hovered = hovered;
    this.redraw();
  }

  draw() {
    const { canvas, tree } = this;
    const ratio = window.devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    if (this.width === 0) return;
    this.colors = Object.fromEntries(
      ['pv', 'cut', 'all', 'leaf', 'unborn', 'open', 'ink', 'paper', 'line'].map((name) => [name, themeColor(name)]),
    );
    this.base = this.focus < 0 ? 0 : tree.level[this.focus];
    this.measure();
    canvas.style.height = `${this.height}px`;
    canvas.width = this.width * ratio;
    canvas.height = this.height * ratio;
    this.context = canvas.getContext('2d');
    this.context.scale(ratio, ratio);
    this.filled = [];
    this.boxes = new Map();
    for (const { record, x, width } of this.tops()) this.drawSubtree(record, x, width);
    this.outlineBoxes();
  }

  /** Bars are as high as the depth of the picture allows. */
  measure() {
    const { tree } = this;
    let deepest = this.base;
    const last = this.focus < 0 ? tree.length : this.subtreeEnd(this.focus);
    for (let record = Math.max(this.focus, 0); record < last; record += 1) {
      if (tree.level[record] > deepest) deepest = tree.level[record];
    }
    const rows = deepest - this.base + 1;
    this.bar = Math.min(BAR_MAX, Math.max(BAR_MIN, OVERVIEW_HEIGHT / rows));
    this.height = Math.max(3 * BAR_MAX, Math.min(OVERVIEW_HEIGHT, rows * this.bar));
  }

  /** The first record after those of a subtree. */
  subtreeEnd(record) {
    const { tree } = this;
    for (let at = record; at >= 0; at = tree.parent[at]) {
      if (tree.nextSibling[at] >= 0) return tree.nextSibling[at];
      const root = tree.roots.indexOf(at);
      if (root >= 0) return tree.roots[root + 1] ?? tree.length;
    }
    return tree.length;
  }

  /** The bars of the first row with their places. */
  *tops() {
    if (this.focus >= 0) {
      yield { record: this.focus, x: 0, width: this.width };
      return;
    }
    let x = 0;
    for (const record of this.tree.roots) {
      const width = (this.width * this.tree.visits[record]) / this.tree.allVisits;
      yield { record, x, width };
      x += width;
    }
  }

  drawSubtree(record, x, width) {
    const row = this.tree.level[record] - this.base;
    const y = row * this.bar;
    const right = Math.max(x + width, Math.floor(x) + 1);
    if (y >= this.height || right <= (this.filled[row] ?? -1)) return;
    this.filled[row] = right;
    this.drawBar(record, x, y, right - x);
    if (record === this.selected || record === this.hovered) this.boxes.set(record, [x, y, right - x]);
    for (const box of this.childBoxes(record, x, width)) this.drawSubtree(box.record, box.x, box.width);
  }

  *childBoxes(record, x, width) {
    const { tree } = this;
    let left = x;
    for (const child of tree.children(record)) {
      const share = (width * tree.visits[child]) / tree.visits[record];
      if (share > 0) yield { record: child, x: left, width: share };
      left += share;
    }
  }

  drawBar(record, x, y, width) {
    const { context, tree, colors } = this;
    const state = tree.stateAt(record, this.moment);
    const kind = tree.kind(record);
    const gap = width > 3 ? 1 : 0;
    const isFaint = tree.log.has(record, Flag.QUIESCENCE) && !tree.log.has(record, Flag.PRINCIPAL);
    context.globalAlpha = state === 'unborn' ? 1 : isFaint ? 0.62 : 1;
    const isOnLine = state === 'done' && tree.isOnLineAt(record, this.moment);
    const done = kind === 'exact' || kind === 'leaf' ? (isOnLine ? colors.pv : colors.leaf) : colors[kind] ?? colors.line;
    context.fillStyle = state === 'unborn' ? colors.unborn : state === 'open' ? colors.open : done;
    context.fillRect(x, y, width - gap, this.bar - 1);
    context.globalAlpha = 1;
    if (state === 'done') this.drawMarks(record, kind, x, y, width - gap);
    if (width > 46 && this.bar > 12) this.label(record, x, y, width);
  }

  /** A bright line under the principal variation, a notch where branches fell. */
  drawMarks(record, kind, x, y, width) {
    const { context, tree, colors } = this;
    if (tree.isOnLineAt(record, this.moment)) {
      context.fillStyle = colors.ink;
      context.fillRect(x, y + this.bar - 3, width, 2);
    }
    if (kind === 'cut' && width > 8 && tree.log.untriedCount(record) > 0) {
      context.fillStyle = colors.paper;
      context.beginPath();
      context.moveTo(x + width - 6, y);
      context.lineTo(x + width, y);
      context.lineTo(x + width, y + Math.min(6, this.bar - 1));
      context.fill();
    }
  }

  label(record, x, y, width) {
    const { context, tree, words } = this;
    const state = tree.stateAt(record, this.moment);
    if (state === 'unborn') return;
    context.save();
    const isBright = state === 'done' && tree.kind(record) !== null;
    context.fillStyle = isBright ? this.colors.paper : this.colors.ink;
    // Room for the frame of a low bar.
    context.font = `${Math.min(12, this.bar - 4)}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    const move = words.move(record);
    const score = state === 'done' && tree.kind(record) ? [`${move}  ${words.score(record)}`] : [];
    const fits = (text) => context.measureText(text).width <= width - 10;
    // Half of a number is another number.
    const text = [...score, move].find(fits);
    if (text) context.fillText(text, x + 5, y + this.bar / 2);
    context.restore();
  }

  outlineBoxes() {
    const { context, colors } = this;
    for (const [record, [x, y, width]] of this.boxes) {
      context.strokeStyle = colors.ink;
      context.lineWidth = record === this.selected ? 2.5 : 1.2;
      context.strokeRect(x, y, Math.max(width - 1, 2), this.bar - 1);
    }
  }

  /** The record under a pointer; -1 if there is none. */
  at(event) {
    const row = Math.floor(event.offsetY / this.bar);
    let hit = this.boxAt(this.tops(), event.offsetX);
    for (let depth = 0; hit && depth < row; depth += 1) {
      hit = this.boxAt(this.childBoxes(hit.record, hit.x, hit.width), event.offsetX);
    }
    return hit ? hit.record : -1;
  }

  boxAt(boxes, x) {
    for (const box of boxes) if (x >= box.x && x < box.x + box.width) return box;
    return null;
  }

  hover(record, event) {
    this.listener.hover(record);
    this.tip.hidden = record < 0;
    if (record < 0) return;
    const { tree, words } = this;
    const share = tree.visits[record] / tree.allVisits;
    const isDone = tree.kind(record) && tree.stateAt(record, this.moment) === 'done';
    const score = isDone ? ` ${words.score(record)}` : '';
    this.tip.textContent = `${words.move(record)}${score} · ${plural(tree.visits[record], 'visit')} (${percent(share)})`;
    const left = Math.min(event.offsetX + 12, this.width - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${Math.max(0, left)}px, ${event.offsetY + 40}px)`;
  }
}

// It is drawn in the colours of the theme, so it is drawn again with another theme.
new MutationObserver(() => document.querySelectorAll('.overview-canvas').forEach(({ overview }) => overview.redraw()))
  .observe(document.documentElement, { attributeFilter: ['data-theme'] });
