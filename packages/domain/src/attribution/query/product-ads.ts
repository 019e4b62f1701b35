import { type Amount, addAmounts, roundAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import { splitAmount } from '@tillsight/costs'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { type RequestedModel, usualConfig } from '../../credit/index.ts'
import { loadTrackingSettings } from '../../tracking/index.ts'
import { withEffects } from './credit-of-model.ts'
import { type CreditQuery, creditOf, listsOf, platformSql } from './credited.ts'
import { toCreditQuery } from './figure-set.ts'
import { channelOfEntry, readAccounts } from './places.ts'
import { readKnown } from './read-known.ts'
import { entered, readSpent, type SpentPlace } from './spending.ts'

/** Which days, in which currency, under which model: by default the shop's. */
export interface ProductAdsAsk extends DayRange {
  readonly currency?: string | undefined
  readonly model?: RequestedModel | undefined
}

/** Ad spend of some days by the products whose orders give its campaigns credit. */
export interface ProductAds {
  readonly model: RequestedModel
  /** All ad spend; null where no source could have reported it, and then nothing is credited. */
  readonly spend: Amount | null
  /** By the platform's id of the product; '' for orders without goods. */
  readonly products: ReadonlyMap<string, Amount>
  /** Spend of campaigns that no order of these days gives credit to, and what platforms tell of whole accounts alone. */
  readonly notAttributable: Amount
}

/**
 * Credits ad spend to products. A campaign's spend of the days is shared among the orders placed in them by the value that
 * each credits it with, and within an order among its goods by net value after discount, or by pieces where that is zero
 * throughout. Entered spend follows the credit of the channel that it is entered for. Products and what is not attributable
 * add up to all ad spend, to the millionth.
 */
export async function readProductAds(
  ctx: ShopContext,
  { from, to, currency, model }: ProductAdsAsk,
): Promise<ProductAds> {
  const range = { from, to }
  const { attribution } = await loadTrackingSettings(ctx.queries, ctx.shop)
  const asked = { ...usualConfig(attribution, model), currency }
  const { question } = await toCreditQuery(ctx, { range, asked })
  const [spent, earned, accounts] = await Promise.all([
    readSpent(ctx, { range, currency }, 'campaign'),
    readEarned(ctx, question),
    readAccounts(ctx),
  ])
  const spend = spent.total.spend === null ? null : roundAmount(spent.total.spend)
  const products =
    spend === null
      ? new Map<string, Amount>()
      : shareSpend(
          spent.places,
          Map.groupBy(
            earned.flatMap((row) => listKeys(row, accounts)),
            ({ key }) => key,
          ),
        )
  return {
    model: asked.model,
    spend,
    products,
    notAttributable: subtractAmounts(spend ?? zeroAmount, ...products.values()),
  }
}

const Earned = z.object({
  channel: z.string(),
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  product: z.string(),
  weight: z.coerce.bigint(),
})
type Earned = z.infer<typeof Earned>

/** Parts of an order by product are told in 10⁻¹² of it, so that credit of large and small orders adds up. */
const orderParts = '1000000000000'

/** What products of credited orders stand for at each campaign: credit × the product's part of its order, the earliest first. */
async function readEarned(ctx: ShopContext, asked: CreditQuery): Promise<Earned[]> {
  const { question } = await withEffects(ctx, asked)
  const { sql: credit, params } = creditOf(ctx, question, { touches: listsOf('campaign'), keep: ['order_id'] })
  const earned = `SELECT order_id AS credited_order, toString(channel) AS channel_told, ${platformSql} AS platform_told,
      toString(account_id) AS account_told, toString(campaign_id) AS campaign_told, greatest(sum(gross), 0) AS credit
    FROM ${credit} WHERE tracked GROUP BY credited_order, channel_told, platform_told, account_told, campaign_told`
  const lines = `SELECT order_id AS sold_order, product_id AS sold_product, min((length(row_id), row_id)) AS first_row,
      sum(greatest(reinterpretAsInt64(gross) - reinterpretAsInt64(discount), 0)) AS worth,
      sum(reinterpretAsInt64(quantity)) AS pieces
    FROM ledger WHERE shop_id = {shop:UUID} AND kind = 'order' AND side = 'sale' AND line_type = 'product'
      AND booked_at >= toDateTime({placed_from:UInt32}, 'UTC') AND booked_at < toDateTime({placed_until:UInt32}, 'UTC')
    GROUP BY sold_order, sold_product`
  const sold = `SELECT sold_order, sold_product, first_row,
      if(sum(worth) OVER same_order > 0, worth, pieces) AS own,
      if(sum(worth) OVER same_order > 0, sum(worth) OVER same_order, sum(pieces) OVER same_order) AS whole
    FROM (${lines}) WINDOW same_order AS (PARTITION BY sold_order)`
  // An order without goods is one part without a product.
  const part = `if(sold_order = '', toInt128(${orderParts}), intDiv(toInt128(own) * toInt128(${orderParts}), toInt128(whole)))`
  const sql = `SELECT channel_told AS channel, platform_told AS platform, account_told AS account_id,
      campaign_told AS campaign_id, sold_product AS product, toString(sum(toInt128(credit) * ${part})) AS weight
    FROM (${earned}) AS earned
    LEFT JOIN (SELECT * FROM (${sold}) WHERE whole > 0) AS sold ON earned.credited_order = sold.sold_order
    GROUP BY channel, platform, account_id, campaign_id, product
    ORDER BY min((credited_order, first_row)), product`
  return readKnown(ctx, { sql, params }, Earned)
}

interface Weighted {
  readonly key: string
  readonly product: string
  readonly weight: bigint
}

/** What a part of credit counts for: its campaign, and its channel for spend that is entered by channel. */
function listKeys(
  { channel, platform, account_id, campaign_id, product, weight }: Earned,
  accounts: Accounts,
): Weighted[] {
  const own = { product, weight }
  const byChannel = { ...own, key: channelKey(channel) }
  if (campaign_id === '') return [byChannel]
  const account = account_id || (accounts.get(`${platform}\n${campaign_id}`) ?? '')
  return [byChannel, { ...own, key: campaignKey(platform, account, campaign_id) }]
}

type Accounts = Awaited<ReturnType<typeof readAccounts>>

const channelKey = (channel: string) => `channel\n${channel}`
const campaignKey = (...ids: readonly string[]) => `campaign\n${ids.join('\n')}`

/** Splits each campaign's spend by largest remainder; of equal ones, the product of the earlier order and line comes first. */
function shareSpend(
  places: readonly SpentPlace[],
  weights: ReadonlyMap<string, readonly Weighted[]>,
): ReadonlyMap<string, Amount> {
  const products = new Map<string, Amount>()
  for (const { platform, account_id, campaign_id, entered: name, spend } of places) {
    const key = platform === entered ? channelKey(channelOfEntry(name)) : campaignKey(platform, account_id, campaign_id)
    const own = weights.get(key) ?? []
    const parts = splitAmount(
      spend === null ? zeroAmount : roundAmount(spend),
      own.map(({ weight }) => weight),
    )
    for (const [at, { product }] of own.entries()) {
      products.set(product, addAmounts(products.get(product) ?? zeroAmount, parts[at] ?? zeroAmount))
    }
  }
  return products
}
