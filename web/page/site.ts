// The bar that leads from page to page, and the theme. Every page loads this script, and site.css with it.

const SOURCE = 'https://github.com/coppice-chess/coppice';

/** Addresses and names of the pages, in the order of the bar. A link into the page that is shown makes no entry in the history of the browser. */
const PAGES: [address: string, name: string][] = [
  ['index.html', 'Board'],
  ['tree.html', 'Search tree'],
  ['course.html', 'Course'],
  ['index.html#evaluation', 'Evaluation'],
  [SOURCE, 'Source'],
  [`${SOURCE}/tree/main/docs`, 'Documents'],
];

const LOGO = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M7 15V9L3 5l1-1 3 3V1h2v6l3-3 1 1-4 4v6z"/></svg>';

function bar(): HTMLElement {
  const nav = document.createElement('nav');
  nav.className = 'site-bar';
  nav.ariaLabel = 'Pages';
  nav.innerHTML = `<a class="brand" href="index.html" aria-label="Coppice">${LOGO}<span>Coppice</span></a>`;
  const here = location.pathname.split('/').pop() || 'index.html';
  for (const [address, name] of PAGES) {
    const link = Object.assign(document.createElement('a'), { href: address, textContent: name });
    if (address === here) link.ariaCurrent = 'page';
    const [page, hash] = address.split('#');
    if (hash && page === here) {
      link.href = `#${hash}`;
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        location.replace(link.href);
      });
    }
    nav.append(link);
  }
  const theme = Object.assign(document.createElement('button'), { type: 'button', textContent: '◐', title: 'Light or dark' });
  theme.ariaLabel = 'Switch between light and dark';
  theme.addEventListener('click', () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch { /* Without storage the choice holds for this page. */ }
  });
  nav.append(Object.assign(document.createElement('span'), { className: 'space' }), theme);
  return nav;
}

function keptTheme(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

document.documentElement.dataset.theme = keptTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.body.prepend(bar());
