import { AppError } from '@tillsight/core'
import {
  appOf,
  beginConnect,
  type ConnectionContext,
  canRedirect,
  connectPresented,
  listConnections,
  run,
  type Shop,
} from '@tillsight/domain'
import { type Connector, isConnectorError } from '@tillsight/platforms/connectors'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { connectBrowserOf } from '../../app/guards/connect-browser.server.ts'
import { rememberPath } from '../../app/guards/leave.server.ts'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

const name = 'connect-shop'
/** Long enough to install an app from an app store. */
const seconds = 1800
const path = '/connect/app'

/**
 * `GET /api/{platform}/connect?shop=ID` as a link: redirects the browser to the platform, to its app store, or to the form
 * where something has to be entered first. It grants nothing; the platform asks the merchant.
 */
export function connectStartRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().get('/:connector/connect', async (c, next) => {
    const connector = runtime.connections.connectors.find(({ id }) => id === c.req.param('connector'))
    if (!connector) return next()
    const signIn = await wantsSignIn(c, runtime)
    if (signIn) return signIn
    const name = c.req.query('shop')
    if (!name)
      throw new AppError('invalid_input', 'The shop is missing: expected its id, as in “?shop=ID”.', {
        details: { field: 'shop' },
      })
    const ctx = await callerContexts(runtime, c.get('visit')).shop(name)
    const form = integrationsOf(ctx.shop, { connect: connector.id })
    const { redirect, fields } = connector.connect
    const { addresses } = runtime.connections
    if (!redirect || !addresses || !canRedirect(runtime.connections, connector)) return c.redirect(form)
    const listing = redirect.listing?.(appOf(runtime.connections, connector))
    if (listing !== undefined) {
      rememberShop(c, ctx.shop.id)
      return c.redirect(listing)
    }
    const values = Object.fromEntries(
      fields.flatMap(({ key, secret }) => (secret || !c.req.query(key) ? [] : [[key, c.req.query(key) ?? '']])),
    )
    if (fields.some(({ key, required, secret }) => required && !secret && !values[key])) return c.redirect(form)
    return await sendThere(c, ctx, { connector: connector.id, values })
  })
}

/**
 * `GET /connect/app/{platform}`: where a platform sends a merchant who installs the operator's app there. The account goes to
 * the shop that has it already, else to the one where the merchant left for the app store, or to the only unconnected shop of
 * that platform. With several of those the merchant sees the form of the first one and decides. A token in the request is
 * exchanged at once if it was expected; otherwise the merchant is sent to the platform to approve.
 */
export function appLandingRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().get('/:connector', async (c) => {
    const connector = runtime.connections.connectors.find(({ id }) => id === c.req.param('connector'))
    const values = connector && readLanding(connector, { runtime, query: c.req.query() })
    if (!connector || !values)
      throw new AppError('not_found', 'There is no such page here. Start again in the app store.')
    const presented = readPresented(c, connector, runtime)
    if (presented === 'stale') return askForFresh(c, connector)
    const signIn = await wantsSignIn(c, runtime)
    if (signIn) return signIn
    const candidates = await Promise.all(
      (await callerContexts(runtime, c.get('visit')).shops())
        .filter(({ shop }) => shop.platform === connector.id)
        .map(async (ctx) => ({ ctx, connections: await run(listConnections, ctx, {}) })),
    )
    const holds = candidates.filter(({ connections }) =>
      connections.some((view) => view.connector === connector.id && isOf(view.values, values)),
    )
    const free = candidates.filter(({ connections }) => connections.every((view) => view.connector !== connector.id))
    const begunWith = takeBegunShop(c)
    const [target, another] = holds.length > 0 ? holds : preferBegun(free, begunWith)
    if (!target) {
      c.header('set-cookie', rememberPath(pathOf(c)), { append: true })
      return c.redirect('/register')
    }
    if (another) return c.redirect(integrationsOf(target.ctx.shop, { connect: connector.id, ...values }))
    // Anybody could have sent the link: a new account whose flow did not start here has to be approved at the platform.
    const isExpected = holds.length > 0 || begunWith === target.ctx.shop.id
    if (presented === 'valid' && isExpected) {
      await run(connectPresented, target.ctx, { connector: connector.id, query: c.req.query() })
      return c.redirect(integrationsOf(target.ctx.shop, { connected: connector.id }))
    }
    return await sendThere(c, target.ctx, { connector: connector.id, values })
  })
}

/** Redirects to the platform, with a browser cookie to verify on return. */
async function sendThere(
  c: Context<Visited>,
  ctx: ConnectionContext,
  options: { readonly connector: string; readonly values: Readonly<Record<string, string>> },
): Promise<Response> {
  const { browser, cookie } = connectBrowserOf(c.req.header('cookie'), c.get('visit').request.origin)
  const { redirectUrl } = await run(beginConnect, ctx, {
    ...options,
    values: { ...options.values },
    access: 'read_write',
    browser,
  })
  c.header('set-cookie', cookie, { append: true })
  return c.redirect(redirectUrl)
}

function readLanding(
  { connect, id }: Connector,
  { runtime, query }: { runtime: Runtime; query: Readonly<Record<string, string>> },
): Readonly<Record<string, string>> | undefined {
  try {
    return connect.redirect?.landed?.(query, runtime.connections.apps[id] ?? {})
  } catch (error) {
    if (!isConnectorError(error)) throw error
    throw new AppError('forbidden', error.failure.message, { cause: error })
  }
}

/**
 * The token that the platform sent from its embedded screens. An expired one does not matter where the browser can be
 * redirected: it opened this address by itself, after a sign-in for instance.
 */
function readPresented(
  c: Context<Visited>,
  { connect, id }: Connector,
  { connections, clock }: Runtime,
): 'valid' | 'stale' | 'none' {
  const embedded = connect.redirect?.embedded
  const query = c.req.query()
  if (!embedded?.isPresented(query)) return 'none'
  try {
    embedded.verify(query, connections.apps[id] ?? {}, clock.now())
    return 'valid'
  } catch (error) {
    if (!isConnectorError(error)) throw error
    return c.req.header('sec-fetch-dest') === 'document' ? 'none' : 'stale'
  }
}

/** Makes the platform repeat the request with a fresh token. */
function askForFresh(c: Context<Visited>, { connect, label }: Connector): Response {
  const header = connect.redirect?.embedded?.retryHeader
  if (header) c.header(header.name, header.value)
  return c.text(`The sign-in that ${label} sent along is not valid any more. Open the app there again.`, 401)
}

function isOf(stored: Readonly<Record<string, string>>, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([key, value]) => stored[key] === value)
}

async function wantsSignIn(c: Context<Visited>, { config }: Runtime): Promise<Response | undefined> {
  if ((await c.get('visit').identity.person())?.isComplete) return undefined
  c.header('set-cookie', rememberPath(pathOf(c)), { append: true })
  return c.redirect(config.identity.guard.login)
}

function pathOf(c: Context<Visited>): string {
  const { pathname, search } = new URL(c.req.url)
  return `${pathname}${search}`
}

/** The integrations page of a shop, with a message. */
export function integrationsOf(
  { domain, address = domain }: Pick<Shop, 'domain' | 'address'>,
  query: Readonly<Record<string, string>>,
): string {
  return `/shop/${encodeURIComponent(address)}/integrations?${new URLSearchParams(query)}`
}

/**
 * Stores in a cookie which shop started an installation in the platform's app store, since no address of ours can carry it.
 */
function rememberShop(c: Context, shop: string): void {
  setCookie(c, name, shop, { path, httpOnly: true, sameSite: 'Lax', maxAge: seconds })
}

/** Reads and clears the stored shop. */
function takeBegunShop(c: Context): string | undefined {
  const begun = getCookie(c, name)
  if (begun !== undefined) deleteCookie(c, name, { path })
  return begun
}

/** The one of these shops that started the installation, else all of them. */
function preferBegun<T extends { readonly ctx: { readonly shop: { readonly id: string } } }>(
  shops: readonly T[],
  begun: string | undefined,
): readonly T[] {
  const own = shops.filter(({ ctx }) => ctx.shop.id === begun)
  return own.length > 0 ? own : shops
}
