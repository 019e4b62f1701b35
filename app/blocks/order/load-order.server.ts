import {
  type Amount,
  addAmounts,
  amountText,
  isAppError,
  negateAmount,
  parseAmount,
  subtractAmounts,
} from '@tillsight/core'
import type { OrderCost, OrderProfit, OrderResult } from '@tillsight/domain'
import type { Bound } from '@tillsight/metrics'
import { type FigureFormat, figureText, instantText } from '../../format/index.ts'
import type { Text } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { EntryAmounts, OrderView, ShopServices } from '../../services.ts'
import { labelOf } from '../figures-page/dimension-labels.server.ts'
import { loadPictures } from '../products/picture-address.server.ts'
import { storeValue } from './order-values.server.ts'

type Row = OrderResult['rows'][number]

/** One counted order as its panel shows it; undefined for one that is in no figure. `id` is the platform's order id. */
export async function loadOrder(
  { run, shop }: Pick<ShopServices, 'run' | 'shop'>,
  id: string,
): Promise<OrderView | undefined> {
  try {
    const [order, connections] = await Promise.all([run('order.get', { id }), run('connection.list')])
    if (!order.counted) return undefined
    const store = connections.find(({ isStore, connector }) => isStore && connector === order.source)
    const pictures = await loadPictures(
      { run, shop },
      order.rows.map(({ productId }) => productId),
    )
    const adminUrl = store?.orderPage?.replace('{order}', encodeURIComponent(order.id)) ?? null
    return { ...toOrderView(order, shop, pictures), adminUrl }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'not_found') return undefined
    throw failure
  }
}

/** Adds the sums over its entries. */
function toOrderView(
  order: OrderResult,
  shop: ShopServices['shop'],
  pictures: ReadonlyMap<string, string>,
): Omit<OrderView, 'adminUrl'> {
  return {
    id: order.id,
    name: order.name,
    status: order.status,
    placedAt: order.placedAt,
    currency: shop.currency,
    customerClass: order.customerClass ?? 'none',
    country: order.country,
    gateway: order.gateway,
    salesChannel: order.salesChannel,
    coupons: order.coupons,
    entries: order.rows.map((row) => ({
      id: row.rowId,
      kind: row.kind,
      lineType: row.lineType,
      title: row.title,
      picture: pictures.get(row.productId),
      quantity: row.quantity,
      bookedAt: row.bookedAt,
      cost: row.cost,
      costState: row.costState,
      ...sumOf([row]),
    })),
    totals: sumOf(order.rows),
    profit: order.profit,
    costs: order.costs,
    disputes: order.disputes,
  }
}

/** Exact sums; `total` includes tax. */
function sumOf(rows: readonly Row[]): EntryAmounts {
  const column = (name: 'gross' | 'discount' | 'tax'): Amount =>
    addAmounts(...rows.map((row) => parseAmount(row[name])))
  const gross = column('gross')
  const discount = column('discount')
  const tax = column('tax')
  return {
    gross: amountText(gross),
    discount: amountText(discount),
    tax: amountText(tax),
    total: amountText(addAmounts(subtractAmounts(gross, discount), tax)),
  }
}

/** An order as its panel shows it, in the person's language. */
export interface OrderModel
  extends Omit<OrderView, 'entries' | 'totals' | 'placedAt' | 'profit' | 'costs' | 'disputes'> {
  /** What became of each dispute; empty without any. */
  readonly disputes: string
  readonly placedAt: string
  readonly entries: readonly OrderEntryModel[]
  readonly totals: readonly string[]
  /** From what the buyer paid to what is left; undefined for whoever may not see costs. */
  readonly left: readonly LeftModel[] | undefined
}

/** A step of what is left, and what is left after it. */
export interface LeftModel {
  readonly name: string
  readonly amount: string
  readonly left: string
  /** Where the amount comes from, and what of it is not certain. */
  readonly about: string
  readonly isSum: boolean
}

export interface OrderEntryModel {
  readonly id: string
  readonly kind: OrderView['entries'][number]['kind']
  readonly lineType: OrderView['entries'][number]['lineType']
  readonly title: string
  /** Address of the product's picture. */
  readonly picture: string | undefined
  readonly quantity: string
  readonly bookedAt: string
  /** `Cost €14.00`, and how far it is known; empty for what has none, or is not to be seen. */
  readonly cost: string
  readonly cells: readonly string[]
}

const amountColumns = ['gross', 'discount', 'tax', 'total'] as const

/** Prints an order with all its ledger rows. */
export function printOrder(
  order: OrderView,
  { shop, catalogue }: Pick<ShopServices, 'shop' | 'catalogue'>,
): OrderModel {
  const { profit, costs, disputes, ...facts } = order
  const format = { ...shop.display, currency: order.currency }
  const { language } = shop.display
  const t = textFor(language)
  const cellsOf = (amounts: OrderView['totals']) =>
    amountColumns.map((column) => figureText(amounts[column], 'money', format))
  return {
    ...facts,
    country: order.country && labelOf({ dimension: 'country', value: order.country, language }),
    status: storeValue('status', order.status, language),
    gateway: order.gateway && storeValue('gateway', order.gateway, language),
    salesChannel: order.salesChannel && storeValue('salesChannel', order.salesChannel, language),
    placedAt: instantText(order.placedAt, shop.zone, language),
    entries: order.entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      lineType: entry.lineType,
      title: entry.title,
      picture: entry.picture,
      quantity: figureText(entry.quantity, 'count', format),
      bookedAt: instantText(entry.bookedAt, shop.zone, language),
      cost: costOf(entry, format, t),
      cells: cellsOf(entry),
    })),
    totals: cellsOf(order.totals),
    disputes: printDisputes(disputes, shop),
    left: profit
      ? printProfit(profit, costs, {
          format,
          nameOf: (key) => catalogue().metrics.find((metric) => metric.key === key)?.label ?? key,
        })
      : undefined,
  }
}

/** `Open since 2 Apr 2026`, `Won on 20 May 2026`. */
function printDisputes(disputes: OrderView['disputes'], { zone, display: { language } }: ShopServices['shop']): string {
  const t = textFor(language)
  return disputes
    .map(({ outcome, at, wonAt }) => t(disputeWords[outcome], { day: instantText(wonAt ?? at, zone, language) }))
    .join(' · ')
}

const disputeWords = { open: 'order.dispute_open', lost: 'order.dispute_lost', won: 'order.dispute_won' } as const

/** What the goods of an entry cost. */
function costOf({ cost, costState }: OrderView['entries'][number], format: FigureFormat, t: Text): string {
  if (cost === null || costState === 'none') return ''
  const known = costState === 'unknown' ? t('order.cost_unknown') : figureText(cost, 'money', format)
  const note = costState === 'assumed' ? ` (${t('order.cost_assumed')})` : ''
  return t('order.cost', { cost: `${known}${note}` })
}

const costParts = {
  cogs: 'goods',
  handlingCost: 'handling',
  shippingCost: 'shipping',
  gatewayFees: 'fee',
  returnCosts: 'return',
  orderExpenses: 'expense',
} as const satisfies Partial<Record<keyof OrderProfit, OrderCost['part']>>

interface Printing {
  readonly format: FigureFormat
  readonly nameOf: (metric: string) => string
}

/** A running sum: what the buyer paid, less each step that took something. */
function printProfit(profit: OrderProfit, costs: readonly OrderCost[], { format, nameOf }: Printing): LeftModel[] {
  const t = textFor(format.language ?? 'en')
  const money = (amount: Amount, bound: Bound = 'exact') =>
    figureText(amountText(amount), 'money', { ...format, bound })
  let left = parseAmount(profit.paid)
  const less = (name: string, key: keyof Omit<OrderProfit, 'bound'>, about = ''): LeftModel[] => {
    const amount = parseAmount(profit[key])
    if (amount === 0n && about === '') return []
    left = subtractAmounts(left, amount)
    return [{ name, amount: money(negateAmount(amount)), left: money(left), about, isSum: false }]
  }
  const sum = (key: 'netRevenue' | 'cm2', bound?: Bound): LeftModel => {
    const amount = money(parseAmount(profit[key]), bound)
    return { name: nameOf(key), amount, left: amount, about: '', isSum: true }
  }
  return [
    { name: t('order.order_total'), amount: money(left), left: money(left), about: '', isSum: false },
    ...less(t('order.given_back'), 'returned'),
    ...less(t('order.tax_kept'), 'tax'),
    ...less(t('order.not_revenue'), 'notRevenue'),
    sum('netRevenue'),
    ...(Object.keys(costParts) as (keyof typeof costParts)[]).flatMap((key) =>
      less(
        nameOf(key),
        key,
        aboutCosts(
          costs.filter(({ part }) => part === costParts[key]),
          t,
        ),
      ),
    ),
    sum('cm2', profit.bound),
  ]
}

/** Where costs come from; empty where nothing is due. */
function aboutCosts(costs: readonly OrderCost[], t: Text): string {
  const reasons = costs.flatMap(({ state, source }) => {
    if (state === 'unknown') return t('order.cost_unknown')
    if (state === 'assumed') return t('order.cost_assumed')
    if (source === 'store') return t('order.cost_told')
    if (source === 'madeOf') return t('order.cost_parts')
    return source === '' || source === 'bundle' ? [] : t('order.cost_entered')
  })
  return [...new Set(reasons)].join(' · ')
}
