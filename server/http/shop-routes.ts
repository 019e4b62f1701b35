import { AppError } from '@tillsight/core'
import { changePreference, getPreference, listOwnShops, run } from '@tillsight/domain'
import { Hono } from 'hono'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import { readJsonBody } from './json-body.ts'
import type { Visited } from './visits.ts'

/** A shop in the specification's own API. */
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

const fresh = { 'cache-control': 'no-store' }

/** The specification's calls under `/api/shop`. */
export function shopRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>()
    .get('/lists', async (c) => {
      const shops = await run(listOwnShops, await callerContexts(runtime, c.get('visit')).person(), {})
      const listed = shops.map(({ id, domain, platform, name, currency, zone }): ListedShop => {
        return { id, domain, platform, current_subscription: null, name, currency, timezone: zone }
      })
      return c.json(listed, 200, fresh)
    })
    .get('/getPreference', async (c) => {
      const contexts = callerContexts(runtime, c.get('visit'))
      await contexts.person()
      const ctx = await contexts.shop(toShopName(c.req.query('shop'), 'query'))
      return c.json(await run(getPreference, ctx, {}), 200, fresh)
    })
    .put('/updatePreference', async (c) => {
      const contexts = callerContexts(runtime, c.get('visit'))
      await contexts.person()
      const { shop, preference } = await readJsonBody(c)
      const ctx = await contexts.shop(toShopName(shop, 'body'))
      return c.json(await run(changePreference, ctx, { preference }), 200, fresh)
    })
}

const example = { query: '“?shop=ID”', body: '{"shop": "ID", "preference": {…}}' }

/** The id of the current shop, as pages have it; its domain does as well. */
function toShopName(shop: unknown, where: keyof typeof example): string {
  if (typeof shop === 'string' && shop !== '') return shop
  throw new AppError('invalid_input', `“shop” is missing: expected the id of a shop, as in ${example[where]}.`, {
    details: { field: 'shop' },
  })
}
