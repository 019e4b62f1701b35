import type { Day } from '@tillsight/core/days'
import type { ShopJourney, ShopOrder } from '../../simulators/index.ts'
import { fixedText } from '../shop/cents.ts'
import type { Random } from '../shop/random.ts'
import type { Buyer } from './buyers.ts'

/** The kind of order, before anything happens to it. */
export type Occasion =
  | 'usual'
  | 'till'
  | 'wholesale'
  | 'marketplace'
  | 'sample'
  | 'gift_card_sold'
  | 'gift_card_paid'
  | 'tip'
  | 'transfer'
  | 'authorised'
  | 'test'

/** Draws the kind of a new order. */
export function drawOccasion(random: Random): Occasion {
  return random.weighted<Occasion>([
    ['usual', 700],
    ['till', 110],
    ['wholesale', 15],
    ['marketplace', 45],
    ['sample', 16],
    ['gift_card_sold', 16],
    ['gift_card_paid', 26],
    ['tip', 24],
    ['transfer', 14],
    ['authorised', 28],
    ['test', 6],
  ])
}

const channels: Readonly<Partial<Record<Occasion, Pick<ShopOrder, 'sourceName' | 'app' | 'tags'>>>> = {
  till: { sourceName: 'pos', app: { id: 129_785, name: 'Point of Sale' } },
  wholesale: { sourceName: 'shopify_draft_order', app: { id: 1_354_745, name: 'Draft Orders' }, tags: ['wholesale'] },
  marketplace: { sourceName: '2329312', app: { id: 2_329_312, name: 'Coastal Market' } },
  test: { tags: ['test'] },
}

/** The channel of the order. */
export function channelOf(occasion: Occasion): Pick<ShopOrder, 'sourceName' | 'app' | 'tags'> {
  return channels[occasion] ?? { sourceName: 'web' }
}

type Identity = Pick<ShopOrder, 'customerId' | 'email' | 'phone' | 'billing' | 'shipTo'>

/** Whom the order names. At the till many stay unknown; the marketplace passes on an address and no customer. */
export function identityOf(buyer: Buyer, occasion: Occasion, random: Random): Identity {
  const { id, email, workEmail, phone, address } = buyer
  if (occasion === 'till') {
    const known = random.weighted<'nobody' | 'phone' | 'customer'>([
      ['nobody', 55],
      ['phone', 10],
      ['customer', 35],
    ])
    if (known === 'nobody') return {}
    return known === 'phone' ? { phone } : { customerId: id }
  }
  const sent = { billing: address, shipTo: address }
  if (occasion === 'marketplace') return { email: random.chance(0.5) ? workEmail : email, ...sent }
  if (random.chance(0.05)) return { customerId: id, email: workEmail, ...sent }
  return { customerId: id, email: random.chance(0.05) ? email.toUpperCase() : email, ...sent }
}

const currencies: Readonly<Record<string, readonly [currency: string, tenThousandths: number]>> = {
  CA: ['CAD', 13_640],
  GB: ['GBP', 7840],
  DE: ['EUR', 9090],
}

/** Buyers abroad pay in their own currency, at the rate of the day. */
export function presentmentOf({ address }: Buyer, day: Day): Pick<ShopOrder, 'presentment'> {
  const [currency, level] = currencies[address.country] ?? []
  if (currency === undefined || level === undefined) return {}
  const drift = (Number(day.slice(5, 7)) * 37 + Number(day.slice(8, 10)) * 11) % 240
  return { presentment: { currency, rate: fixedText(BigInt(level + drift), 4) } }
}

const visits = [
  { source: 'Google', sourceType: 'SEO', referrer: 'https://www.google.com/' },
  { source: 'direct', landingPage: 'https://pine-and-harbor.example/' },
  {
    source: 'Instagram',
    referrer: 'https://l.instagram.com/',
    utm: { source: 'instagram', medium: 'paid', campaign: 'fall-knits' },
  },
  { source: 'Google', utm: { source: 'google', medium: 'cpc', campaign: 'brand' } },
  { source: 'newsletter', utm: { source: 'newsletter', medium: 'email', campaign: 'tide-table' } },
] as const

/** The customer journey, ready some time after the order; till orders and drafts have none. */
export function journeyOf(createdAt: string, { orders }: Buyer, random: Random): ShopJourney {
  const at = Date.parse(createdAt)
  const text = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
  const days = random.weighted([[0, 60] as const, [1, 15], [4, 15], [12, 10]])
  const last = { ...random.pick(visits), at: text(at - 600_000) }
  const first = days === 0 ? last : { ...random.pick(visits), at: text(at - days * 86_400_000) }
  return {
    readyAt: text(at + random.integer(10, 90) * 60_000),
    orderIndex: orders - 1,
    daysToConversion: days,
    moments: days === 0 ? 1 : 2,
    first,
    last,
  }
}
