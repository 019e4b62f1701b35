import type {
  StoreCouponLine,
  StoreFeeLine,
  StoreOrderLine,
  StoreShippingLine,
  StoreTax,
} from '../../simulators/index.ts'
import type { Article } from './catalogue.ts'
import { centsText, divideRounded, percentOf, splitTax, tenThousandths } from './cents.ts'

/** A fee with its price; negative ones take money off. */
export interface FeeWanted {
  readonly name: string
  readonly gross: bigint
  readonly taxPercent: 0 | 7 | 19
}

/** The contents of a cart. */
export interface Basket {
  readonly items: readonly { readonly article: Article; readonly quantity: number }[]
  readonly coupon: {
    readonly code: string
    readonly percent?: number
    readonly fixed?: bigint
    readonly freeShipping?: boolean
  } | null
  readonly shipping: { readonly title: string; readonly gross: bigint } | null
  readonly fees: readonly FeeWanted[]
  /** Deliveries outside the EU carry no tax. */
  readonly taxFree: boolean
  /** The value of one unit of the order's currency in euros, in ten-thousandths; 10000 = euros. */
  readonly rate: bigint
}

/** The order lines of a cart. */
interface OrderLines {
  readonly lines: readonly StoreOrderLine[]
  readonly shippingLines: readonly StoreShippingLine[]
  readonly feeLines: readonly StoreFeeLine[]
  readonly couponLines: readonly StoreCouponLine[]
}

interface Priced {
  readonly total: string
  readonly totalTax: string
  readonly taxes: readonly StoreTax[]
}

/** Works out every line to the cent: the price with tax is what the buyer sees, the parts add up to it exactly. */
export function fillOrder(orderId: number, basket: Basket): OrderLines {
  const prices = basket.items.map(({ article, quantity }) => ({
    article,
    quantity,
    gross: toCurrency(article.price * BigInt(quantity), article.taxPercent, basket),
  }))
  const off = discounts(
    prices.map(({ gross, article }) => (article.giftCard ? 0n : gross)),
    basket,
  )
  const lines = prices.map(({ article, quantity, gross }, at) => {
    const percent = basket.taxFree ? 0 : article.taxPercent
    const subtotal = priced(gross, percent)
    const total = priced(gross - (off[at] ?? 0n), percent)
    return {
      id: orderId * 100 + at + 1,
      productId: article.deleted ? 0 : article.productId,
      variationId: article.deleted ? 0 : article.variationId,
      sku: article.deleted ? null : article.sku,
      name: article.name,
      parentName: article.parentName,
      quantity,
      subtotal: subtotal.total,
      subtotalTax: subtotal.totalTax,
      total: total.total,
      totalTax: total.totalTax,
      taxClass: article.taxPercent === 7 ? 'reduced-rate' : '',
      taxes: total.taxes.map((tax) => ({ ...tax, subtotal: subtotal.totalTax })),
    }
  })
  const shipped = basket.shipping && { ...basket.shipping, gross: toCurrency(basket.shipping.gross, 19, basket) }
  return {
    lines,
    shippingLines: shipped
      ? [
          {
            id: orderId * 100 + 50,
            methodId: shipped.gross === 0n ? 'free_shipping' : 'flat_rate',
            title: shipped.title,
            ...priced(shipped.gross, basket.taxFree ? 0 : 19),
          },
        ]
      : [],
    feeLines: basket.fees.map((fee, at) => ({
      id: orderId * 100 + 60 + at,
      name: fee.name,
      ...priced(toCurrency(fee.gross, fee.taxPercent, basket), basket.taxFree ? 0 : fee.taxPercent),
    })),
    couponLines: basket.coupon ? [couponLine(orderId * 100 + 80, basket.coupon, lines)] : [],
  }
}

/** A German price with tax in the currency and tax situation of the order, to the cent. */
function toCurrency(gross: bigint, percent: number, { taxFree, rate }: Basket): bigint {
  const untaxed = taxFree ? divideRounded(gross * 100n, 100n + BigInt(percent)) : gross
  return rate === 10_000n ? untaxed : divideRounded(untaxed * 10_000n, rate)
}

function priced(gross: bigint, percent: number): Priced {
  const { net, tax } = splitTax(gross, percent)
  return { total: net, totalTax: tax, taxes: percent === 0 ? [] : [{ rateId: percent === 19 ? 7 : 8, total: tax }] }
}

function discounts(grosses: readonly bigint[], { coupon, rate }: Basket): bigint[] {
  if (coupon?.percent !== undefined) return grosses.map((gross) => percentOf(gross, coupon.percent ?? 0))
  const all = grosses.reduce((sum, gross) => sum + gross, 0n)
  if (coupon?.fixed === undefined || all === 0n) return grosses.map(() => 0n)
  const wanted = rate === 10_000n ? coupon.fixed : divideRounded(coupon.fixed * 10_000n, rate)
  const amount = wanted < all ? wanted : all
  let left = amount
  return grosses.map((gross, at) => {
    const share = at === grosses.length - 1 ? left : divideRounded(amount * gross, all)
    left -= share
    return share
  })
}

function couponLine(
  id: number,
  coupon: NonNullable<Basket['coupon']>,
  lines: readonly StoreOrderLine[],
): StoreCouponLine {
  const sum = (pick: (line: StoreOrderLine) => string) =>
    lines.reduce((total, line) => total + tenThousandths(pick(line)), 0n)
  const discount = sum((line) => line.subtotal) - sum((line) => line.total)
  const discountTax = sum((line) => line.subtotalTax ?? '0') - sum((line) => line.totalTax ?? '0')
  return {
    id,
    code: coupon.code,
    discount: centsText(divideRounded(discount, 100n)),
    discountTax: centsText(divideRounded(discountTax, 100n)),
    discountType: coupon.fixed === undefined ? 'percent' : 'fixed_cart',
    amount: coupon.percent ?? Number(coupon.fixed ?? 0n) / 100,
  }
}
