import { amountText, parseAmount, subtractAmounts } from '@tillsight/core'
import type { Cause, ReconciliationView, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { href } from 'react-router'
import { dayText, type FigureFormat, figureText, missing } from '../../format/index.ts'
import type { ShopView } from '../../services.ts'
import type { DayModel, FigureModel, OpenDayModel, OrderModel, ReasonModel } from './model.ts'

/** Why two honest books differ, and where one of them may be wrong. */
const causeTexts: Readonly<Record<Cause, CauseText>> = {
  definition: {
    title: 'Same name, more in it',
    meaning:
      'The store’s figure holds something that ours of the same name leaves out, such as fees, tips or gift cards.',
  },
  status_not_counted_there: {
    title: 'Status not counted in the store',
    meaning:
      'The store’s report counts their status differently: it leaves paid and later cancelled orders out, or keeps them for as long as they are not paid back.',
  },
  status_not_counted_here: {
    title: 'Not counted here',
    meaning: 'The orders are known and do not count: unpaid, test orders, or left out by the shop’s settings.',
  },
  other_day: { title: 'On another day', meaning: 'Both have these orders, on different days.' },
  currency: {
    title: 'Another currency',
    meaning: 'The orders are not in the shop’s currency. They are converted here; the store adds them up as they are.',
  },
  gift_card_payment: {
    title: 'Paid by gift card',
    meaning:
      'The store takes what a gift card paid off the order. Here it is a way of paying: the order keeps its revenue.',
  },
  refund_split: {
    title: 'Refund taken apart differently',
    meaning: 'The same money was given back; the store’s report tells goods, tax and shipping of it apart differently.',
  },
  rounding: { title: 'Rounding', meaning: 'No more than the smallest coin on an order.' },
  missing_in_report: {
    title: 'Missing in the store’s report',
    meaning:
      'The orders are in the store and not in its report: its tables lag. In WooCommerce, Analytics > Settings > Import historical data brings them in.',
  },
  deleted_there: {
    title: 'No longer in the store',
    meaning:
      'The store does not have these orders any more. They leave our figures with the next nightly comparison of ids.',
  },
  missing_here: {
    title: 'Missing here',
    meaning:
      'The store reports orders that were not read. Sync the store now under Integrations; if they stay away, tell us their numbers.',
  },
  refund: { title: 'Refund differs', meaning: 'What was given back of these orders is not the same here and there.' },
  amount: {
    title: 'Amount differs',
    meaning:
      'The sale itself is not the same. The store’s report may be from before an edit, or ours is: open the order and compare.',
  },
  report_does_not_add_up: {
    title: 'The store’s day is not the sum of its orders',
    meaning:
      'Its figure of the day and its own list of orders disagree, mostly because of a cache in front of one of them.',
  },
  unexplained: {
    title: 'Unexplained',
    meaning: 'What is left. Figures may have moved while they were compared: compare again.',
  },
}

/** Causes whose orders somebody should check. */
const lookCauses: ReadonlySet<Cause> = new Set([
  'deleted_there',
  'missing_here',
  'refund',
  'amount',
  'report_does_not_add_up',
  'unexplained',
])

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

/** Details of a day; with its orders if requested. */
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

/** Reconciliation is in the shop's currency, whatever display currency the person uses. */
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

/** Counts arrive as decimal text. */
function count(value: string | null): string {
  return value === null ? missing : Number(value).toLocaleString('en-US')
}

function countDifference(ours: string, theirs: string | null): string {
  if (theirs === null) return missing
  const difference = Number(theirs) - Number(ours)
  return difference.toLocaleString('en-US', { signDisplay: 'exceptZero' }).replace('-', '−')
}

/** A reason in the merchant's words. */
interface CauseText {
  readonly title: string
  readonly meaning: string
}
