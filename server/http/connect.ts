import { isConnectorError } from '@tillsight/connectors'
import { AppError, isAppError } from '@tillsight/core'
import { readShop } from '@tillsight/database'
import { completeConnect, findReturningShop, finishConnect, run } from '@tillsight/domain'
import { type Context, Hono } from 'hono'
import { rememberPath } from '../../app/guards/remembered-path.server.ts'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/** The two ways back from a platform: keys that it posts, and the merchant's browser. */
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
      // Platforms take exactly 200 for success.
      return c.body(null, 200)
    })
    .get('/return/:connector', async (c) => {
      const connector = c.req.param('connector')
      const query = c.req.query()
      const id = await findReturningShop({ db: stores.database, services: connections }, { connector, query })
      const visit = c.get('visit')
      if (!(await visit.identity.person())?.isComplete && (id !== undefined || isBrowser(c))) {
        // The platform sends the browser back once; what it brought has to wait for the sign-in.
        const { pathname, search } = new URL(c.req.url)
        c.header('set-cookie', rememberPath(`${pathname}${search}`), { append: true })
        return c.redirect(config.identity.guard.login)
      }
      const contexts = callerContexts(runtime, visit)
      try {
        if (id === undefined) throw unknownAttempt()
        const { domain } = await readShop(stores.database.kysely, id)
        const { outcome } = await run(finishConnect, await contexts.shop(domain), { connector, query })
        return c.redirect(
          integrationsOf(
            domain,
            outcome === 'connected' ? { connected: connector } : { failed: connector, why: outcome },
          ),
        )
      } catch (error) {
        // Whoever was sent back is a person in the middle of something: the page says what happened and how to go on.
        const why = reasonOf(error)
        if (why === undefined || !isBrowser(c)) throw error
        runtime.log.warn({ connector, err: error }, 'an account was not connected')
        const own = await contexts.shops()
        const shop = own.find((ctx) => ctx.shop.id === id) ?? own[0]
        return c.redirect(shop ? integrationsOf(shop.shop.domain, { failed: connector, why }) : '/register')
      }
    })
}

function unknownAttempt(): AppError {
  return new AppError(
    'not_found',
    'This connection attempt is not known here. Start it again from the integrations page.',
  )
}

/** What the page has words for; undefined for a fault of ours. */
function reasonOf(error: unknown): string | undefined {
  if (!isAppError(error)) return undefined
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

function integrationsOf(domain: string, query: Readonly<Record<string, string>>): string {
  return `/shop/${encodeURIComponent(domain)}/integrations?${new URLSearchParams(query)}`
}
