// Random lives of buyers and devices for property tests, given alike to the pure reference and to a shop.

import type { HistoryEvent } from '@tillsight/attribution'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { createIdentifierHash } from '../customers/index.ts'
import { markVisitors } from '../journey-marks/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'

const start = Date.UTC(2026, 2, 1)
const minute = 60_000

const step = fc.record({
  kind: fc.constantFrom('touch', 'touch', 'touch', 'identify', 'order', 'order', 'cancelled', 'failed'),
  device: fc.integer({ min: 0, max: 3 }),
  person: fc.integer({ min: 0, max: 3 }),
  keys: fc.constantFrom('email', 'customer', 'both'),
  /** How an order reveals its device, if at all. */
  told: fc.constantFrom('event', 'meta', 'cart', 'nothing'),
  named: fc.constantFrom(true, true, true, false),
  /** When it arrives, relative to everything else. */
  arrives: fc.integer({ min: 0, max: 1000 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** An event, in the form of both sides. */
export interface Event {
  readonly event: HistoryEvent
  readonly arrives: number
  tell(ctx: WriteContext): Promise<void>
}

/** All events, in the order in which they happened; they arrive in another order. */
export const lives: fc.Arbitrary<readonly Event[]> = fc
  .array(step, { minLength: 3, maxLength: 12 })
  .map((steps) => steps.map(toEvent))

/** The device id for a number. */
export const visitorOf = (device: number) => device.toString(16).padStart(32, '0')

function toEvent(given: Step, index: number): Event {
  const ts = start + index * 90 * minute
  const { arrives } = given
  if (given.kind === 'touch') return { arrives, ...toTouch(given, index, ts) }
  return { arrives, ...(given.kind === 'identify' ? toIdentify(given, index, ts) : toOrder(given, index, ts)) }
}

type Reported = Omit<Event, 'arrives'>

function toTouch({ device }: Step, index: number, ts: number): Reported {
  const [visitor, touch_id] = [visitorOf(device), `touch-${index}`]
  return {
    event: { type: 'touch', touch_id, ts, visitor },
    tell: (ctx) => tellTouch(ctx, { visitor, touch_id, ts }),
  }
}

/** Stores a touch like a visitor's. */
export async function tellTouch(
  ctx: WriteContext,
  { visitor, touch_id, ts, more = {} }: { visitor: string; touch_id: string; ts: number; more?: object },
): Promise<void> {
  const row = {
    visitor_id: visitor,
    at: new Date(ts),
    touch_id,
    session_id: touch_id,
    kind: 'click',
    channel: 'paid_social',
    channel_rule: 'paid_social',
    paid: 1,
    platform: 'meta',
    account_id: '1',
    campaign_id: '2',
    ad_set_id: '3',
    ad_id: '4',
    joined: 'ad',
    source: '',
    medium: '',
    campaign: '',
    content: '',
    term: '',
    click_id: '',
    url: '',
    referrer: '',
    evidence: 'utm',
    origin: 'pixel',
    order_id: '',
    bot: 'no',
    bot_reasons: [],
    version: 1,
    is_deleted: 0,
    ...more,
  }
  await asOnlyWriter(ctx, async (fresh) => {
    await markVisitors(fresh, [visitor])
    await fresh.warehouse.insert('touches', [row])
  })
}

/** Stores an identification on a device. */
export async function tellIdentification(
  ctx: WriteContext,
  { visitor, ts, names, order = '' }: { visitor: string; ts: number; names: readonly string[]; order?: string },
): Promise<void> {
  const hash = createIdentifierHash(ctx.identityKey, ctx.shop.id)
  const row = {
    visitor_id: visitor,
    at: new Date(ts),
    event_id: `event-${ts}`,
    identifiers: names.map(hash),
    order_id: order,
    version: 1,
    is_deleted: 0,
  }
  await asOnlyWriter(ctx, async (fresh) => {
    await markVisitors(fresh, [visitor])
    await fresh.warehouse.insert('identifications', [row])
  })
}

/** No account is number 0: stores tell guests by it. */
const accountOf = (person: number) => String(person + 1)
const emailOf = (person: number) => `p${person}@example.com`

function toIdentify({ device, person, keys }: Step, _: number, ts: number): Reported {
  const visitor = visitorOf(device)
  const [hasCustomer, hasEmail] = [keys !== 'email', keys !== 'customer']
  const names = [...(hasCustomer ? [`id:${accountOf(person)}`] : []), ...(hasEmail ? [`email:${emailOf(person)}`] : [])]
  return {
    event: {
      type: 'identify',
      ts,
      visitor,
      ...(hasCustomer && { customer: accountOf(person) }),
      ...(hasEmail && { email: emailOf(person) }),
    },
    tell: (ctx) => tellIdentification(ctx, { visitor, ts, names }),
  }
}

function toOrder(given: Step, index: number, ts: number): Reported {
  const { person, named, told } = given
  const visitor = visitorOf(given.device)
  const order_id = `order-${index}`
  const cancelled = given.kind === 'cancelled'
  const uncounted = given.kind === 'failed'
  // A declined card may be tried with one person's account and another's address.
  const email = emailOf(uncounted ? (person + 1) % 4 : person)
  const buyer = named ? { customer: accountOf(person), email } : {}
  const placedAt = new Date(ts).toISOString()
  const cancelledAt = new Date(ts + minute).toISOString()
  const record: OrderRecord = sampleOrder({
    id: order_id,
    placedAt,
    paidAt: placedAt,
    lines: [sampleLine({ id: '1', gross: '10.00' })],
    customer: { platformId: buyer.customer ?? null, email: buyer.email ?? null, phone: null },
    meta: told === 'meta' ? { _tillsight_visitor: visitor } : told === 'cart' ? { cart_token: `cart-${index}` } : {},
    ...(cancelled && { standing: 'cancelled' as const, status: 'cancelled', cancelledAt, updatedAt: cancelledAt }),
    ...(uncounted && { standing: 'failed' as const, status: 'failed', paidAt: null }),
  })
  return {
    event: { type: 'order', order_id, ts, cancelled, uncounted, ...buyer, ...(told !== 'nothing' && { visitor }) },
    async tell(ctx) {
      if (told === 'cart') await tellCart(ctx, { visitor, ts: ts - minute, cart: `cart-${index}` })
      if (told === 'event') await tellIdentification(ctx, { visitor, ts, names: [], order: order_id })
      await writeRecords(ctx, { source: 'woocommerce', records: [record] })
    },
  }
}

async function tellCart(ctx: WriteContext, { visitor, ts, cart }: { visitor: string; ts: number; cart: string }) {
  const at = new Date(ts)
  const row = {
    day: at.toISOString().slice(0, 10),
    visitor_id: visitor,
    at,
    event_id: `cart-${cart}`,
    received_at: at,
    name: 'checkout_start',
    source: 'pixel',
    url: '',
    referrer: '',
    consent: 'granted',
    may_keep_clicks: 1,
    may_send_user_data: 1,
    may_personalise: 1,
    identifiers: [],
    order_id: '',
    checkout_token: '',
    cart_token: cart,
    value: '0',
    currency: '',
    browser_keys: '{}',
    ad_click: '',
    is_foreign: 0,
    bot: 'no',
    bot_reasons: [],
    network: '',
    version: 1,
    is_deleted: 0,
  }
  await asOnlyWriter(ctx, async (fresh) => {
    await fresh.warehouse.insert('events', [row])
  })
}
