import { listOwnShops, run } from '@tillsight/domain'
import { Hono } from 'hono'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/** A shop as the specification's own calls know it. */
interface ListedShop {
  readonly id: string
  readonly domain: string
  readonly platform: string
  /** Null while there are no plans. */
  readonly current_subscription: null
  readonly name: string
  readonly currency: string
  readonly timezone: string
}

/** The specification's calls under `/api/shop`. */
export function shopRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().get('/lists', async (c) => {
    const shops = await run(listOwnShops, await callerContexts(runtime, c.get('visit')).person(), {})
    const listed = shops.map(({ id, domain, platform, name, currency, zone }): ListedShop => {
      return { id, domain, platform, current_subscription: null, name, currency, timezone: zone }
    })
    return c.json(listed, 200, { 'cache-control': 'no-store' })
  })
}
