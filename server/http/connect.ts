import { AppError, isAppError, type ShopId } from '@tillsight/core'
import { completeConnect, findReturningShop, finishConnect, run } from '@tillsight/domain'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { networkOf } from '@tillsight/tracking'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { readConnectBrowser } from '../../app/guards/connect-browser.server.ts'
import { rememberPath } from '../../app/guards/leave.server.ts'
import { createRateLimit } from '../collect/rate-limit.ts'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import { integrationsOf } from './connect-start.ts'
import { isPrivate, peerAddress } from './peer.ts'
import type { Visited } from './visits.ts'

/** The two callbacks of a platform: keys that it posts, and the merchant's browser. */
export function connectRoutes(runtime: Runtime): Hono<Visited> {
  const { config, stores, clock, connections } = runtime
  return new Hono<Visited>()
    .post('/callback/:connector', async (c) => {
      await completeConnect(
        { db: stores.database, clock, services: connections },
        {
          connector: c.req.param('connector'),
          callback: { body: await c.req.text(), contentType: c.req.header('content-type') ?? '', query: c.req.query() },
        },
      )
      // Platforms accept only status 200 as success.
      return c.body(null, 200)
    })
    .get('/return/:connector', async (c) => {
      const visit = c.get('visit')
      const came: Returned = {
        connector: c.req.param('connector'),
        query: c.req.query(),
        browser: readConnectBrowser(c.req.header('cookie')),
      }
      if ((await visit.identity.person())?.isComplete) return await finish(c, came)
      const id = await findReturningShop({ db: stores.database, clock, services: connections }, came)
      if (id === undefined && !isBrowser(c)) return await finish(c, came)
      // The platform redirects the browser only once; the parameters have to survive the sign-in.
      const { pathname, search } = new URL(c.req.url)
      c.header('set-cookie', rememberPath(`${pathname}${search}`), { append: true })
      return c.redirect(config.identity.guard.login)
    })

  async function finish(c: Context<Visited>, came: Returned): Promise<Response> {
    const { connector } = came
    const contexts = callerContexts(runtime, c.get('visit'))
    let id: ShopId | undefined
    try {
      id = await findReturningShop({ db: stores.database, clock, services: connections }, came)
      if (id === undefined) throw unknownAttempt()
      const ctx = await contexts.shop(id)
      const { outcome } = await run(finishConnect, ctx, { ...came, query: { ...came.query } })
      return c.redirect(
        integrationsOf(
          ctx.shop,
          outcome === 'connected' ? { connected: connector } : { failed: connector, why: outcome },
        ),
      )
    } catch (error) {
      // A person is in the middle of a flow: redirect to a page that explains the failure and how to continue.
      const why = reasonOf(error)
      if (why === undefined || !isBrowser(c)) throw error
      runtime.log.warn({ connector, err: error }, 'an account was not connected')
      const own = await contexts.shops()
      const shop = own.find((ctx) => ctx.shop.id === id) ?? own[0]
      return c.redirect(shop ? integrationsOf(shop.shop, { failed: connector, why }) : '/register')
    }
  }
}

/** Parameters of the returning browser. */
interface Returned {
  readonly connector: string
  readonly query: Readonly<Record<string, string>>
  readonly browser: string | undefined
}

function unknownAttempt(): AppError {
  return new AppError(
    'not_found',
    'This connection attempt is not known here. Start it again from the integrations page.',
  )
}

/** Failures that the page can explain; undefined for our own errors. */
function reasonOf(error: unknown): string | undefined {
  if (!isAppError(error)) return undefined
  if (error.details['reason'] === 'other_browser') return 'other_browser'
  const code = isConnectorError(error.cause) ? error.cause.failure.platformCode : undefined
  if (code === 'other_shop') return 'other_account'
  if (code === 'callback') return 'not_genuine'
  switch (error.code) {
    case 'not_found':
      return 'unknown'
    case 'forbidden':
      return 'expired'
    case 'conflict':
      return 'does_not_fit'
    case 'not_connected':
    case 'upstream_failed':
    case 'unavailable':
      return 'no_answer'
    default:
      return undefined
  }
}

function isBrowser(c: Context<Visited>): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false
}

/** More than a bulk change in a store can cause at once. */
const refusals = { burst: 120, perSecond: 1 }

/**
 * Limits how often requests of one network are rejected on endpoints without a session. Accepted requests do not count: a
 * store that changes a thousand orders sends a thousand webhooks, and disables those that fail. Our own failures do not count
 * either, and nothing is counted behind an untrusted proxy: there everybody has one address, and one stranger would block all
 * stores. `isRefused` says which statuses count.
 */
export function limitPlatformCalls(
  { clock, config }: Pick<Runtime, 'clock' | 'config'>,
  isRefused: (status: number) => boolean = (status) => status >= 300 && status < 500,
) {
  const ofNetwork = createRateLimit(clock, refusals)
  return createMiddleware(async (c, next) => {
    const address = peerAddress(c, config.trustProxy)
    if (isPrivate(address)) return await next()
    const network = networkOf(address)
    take()
    await next()
    if (!isRefused(c.res.status)) ofNetwork.giveBack(network, 1)
    return undefined

    function take(): void {
      try {
        ofNetwork.take(network, 1)
      } catch (error) {
        if (!isAppError(error)) throw error
        const { retryAfterSeconds = 1 } = error.details
        throw new AppError('limit_reached', 'Too many calls from your network were refused. Try again in a minute.', {
          details: { retryAfterSeconds },
          cause: error,
        })
      }
    }
  })
}
