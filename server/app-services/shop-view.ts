import { dayOf } from '@tillsight/core/days'
import { type ConnectionContext, type Displays, defaultDisplays, readDisplays, readFirstDay } from '@tillsight/domain'
import type { ShopView } from '../../app/services.ts'

/** A shop as pages show it. */
export async function toShopView(ctx: ConnectionContext): Promise<ShopView> {
  return describeShop(ctx, await orDefaults(ctx, readDisplays(ctx, ctx.shop.id)))
}

/** All of one person's shops as pages show them; what the person prefers on them is one query. */
export async function toShopViews(all: readonly ConnectionContext[]): Promise<readonly ShopView[]> {
  const [first] = all
  if (first === undefined) return []
  const displays = await orDefaults(first, readDisplays(first))
  return Promise.all(all.map((ctx) => describeShop(ctx, displays)))
}

/** No page fails because of what somebody prefers: the specification's defaults stay. */
async function orDefaults({ log }: ConnectionContext, displays: Promise<Displays>): Promise<Displays> {
  try {
    return await displays
  } catch (error) {
    log.error({ err: error }, 'Failed to fetch shop user preference')
    return defaultDisplays
  }
}

async function describeShop(ctx: ConnectionContext, displays: Displays): Promise<ShopView> {
  const { shop, clock } = ctx
  return {
    id: shop.id,
    organisation: ctx.organisation,
    domain: shop.address ?? shop.domain,
    name: shop.name,
    platform: shop.platform,
    zone: shop.zone,
    currency: shop.currency,
    weekStartsOn: shop.settings.weekStartsOn,
    today: dayOf(clock.now(), shop.zone),
    firstDay: await readFirstDay(ctx),
    display: displays(shop),
  }
}
