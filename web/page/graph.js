'use strict';
// The graph of the scores of a game, and the same scores as a table.

/** A score for White: `{ cp }` in centipawns, or `{ mate }` in moves. Black's mates are negative; `{ mate: 0, winner }` is over. */
const Score = {
  /** The score of a line of UCI; null if it has none. */
  parse(line, isWhiteToMove) {
    const found = / score (cp|mate) (-?\d+)/.exec(line);
    if (!found) return null;
    const value = Number(found[2]) * (isWhiteToMove ? 1 : -1);
    return found[1] === 'cp' ? { cp: value } : { mate: value };
  },

  text(score) {
    if (score.winner) return score.winner === 'white' ? '1-0' : '0-1';
    if (score.mate !== undefined) return `${score.mate < 0 ? '−' : '+'}M${Math.abs(score.mate)}`;
    const pawns = Math.abs(score.cp / 100).toFixed(2);
    return pawns === '0.00' ? pawns : `${score.cp < 0 ? '−' : '+'}${pawns}`;
  },

  /** In pawns, with at least `MOST` for a mate. */
  pawns(score) {
    if (score.winner) return score.winner === 'white' ? Score.MOST : -Score.MOST;
    if (score.mate !== undefined) return Math.sign(score.mate) * Score.MOST;
    return Math.max(-Score.MOST, Math.min(Score.MOST, score.cp / 100));
  },

  /** The points that White may expect, from 0 to 1: 0.75 with a pawn more. */
  points(score) { return 1 / (1 + 3 ** -Score.pawns(score)); },

  MOST: 10,
};

class ScoreGraph {
  /** `goTo` gets the number of the move that was clicked, 0 for the start. */
  constructor(svg, rows, goTo) {
    Object.assign(this, { svg, rows, goTo });
    this.count = 0;
    svg.addEventListener('click', (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * ScoreGraph.WIDTH;
      const ply = Math.round(((x - ScoreGraph.LEFT) / this.span) * this.count);
      goTo(Math.max(0, Math.min(this.count, ply)));
    });
  }

  get span() { return ScoreGraph.WIDTH - ScoreGraph.LEFT - ScoreGraph.RIGHT; }

  x(ply) { return ScoreGraph.LEFT + (this.count === 0 ? 0 : (ply / this.count) * this.span); }

  /** Small scores get more room than large ones. */
  y(pawns) {
    const { HEIGHT, MARGIN } = ScoreGraph;
    return HEIGHT / 2 - (Math.tanh(pawns / 4) / Math.tanh(Score.MOST / 4)) * (HEIGHT / 2 - MARGIN);
  }

  /** `played` are the moves; `scores[i]` and `best[i]` belong to the position after `i` moves; `ply` is on the board. */
  show(played, scores, best, ply) {
    this.count = played.length;
    const known = [...played.keys(), played.length].filter((each) => scores[each]);
    this.draw(known, played, scores, ply);
    this.svg.setAttribute('aria-label', this.summary(played, scores, known));
    this.rows.replaceChildren(...known.filter((each) => each > 0).map((each) => this.row(played, scores, best, each)));
  }

  draw(known, played, scores, ply) {
    const parts = [];
    const add = (tag, attributes, text = '') => {
      const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
      Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
      made.textContent = text;
      parts.push(made);
    };
    const { WIDTH, LEFT, RIGHT } = ScoreGraph;
    for (const pawns of [5, 2, 0, -2, -5]) {
      add('line', { class: pawns === 0 ? 'zero' : 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: this.y(pawns), y2: this.y(pawns) });
      const text = pawns > 0 ? `+${pawns}` : `${pawns}`.replace('-', '−');
      add('text', { x: LEFT - 6, y: this.y(pawns) + 5, 'text-anchor': 'end' }, text);
    }
    if (this.count > 0) add('line', { class: 'here', x1: this.x(ply), x2: this.x(ply), y1: 0, y2: ScoreGraph.HEIGHT });
    // Positions without a score leave a gap.
    let run = [];
    const points = known.map((each) => ({ each, at: `${this.x(each).toFixed(1)},${this.y(Score.pawns(scores[each])).toFixed(1)}` }));
    const finish = () => {
      if (run.length > 1) add('polyline', { points: run.join(' ') });
      run = [];
    };
    points.forEach(({ each, at }, index) => {
      if (index > 0 && points[index - 1].each !== each - 1) finish();
      run.push(at);
    });
    finish();
    for (const each of known) {
      const isBad = ScoreGraph.isBad(played, scores, each);
      const isHere = each === ply;
      const isAlone = !scores[each - 1] && !scores[each + 1];
      if (!isBad && !isHere && !isAlone) continue;
      const side = isBad ? 'bad' : '';
      add('circle', { class: `${side} ${isHere ? 'now' : ''}`, cx: this.x(each), cy: this.y(Score.pawns(scores[each])), r: isBad ? 5 : 4 });
    }
    this.svg.replaceChildren(...parts);
  }

  /** True if the move before this position cost the side that made it a quarter of a point or more. */
  static isBad(played, scores, ply) {
    const [before, after] = [scores[ply - 1], scores[ply]];
    if (!before || !after) return false;
    const change = Score.points(after) - Score.points(before);
    return (played[ply - 1].color === 'white' ? -change : change) >= ScoreGraph.BAD;
  }

  summary(played, scores, known) {
    if (known.length === 0) return 'No scores yet.';
    const last = known.at(-1);
    const name = last === 0 ? 'the start' : ScoreGraph.name(played[last - 1]);
    const bad = known.filter((each) => ScoreGraph.isBad(played, scores, each)).map((each) => ScoreGraph.name(played[each - 1]));
    const lost = bad.length > 0 ? ` Moves that cost a quarter of a point or more: ${bad.join(', ')}.` : '';
    return `Scores of ${known.length} positions; ${Score.text(scores[last])} after ${name}.${lost} The table below has all.`;
  }

  static name({ number, color, san }) { return `${number}${color === 'white' ? '.' : '...'} ${san}`; }

  row(played, scores, best, ply) {
    const move = played[ply - 1];
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = ScoreGraph.name(move);
    button.addEventListener('click', () => this.goTo(ply));
    const cells = [button, Score.text(scores[ply]) + (ScoreGraph.isBad(played, scores, ply) ? ' ?' : ''), best[ply - 1] ?? ''];
    const row = document.createElement('tr');
    for (const content of cells) row.appendChild(document.createElement('td')).append(content);
    return row;
  }
}

Object.assign(ScoreGraph, { WIDTH: 600, HEIGHT: 160, LEFT: 36, RIGHT: 8, MARGIN: 8, BAD: 0.25 });
