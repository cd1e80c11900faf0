'use strict';
// Small helpers to make elements.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; `on…` attributes are listeners, `text` is its text. */
function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
function shape(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function button(label, text, onclick, extra = {}) {
  return element('button', { type: 'button', 'aria-label': label, title: label, text, onclick, ...extra });
}

/** Calls at most once a frame, with the latest arguments. */
function oncePerFrame(action) {
  let waiting = null;
  return (...latest) => {
    if (waiting === null) {
      requestAnimationFrame(() => {
        const now = waiting;
        waiting = null;
        action(...now);
      });
    }
    waiting = latest;
  };
}

/** A colour of the theme. */
function themeColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
