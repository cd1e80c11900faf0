'use strict';
// Plays a search in the order of time, as fast or as slowly as one likes. Two trees are played in step: the shorter
// one is done first, which is the point.

const PLAY_SECONDS = 40;
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 16];

class Replay {
  /** `length` is in moments; `listener` has the handler moment(moment, isPlaying), and event(moment) for the text. */
  constructor(length, listener) {
    this.length = length;
    this.listener = listener;
    this.moment = length;
    this.isPlaying = false;
    this.slider = element('input', {
      type: 'range', min: '0', max: String(length), value: String(length), step: '1', 'aria-label': 'Moment of the search',
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.playButton = button('Play', '▶', () => this.toggle(), { class: 'play' });
    this.speed = element(
      'select', { 'aria-label': 'Speed' },
      ...SPEEDS.map((speed) => element('option', { value: speed, text: `${speed}×`, selected: speed === 1 })),
    );
    this.count = element('span', { class: 'moment' });
    this.text = element('p', { class: 'event' });
    this.element = element(
      'footer', { class: 'replay', 'aria-label': 'Replay' },
      element(
        'div', { class: 'controls' },
        button('To the beginning', '«', () => this.goTo(0)),
        button('One step back', '‹', () => this.step(-1)),
        this.playButton,
        button('One step on', '›', () => this.step(1)),
        button('To the end', '»', () => this.goTo(this.length)),
        this.speed,
      ),
      element('div', { class: 'scrub' }, this.slider, this.text),
      this.count,
    );
    this.label();
  }

  /** Takes a search of another length. */
  setLength(length) {
    this.length = length;
    this.slider.max = String(length);
    this.goTo(length);
  }

  /** Takes the length of a later copy. A replay at its end stays at the end. */
  grow(length) {
    const wasAtEnd = this.moment >= this.length;
    this.length = length;
    this.slider.max = String(length);
    if (wasAtEnd) this.moment = length;
    this.slider.value = String(Math.floor(this.moment));
    this.label();
    if (!wasAtEnd) this.listener.moment(Math.floor(this.moment), this.isPlaying);
  }

  step(by) {
    this.pause();
    this.goTo(this.moment + by);
  }

  goTo(moment) {
    this.moment = Math.min(this.length, Math.max(0, moment));
    this.slider.value = String(Math.floor(this.moment));
    this.label();
    this.listener.moment(Math.floor(this.moment), this.isPlaying);
  }

  label() {
    const moment = Math.floor(this.moment);
    const text = this.listener.event(moment);
    this.text.textContent = text;
    // Read out where one stands, but not every frame of a film.
    this.text.setAttribute('aria-live', this.isPlaying ? 'off' : 'polite');
    this.slider.setAttribute('aria-valuetext', text);
    this.count.textContent = `${moment.toLocaleString('en')} / ${this.length.toLocaleString('en')}`;
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    this.isPlaying = true;
    this.showState();
    if (this.moment >= this.length) this.moment = 0;
    let last = performance.now();
    const frame = (now) => {
      const rate = Math.max(1.5, this.length / PLAY_SECONDS) * Number(this.speed.value);
      this.goTo(this.moment + ((now - last) / 1000) * rate);
      last = now;
      if (this.moment >= this.length) this.pause();
      else this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }

  pause() {
    this.isPlaying = false;
    // Whoever plays on before the next frame would have two of them.
    cancelAnimationFrame(this.frame);
    this.showState();
    this.label();
  }

  showState() {
    const label = this.isPlaying ? 'Pause' : 'Play';
    this.playButton.textContent = this.isPlaying ? '❚❚' : '▶';
    this.playButton.setAttribute('aria-label', label);
    this.playButton.title = label;
  }
}
