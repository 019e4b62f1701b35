// Visits to the demo's shops, fitting their orders and ads: what led to each order, and who came and bought nothing.
// Worked out by day, the same every time. Must not know how the product collects or reads it.
import { addDays, type Day, dayOf, startOfDay } from '@tillsight/core/days'
import { shopSites, type TaggedOrder, tellTaggedOrders } from '../ads/buyers.ts'
import { AdCalendar } from '../ads/calendar.ts'
import { drawing } from '../ads/drawing.ts'
import type { Advertiser } from '../ads/plan.ts'
import type { Random } from '../shop/random.ts'
import { drawLanding, hex, type Landing, landingOfAd, storefronts } from './landings.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The pixel was put into the shops this long before the demo was made; orders before it know only what the store noted. */
export const trackedDays = 150

/** Which part of a story to tell: from an instant, up to another that is not part of it. */
export interface Telling {
  /** When the demo was made. */
  readonly createdAt: string
  readonly from: Date
  readonly until: Date
}

/** Everything that visitors' browsers tell in that time, oldest first. */
export function demoVisits(advertiser: Advertiser, { createdAt, from, until }: Telling): VisitEvent[] {
  const { zone } = shopSites[advertiser]
  const calendar = new AdCalendar(createdAt)
  const madeOn = calendar.madeOn(advertiser)
  const start = Math.max(from.getTime(), startOfDay(addDays(madeOn, -trackedDays), zone).getTime())
  const last = dayOf(until, zone)
  const orders = tellTaggedOrders(advertiser, { madeOn, until: addDays(last, longestWayDays) })
  const byDay = Map.groupBy(orders, ({ at }) => dayOf(at, zone))
  const first = dayOf(new Date(start), zone)
  const events: VisitEvent[] = []
  for (let day = addDays(first, -longestWayDays); day <= addDays(last, longestWayDays); day = addDays(day, 1)) {
    const bought = byDay.get(day) ?? []
    if (day >= first) for (const order of bought) events.push(...wayTo(order, { advertiser, calendar }))
    if (day <= last) events.push(...passersBy(day, { advertiser, calendar, bought: bought.length }))
  }
  return events
    .filter(({ at }) => at >= start && at < until.getTime())
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
}

interface Shop {
  readonly advertiser: Advertiser
  readonly calendar: AdCalendar
}

/** Nobody's way to an order, and nobody's coming back, is told further than this from its day. */
const longestWayDays = 14

/** All that a buyer did on the way to one order. Some block scripts, some decline; some look first on another device. */
function wayTo(order: TaggedOrder, shop: Shop): VisitEvent[] {
  const { advertiser } = shop
  const random = drawing(`visits ${advertiser} ${order.id}`)
  if (random.chance(0.07)) return []
  const declines = random.chance(0.09)
  const visitor = declines ? undefined : drawVisitor(drawing(`device ${advertiser} ${order.email ?? order.id}`))
  const at = order.at.getTime()
  const began = at - random.integer(4, 25) * 60_000
  const ad = order.click && landingOfAd(random, placeAt(began, shop), order.click)
  const landing = ad ?? plainLanding(random, order, shop)
  const events = buy(random, { advertiser, visitor, landing, at: began }, { id: String(order.id), at })
  return declines ? events : [...events, ...visitsBefore(random, order, { ...shop, visitor, began })]
}

/** Who buys, on the device of the order, and when the visit began that led to it. */
interface Buying extends Shop {
  readonly visitor: string | undefined
  readonly began: number
}

/** Visits of the days before, going back; the first may be on another device, which the e-mail address then ties to the buyer. */
function visitsBefore(random: Random, { email, at }: TaggedOrder, { visitor, began, ...shop }: Buying): VisitEvent[] {
  const other = email !== undefined && random.chance(0.16) ? drawVisitor(random) : undefined
  const events: VisitEvent[] = []
  let when = began
  for (let left = drawEarlierVisits(random); left > 0; left -= 1) {
    when -= hourMs + Math.floor(-Math.log(1 - random.next()) * 3.2 * dayMs)
    if (at.getTime() - when > (longestWayDays - 1) * dayMs) break
    const landing = drawLanding(random, placeAt(when, shop))
    const visit = { advertiser: shop.advertiser, visitor, landing, at: when }
    const signs = other !== undefined && left === 1 && email !== undefined
    events.push(...(signs ? signUp(random, { ...visit, visitor: other }, email) : lookAround(random, visit)))
  }
  return events
}

/** How a buyer came whose order names no ad. */
function plainLanding(random: Random, { at, click }: TaggedOrder, shop: Shop): Landing {
  const { home, newsletter, blog } = storefronts[shop.advertiser]
  if (click !== undefined) return { url: `${home}?${newsletter}`, referrer: '' }
  if (random.chance(0.25)) return drawLanding(random, placeAt(at.getTime(), shop))
  const referrer = random.weighted([['https://www.google.com/', 50] as const, ['', 38], [blog, 12]])
  return { url: home, referrer }
}

function drawEarlierVisits(random: Random): number {
  return random.weighted([[0, 30] as const, [1, 28], [2, 18], [3, 12], [4, 7], [6, 5]])
}

/** Who came that day and never bought. */
function passersBy(day: Day, { advertiser, calendar, bought }: Shop & { readonly bought: number }): VisitEvent[] {
  const random = drawing(`passers-by ${advertiser} ${day}`)
  const start = startOfDay(day, shopSites[advertiser].zone).getTime()
  return Array.from({ length: random.poisson(6 + bought * 3.4) }, () => {
    const visitor = random.chance(0.12) ? undefined : drawVisitor(random)
    let at = start + random.integer(0, dayMs - 1)
    const events: VisitEvent[] = []
    for (let left = random.weighted([[1, 70] as const, [2, 20], [3, 10]]); left > 0; left -= 1) {
      const landing = drawLanding(random, placeAt(at, { advertiser, calendar }))
      events.push(...lookAround(random, { advertiser, visitor, landing, at }))
      at += hourMs + Math.floor(random.next() * 4 * dayMs)
    }
    return events
  }).flat()
}

function placeAt(at: number, { advertiser, calendar }: Shop) {
  return { advertiser, calendar, day: dayOf(new Date(at), shopSites[advertiser].zone) }
}

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
interface Visit {
  readonly advertiser: Advertiser
  readonly visitor: string | undefined
  readonly landing: Landing
  /** Milliseconds of Unix time. */
  readonly at: number
}

/** A browser's own id, drawn once for each. */
function drawVisitor(random: Random): string {
  return hex(random, 32)
}

/** A visit that leads to nothing: the landing page, and perhaps a product. */
function lookAround(random: Random, visit: Visit): VisitEvent[] {
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
function signUp(random: Random, visit: Visit, email: string): VisitEvent[] {
  const { home } = storefronts[visit.advertiser]
  const at = visit.at + random.integer(60_000, 300_000)
  const signed = { ...eventOf(random, visit, { name: 'sign_up', url: home, referrer: home, at }), email }
  return [...lookAround(random, visit), signed]
}

/** The visit in which an order is placed; its beginning lies before the order by as long as buying took. */
function buy(random: Random, visit: Visit, order: { readonly id: string; readonly at: number }): VisitEvent[] {
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
