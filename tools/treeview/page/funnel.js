'use strict';
// The window along a line, drawn as a funnel: alpha below, beta above, the root on the left.
//
// Finite bounds share the middle of the picture. What is beyond them has its place: a mate near the edge, infinity at
// it, with the area going out of the picture and an arrow instead of a line.

const FUNNEL = { width: 320, height: 104, left: 20, right: 84, margin: 26, mate: 13, text: 13 };

class Funnel {
  /** `windows` are those of the line, from the root on; `number` writes a bound. */
  constructor(windows, number) {
    this.windows = windows;
    this.number = number;
    const finite = windows.flatMap(({ alpha, beta }) => [alpha, beta]).filter((bound) => Math.abs(bound) < MATE - MAX_PLY);
    this.low = Math.min(0, ...finite);
    this.high = Math.max(0, ...finite);
    this.step = (FUNNEL.width - FUNNEL.left - FUNNEL.right) / windows.length;
  }

  shapes() {
    return [
      shape('polygon', { class: 'funnel-area', points: this.area() }),
      ...this.zero(),
      shape('path', { class: 'funnel-beta', d: this.line('beta') }),
      shape('path', { class: 'funnel-alpha', d: this.line('alpha') }),
      ...this.labels(),
    ];
  }

  y(bound) {
    const { height, margin, mate } = FUNNEL;
    const size = Math.abs(bound);
    const fromEdge = size >= INFINITE ? 0 : size >= MATE - MAX_PLY ? mate : null;
    if (fromEdge !== null) return bound > 0 ? fromEdge : height - fromEdge;
    if (this.high === this.low) return height / 2;
    return margin + ((this.high - bound) / (this.high - this.low)) * (height - 2 * margin);
  }

  x(index) { return FUNNEL.left + index * this.step; }

  /** The area between the bounds, which is empty once they have met. */
  area() {
    const ys = this.windows.map(({ alpha, beta }) => ({ beta: this.y(beta), alpha: Math.max(this.y(alpha), this.y(beta)) }));
    const corners = (bound) => ys.flatMap((y, index) => [0, 1].map((by) => `${this.x(index + by)},${y[bound]}`));
    return [...corners('beta'), ...corners('alpha').reverse()].join(' ');
  }

  /** A bound from step to step. Infinity has no line, but what comes from there does. */
  line(bound) {
    return this.windows.map((window, index) => {
      if (Math.abs(window[bound]) >= INFINITE) return '';
      const y = this.y(window[bound]);
      const from = index > 0 ? this.y(this.windows[index - 1][bound]) : y;
      return `M${this.x(index)} ${from}V${y}H${this.x(index + 1)}`;
    }).join('');
  }

  zero() {
    const y = this.y(0);
    return [
      shape('line', { class: 'funnel-zero', x1: FUNNEL.left, x2: FUNNEL.width - FUNNEL.right, y1: y, y2: y }),
      shape('text', { class: 'funnel-label', x: FUNNEL.left - 12, y: y + 4, text: '0' }),
    ];
  }

  /** The bounds at the end of the line, one text above the other. */
  labels() {
    const { alpha, beta } = this.windows[this.windows.length - 1];
    const { height, text, width, right } = FUNNEL;
    const clamp = (y, from, to) => Math.min(to, Math.max(from, y));
    const middle = clamp((this.y(alpha) + this.y(beta)) / 2, text + 2, height - text - 2);
    // Once they have met, alpha may be the upper one.
    const upper = (bound) => clamp(this.y(bound), 8, middle - text / 2);
    const lower = (bound) => clamp(this.y(bound), middle + text / 2, height - 8);
    const places = alpha > beta ? { alpha: upper(alpha), beta: lower(beta) } : { alpha: lower(alpha), beta: upper(beta) };
    const label = (name, letter, bound) => shape('text', {
      class: `funnel-label ${name}`, x: width - right + 6, y: places[name] + 4,
      text: Math.abs(bound) >= INFINITE ? `${letter} ${bound > 0 ? '↑ ∞' : '↓ −∞'}` : `${letter} ${this.number(bound)}`,
    });
    return [label('beta', 'β', beta), label('alpha', 'α', alpha)];
  }
}
