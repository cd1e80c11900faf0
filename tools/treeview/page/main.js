'use strict';
// Puts the page together: trees, node, replay, search.

/** The outline of a small tree follows a replay; that of a large one would be a flicker. */
const FOLLOWED_RECORDS = 3000;

class App {
  static async start() {
    const logs = [...document.querySelectorAll('script[data-log]')];
    const trees = await Promise.all(logs.map(async (log) => new Tree(await Log.decode(log.textContent))));
    logs.forEach((log) => log.remove());
    return trees.length > 0 ? new App(trees) : null;
  }

  constructor(trees) {
    this.makePanes(trees);
    this.details = new Details({ select: (tree, record) => this.goTo(this.paneOf(tree), record) });
    this.replay = new Replay(this.longest(), {
      moment: (moment, isPlaying) => this.showMoment(moment, isPlaying),
      event: (moment) => this.eventText(moment),
    });
    this.find = new FindBox({
      finder: () => this.active.finder,
      found: ({ record, untried }) => this.select(this.active, record, untried, true),
    }, this.active.tree.isChess() ? 'e4 e5 Nf3' : '2 1');
    this.build();
    this.showPanes();
    this.listenToKeys();
    this.select(this.active, this.active.tree.lastRoot, -1, false);
  }

  build() {
    document.getElementById('find').replaceWith(this.find.element);
    document.getElementById('details').replaceWith(this.details.element);
    document.getElementById('replay').replaceWith(this.replay.element);
    document.getElementById('theme').addEventListener('click', () => this.switchTheme());
    document.body.classList.toggle('lists', !this.active.tree.isChess());
  }

  makePanes(trees) {
    this.panes = trees.map((tree) => new Pane(tree, this.paneListener()));
    this.active = this.panes[0];
  }

  showPanes() {
    document.getElementById('panes').replaceChildren(...this.panes.map((pane) => pane.element));
    document.getElementById('comparison').replaceChildren();
    const isComparison = this.panes.length > 1;
    document.body.classList.toggle('two', isComparison);
    if (isComparison) this.showComparison();
  }

  /** Shows other trees. */
  show(trees) {
    this.replay.pause();
    this.makePanes(trees);
    this.showPanes();
    this.replay.setLength(this.longest());
    this.select(this.active, this.active.tree.lastRoot, -1, false);
  }

  /**
   * Shows later copies of the trees, and further trees after them. The selection, open rows, view and moment are kept: a
   * search only adds records at the end, so a record has the same index in each copy.
   */
  grow(trees) {
    const earlier = this.panes;
    const active = earlier.indexOf(this.active);
    this.makePanes(trees);
    this.activate(this.panes[active]);
    earlier.forEach((pane, index) => this.panes[index].inherit(pane));
    const label = earlier[active].focusedLabel();
    this.showPanes();
    earlier.forEach((pane, index) => this.panes[index].outline.takeView(pane.outline));
    if (label !== null) this.active.focus(label);
    this.replay.grow(this.longest());
    const { selected, untried } = this.active;
    this.active.select(selected, untried, false);
    this.showDetails(this.active, selected, untried);
  }

  paneListener() {
    return {
      select: (pane, record, untried) => this.select(pane, record, untried, false),
      hover: (pane, record) => this.hover(pane, record),
      jump: (pane, record) => this.jump(pane, record),
    };
  }

  paneOf(tree) { return this.panes.find((pane) => pane.tree === tree); }

  longest() {
    return Math.max(...this.panes.map((pane) => pane.tree.moments));
  }

  activate(pane) {
    this.active = pane;
    for (const each of this.panes) each.element.classList.toggle('active', each === pane);
  }

  /** Selects a record and goes on there, since what was pressed for it is gone. */
  goTo(pane, record) {
    this.select(pane, record, -1, true);
    pane.outline.element.focus({ preventScroll: true });
  }

  select(pane, record, untried, isReveal) {
    this.activate(pane);
    pane.note.textContent = '';
    pane.select(record, untried, isReveal || !(document.activeElement === pane.outline.element));
    this.panes.filter((other) => other !== pane).forEach((other) => other.follow(pane, record));
    this.showDetails(pane, record, untried);
  }

  hover(pane, record) {
    pane.hover(record);
    if (this.replay?.isPlaying) return;
    if (record >= 0) this.showDetails(pane, record, -1);
    else this.showDetails(this.active, this.active.selected, this.active.untried);
  }

  /** Replays up to where a node is left. */
  jump(pane, record) {
    this.activate(pane);
    this.replay.goTo(pane.tree.left[record] + 1);
  }

  showDetails(pane, record, untried) {
    const { tree, words, moment } = pane;
    this.details.show({ tree, words, record, untried, moment });
  }

  showMoment(moment, isPlaying) {
    for (const pane of this.panes) {
      pane.setMoment(moment);
      const current = pane.current();
      const isLast = moment >= pane.tree.moments;
      const isFollowed = !isPlaying || pane.tree.length < FOLLOWED_RECORDS;
      pane.select(isLast ? pane.tree.lastRoot : current, -1, isFollowed && !isLast);
    }
    this.showDetails(this.active, this.active.selected, -1);
  }

  /** The last event, with its search if more than one is on the page. */
  eventText(moment) {
    const { tree } = this.active;
    const isSaid = this.panes.length === 1 || moment >= tree.moments;
    return `${isSaid ? '' : `${capitalised(tree.about.algorithm)}: `}${this.event(moment)}`;
  }

  event(moment) {
    const { tree, words } = this.active;
    if (moment >= tree.moments) {
      const { score, algorithm, running, nodes } = tree.about;
      if (running) return `${capitalised(algorithm)} has searched ${plural(nodes, 'node')} so far.`;
      return `The end. ${capitalised(algorithm)} ${score === null ? 'was stopped before it had a score' : `finds ${words.number(score)}`}.`;
    }
    return words.event(moment);
  }

  /** Compares the counts of the searches, in a card for each count. */
  showComparison() {
    const abouts = this.panes.map((pane) => pane.tree.about);
    const cards = [
      ['Nodes', abouts.map(({ nodes }) => nodes)],
      ['Leaves', abouts.map(({ counts }) => counts.leaves)],
      ['In quiescence', abouts.map(({ counts }) => counts.quiescence)],
      ['Moves pruned before quiescence', abouts.map(({ counts }) => counts.pruned)],
    ].filter(([, numbers]) => numbers.some((number) => number > 0));
    document.getElementById('comparison').append(...cards.map(([name, numbers]) => this.comparisonCard(name, numbers)));
  }

  comparisonCard(name, numbers) {
    const most = Math.max(...numbers);
    // The counts of a search that was stopped are too low.
    const isWhole = this.panes.every(({ tree }) => !tree.about.stopped && !tree.about.running);
    const ratio = numbers.includes(0) || !isWhole ? '' : ratioWords(numbers[0], numbers.at(-1));
    const bars = this.panes.map((pane, index) => element(
      'div', { class: 'bar', style: `--share: ${numbers[index] / most}` },
      element('span', { text: pane.name() }), element('b', { text: numbers[index].toLocaleString('en') }),
    ));
    return element('section', { class: 'card' }, element('h3', {}, name, element('span', { class: 'ratio', text: ratio })), ...bars);
  }

  listenToKeys() {
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') document.querySelector('.help').open = false;
      if (isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const actions = {
        ' ': () => this.replay.toggle(),
        ',': () => this.replay.step(-1),
        '.': () => this.replay.step(1),
        '/': () => this.find.input.focus(),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  }
}

/** Returns true if the focused element handles a key itself. Buttons handle two keys, and keep the focus after a click. */
function isTaken({ key, target }) {
  if (target.closest('input:not([type=range]), select, textarea')) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, summary, a') !== null;
}

/** Shows trees that come from a script. Before the first of them the page is empty. */
const Viewer = {
  /** Shows the trees of logs. */
  show(logs) {
    const trees = logs.map((log) => new Tree(log));
    if (window.treeview) window.treeview.show(trees);
    else window.treeview = new App(trees);
  },

  /** Shows later logs of the searches that are shown, and after them those of other searches. */
  grow(logs) { window.treeview.grow(logs.map((log) => new Tree(log))); },
};

App.start().then(
  (app) => {
    window.treeview = app;
    document.body.classList.add('ready');
    performance.mark('ready');
  },
  (error) => {
    document.getElementById('failure').hidden = false;
    document.getElementById('failure').textContent = `This page could not be shown: ${error.message}`;
    throw error;
  },
);
