import { AppError } from '@tillsight/core'
import { readShop } from '@tillsight/database'
import { completeConnect, findReturningShop, finishConnect, run, toShop } from '@tillsight/domain'
import { Hono } from 'hono'
import { isOwnName, localActor, localAddress } from '../local-access.ts'
import type { Runtime } from '../runtime.ts'

/** The two ways back from a platform: keys that it posts, and the merchant's browser. */
export function connectRoutes(runtime: Runtime): Hono {
  const { stores, clock, connections } = runtime
  return new Hono()
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
      const shop = toShop(await readShop(stores.database.kysely, id))
      const { outcome } = await run(finishConnect, runtime.shopContext(localActor, shop), { connector, query })
      const flag = outcome === 'connected' ? 'connected' : 'failed'
      // A browser that came back by the public address goes on where pages are answered.
      const base = isOwnName(c.req.header('host') ?? '') ? '' : localAddress(runtime.config)
      return c.redirect(
        `${base}/shop/${encodeURIComponent(shop.domain)}/integrations?${flag}=${encodeURIComponent(connector)}`,
      )
    })
}
