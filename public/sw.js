// Stands in with a page of its own when the server cannot be reached, and shows messages that are pushed to this device. Keeps
// nothing: no page, no figure and no answer of an API is ever stored, and everything but that one page comes from the network.

addEventListener('install', (event) => {
  // Calls go around this script: what a page sends while it is being left would be lost on the way through it.
  event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' })
  skipWaiting()
})

addEventListener('activate', (event) => {
  // The request for a page sets out while this script is still being started.
  const preload = registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([clients.claim(), preload]))
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(answer(request, event.preloadResponse))
})

addEventListener('push', (event) => {
  const { title, body, link, tag } = readMessage(event.data)
  // Every message has to be shown: browsers take the permission back otherwise.
  event.waitUntil(
    registration.showNotification(title, {
      body,
      ...(tag && { tag, renotify: true }),
      dir: 'auto',
      icon: '/icons/icon-192.png',
      data: { link },
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownAddress(event.notification.data?.link)))
})

/** A browser may replace its address at the push service. */
addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

async function renew({ newSubscription, oldSubscription }) {
  const subscription = newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options))
  await fetch('/api/v1/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}

function readMessage(data) {
  try {
    const { title, body = '', link = '/', tag = '' } = data.json()
    if (typeof title === 'string' && title !== '') return { title, body: String(body), link, tag: String(tag) }
  } catch {
    // Not one of ours, or without content: something has to be shown all the same.
  }
  return { title: 'Tillsight', body: '', link: '/', tag: '' }
}

/** A page of this site, whatever a message names. */
function ownAddress(link) {
  const base = location.origin
  const url = typeof link === 'string' && URL.canParse(link, base) ? new URL(link, base) : new URL('/', base)
  return url.origin === base ? url.href : `${base}/`
}

/** Brings an open window to the page, or opens one. */
async function open(address) {
  const [window] = await clients.matchAll({ type: 'window' })
  if (window === undefined) return clients.openWindow(address)
  await window.focus().catch(() => undefined)
  return window.navigate(address).catch(() => clients.openWindow(address))
}

async function answer(request, preloaded) {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return new Response(page(), {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'",
      },
    })
  }
}

/** The link leads to the address that was asked for: it is still the page's own. */
function page() {
  const title = navigator.onLine ? 'Tillsight does not answer' : 'You are offline'
  const reason = navigator.onLine
    ? 'The server cannot be reached right now. It may be restarting.'
    : 'There is no connection to the network.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Tillsight</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; text-align: center;
  background: light-dark(#fff, #1b1718); color: light-dark(#1b1718, #f4f0ee) }
h1 { margin: 0; font-size: 20px }
p { max-width: 26rem; margin: 12px auto 0; color: light-dark(#574f50, #c0b6b3) }
a { display: inline-block; margin: 24px auto 0; padding: 9px 16px; border-radius: 8px; font-weight: 500;
  text-decoration: none; background: light-dark(#1b1718, #f4f0ee); color: light-dark(#fff, #1b1718) }
a:focus-visible { outline: 2px solid light-dark(#143d8a, #93b9e6); outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${reason} Figures are never shown from a cache, so there is nothing to see until it is back.</p>
<a href="">Try again</a>
</main>
</body>
</html>`
}
