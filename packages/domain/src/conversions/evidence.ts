import { findVisited } from '@tillsight/platforms'
import { type ClickParameter, clickParameters, type PurchaseClick } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'

/** Whether the buyer’s data may be sent to ad platforms. */
export type Consent = 'granted' | 'denied' | 'unknown'

/** What is known about the visit that led to an order. */
export interface Evidence {
  readonly consent: Consent
  readonly mayPersonalise: boolean | undefined
  /** The page of the purchase; empty if unknown. */
  readonly url: string
  readonly clicks: Readonly<Partial<Record<ClickParameter, PurchaseClick>>>
  readonly browserKeys: Readonly<Record<string, string>>
}

/** An order, and the device named in its notes. */
export interface WantedEvidence {
  readonly orderId: string
  readonly placedAt: Date
  /** Empty: its notes name none. */
  readonly visitorId: string
  /** The landing page according to the store; empty if unknown. */
  readonly landingUrl: string
}

const EventRow = z.object({
  visitor_id: z.string(),
  order_id: z.string(),
  ms: z.coerce.number(),
  url: z.string(),
  consent: z.enum(['unknown', 'granted', 'denied', 'withdrawn']),
  may_send_user_data: z.number(),
  may_personalise: z.number(),
  browser_keys: z.string(),
})
/** An event of a visit with its information about consent and clicks. */
export type Trace = z.infer<typeof EventRow>

const TouchRow = z.object({
  visitor_id: z.string(),
  order_id: z.string(),
  ms: z.coerce.number(),
  url: z.string(),
  click_id: z.string(),
  platform: z.string(),
})
type TouchTrace = z.infer<typeof TouchRow>

const DeviceRow = z.object({ order_id: z.string(), visitor_id: z.string() })

const eventColumns = `visitor_id, order_id, toUnixTimestamp64Milli(at) AS ms, url, consent, may_send_user_data,
  may_personalise, browser_keys`
/** Clicks that were older than this many days at the time of the order are ignored. */
const clickDays = 90
const dayMs = 86_400_000

/** Collects the evidence about these orders from events and touches. */
export async function gatherEvidence(
  warehouse: ShopWarehouse,
  wanted: readonly WantedEvidence[],
): Promise<ReadonlyMap<string, Evidence>> {
  const orders = wanted.map(({ orderId }) => orderId)
  const own = await warehouse.read(
    {
      sql: `SELECT ${eventColumns} FROM events WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)}`,
      params: { orders },
    },
    EventRow,
    { lookup: true },
  )
  const devices = await warehouse.read(
    {
      sql: `SELECT DISTINCT order_id, visitor_id FROM identifications
        WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)}`,
      params: { orders },
    },
    DeviceRow,
    { lookup: true },
  )
  const visitorsOf = groupVisitors(wanted, own, devices)
  const visitors = [...new Set([...visitorsOf.values()].flatMap((ids) => [...ids]))]
  const [visits, touches] = await Promise.all([
    readVisits(warehouse, visitors),
    readTouches(warehouse, { visitors, orders }),
  ])
  const ownOf = Map.groupBy(own, ({ order_id }) => order_id)
  const visitsOf = Map.groupBy(visits, ({ visitor_id }) => visitor_id)
  const touchesOf = Map.groupBy(touches, ({ visitor_id, order_id }) => order_id || visitor_id)
  return new Map(
    wanted.map((order) => {
      const ids = [...(visitorsOf.get(order.orderId) ?? [])]
      const found = {
        own: ownOf.get(order.orderId) ?? [],
        visits: ids.flatMap((id) => visitsOf.get(id) ?? []),
        touches: [order.orderId, ...ids].flatMap((id) => touchesOf.get(id) ?? []),
      }
      return [order.orderId, weighEvidence(order, found)]
    }),
  )
}

function groupVisitors(
  wanted: readonly WantedEvidence[],
  own: readonly Trace[],
  devices: readonly z.infer<typeof DeviceRow>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = wanted.map(({ orderId, visitorId }) => ({ order_id: orderId, visitor_id: visitorId }))
  const pairs = [...own, ...devices, ...named].filter(({ visitor_id }) => visitor_id !== '')
  const groups = Map.groupBy(pairs, ({ order_id }) => order_id)
  return new Map([...groups].map(([order, rows]) => [order, new Set(rows.map(({ visitor_id }) => visitor_id))]))
}

/** For each device, its newest consent decision and every page with a click id or a platform’s key. */
async function readVisits(warehouse: ShopWarehouse, visitors: readonly string[]): Promise<Trace[]> {
  if (visitors.length === 0) return []
  const telling = clickParameters.map((name) => `position(url, '${name}=') > 0`).join(' OR ')
  return await warehouse.read(
    {
      sql: `SELECT ${eventColumns} FROM events
        WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} AND (browser_keys != '' OR ${telling}
          OR (visitor_id, at) IN (SELECT visitor_id, max(at) FROM events
            WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} GROUP BY visitor_id))`,
      params: { visitors },
    },
    EventRow,
    { lookup: true },
  )
}

async function readTouches(
  warehouse: ShopWarehouse,
  { visitors, orders }: { readonly visitors: readonly string[]; readonly orders: readonly string[] },
): Promise<TouchTrace[]> {
  return await warehouse.read(
    {
      sql: `SELECT visitor_id, order_id, toUnixTimestamp64Milli(at) AS ms, url, click_id, platform FROM touches
        WHERE shop_id = {shop:UUID} AND click_id != ''
          AND (order_id IN {orders:Array(String)} OR visitor_id IN {visitors:Array(String)} AND visitor_id != '')`,
      params: { visitors, orders },
    },
    TouchRow,
    { lookup: true },
  )
}

/** Everything that was found for one order. */
export interface FoundTraces {
  /** Events with the order's id. */
  readonly own: readonly Trace[]
  /** Other events of its devices. */
  readonly visits: readonly Trace[]
  readonly touches: readonly TouchTrace[]
}

/**
 * A refusal of consent counts wherever it was made last: on the order itself, or later on one of its devices. Clicks and keys
 * are those from before the order, the last one of each kind.
 */
export function weighEvidence(order: WantedEvidence, { own, visits, touches }: FoundTraces): Evidence {
  const decisions = [lastOf(own), ...lastOfEach(visits)].filter((trace) => trace !== undefined)
  const placed = order.placedAt.getTime()
  // An event with the order's id arrives a moment after the order was placed.
  const before = [...own, ...visits.filter(({ ms }) => ms <= placed)]
  const last = lastOf(own) ?? lastOf(visits)
  return {
    consent: consentOf(decisions),
    mayPersonalise: last === undefined || last.consent === 'unknown' ? undefined : last.may_personalise === 1,
    url: lastOf(own)?.url ?? '',
    clicks: clicksOf(order, before, touches),
    browserKeys: keysOf(before),
  }
}

function consentOf(decisions: readonly Trace[]): Consent {
  const decided = decisions.filter(({ consent, may_send_user_data: may }) => consent !== 'unknown' || may === 1)
  if (decided.length === 0) return 'unknown'
  const isGranted = ({ consent, may_send_user_data: may }: Trace) => may === 1 && consent !== 'withdrawn'
  return decided.every(isGranted) ? 'granted' : 'denied'
}

function lastOf(traces: readonly Trace[]): Trace | undefined {
  return traces.toSorted((one, other) => one.ms - other.ms).at(-1)
}

function lastOfEach(traces: readonly Trace[]): (Trace | undefined)[] {
  return [...Map.groupBy(traces, ({ visitor_id }) => visitor_id).values()].map(lastOf)
}

const Keys = z.record(z.string(), z.string()).catch({})

function keysOf(traces: readonly Trace[]): Readonly<Record<string, string>> {
  const inOrder = traces.filter(({ browser_keys: keys }) => keys !== '').toSorted((one, other) => one.ms - other.ms)
  return Object.assign({}, ...inOrder.map(({ browser_keys: keys }) => Keys.parse(parse(keys))))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An unreadable value is not a key.
    return undefined
  }
}

/** The platform's usual click parameter, for touches whose address is no longer known. */
function usualParameter(platform: string): ClickParameter | undefined {
  const usual = findVisited(platform)?.visits.clickIds[0]?.parameter
  return clickParameters.find((known) => known === usual)
}

interface SeenClick {
  readonly parameter: ClickParameter
  readonly id: string
  readonly ms: number
}

function clicksOf(
  { placedAt, landingUrl }: WantedEvidence,
  traces: readonly Trace[],
  touches: readonly TouchTrace[],
): Evidence['clicks'] {
  const placed = placedAt.getTime()
  const seen: SeenClick[] = [
    ...clicksIn(landingUrl, placed),
    // Recorded a moment after the order, a click still precedes it: platforms accept no later one.
    ...traces.flatMap(({ url, ms }) => clicksIn(url, Math.min(ms, placed))),
    ...touches
      .filter(({ ms }) => ms <= placed)
      .flatMap(({ url, ms, click_id: id, platform }) => {
        const parameter = usualParameter(platform)
        const told = clicksIn(url, ms)
        return told.length > 0 || parameter === undefined ? told : [{ parameter, id, ms }]
      }),
  ].filter(({ ms }) => placed - ms <= clickDays * dayMs)
  const clicks: Partial<Record<ClickParameter, PurchaseClick>> = {}
  for (const [parameter, found] of Map.groupBy(seen, (click) => click.parameter)) {
    // A click happened when its id was first seen; the latest click counts.
    const first = [...Map.groupBy(found, ({ id }) => id)].map(([id, same]) => ({
      id,
      ms: Math.min(...same.map(({ ms }) => ms)),
    }))
    const chosen = first.toSorted((one, other) => one.ms - other.ms).at(-1)
    if (chosen) clicks[parameter] = { id: chosen.id, at: new Date(chosen.ms) }
  }
  return clicks
}

function clicksIn(address: string, ms: number): SeenClick[] {
  const query = URL.parse(address)?.searchParams
  return clickParameters.flatMap((parameter) => {
    const id = query?.get(parameter) ?? ''
    return /^[\w.~-]{4,500}$/.test(id) ? [{ parameter, id, ms }] : []
  })
}
