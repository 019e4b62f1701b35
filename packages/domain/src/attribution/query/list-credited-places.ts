import { checkRange, DayInput, moneyText } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { configFields } from '../../credit/index.ts'
import { LevelInput, toCreditLevel } from './attribution-query.ts'
import { toModelQuery } from './credit-of-model.ts'
import { CreditedPlaceRow } from './credited.ts'
import { toCreditQuery } from './figure-set.ts'
import { ordersText } from './figures.ts'
import { readAccounts } from './places.ts'
import { readKnown } from './read-known.ts'

const CreditedPlacesQuery = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    level: LevelInput.transform(toCreditLevel),
    /** Connectors whose entities to return. */
    platforms: z.array(z.string().max(200)).max(200),
  })
  .superRefine(checkRange)
/** A query for the credit of ads alone, before validation. */
export type CreditedPlacesInput = z.input<typeof CreditedPlacesQuery>

/** The credit of an ad entity over all channels. Ids below the level are empty. */
export const CreditedPlaceFigures = z.object({
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  /** Decimal texts; money in the requested currency, by default the shop's. */
  orders: z.string(),
  revenue: z.string(),
  new_orders: z.string(),
})
export type CreditedPlaceFigures = z.infer<typeof CreditedPlaceFigures>

/**
 * The credit of ad entities that earned any, without spend, names and reconciliation: for tables that load these separately.
 */
export const listCreditedPlaces = defineVerb({
  name: 'attribution.places',
  needs: 'metrics:read',
  access: 'read',
  input: CreditedPlacesQuery,
  output: z.array(CreditedPlaceFigures),
  async run(ctx: ShopContext, { from, to, level, platforms, ...asked }): Promise<CreditedPlaceFigures[]> {
    const { question } = await toCreditQuery(ctx, { range: { from, to }, asked })
    const { query, share } = await toModelQuery(ctx, question, level)
    const places = await readKnown(ctx, query, CreditedPlaceRow)
    const told = share(places).filter(({ tracked, platform }) => tracked && platforms.includes(platform))
    const accounts = told.every(({ account_id: account }) => account)
      ? new Map<string, string>()
      : await readAccounts(ctx)
    return told.map(({ platform, campaign_id, ad_set_id, ad_id, account_id, orders, gross, newOrders }) => ({
      platform,
      account_id: account_id || (accounts.get(`${platform}\n${campaign_id}`) ?? ''),
      campaign_id,
      ad_set_id,
      ad_id,
      orders: ordersText(orders),
      revenue: moneyText(gross),
      new_orders: ordersText(newOrders),
    }))
  },
})
