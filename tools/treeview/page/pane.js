'use strict';
// One tree on the page: its heading, the picture of the whole tree, and the outline.

class Pane {
  /** `listener` has the handlers select(pane, record, untried), hover(pane, record) and jump(pane, record). */
  constructor(tree, listener) {
    this.tree = tree;
    this.words = new Words(tree);
    this.finder = new Finder(tree, this.words);
    this.moment = tree.moments;
    this.selected = tree.lastRoot;
    this.untried = -1;
    this.hovered = -1;
    const own = {
      select: (record, untried = -1) => listener.select(this, record, untried),
      hover: (record) => listener.hover(this, record),
      jump: (record) => listener.jump(this, record),
    };
    const Picture = Diagram.suits(tree, this.words) ? Diagram : Overview;
    this.picture = new Picture(tree, this.words, own);
    this.outline = new Outline(tree, this.words, own);
    this.note = element('p', { class: 'note', role: 'status' });
    this.element = element(
      'section', { class: 'pane', 'aria-label': this.title() },
      this.heading(), this.picture.element, this.tools(own), this.note, this.outline.head(), this.outline.element,
    );
  }

  /** The name beside others. Counts of a search that deepens iteratively are those of all its iterations. */
  name() {
    const { tree } = this;
    const iterations = new Set(tree.roots.map((root) => tree.log.iteration(root))).size;
    return `${capitalised(tree.about.algorithm)}${iterations > 1 ? `, over ${iterations} iterations` : ''}`;
  }

  title() {
    return `${capitalised(this.tree.about.algorithm)}, ${this.words.reached()}`;
  }

  heading() {
    const { about } = this.tree;
    const { counts } = about;
    const score = about.score === null ? 'no score' : this.words.number(about.score);
    const fact = (number, one, many, title) => element(
      'li', { title }, element('b', { text: number.toLocaleString('en') }), ` ${number === 1 ? one : many}`,
    );
    return element(
      'header', { class: 'pane-head' },
      element('h2', {}, this.title(), element('span', { class: 'value', text: score })),
      element(
        'ul', { class: 'counts' },
        fact(about.nodes, 'node', 'nodes', 'Moves made in the tree'),
        fact(counts.visits, 'visit', 'visits', 'Nodes entered; a node that is searched again counts again'),
        fact(counts.leaves, 'leaf', 'leaves', 'Visits that made no other'),
        counts.quiescence ? fact(counts.quiescence, 'in quiescence', 'in quiescence', 'Visits in which only captures are looked at') : null,
        fact(counts.untried + counts.skipped, 'move pruned', 'moves pruned', 'Moves never tried, or looked at and skipped'),
        about.stopped ? element('li', { text: this.stop() }) : null,
        about.running ? element('li', { class: 'running', text: 'searching' }) : null,
      ),
    );
  }

  /** The place where the search was stopped. */
  stop() {
    const { tree, words } = this;
    const last = tree.roots.at(-1);
    const isInside = tree.roots.length > 1 && tree.kind(last) === null;
    return isInside ? `stopped in ${words.move(last)}` : 'ended before its depth';
  }

  tools(own) {
    const zooms = this.picture instanceof Overview;
    return element(
      'div', { class: 'tools', role: 'toolbar', 'aria-label': 'Outline' },
      button('Open all nodes of the outline', 'Expand all', () => this.outline.setAllOpen(true)),
      button('Close all nodes of the outline', 'Collapse', () => this.outline.setAllOpen(false)),
      button('Show the selected node in the outline', 'Reveal', () => this.outline.reveal(this.selected)),
      button('Replay up to where the selected node is left', 'Go to moment', () => own.jump(this.selected)),
      zooms ? button('Zoom the overview to the selected node', 'Zoom in', () => this.picture.zoom(this.selected)) : null,
      zooms ? button('Show the whole search in the overview', 'Zoom out', () => this.picture.zoom(-1)) : null,
      this.legend(),
    );
  }

  /** The meaning of letters, colours and marks, as far as they occur. */
  legend() {
    const { tree } = this;
    const kinds = tree.kinds();
    const entry = (marks, text, title) => element('span', { class: 'legend-entry', title }, ...[marks].flat(), text);
    const badge = (kind, letter) => element('span', { class: `badge ${kind}`, text: letter });
    const mark = (name, text = '') => element('span', { class: `mark ${name}`, text });
    const isOverview = this.picture instanceof Overview;
    const isPruned = tree.about.counts.untried + tree.about.counts.skipped > 0;
    return element(
      'div', { class: 'legend' },
      ...Object.entries(KIND_WORDS).filter(([kind]) => kinds.has(kind))
        .map(([kind, { letter, name, text }]) => entry(badge(kind, letter), name, text)),
      kinds.has(null) ? entry(badge('', '·'), 'not finished', tree.about.running ? 'The search is there now.' : 'The search was stopped there.') : null,
      entry([mark('star', '★'), isOverview ? mark('underline') : ''], 'principal variation', 'The line that both sides play if they play their best.'),
      isPruned ? entry([mark('cut', '✂'), isOverview && kinds.has('cut') ? mark('notch') : ''], 'pruned', 'Not searched.') : null,
      isOverview && tree.about.counts.quiescence > 0 ? entry(mark('pale'), 'pale: quiescence', 'Only captures are looked at there.') : null,
      isOverview ? null : entry(mark('box'), 'Max moves'),
      isOverview ? null : entry(mark('circle'), 'Min moves'),
    );
  }

  /** Takes over the selection, open rows and zoom of an earlier copy of the tree. */
  inherit(earlier) {
    const isFollowing = earlier.selected === earlier.tree.lastRoot && earlier.untried < 0;
    if (!isFollowing) [this.selected, this.untried] = [earlier.selected, earlier.untried];
    if (!isFollowing || earlier.outline.isTouched) this.outline.inherit(earlier.outline);
    if (this.picture instanceof Overview) this.picture.inherit(earlier.picture);
  }

  /** The name of the focused element of this pane; null if the focus is elsewhere. */
  focusedLabel() {
    const focused = document.activeElement;
    return this.element.contains(focused) ? focused.getAttribute('aria-label') : null;
  }

  focus(label) {
    this.element.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus({ preventScroll: true });
  }

  select(record, untried, isReveal) {
    this.selected = record;
    this.untried = untried;
    if (isReveal) this.outline.reveal(record, untried);
    else this.outline.point(record, untried);
    this.show();
  }

  hover(record) {
    this.hovered = record;
    this.picture.show(this);
  }

  setMoment(moment) {
    this.moment = Math.min(moment, this.tree.moments);
    this.note.textContent = '';
    this.followIteration();
    this.show();
  }

  /** The overview shows the iteration in which things happen. */
  followIteration() {
    const { tree, picture } = this;
    if (!(picture instanceof Overview) || picture.focus < 0) return;
    const [root] = tree.path(this.current());
    if (tree.path(picture.focus)[0] !== root) picture.zoom(root);
  }

  show() {
    this.picture.show(this);
    this.outline.show(this);
  }

  /** The node in which the search stands now, or stood last. */
  current() {
    const { tree, moment } = this;
    if (moment <= 0) return tree.roots[0];
    const at = tree.currentAt(moment);
    return at >= 0 ? at : tree.events[moment - 1];
  }

  /** Selects the same line as in another tree, as far as it goes, with a note on where it ends and why. */
  follow(other, record) {
    const { tree } = this;
    const made = other.tree.path(record).filter((at) => other.tree.isMade(at));
    let at = tree.lastRoot;
    for (const move of made.map((step) => other.tree.log.move(step))) {
      const next = tree.childAfter(at, move);
      if (next < 0) return this.stopAt(at, move);
      at = next;
    }
    this.note.textContent = '';
    return this.select(at, -1, true);
  }

  /** Selects the node nearest to a move that leads to no visit, with a note on why there is none. */
  stopAt(record, move) {
    const [skipped, untried] = [this.tree.skippedChild(record, move), this.tree.untriedIndex(record, move)];
    const text = move === 0 ? 'passing' : this.words.moveFrom(record, move);
    this.note.textContent = `${text} ${this.absence(record, skipped, untried)}.`;
    this.select(skipped >= 0 ? skipped : record, untried, true);
  }

  /** The reason why a move leads to no visit: skipped, never tried, or unknown. */
  absence(record, skipped, untried) {
    const { tree, words } = this;
    if (skipped >= 0) return `was skipped here: ${words.skipReason(skipped).name}`;
    if (untried >= 0) return `was never tried here: ${words.untriedReason(record, untried).name}`;
    const hidden = tree.log.hidden(record);
    return hidden > 0 ? `is, if it was tried here, among the ${plural(hidden, 'visit')} not drawn` : 'was not tried here';
  }
}
