// The demo shop: 24 months of a WooCommerce shop on the North Sea, from one seed, up to the minute it is asked for.
// Must not know how the product reads or counts it: `expected.ts` counts by its own rules.

import { addMonths, type Day, listDays } from '@tillsight/core/days'
import type {
  StoreCoupon,
  StoreCustomer,
  StoreHistory,
  StoreMeta,
  StoreOrder,
  StoreProduct,
} from '../../simulators/index.ts'
import { toInstant, visitTimes } from '../local-time.ts'
import { fillOrder } from './basket.ts'
import { buildCatalogue, type Catalogue } from './catalogue.ts'
import { addTexts, fixedText } from './cents.ts'
import { liveOrder, type PlacedOrder } from './lifecycle.ts'
import { originMeta } from './origins.ts'
import { People, type Person } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { ordersOn } from './season.ts'
import { drawOccasion, goShopping, type Occasion } from './shopping.ts'

const zone = 'Europe/Berlin'
/** 02:30 in either run of the repeated hour, and a quarter of an hour before midnight. */
const onLongDay = [150, 210, 1485]

/** The settings of a simulated shop for this history. */
export const demoShopSite = {
  name: 'Nordlicht Kontor',
  zone,
  currency: 'EUR',
  country: 'DE',
  pricesIncludeTax: true,
  customStatuses: { shipped: 'Versendet' },
} as const

/** The owner's settings in the product for plug-ins and tests. */
export const demoShopRules = {
  giftCardProductIds: ['90'],
  giftCardFeeNames: ['Geschenkkarte*'],
  tipFeeNames: ['Trinkgeld*'],
  testEmails: ['*@nordlicht-test.example'],
  rateMetaKey: '_wcpbc_base_exchange_rate',
} as const

/** The plain history of the shop. */
interface DemoShop extends StoreHistory {
  readonly from: Day
  readonly to: Day
  readonly products: readonly StoreProduct[]
  readonly customers: readonly StoreCustomer[]
  readonly coupons: readonly StoreCoupon[]
  readonly orders: readonly StoreOrder[]
}

/** Which part of the story to generate. */
interface Telling {
  readonly today: Day
  readonly now?: string
  /** The day on which the demo was made, 24 months after the story's first; `today` unless it has gone on since. */
  readonly madeOn?: Day
  readonly seed?: number
}

/** Generates the history up to `now` on `today` (both in the shop's zone). The same input gives the same history. */
export function demoShop({ today, now, madeOn = today, seed = 20_261 }: Telling): DemoShop {
  const from = addMonths(madeOn, -24)
  const days = listDays({ from, to: today })
  const planned = listDays({ from, to: madeOn }).length
  const end = now ?? toInstant(`${today} 23:59:59`, zone)
  const catalogue = buildCatalogue(toInstant(`${from} 00:00:00`, zone))
  const random = randomFrom(seed)
  const people = new People(randomFrom(seed + 1))
  const orders: StoreOrder[] = []
  for (const [at, day] of days.entries()) {
    const count = ordersOn(day, at / planned, random)
    for (const createdAt of visitTimes({ day, zone, count, onLongDay }, random)) {
      const nth = orders.length
      const own = randomFrom(seed * 31 + nth * 7919)
      const placed = placeOrder(own, { catalogue, people, day, createdAt, nth, progress: at / planned })
      if (createdAt <= end) orders.push(liveOrder(placed, own, end))
    }
  }
  return {
    from,
    to: today,
    products: catalogue.products,
    customers: people.customers,
    coupons: catalogue.coupons,
    orders,
  }
}

interface Visit {
  readonly catalogue: Catalogue
  readonly people: People
  readonly day: Day
  readonly createdAt: string
  readonly nth: number
  readonly progress: number
}

function placeOrder(random: Random, { catalogue, people, day, createdAt, nth, progress }: Visit): PlacedOrder {
  const occasion = drawOccasion(random)
  const known = random.chance(0.38 + 0.42 * progress) ? people.returning() : undefined
  const person = known ?? people.newcomer(createdAt)
  if (known && random.chance(0.12)) people.openAccount(known, createdAt)
  person.orders += 1
  const id = 5001 + nth * 3 + (nth % 2)
  const basket = goShopping(random, catalogue, { day, person, occasion })
  const currency = basket.rate === 10_000n ? 'EUR' : person.country === 'CH' ? 'CHF' : 'GBP'
  const createdVia =
    occasion === 'marketplace'
      ? 'rest-api'
      : random.weighted([
          ['checkout', 84],
          ['store-api', 12],
          ['admin', 4],
        ])
  const filled = fillOrder(id, basket)
  return {
    id,
    number: `NK-${day.slice(0, 4)}-${String(nth + 1).padStart(5, '0')}`,
    currency,
    pricesIncludeTax: true,
    createdAt,
    createdVia,
    ...identity(random, person, occasion),
    ...payment(random, occasion, createdVia),
    ...filled,
    meta: [...originMeta(random, createdVia), ...rateMeta(basket.rate)],
    ...giftCardList(random, occasion, filled),
  }
}

function identity(
  random: Random,
  person: Person,
  occasion: Occasion,
): Pick<PlacedOrder, 'customerId' | 'email' | 'billing'> {
  const { firstName, lastName, city, postcode, country } = person
  const billing = { firstName, lastName, city, postcode, country }
  if (occasion === 'marketplace') return { customerId: 0, email: '', billing }
  if (occasion === 'test') return { customerId: 0, email: 'probe@nordlicht-test.example', billing }
  const typed = random.chance(0.06) ? person.email.toUpperCase() : person.email
  return { customerId: person.accountId, email: typed, billing }
}

function payment(
  random: Random,
  occasion: Occasion,
  createdVia: string,
): Pick<PlacedOrder, 'paymentMethod' | 'paymentMethodTitle'> {
  if (occasion === 'sample') return { paymentMethod: '', paymentMethodTitle: '' }
  if (createdVia === 'rest-api') return { paymentMethod: 'marktplatz', paymentMethodTitle: 'Marktplatz' }
  const [paymentMethod, paymentMethodTitle] = random.weighted([
    [['stripe', 'Karte'] as const, 45],
    [['ppcp-gateway', 'PayPal'] as const, 32],
    [['klarna_payments', 'Rechnung'] as const, 12],
    [['bacs', 'Überweisung'] as const, 8],
    [['cod', 'Nachnahme'] as const, 3],
  ])
  return { paymentMethod, paymentMethodTitle }
}

function rateMeta(rate: bigint): StoreMeta[] {
  return rate === 10_000n ? [] : [{ key: demoShopRules.rateMetaKey, value: fixedText(rate, 4) }]
}

/** The gift-card plug-in that lists cards beside the order and takes them off the total. */
function giftCardList(
  random: Random,
  occasion: Occasion,
  { lines, shippingLines }: ReturnType<typeof fillOrder>,
): Pick<PlacedOrder, 'giftCards' | 'total'> {
  if (occasion !== 'gift_card_list') return {}
  const amount = fixedText(-BigInt(random.integer(1, 3)), 0)
  const parts = [...lines, ...shippingLines].flatMap((line) => [line.total, line.totalTax ?? '0'])
  return {
    giftCards: [{ code: `NK${random.integer(1000, 9999)}`, amount: amount.slice(1) }],
    total: addTexts(...parts, amount),
  }
}
