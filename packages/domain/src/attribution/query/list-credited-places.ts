import { checkRange, DayInput, moneyText } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { configFields } from '../../credit/index.ts'
import { contributionMetric } from '../../journeys/index.ts'
import { assertShown } from '../../reports/index.ts'
import { contributionAsked, LevelInput, toCreditLevel } from './attribution-query.ts'
import { readContributed } from './contribution.ts'
import { toModelQuery } from './credit-of-model.ts'
import { CreditedPlaceRow } from './credited.ts'
import { placeKey, toCreditQuery } from './figure-set.ts'
import { type Contributed, noContribution, ordersText, toContribution } from './figures.ts'
import { readAccounts } from './places.ts'
import { readKnown } from './read-known.ts'

const CreditedPlacesQuery = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    ...configFields,
    level: LevelInput.transform(toCreditLevel),
    contribution: contributionAsked,
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
  /** Where contribution is asked for: CM2 of the orders as far as they are credited, and how exact it is. */
  credited_cm2: z.string().optional(),
  bound: z.enum(['exact', 'about', 'at_most']).optional(),
  /** No cost of the goods is known: alone, this is no contribution. */
  is_uncosted: z.boolean().optional(),
})
export type CreditedPlaceFigures = z.infer<typeof CreditedPlaceFigures>

/**
 * The credit of ad entities that earned any, without spend, names and reconciliation: for tables that load these separately.
 */
export const listCreditedPlaces = defineVerb({
  name: 'attribution.places',
  needs: 'attribution:read',
  access: 'read',
  input: CreditedPlacesQuery,
  output: z.array(CreditedPlaceFigures),
  async run(ctx: ShopContext, { from, to, level, platforms, contribution, ...asked }): Promise<CreditedPlaceFigures[]> {
    if (contribution) assertShown(ctx, [contributionMetric])
    const { question } = await toCreditQuery(ctx, { range: { from, to }, asked })
    const model = await toModelQuery(ctx, question, level)
    const [places, contributed] = await Promise.all([
      readKnown(ctx, model.query, CreditedPlaceRow),
      contribution ? readContributed(ctx, model) : [],
    ])
    const contributions = new Map(contributed.map((place) => [placeKey(place, level), place.contributed]))
    const told = model.share(places).filter(({ tracked, platform }) => tracked && platforms.includes(platform))
    const accounts = told.every(({ account_id: account }) => account)
      ? new Map<string, string>()
      : await readAccounts(ctx)
    return told.map((place) => ({
      platform: place.platform,
      account_id: place.account_id || (accounts.get(`${place.platform}\n${place.campaign_id}`) ?? ''),
      campaign_id: place.campaign_id,
      ad_set_id: place.ad_set_id,
      ad_id: place.ad_id,
      orders: ordersText(place.orders),
      revenue: moneyText(place.gross),
      new_orders: ordersText(place.newOrders),
      ...(contribution && printContributed(contributions.get(placeKey(place, level)) ?? noContribution)),
    }))
  },
})

function printContributed(contributed: Contributed) {
  const { credited_cm2: credited, bound } = toContribution(contributed, null)
  return { credited_cm2: moneyText(contributed.cm2), bound, is_uncosted: credited === null }
}
