// Isolates a page from other origins where the host sends no headers for it, so that threads can share memory. Included in a
// page, it registers itself as a service worker and loads the page once more. The service worker adds the headers, and keeps
// what it has seen for times without a network. A page awaits `isolation` before it begins: a promise that is kept if the
// page is not loaded again.

if (typeof document === 'undefined') {
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
  });
} else {
  const again = new URL(location.href);
  const wasLoadedAgain = again.searchParams.has('isolated');
  if (wasLoadedAgain) {
    again.searchParams.delete('isolated');
    history.replaceState(history.state, '', again);
  } else {
    again.searchParams.set('isolated', '');
  }
  if (!globalThis.crossOriginIsolated) {
    globalThis.isolation = isolate(document.currentScript.src, wasLoadedAgain ? null : again)
      .catch((error) => console.info(`The page cannot be isolated: ${error.message}`));
  }
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

/** Loads the page from another address under the service worker, but only once: it may be of no use, as in a frame of another page. */
async function isolate(script, again) {
  if (!navigator.serviceWorker) throw new Error('this browser has no service workers here');
  await navigator.serviceWorker.register(script);
  if (!again) throw new Error('it has been tried');
  await navigator.serviceWorker.ready;
  // If the address were the same, Chromium would keep this page in memory, and show it when the new one is reloaded.
  location.replace(again);
  await new Promise(() => {});
}
