import { dayOf } from '@tillsight/core/days'
import { type ConnectionContext, readFirstDay } from '@tillsight/domain'
import type { ShopView } from '../../app/services.ts'

/** The specification's default of the preference `decimal`. */
const defaultDecimals = 2

/** A shop as pages show it. */
export async function toShopView(ctx: ConnectionContext): Promise<ShopView> {
  const { shop, clock } = ctx
  return {
    id: shop.id,
    organisation: ctx.organisation,
    domain: shop.domain,
    name: shop.name,
    platform: shop.platform,
    zone: shop.zone,
    currency: shop.currency,
    weekStartsOn: shop.settings.weekStartsOn,
    today: dayOf(clock.now(), shop.zone),
    firstDay: await readFirstDay(ctx),
    display: { currency: shop.currency, decimals: defaultDecimals },
  }
}
