import { AppError, toOrganisationId } from '@tillsight/core'
import {
  changePreference,
  getPreference,
  listOwnShops,
  run,
  type SubscriptionView,
  subscriptionsOf,
} from '@tillsight/domain'
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
  /** Null: its organisation has none, or nothing is sold here. */
  readonly current_subscription: CurrentSubscription | null
  readonly name: string
  readonly currency: string
  readonly timezone: string
}

/** What the organisation of a shop pays for. Times are instants in UTC. */
interface CurrentSubscription {
  /** Id of the plan. */
  readonly plan: string | null
  readonly status: SubscriptionView['status']
  readonly current_period_end: string | null
  readonly cancel_at_period_end: boolean
  readonly trial_end: string | null
}

const fresh = { 'cache-control': 'no-store' }

/** The specification's calls under `/api/shop`. */
export function shopRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>()
    .get('/lists', async (c) => {
      const ctx = await callerContexts(runtime, c.get('visit')).person()
      const shops = await run(listOwnShops, ctx, {})
      const organisations = shops.map(({ organisation }) => toOrganisationId(organisation))
      const bought = await subscriptionsOf(ctx.queries, organisations)
      const listed = shops.map(({ id, domain, platform, name, currency, zone, organisation }): ListedShop => {
        const current_subscription = toCurrent(bought.get(toOrganisationId(organisation)))
        return { id, domain, platform, current_subscription, name, currency, timezone: zone }
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

function toCurrent(view: SubscriptionView | undefined): CurrentSubscription | null {
  if (view === undefined) return null
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd, trialEnd } = view
  return {
    plan,
    status,
    current_period_end: currentPeriodEnd,
    cancel_at_period_end: cancelAtPeriodEnd,
    trial_end: trialEnd,
  }
}

const example = { query: '“?shop=ID”', body: '{"shop": "ID", "preference": {…}}' }

/** The id of the current shop, as pages have it; its domain does as well. */
function toShopName(shop: unknown, where: keyof typeof example): string {
  if (typeof shop === 'string' && shop !== '') return shop
  throw new AppError('invalid_input', `“shop” is missing: expected the id of a shop, as in ${example[where]}.`, {
    details: { field: 'shop' },
  })
}
