// Isolates a page from other origins where the host sends no headers for it, so that threads can share memory. Included in a
// page, it registers itself as a service worker and loads the page once more. The service worker adds the headers, and keeps
// what it has seen for times without a network.

if (typeof document === 'undefined') {
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
  });
} else if (!globalThis.crossOriginIsolated) {
  isolate(document.currentScript.src).catch((error) => console.info(`The page cannot be isolated: ${error.message}`));
}

async function answer(request) {
  const cache = await caches.open('coppice');
  let response;
  try {
    response = await fetch(request);
    // What cannot be kept is shown all the same.
    if (response.ok) await cache.put(request, response.clone()).catch(() => {});
  } catch (error) {
    response = await cache.match(request, { ignoreSearch: true });
    if (!response) throw error;
  }
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Loads the page again under the service worker, but only once: it may be of no use, as in a frame of another page. */
async function isolate(script) {
  // The page may take a link out of its address before it is loaded again.
  const address = location.href;
  if (!navigator.serviceWorker) throw new Error('this browser has no service workers here');
  await navigator.serviceWorker.register(script);
  await navigator.serviceWorker.ready;
  const KEY = 'coppice: isolated';
  if (sessionStorage.getItem(KEY)) throw new Error('it has been tried');
  sessionStorage.setItem(KEY, 'tried');
  history.replaceState(history.state, '', address);
  location.reload();
}
