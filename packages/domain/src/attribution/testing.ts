// Writes orders with their journeys straight into the warehouse, for tests of credit.

import { blankRow } from '@tillsight/warehouse/testing'
import { run, type ShopContext } from '../context/index.ts'
import type { AttributionQueryInput } from './query/attribution-query.ts'
import type { AttributionResult } from './query/outputs.ts'
import { queryAttribution } from './query/query-attribution.ts'

/** A touch of the buyer; absent fields are empty. */
export interface SeenTouch {
  readonly at: string
  readonly channel: string
  readonly kind?: 'click' | 'view' | 'engaged_view'
  readonly platform?: string
  readonly account?: string
  readonly campaign?: string
  readonly adSet?: string
  readonly ad?: string
}

/** What a ledger line costs, in the ledger's columns; nothing and exactly so where absent. */
export interface LineCosts {
  readonly cost?: string
  readonly charges?: string
  readonly fee?: string
  readonly handling?: string
  readonly shipping_cost?: string
  readonly return_cost?: string
  readonly goods_state?: 'exact' | 'assumed' | 'unknown'
}

/** A later ledger line of an order. */
export interface LaterLine {
  readonly costs?: LineCosts
  readonly bookedAt: string
  readonly side: 'sale' | 'return'
  readonly gross: string
}

/** A counted order of one product, with the buyer's earlier touches. */
export interface SeenOrder {
  readonly id: string
  readonly placedAt: string
  readonly value: string
  /** Amount refunded later. */
  readonly back?: string
  readonly customer?: 'new' | 'returning' | 'none' | 'unidentified'
  readonly person?: string
  readonly cancelled?: boolean
  readonly consentGap?: boolean
  readonly previous?: string
  readonly survey?: string
  readonly touches?: readonly SeenTouch[]
  readonly later?: readonly LaterLine[]
  readonly costs?: LineCosts
  /** Whether its journey has not been computed yet. */
  readonly waits?: boolean
}

const line = {
  ...blankRow('ledger'),
  line_type: 'product',
  product_id: 'p',
  variant_id: 'v',
  sku: 's',
  title: 'Candle',
  quantity: '1',
  discount: '0',
  tax: '0',
  currency: 'EUR',
  rate: '1',
  order_status: 'completed',
  paid: 1,
  refunded: 0,
  customer_id: '00000000-0000-0000-0000-000000000000',
  previous_paid_at: new Date(0),
  previous_returning_at: new Date(0),
  country: 'DE',
  region: '',
  gateway: '',
  sales_channel: '',
  coupons: [],
  source: 'woocommerce',
  version: '1',
  is_deleted: 0,
}

/** Writes orders into the ledger, and their journeys. */
export async function writeSeenOrders({ warehouse }: ShopContext, orders: readonly SeenOrder[]): Promise<void> {
  await warehouse.insert('ledger', orders.flatMap(toLines))
  await warehouse.insert('journeys', orders.filter(({ waits }) => waits !== true).map(toJourney))
}

function toLines({ id, placedAt, value, customer = 'new', later = [], costs }: SeenOrder) {
  const own = {
    ...line,
    order_id: id,
    order_name: `#${id}`,
    placed_at: new Date(placedAt),
    customer_class: customer,
  }
  return [
    {
      ...own,
      booked_at: new Date(placedAt),
      row_id: '1',
      kind: 'order',
      side: 'sale',
      head: 1,
      gross: value,
      ...costs,
    },
    ...later.map(({ bookedAt, side, gross, costs: laterCosts }, nth) => ({
      ...own,
      booked_at: new Date(bookedAt),
      row_id: `later ${nth}`,
      kind: side === 'sale' ? 'edit' : 'refund',
      side,
      head: 0,
      gross,
      ...laterCosts,
    })),
  ]
}

function toJourney(order: SeenOrder) {
  const { id, placedAt, value, back = '0', customer = 'new', later = [], touches = [] } = order
  const sorted = touches
    .map((touch, nth) => ({ ...touch, id: `${id} t${nth + 1}`, ms: Date.parse(touch.at) }))
    .sort((one, other) => one.ms - other.ms || (one.id < other.id ? -1 : 1))
  const edits = later.filter(({ side }) => side === 'sale').reduce((sum, { gross }) => sum + Number(gross), 0)
  const whole = (Number(value) + edits).toFixed(6)
  return {
    placed_at: new Date(placedAt),
    order_id: id,
    order_name: `#${id}`,
    person: order.person ?? id,
    customer_class: customer,
    cancelled: order.cancelled === true ? 1 : 0,
    consent_gap: order.consentGap === true ? 1 : 0,
    previous_ms: order.previous === undefined ? 0 : Date.parse(order.previous),
    milestone_ms: 0,
    survey_channel: order.survey ?? '',
    order_revenue: whole,
    order_revenue_back: back,
    goods: whole,
    goods_back: back,
    touch_ids: sorted.map((touch) => touch.id),
    touch_ms: sorted.map(({ ms }) => ms),
    kinds: sorted.map(({ kind = 'click' }) => ({ click: 1, view: 2, engaged_view: 3 })[kind]),
    channels: sorted.map(({ channel }) => channel),
    platforms: sorted.map(({ platform = '' }) => platform),
    paid: sorted.map(({ channel }) => (channel.startsWith('paid') ? 1 : 0)),
    account_ids: sorted.map(({ account = '' }) => account),
    campaign_ids: sorted.map(({ campaign = '' }) => campaign),
    ad_set_ids: sorted.map(({ adSet = '' }) => adSet),
    ad_ids: sorted.map(({ ad = '' }) => ad),
    version: '1',
    is_deleted: 0,
  }
}

/** Runs the query through the verb, as every interface does. */
export function askCredit(ctx: ShopContext, query: AttributionQueryInput): Promise<AttributionResult> {
  return run(queryAttribution, ctx, query)
}
