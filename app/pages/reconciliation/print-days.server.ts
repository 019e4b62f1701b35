import { amountText, parseAmount, subtractAmounts } from '@tillsight/core'
import type { ReconciliationView, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { href } from 'react-router'
import { dayText, type FigureFormat, figureText, missing } from '../../format/index.ts'
import type { ShopView } from '../../services.ts'
import { causeTexts, lookCauses } from './cause-texts.ts'
import type { DayModel, FigureModel, OpenDayModel, OrderModel, ReasonModel } from './model.ts'

interface Printing {
  readonly shop: ShopView
  readonly currency: string
}

type DayView = ReconciliationView['days'][number]
type ComparedDay = NonNullable<VerbOutput<ShopVerbs['reconciliation.get']>>
type Shown = DayView | ComparedDay

const states = {
  agrees: { label: 'Agrees', tone: 'good' },
  explained: { label: 'Explained', tone: 'neutral' },
  differs: { label: 'Needs a look', tone: 'warn' },
} as const

/** A line of the table. */
export function printDay(day: DayView, printing: Printing): DayModel {
  const { figures } = day
  const reasons = day.causes.filter(({ cause }) => cause !== 'definition' && cause !== 'rounding')
  return {
    day: day.day,
    label: dayText(day.day),
    state: states[day.state],
    orders: [count(figures.orders.ours), count(figures.orders.theirs)],
    totalSales: [money(figures.totalSales.ours, printing), money(figures.totalSales.theirs, printing)],
    difference: differenceOf(figures.totalSales.ours, figures.totalSales.theirs, printing),
    netDifference: differenceOf(figures.netSales.expected, figures.netSales.theirs, printing),
    because: reasons.map(({ cause }) => causeTexts[cause].title).join(', '),
  }
}

const figureLabels = {
  orders: 'Orders',
  grossSales: 'Gross sales',
  discounts: 'Discounts',
  returns: 'Returns',
  netSales: 'Net sales',
  shipping: 'Shipping',
  taxes: 'Taxes',
  totalSales: 'Total sales',
} as const satisfies Record<keyof Shown['figures'], string>

/** Everything about one day; its orders where they were asked for. */
export function printOpenDay(shown: Shown, printing: Printing): OpenDayModel {
  const orders = 'orders' in shown ? shown.orders : null
  return {
    label: dayText(shown.day),
    summary: summaries[shown.state],
    figures: figureKeys.map((key) => printFigure(key, shown.figures[key], printing)),
    reasons: shown.causes.map((sum): ReasonModel => {
      const { title, meaning } = causeTexts[sum.cause]
      return {
        key: sum.cause,
        title,
        meaning,
        orders: sum.orders,
        total: signed(sum.total, printing),
        net: signed(sum.net, printing),
        needsLook: lookCauses.has(sum.cause),
      }
    }),
    orders: orders && orders.map((order) => printOrder(order, { ...printing, day: shown.day })),
    moreOrders: 'moreOrders' in shown ? shown.moreOrders : 0,
  }
}

const figureKeys = [
  'orders',
  'grossSales',
  'discounts',
  'returns',
  'netSales',
  'shipping',
  'taxes',
  'totalSales',
] as const satisfies readonly (keyof Shown['figures'])[]

const summaries = {
  agrees: 'Both sides have the same orders, to the cent.',
  explained: 'The two differ for reasons that are no fault of either.',
  differs: 'Something differs that somebody should look at.',
} as const satisfies Record<Shown['state'], string>

function printFigure(
  key: keyof typeof figureLabels,
  { ours, expected, theirs }: Shown['figures'][typeof key],
  printing: Printing,
): FigureModel {
  const print = (value: string | null) => (key === 'orders' ? count(value) : money(value, printing))
  return {
    key,
    label: figureLabels[key],
    ours: print(ours),
    expected: parseAmount(ours) === parseAmount(expected) ? null : print(expected),
    theirs: print(theirs),
    difference: key === 'orders' ? countDifference(ours, theirs) : differenceOf(ours, theirs, printing),
  }
}

function printOrder(
  { orderId, name, cause, ours, theirs, difference }: ComparedDay['orders'][number],
  { day, ...printing }: Printing & { readonly day: string },
): OrderModel {
  const home = href('/shop/:domain', { domain: printing.shop.domain })
  const search = new URLSearchParams({ from: day, to: day, open: 'sales', order: orderId })
  const isKnown = cause !== 'missing_here' && cause !== 'status_not_counted_here'
  return {
    key: `${orderId} ${cause}`,
    name,
    to: isKnown ? `${home}?${search}` : null,
    reason: causeTexts[cause].title,
    ours: money(ours, printing),
    theirs: money(theirs, printing),
    difference: signed(difference, printing),
  }
}

/** Amounts are compared in the shop's currency, whatever the person looks at others in. */
function formatOf({ shop, currency }: Printing): FigureFormat {
  return { ...shop.display, currency, decimals: Math.max(2, shop.display.decimals) }
}

function money(value: string | null, printing: Printing): string {
  return value === null ? missing : figureText(value, 'money', formatOf(printing))
}

function signed(value: string, printing: Printing): string {
  const text = figureText(value, 'money', formatOf(printing))
  return parseAmount(value) > 0n ? `+${text}` : text
}

function differenceOf(ours: string, theirs: string | null, printing: Printing): string {
  return theirs === null
    ? missing
    : signed(amountText(subtractAmounts(parseAmount(theirs), parseAmount(ours))), printing)
}

/** Counts travel as decimals. */
function count(value: string | null): string {
  return value === null ? missing : Number(value).toLocaleString('en-US')
}

function countDifference(ours: string, theirs: string | null): string {
  if (theirs === null) return missing
  const difference = Number(theirs) - Number(ours)
  return difference.toLocaleString('en-US', { signDisplay: 'exceptZero' }).replace('-', '−')
}
