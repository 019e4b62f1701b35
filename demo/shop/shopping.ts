import type { Day } from '@tillsight/core/days'
import type { Basket, FeeWanted } from './basket.ts'
import type { Article, Catalogue } from './catalogue.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { isBlackWeek } from './season.ts'

/** The kind of order, before anything happens to it. */
export type Occasion =
  | 'usual'
  | 'sample'
  | 'gift_card_sold'
  | 'gift_card_fee'
  | 'gift_card_list'
  | 'tip'
  | 'bulk_discount'
  | 'test'
  | 'marketplace'

/** Draws the kind of a new order. */
export function drawOccasion(random: Random): Occasion {
  return random.weighted<Occasion>([
    ['usual', 900],
    ['sample', 14],
    ['gift_card_sold', 12],
    ['gift_card_fee', 8],
    ['gift_card_list', 5],
    ['tip', 15],
    ['bulk_discount', 10],
    ['test', 4],
    ['marketplace', 32],
  ])
}

/** Fills a cart for this kind of order. */
export function goShopping(
  random: Random,
  catalogue: Catalogue,
  visit: { readonly day: Day; readonly person: Person; readonly occasion: Occasion },
): Basket {
  const { day, person, occasion } = visit
  const items = drawItems(random, catalogue, occasion)
  const goods = items.reduce((sum, { article, quantity }) => sum + article.price * BigInt(quantity), 0n)
  const coupon = drawCoupon(random, occasion, { day, goods })
  const isFree = occasion === 'sample' || coupon?.freeShipping === true
  return {
    items,
    coupon,
    shipping: items.every(({ article }) => article.giftCard) ? null : shippingTo(person.country, goods, isFree),
    fees: drawFees(random, occasion),
    taxFree: isExport(person.country),
    rate: occasion === 'usual' ? currencyRate(random, person.country, day) : 10_000n,
  }
}

function isExport(country: string): boolean {
  return country === 'CH' || country === 'GB'
}

function shippingTo(country: string, goods: bigint, isFree: boolean): Basket['shipping'] {
  if (isFree || (!isExport(country) && goods >= 5900n)) return { title: 'Versandkostenfrei', gross: 0n }
  return { title: 'DHL', gross: isExport(country) ? 1290n : country === 'DE' ? 490n : 990n }
}

/** Euros for one Swiss franc or British pound, as a multi-currency plug-in stored it on that day. */
function currencyRate(random: Random, country: string, day: Day): bigint {
  const own = (country === 'CH' && random.chance(0.75)) || (country === 'GB' && random.chance(0.6))
  if (!own) return 10_000n
  const drift = BigInt((Number(day.slice(5, 7)) * 37 + Number(day.slice(2, 4)) * 11) % 300)
  return (country === 'CH' ? 10_300n : 11_450n) + drift
}

function drawItems(
  random: Random,
  { articles }: Catalogue,
  occasion: Occasion,
): { article: Article; quantity: number }[] {
  if (occasion === 'gift_card_sold') {
    const card = articles.find((article) => article.giftCard)
    const more = random.chance(0.5) ? [{ article: drawArticle(random, articles), quantity: 1 }] : []
    return card ? [...more, { article: card, quantity: 1 }] : more
  }
  const count =
    occasion === 'sample'
      ? 1
      : random.weighted([
          [1, 40],
          [2, 30],
          [3, 17],
          [4, 9],
          [6, 4],
        ])
  const chosen = new Map<string, { article: Article; quantity: number }>()
  for (let nth = 0; nth < count; nth += 1) {
    const article = drawArticle(random, articles)
    chosen.set(article.sku, {
      article,
      quantity:
        occasion === 'sample'
          ? 1
          : random.weighted([
              [1, 75],
              [2, 18],
              [3, 5],
              [6, 2],
            ]),
    })
  }
  return [...chosen.values()]
}

function drawArticle(random: Random, articles: readonly Article[]): Article {
  return random.weighted(articles.map((article) => [article, article.popularity] as const))
}

function drawCoupon(
  random: Random,
  occasion: Occasion,
  { day, goods }: { readonly day: Day; readonly goods: bigint },
): Basket['coupon'] {
  if (occasion === 'sample') return { code: 'muster100', percent: 100 }
  if (occasion !== 'usual') return null
  if (isBlackWeek(day)) return random.chance(0.55) ? { code: 'schwarzerfreitag', percent: 20 } : null
  const month = day.slice(5, 7)
  if ((month === '07' || month === '08') && random.chance(0.2)) return { code: 'sommer15', percent: 15 }
  if (random.chance(0.09)) return { code: 'willkommen10', percent: 10 }
  if (goods >= 3000n && random.chance(0.03)) return { code: 'fuenfer', fixed: 500n }
  return random.chance(0.03) ? { code: 'versandfrei', percent: 0, freeShipping: true } : null
}

function drawFees(random: Random, occasion: Occasion): FeeWanted[] {
  switch (occasion) {
    case 'tip':
      return [{ name: 'Trinkgeld', gross: BigInt(random.integer(1, 5) * 100), taxPercent: 0 }]
    case 'gift_card_fee':
      return [
        {
          name: `Geschenkkarte NK-${random.integer(1000, 9999)}`,
          gross: -100n * BigInt(random.integer(1, 3)),
          taxPercent: 0,
        },
      ]
    case 'bulk_discount':
      return [{ name: 'Mengenrabatt', gross: -119n, taxPercent: 19 }]
    case 'usual':
      return random.chance(0.05) ? [{ name: 'Geschenkverpackung', gross: 250n, taxPercent: 19 }] : []
    default:
      return []
  }
}
