'use strict';
// Everything about one node: the board, the line, the numbers in words, and the window along its line.

const NOT_REACHED = [['Now', 'not reached yet']];

class Details {
  /** `listener` has the handler select(tree index, record). */
  constructor(listener) {
    this.listener = listener;
    this.board = new Board();
    this.title = element('h2', { class: 'details-title' });
    this.line = element('p', { class: 'line' });
    this.facts = element('dl', { class: 'facts' });
    this.text = element('p', { class: 'explanation' });
    this.link = element('p', { class: 'links' });
    this.chart = shape('svg', { class: 'funnel', viewBox: `0 0 ${FUNNEL.width} ${FUNNEL.height}`, role: 'img' });
    this.chartTitle = element('h3', { text: 'Window along the line' });
    this.chartText = element('p', { class: 'funnel-text' });
    this.element = element(
      'aside', { class: 'details', 'aria-label': 'The node' },
      this.board.element, this.title, this.line, this.facts, this.text, this.link,
      this.chartTitle, this.chart, this.chartText,
    );
  }

  /** Shows a record of a tree, or one of the moves it left untried. */
  show({ tree, words, record, untried, moment }) {
    this.showBoard(tree, words, record, untried);
    const isUntried = untried >= 0;
    this.title.textContent = isUntried
      ? words.moveFrom(record, tree.log.untriedMove(record, untried).move) : words.move(record);
    const line = words.line(record);
    if (isUntried) line.push(this.title.textContent);
    this.line.textContent = line.join('  ');
    const facts = isUntried ? this.untriedFacts(tree, words, record, untried, moment) : this.recordFacts(tree, words, record, moment);
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [
      element('dt', { text: name }), element('dd', { text: value }),
    ]));
    this.text.textContent = this.explanation(tree, words, record, untried, moment);
    const isReached = tree.stateAt(record, moment) !== 'unborn';
    this.showLinks(tree, record, isReached);
    const hasChart = tree.about.windows && isReached;
    for (const part of [this.chartTitle, this.chart, this.chartText]) part.toggleAttribute('hidden', !hasChart);
    if (hasChart) this.showChart(tree, words, record, moment);
  }

  showBoard(tree, words, record, untried) {
    const position = words.position(record);
    this.board.element.toggleAttribute('hidden', !position);
    if (!position) return;
    if (untried >= 0) {
      const { move } = tree.log.untriedMove(record, untried);
      this.board.show(position.after(move), move);
    } else {
      this.board.show(position, tree.log.move(record));
    }
  }

  /** An explanation of the facts, as soon as they are known. */
  explanation(tree, words, record, untried, moment) {
    if (tree.stateAt(record, moment) !== 'done') return '';
    return untried >= 0 ? words.untriedReason(record, untried).text : words.explanations(record).join(' ');
  }

  untriedFacts(tree, words, record, untried, moment) {
    if (tree.stateAt(record, moment) !== 'done') return NOT_REACHED;
    return [['Never tried', capitalised(words.untriedReason(record, untried).name)]];
  }

  recordFacts(tree, words, record, moment) {
    const { log } = tree;
    const state = tree.stateAt(record, moment);
    if (state === 'unborn') return NOT_REACHED;
    if (tree.isSkipped(record)) return [['Skipped', capitalised(words.skipReason(record).name)]];
    const [end, retry] = [state === 'done' ? words.end(record) : null, words.retry(record)];
    const untried = state === 'done' ? log.untriedCount(record) : 0;
    return [
      ...this.outcome(tree, words, record, moment),
      ...(tree.hasWindow(record) ? [['Window on entry', words.window(tree.entryWindow(record))]] : []),
      ...(end ? [['Decided by', capitalised(end.name)]] : []),
      ['Depth', this.depth(log, record)],
      ...(retry ? [['Why again', capitalised(retry.name)]] : []),
      ['Visits here and below', `${tree.visits[record].toLocaleString('en')} (${percent(tree.visits[record] / tree.allVisits)})`],
      ...(untried ? [['Never tried', plural(untried, 'move')]] : []),
      ...this.tableFacts(tree, words, record),
    ];
  }

  outcome(tree, words, record, moment) {
    const kind = tree.kind(record);
    if (tree.stateAt(record, moment) === 'open') {
      const now = tree.hasWindow(record)
        ? ['Window now', words.window(tree.windowAt(record, moment))] : ['Until now', words.soFar(record, moment)];
      return [['Now', 'being searched'], now];
    }
    if (!kind) return [['Score', 'none: the search was stopped here']];
    return [['Score', words.score(record)], ['Kind', capitalised(words.kind(record).name)]];
  }

  depth(log, record) {
    const parts = [log.has(record, Flag.QUIESCENCE) ? '0, quiescence' : String(log.depth(record))];
    if (log.reduction(record)) parts.push(`reduced by ${log.reduction(record)}`);
    if (log.extension(record) > 0) parts.push(`extended by ${log.extension(record)}`);
    if (log.extension(record) < 0) parts.push(`shortened by ${-log.extension(record)}`);
    if (log.has(record, Flag.AGAIN)) parts.push('searched again');
    return parts.join(', ');
  }

  tableFacts(tree, words, record) {
    const { log } = tree;
    const bound = log.tableBound(record);
    if (bound === 0) return [];
    const depth = log.tableDepth(record);
    if (depth < 0) return [['Table', 'an evaluation only']];
    const isLower = (bound === 2) === tree.isMax(record);
    const relation = bound === 3 ? '' : isLower ? '≥ ' : '≤ ';
    const score = words.number(tree.seen(record, log.tableScore(record)));
    const move = log.tableMove(record) ? `, ${words.moveFrom(record, log.tableMove(record))}` : '';
    return [['Table', `${relation}${score}, depth ${depth}${move}`]];
  }

  showLinks(tree, record, isReached) {
    this.link.replaceChildren();
    if (!isReached || tree.isSkipped(record)) return;
    const source = tree.log.source(record);
    const hit = tree.log.tableBound(record) !== 0;
    if (source !== NONE) {
      this.link.append(button('Go to the node that made this table entry', 'Where the table entry was made →', () => this.listener.select(tree, source)));
    } else if (hit) {
      this.link.append('The table entry was made in a node that is not drawn.');
    }
  }

  /**
   * The window of every node on the line, as a funnel that narrows from the root down. What a line ended in has told its
   * score to the node before it, and it is the window of that one which the score moves.
   */
  showChart(tree, words, record, moment) {
    const line = tree.path(record).filter((at) => !tree.isSkipped(at));
    const hasTold = line.length > 1 && !tree.hasChildren(record) && tree.stateAt(record, moment) === 'done';
    const path = hasTold ? line.slice(0, -1) : line;
    const until = Math.min(moment, tree.left[record] + (hasTold ? 1 : 0));
    const windows = path.map((at) => tree.windowAt(at, until));
    const funnel = new Funnel(windows, (bound) => words.number(bound));
    this.chart.replaceChildren(...funnel.shapes());
    const last = windows[windows.length - 1];
    this.chartText.textContent = last.alpha < last.beta
      ? 'From the root to here: only what lies between the two can still matter.'
      : 'From the root to here: nothing is left between the two.';
    const bounds = `α ${words.number(last.alpha)}, β ${words.number(last.beta)}`;
    this.chart.setAttribute('aria-label', `${bounds}, after ${plural(path.length - 1, 'step')} from the root`);
  }
}
