import { readVisit, type VisitRules } from '@tillsight/attribution'
import type { OrderOrigin } from '@tillsight/platforms/connectors'
import { cleanReferrer, cleanUrl } from '@tillsight/tracking'
import { z } from 'zod'
import { type AdIndex, joinAd, type StoredTouch, toStoredTouch } from '../tracking/index.ts'

const Origin: z.ZodType<OrderOrigin> = z.object({
  sourceType: z.string().nullable(),
  referrer: z.string().nullable(),
  landingUrl: z.string().nullable(),
  utm: z.record(z.string(), z.string()),
})

/** What an order says about the visit that led to it, as it is stored. */
export const StoredEvidence = z.object({
  order: z.string(),
  placed_ms: z.coerce.number(),
  /** JSON of an {@link OrderOrigin}; empty or `null` without. */
  origin: z.string(),
  /** The same, as the order's announcement told it. */
  visit: z.string(),
  visitor: z.string(),
  checkout: z.string(),
  cart: z.string(),
})
export type StoredEvidence = z.infer<typeof StoredEvidence>

/** A meta of orders that names the buyer's device: the plug-in writes the first, the theme the second. */
const visitorMeta = ['_tillsight_visitor', 'attribute:_tillsight_visitor'] as const
const of = (name: string) => `JSONExtractString(body, 'meta', '${name}')`

/** Evidence of the orders in `{orders:Array(String)}`; those that are stored no more have none. */
export const evidenceSql = `
  SELECT id AS order, anyIf(toUnixTimestamp64Milli(parseDateTime64BestEffortOrZero(JSONExtractString(body, 'placedAt'), 3, 'UTC')), type = 'order') AS placed_ms,
    anyIf(JSONExtractRaw(body, 'origin'), type = 'order') AS origin,
    anyIf(JSONExtractRaw(body, 'origin'), type = 'order_visit') AS visit,
    anyIf(if(${of(visitorMeta[0])} != '', ${of(visitorMeta[0])}, ${of(visitorMeta[1])}), type = 'order') AS visitor,
    anyIf(${of('checkout_token')}, type = 'order') AS checkout, anyIf(${of('cart_token')}, type = 'order') AS cart
  FROM records
  WHERE shop_id = {shop:UUID} AND type IN ('order', 'order_visit') AND parent_id = '' AND id IN {orders:Array(String)}
  GROUP BY id
  HAVING countIf(type = 'order') > 0`

/** Orders that nobody's visit led to, and those whose store does not know. */
const noVisit = new Set(['admin', 'unknown', 'mobile_app', 'pos'])

/** The visit that an order tells of; undefined where it tells nothing. Without tags it is taken for what its source is. */
export function visitOf(evidence: StoredEvidence, home: string): { url: string; referrer: string } | undefined {
  const origin = readOrigin(evidence.origin) ?? readOrigin(evidence.visit)
  if (origin === undefined) return undefined
  const tags = Object.entries(origin.utm).filter(([, value]) => value !== '')
  if (tags.length === 0 && saysNothing(origin)) return undefined
  const url = URL.parse(origin.landingUrl ?? '', home) ?? new URL(home)
  for (const [name, value] of tags) if (!url.searchParams.has(`utm_${name}`)) url.searchParams.set(`utm_${name}`, value)
  return { url: cleanUrl(url.href, true), referrer: cleanReferrer(origin.referrer ?? '') }
}

function saysNothing({ sourceType, landingUrl, referrer }: OrderOrigin): boolean {
  const kind = sourceType?.toLowerCase() ?? ''
  return noVisit.has(kind) || (kind === '' && !landingUrl && !referrer)
}

function readOrigin(json: string): OrderOrigin | undefined {
  if (json === '' || json === 'null') return undefined
  const parsed = Origin.safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : undefined
}

/** A visit of an order, read; what only came back from somewhere is none. */
export interface OrderVisit {
  readonly order: string
  readonly at: number
  readonly page: { readonly url: string; readonly referrer: string }
  readonly visit: ReturnType<typeof readVisit>
}

/** Reads the visits that orders tell of. */
export function readOrderVisits(all: readonly StoredEvidence[], rules: VisitRules, home: string): OrderVisit[] {
  return all.flatMap((evidence) => {
    const page = visitOf(evidence, home)
    if (!page) return []
    const visit = readVisit(page, rules)
    return visit.newTouch ? [{ order: evidence.order, at: evidence.placed_ms, page, visit }] : []
  })
}

/** The touch of an order: it has no device, and counts for this order alone. */
export function toOrderTouch({ order, at, page, visit }: OrderVisit, ads: AdIndex, rules: VisitRules): StoredTouch {
  const joined = joinAd(visit, ads, rules.brandTerms)
  const named = { at, touchId: `order ${order}`, sessionId: '', origin: 'order', bot: 'no', botReasons: [] } as const
  return { ...toStoredTouch('', { ...visit, ...page, ...named }, joined), order_id: order }
}
