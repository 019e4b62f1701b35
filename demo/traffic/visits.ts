import type { Advertiser } from '../ads/plan.ts'
import type { Random } from '../shop/random.ts'
import { hex, type Landing, storefronts } from './landings.ts'

/** What a visitor's browser tells of one moment, as the pixel would. */
export interface VisitEvent {
  /** Names the event: the same in every telling. */
  readonly id: string
  /** 32 hexadecimal digits; whoever declined has none. */
  readonly visitor: string | undefined
  /** Milliseconds of Unix time. */
  readonly at: number
  readonly name: 'page_view' | 'product_view' | 'add_to_cart' | 'checkout_start' | 'purchase' | 'sign_up'
  readonly url: string
  readonly referrer: string
  readonly order?: string
  readonly email?: string
}

/** Who visits, from where, and when. */
export interface Visit {
  readonly advertiser: Advertiser
  readonly visitor: string | undefined
  readonly landing: Landing
  /** Milliseconds of Unix time. */
  readonly at: number
}

/** A browser's own id, drawn once for each. */
export function drawVisitor(random: Random): string {
  return hex(random, 32)
}

/** A visit that leads to nothing: the landing page, and perhaps a product. */
export function lookAround(random: Random, visit: Visit): VisitEvent[] {
  const { home, pages } = storefronts[visit.advertiser]
  const events = [eventOf(random, visit, { name: 'page_view', ...visit.landing, at: visit.at })]
  if (random.chance(0.45)) {
    const at = visit.at + random.integer(20_000, 240_000)
    const url = `${home}${random.pick(pages)}`
    events.push(eventOf(random, visit, { name: 'product_view', url, referrer: home, at }))
  }
  return events
}

/** A visit that ends at the newsletter's form. */
export function signUp(random: Random, visit: Visit, email: string): VisitEvent[] {
  const { home } = storefronts[visit.advertiser]
  const at = visit.at + random.integer(60_000, 300_000)
  const signed = { ...eventOf(random, visit, { name: 'sign_up', url: home, referrer: home, at }), email }
  return [...lookAround(random, visit), signed]
}

/** The visit in which an order is placed; its beginning lies before the order by as long as buying took. */
export function buy(random: Random, visit: Visit, order: { readonly id: string; readonly at: number }): VisitEvent[] {
  const { home, pages, checkout } = storefronts[visit.advertiser]
  const steps = [
    { name: 'page_view', ...visit.landing, part: 0 },
    { name: 'product_view', url: `${home}${random.pick(pages)}`, referrer: home, part: 0.3 },
    { name: 'add_to_cart', url: `${home}${random.pick(pages)}`, referrer: home, part: 0.5 },
    { name: 'checkout_start', url: `${home}${checkout}`, referrer: home, part: 0.7 },
  ] as const
  const lasted = order.at - visit.at
  const events = steps.map(({ part, ...step }) =>
    eventOf(random, visit, { ...step, at: visit.at + Math.floor(lasted * part) }),
  )
  const paid = eventOf(random, visit, { name: 'purchase', url: `${home}${checkout}`, referrer: home, at: order.at })
  return [...events, { ...paid, order: order.id }]
}

function eventOf(
  random: Random,
  { visitor }: Visit,
  event: Pick<VisitEvent, 'name' | 'url' | 'referrer' | 'at'>,
): VisitEvent {
  const { name, url, referrer, at } = event
  return { id: hex(random, 24), visitor, name, url, referrer, at }
}
