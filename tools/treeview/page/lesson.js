'use strict';
// A lesson: one step of text at a time, each with a moment of a search. The attributes of a step say what to show,
// see tools/treeview/src/lesson.rs.

class Lesson {
  /** `listener` has the handler show({ tree, line, at }). */
  constructor(host, listener) {
    this.steps = [...host.querySelectorAll('section')];
    this.listener = listener;
    this.at = 0;
    this.back = button('Previous step', '← Back', () => this.go(this.at - 1));
    this.next = button('Next step', 'Next →', () => this.go(this.at + 1), { class: 'primary' });
    this.count = element('span', { class: 'step-count', role: 'status' });
    host.append(element('nav', { class: 'steps', 'aria-label': 'Steps of the lesson' }, this.back, this.count, this.next));
    host.hidden = false;
  }

  go(index) {
    if (index < 0 || index >= this.steps.length) return;
    this.at = index;
    this.steps.forEach((step, number) => { step.hidden = number !== index; });
    this.count.textContent = `${index + 1} of ${this.steps.length}`;
    this.back.disabled = index === 0;
    this.next.disabled = index === this.steps.length - 1;
    const { tree, line, at } = this.steps[index].dataset;
    this.listener.show({ tree: Number(tree), line: line.split(' ').filter((word) => word !== ''), at });
  }
}
