import { type Answer, escapeHtml, type FakeRequest, page, redirect } from './answers.ts'
import { type Platform, shopDomain } from './options.ts'
import type { ShopWorld } from './shop-world.ts'
import { makeSessionToken, signedUrl } from './signatures.ts'

/** The listing of the app and its "Install": the browser lands on the App URL with a signature. */
export function appStore(
  { platform, worlds }: { readonly platform: Platform; readonly worlds: ReadonlyMap<string, ShopWorld> },
  request: FakeRequest,
): Answer {
  const [, handle, action] = request.path
  if (handle !== platform.app.handle) return page('This page is missing', '<p>There is no such app.</p>', 404)
  if (action === undefined || action === '') return listing(platform, worlds)
  const world = worlds.get(shopDomain(request.query.get('shop') ?? ''))
  if (action !== 'install' || !world) return page('This page is missing', '<p>There is no such shop.</p>', 404)
  return openApp(world)
}

function listing({ app }: Platform, worlds: ReadonlyMap<string, ShopWorld>): Answer {
  const forms = [...worlds.values()].map(
    ({ site }) =>
      `<form action="/apps/${encodeURIComponent(app.handle)}/install"><input type="hidden" name="shop" value="${escapeHtml(site.shop)}"><button>Install on ${escapeHtml(site.shop)}</button></form>`,
  )
  return page(app.title, forms.join(''))
}

/** What a click on the app in a shop's admin does, and an installation begins with. */
export function openApp({ platform, site, faults }: ShopWorld): Answer {
  const { app } = platform
  const embedded = {
    embedded: '1',
    id_token: makeSessionToken(platform, { shop: site.shop }),
    locale: 'en',
    session: 'sandbox-session',
  }
  const isForged = faults.strike('wrong_hmac') !== undefined
  return redirect(
    signedUrl(app.appUrl, { shop: site.shop, platform, isForged, ...(app.isEmbedded ? { more: embedded } : {}) }),
  )
}
