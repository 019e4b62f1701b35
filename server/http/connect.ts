import { AppError } from '@tillsight/core'
import { readShop } from '@tillsight/database'
import { completeConnect, findReturningShop, finishConnect, run } from '@tillsight/domain'
import { Hono } from 'hono'
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
      if (id === undefined)
        throw new AppError(
          'not_found',
          'This connection attempt is not known here. Start it again from the integrations page.',
        )
      const visit = c.get('visit')
      if (!(await visit.identity.person())?.isComplete) {
        // The platform sends the browser back once; what it brought has to wait for the sign-in.
        const { pathname, search } = new URL(c.req.url)
        c.header('set-cookie', rememberPath(`${pathname}${search}`), { append: true })
        return c.redirect(config.identity.guard.login)
      }
      const { domain } = await readShop(stores.database.kysely, id)
      const ctx = await callerContexts(runtime, visit).shop(domain)
      const { outcome } = await run(finishConnect, ctx, { connector, query })
      const flag = outcome === 'connected' ? 'connected' : 'failed'
      return c.redirect(`/shop/${encodeURIComponent(domain)}/integrations?${flag}=${encodeURIComponent(connector)}`)
    })
}
