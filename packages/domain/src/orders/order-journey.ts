import { additiveModels, type CreditConfig, weightsOf } from '@tillsight/attribution'
import { AppError, amountText, currencyDecimals } from '@tillsight/core'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import {
  configFields,
  type ExplainedOrder,
  type RequestedConfig,
  share,
  toCreditConfig,
  toHistory,
  usualConfig,
} from '../credit/index.ts'
import { type JourneyRow, kindOf, listTouches, readAdNames, readJourney, readTouchesOf } from '../journeys/index.ts'
import { loadTrackingSettings, type StoredTouch } from '../tracking/index.ts'
import { OrderJourney, type OrderModel, type OrderTouch } from './outputs.ts'

const dayMs = 86_400_000
const minorOf = (currency: string) => 10n ** BigInt(6 - currencyDecimals(currency))

const Input = z.object({ id: z.string().min(1).max(200), ...configFields })
/** An order, and optional attribution settings. */
export type OrderJourneyInput = z.input<typeof Input>

/**
 * The journey of one order: every touch, its credit under each model and why. Throws `not_found` for an order that does not
 * count.
 */
export const getOrderJourney = defineVerb({
  name: 'attribution.order',
  needs: 'orders:read',
  access: 'read',
  input: Input,
  output: OrderJourney,
  async run(ctx, { id, ...asked }): Promise<OrderJourney> {
    const found = await findOrderJourney(ctx, id, asked)
    if (found) return found
    throw new AppError('not_found', `${ctx.shop.domain} counts no order “${id.slice(0, 60)}”, so nobody earned it.`)
  },
})

/** The same with the shop's default settings; undefined for an order that does not count. */
export async function findUsualJourney(ctx: ShopContext, id: string): Promise<OrderJourney | undefined> {
  const { attribution } = await loadTrackingSettings(ctx.queries, ctx.shop)
  return findOrderJourney(ctx, id, usualConfig(attribution))
}

async function findOrderJourney(
  { warehouse, shop }: ShopContext,
  id: string,
  params: RequestedConfig,
): Promise<OrderJourney | undefined> {
  const row = await readJourney(warehouse, id)
  if (!row) return undefined
  const [stored, nameOf] = await Promise.all([readTouchesOf(warehouse, row), readAdNames(warehouse, row)])
  const config = toCreditConfig(params)
  const [value, back] =
    params.value === 'goods' ? [row.goods, row.goods_back] : [row.order_revenue, row.order_revenue_back]
  const left = value - back
  const net = left > 0n ? left : 0n
  const print = (millionths: bigint) => amountText(millionths as Parameters<typeof amountText>[0])
  return {
    orderId: row.order_id,
    orderName: row.order_name,
    placedAt: instantOf(row.placed_ms),
    currency: shop.currency,
    person: personOf(row.person),
    cancelled: row.cancelled === 1,
    consentGap: row.consent_gap === 1,
    previousOrderAt: row.previous_ms === 0 ? null : instantOf(row.previous_ms),
    milestoneAt: row.milestone_ms === 0 ? null : instantOf(row.milestone_ms),
    survey: row.survey_channel === '' ? null : row.survey_channel,
    value: print(value),
    net: print(net),
    touches: row.touch_ids.map((touchId, at) => viewTouch(row, at, { stored: stored.get(touchId), nameOf, config })),
    models: explainCredit(
      {
        order: {
          order_id: row.order_id,
          ts: row.placed_ms,
          cancelled: row.cancelled === 1,
          milestone_ts: row.milestone_ms === 0 ? undefined : row.milestone_ms,
          survey_channel: row.survey_channel === '' ? undefined : row.survey_channel,
        },
        value,
        net,
        touches: listTouches(row),
        previousMs: row.previous_ms === 0 ? undefined : row.previous_ms,
      },
      { config, minor: minorOf(shop.currency), print },
    ),
  }
}

function instantOf(ms: number): string {
  return new Date(ms).toISOString()
}

function personOf(person: string): OrderJourney['person'] {
  if (person === '') return 'nobody'
  return person.startsWith('device ') ? 'device' : 'customer'
}

interface TouchFacts {
  readonly stored: StoredTouch | undefined
  readonly nameOf: Awaited<ReturnType<typeof readAdNames>>
  readonly config: CreditConfig
}

const Origin = z.enum(['pixel', 'server', 'order', 'import', 'gone'])

function viewTouch(row: JourneyRow, at: number, { stored, nameOf, config }: TouchFacts): OrderTouch {
  const of = (list: readonly string[]) => list[at] ?? ''
  const [campaign, adSet, ad, channel] = [of(row.campaign_ids), of(row.ad_set_ids), of(row.ad_ids), of(row.channels)]
  const told = { ...nothingReported, channel_rule: channel, ...stored }
  return {
    id: of(row.touch_ids),
    at: instantOf(row.touch_ms[at] ?? 0),
    kind: kindOf(row, at),
    channel,
    channelByRule: told.channel_rule,
    paid: row.paid[at] === 1,
    platform: of(row.platforms),
    accountId: of(row.account_ids),
    campaign: { id: campaign, name: nameOf('campaign', campaign) || told.campaign },
    adSet: { id: adSet, name: nameOf('ad_set', adSet) },
    ad: { id: ad, name: nameOf('ad', ad) || told.content },
    joined: told.joined,
    source: told.source,
    medium: told.medium,
    term: told.term,
    url: told.url,
    referrer: told.referrer,
    evidence: told.evidence,
    origin: Origin.parse(told.origin),
    ineligible: whyNot(row, at, config),
  }
}

/** Fields of a visit that is no longer stored. */
const nothingReported = {
  campaign: '',
  content: '',
  joined: 'none',
  source: '',
  medium: '',
  term: '',
  url: '',
  referrer: '',
  evidence: 'none',
  origin: 'gone',
}

/**
 * Uses the same checks as the reference: both ends of a window are included, and a touch at the previous order's instant
 * belongs to that order.
 */
function whyNot(row: JourneyRow, at: number, config: CreditConfig): OrderTouch['ineligible'] {
  const ms = row.touch_ms[at] ?? 0
  if (config.journey_scope === 'since_previous_order' && row.previous_ms > 0 && ms <= row.previous_ms)
    return 'previous_order'
  const isClick = kindOf(row, at) === 'click'
  const days = isClick ? config.click_window_days : config.view_window_days
  if (days === null || row.placed_ms - ms <= days * dayMs) return null
  return isClick ? 'click_window' : 'view_window'
}

/**
 * Every model's credit for each touch of an order, with its weight. Money is divided in minor units; the remainder goes to
 * the greatest weight, the earlier among equals. Models that need a fitted chain are left out.
 */
function explainCredit(
  explained: ExplainedOrder,
  { config, minor, print }: { config: CreditConfig; minor: bigint; print: (millionths: bigint) => string },
): z.infer<typeof OrderModel>[] {
  return additiveModels
    .filter((model) => model !== 'markov_local')
    .map((model) => {
      const { order, person } = toHistory(explained, minor)
      const weights = weightsOf(order, person, { model, config })
      const sum = weights.reduce((total, { weight }) => total + weight, 0n)
      const shares = share(explained, { model, config, minor })
      const heaviest = weights.filter(({ weight }) => weight > 0n)
      return {
        model,
        credit: [...shares].map(([touchId, { gross, net, orders }]) => {
          const place = heaviest.findIndex(({ touch_id }) => touch_id === touchId)
          const weight = weights.find(({ touch_id }) => touch_id === touchId)?.weight ?? 0n
          return {
            touchId,
            weight: sum === 0n ? '1/1' : fraction(weight, sum),
            position: positionOf(place, heaviest.length),
            gross: print(gross),
            net: print(net),
            orders: print(orders),
          }
        }),
      }
    })
}

function positionOf(place: number, count: number) {
  if (place === -1) return 'none' as const
  if (count === 1) return 'only' as const
  if (place === 0) return 'first' as const
  return place === count - 1 ? ('last' as const) : ('middle' as const)
}

function fraction(over: bigint, by: bigint): string {
  let [a, b] = [over, by]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? `${over}/${by}` : `${over / a}/${by / a}`
}
