import { addDays, type Day } from '@tillsight/core/days'

// What a sample shop sold, spent and was visited by: made up, the same for everybody on the same day, made as the rows of the files that
// anybody can import. So its figures come the way real ones do, and open down to rows in the same way.

/** The days before the one on which it is made. */
const historyDays = 120

/** Amounts are cents; prices are without tax. */
const products = [
  { sku: 'TEA-GREEN', title: 'Green tea, 250 g', price: 1290, cost: 410, weight: 6 },
  { sku: 'TEA-EARL', title: 'Earl Grey, 250 g', price: 1190, cost: 380, weight: 5 },
  { sku: 'TEA-CHAI', title: 'Masala chai, 200 g', price: 1390, cost: 460, weight: 4 },
  { sku: 'TEA-MINT', title: 'Peppermint, 100 g', price: 790, cost: 210, weight: 4 },
  { sku: 'POT-CAST', title: 'Cast iron pot', price: 5490, cost: 2350, weight: 2 },
  { sku: 'POT-GLASS', title: 'Glass pot', price: 3290, cost: 1180, weight: 2 },
  { sku: 'CUP-SET', title: 'Set of four cups', price: 2890, cost: 1090, weight: 2 },
  { sku: 'BOX-GIFT', title: 'Gift box', price: 4490, cost: 1730, weight: 1 },
] as const

const countries = ['DE', 'DE', 'DE', 'DE', 'DE', 'AT', 'AT', 'NL', 'FR', 'CH'] as const

/** What is spent on a usual day, and how much more the platform claims than it brings. */
const campaigns = [
  { platform: 'metaads', account: 'sample-meta', id: '1001', name: 'Prospecting', cents: 6200, claims: 1.5 },
  { platform: 'metaads', account: 'sample-meta', id: '1002', name: 'Retargeting', cents: 1900, claims: 2.1 },
  { platform: 'googleads', account: 'sample-google', id: '2001', name: 'Brand search', cents: 1400, claims: 1.1 },
  { platform: 'googleads', account: 'sample-google', id: '2002', name: 'Shopping', cents: 4300, claims: 1.2 },
  { platform: 'tiktokads', account: 'sample-tiktok', id: '3001', name: 'Unboxing', cents: 2600, claims: 1.7 },
] as const

/** Where visits come from; those of a campaign cost its money. Weights add up to 100. */
const sources = [
  { channel: 'paid_social', campaign: '1001', weight: 20 },
  { channel: 'paid_social', campaign: '1002', weight: 11 },
  { channel: 'paid_search_brand', campaign: '2001', weight: 9 },
  { channel: 'paid_shopping', campaign: '2002', weight: 15 },
  { channel: 'paid_social', campaign: '3001', weight: 6 },
  { channel: 'organic_search', campaign: '', weight: 15 },
  { channel: 'email', campaign: '', weight: 11 },
  { channel: 'direct', campaign: '', weight: 13 },
] as const

/** Orders of an hour of the day, from eight in the morning; none falls into the hour that a change of clocks leaves out. */
const hours = [8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22] as const

type Row = Readonly<Record<string, string>>

/** The rows of the three files of a sample shop, by column. */
export interface SampleRows {
  readonly orders: readonly Row[]
  readonly ads: readonly Row[]
  readonly touches: readonly Row[]
}

/** Makes the rows for a shop whose today is this day, in its own time zone; nothing lies in the future. */
export function sampleRows(
  today: Day,
  { currency, zone }: { readonly currency: string; readonly zone: string },
): SampleRows {
  const random = randomFrom(20_250_101)
  const orders: Row[] = []
  const ads: Row[] = []
  const touches: Row[] = []
  for (let back = historyDays; back >= 1; back -= 1) {
    const day = addDays(today, -back)
    const trend = 1 + (historyDays - back) / 400
    const count = Math.round((9 + random() * 5) * trend * (isWeekend(day) ? 1.25 : 1))
    for (let number = 0; number < count; number += 1) {
      const id = `S-${day.replaceAll('-', '')}-${number + 1}`
      const buyer = Math.floor(random() * (90 + (historyDays - back) * 9))
      const order = { id, email: `buyer-${buyer}@sample.example`, at: timeOf(day, random), day, today }
      orders.push(...linesOf(order, random))
      touches.push(...touchesOf(order, random))
    }
    ads.push(...campaigns.map((campaign) => adRow(campaign, { day, currency, zone }, trend * (0.8 + random() * 0.4))))
  }
  return { orders, ads, touches }
}

interface SampleOrder {
  readonly id: string
  readonly email: string
  readonly at: string
  readonly day: Day
  readonly today: Day
}

function linesOf({ id, email, at, day, today }: SampleOrder, random: () => number): Row[] {
  const lines = 1 + Math.floor(random() * random() * 4)
  const discount = random() < 0.12 ? 0.1 : 0
  const returned = addDays(day, 4 + Math.floor(random() * 9))
  const isReturned = random() < 0.05 && returned < today
  const country = pick(countries, random)
  return Array.from({ length: lines }, (_, index) => {
    const { sku, title, price, cost } = weighted(products, random)
    const quantity = random() < 0.2 ? 2 : 1
    const off = Math.round(price * quantity * discount)
    const isFirst = index === 0
    return {
      order_id: id,
      placed_at: at,
      email,
      country,
      gateway: 'card',
      coupon: isFirst && discount > 0 ? 'WELCOME10' : '',
      shipping: isFirst ? '4.12' : '',
      shipping_tax: isFirst ? '0.78' : '',
      product_id: sku,
      sku,
      title,
      quantity: String(quantity),
      unit_price: money(price),
      discount: money(off),
      tax: money(Math.round((price * quantity - off) * 0.19)),
      cost: money(cost * quantity),
      refunded_at: isReturned ? `${returned} 12:00` : '',
    }
  })
}

/** One to three visits before an order, the last one on its day. */
function touchesOf({ id, email, day, at }: SampleOrder, random: () => number): Row[] {
  const visits = 1 + Math.floor(random() * 2.6)
  return Array.from({ length: visits }, (_, index) => {
    const { channel, campaign } = weighted(sources, random)
    const ad = campaigns.find((one) => one.id === campaign)
    const isLast = index === visits - 1
    return {
      touch_id: `${id}-${index + 1}`,
      at: isLast ? `${at.slice(0, 14)}00` : `${addDays(day, index - visits)} 19:${10 + index}`,
      kind: 'click',
      email,
      channel,
      paid: ad ? 'yes' : 'no',
      platform: ad?.platform ?? '',
      account_id: ad?.account ?? '',
      campaign_id: campaign,
    }
  })
}

function adRow(
  { platform, account, id, name, cents, claims }: (typeof campaigns)[number],
  { day, currency, zone }: { readonly day: Day; readonly currency: string; readonly zone: string },
  factor: number,
): Row {
  const spend = Math.round(cents * factor)
  const clicks = Math.round(spend / 38)
  const purchases = Math.round((spend / 1500) * claims)
  return {
    platform,
    account_id: account,
    day,
    currency,
    timezone: zone,
    spend: money(spend),
    campaign_id: id,
    campaign: name,
    impressions: String(clicks * 61),
    clicks: String(clicks),
    purchases: String(purchases),
    purchase_value: money(purchases * 3150),
  }
}

function timeOf(day: Day, random: () => number): string {
  return `${day} ${String(pick(hours, random)).padStart(2, '0')}:${String(1 + Math.floor(random() * 59)).padStart(2, '0')}`
}

function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

function pick<T>(of: readonly T[], random: () => number): T {
  const one = of[Math.floor(random() * of.length)]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}

function weighted<T extends { readonly weight: number }>(of: readonly T[], random: () => number): T {
  return pick(
    of.flatMap((one) => Array.from({ length: one.weight }, () => one)),
    random,
  )
}

/** Numbers from 0 up to 1 that look random and are the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
