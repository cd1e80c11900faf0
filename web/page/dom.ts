// Elements of the page.

/** An element that the page has. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no '${id}'`);
  return found as T;
}

type Properties = Record<string, unknown>;

/** Makes an element. Names with `on` are listeners, `data-` and `aria-` attributes, others properties. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener);
    else if (/^(data|aria)-|^role$/.test(name)) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children);
  return made;
}

export function makeSvg(tag: string, attributes: Properties = {}, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** Copies a text, and says so on the button that was pressed. Where the browser refuses, `field` has the text selected. */
export async function copy(button: HTMLElement, text: string, field: HTMLTextAreaElement | HTMLInputElement): Promise<void> {
  // A button that was just pressed shows another text, so its label is kept.
  const label = (button.dataset.label ??= button.textContent ?? '');
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    field.value = text;
    field.select();
    button.textContent = 'Selected below';
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}
