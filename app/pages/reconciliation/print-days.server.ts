import { amountText, parseAmount, subtractAmounts } from '@tillsight/core'
import type { Cause, ReconciliationView, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { href } from 'react-router'
import { dayText, type FigureFormat, figureText, missing, signedFigure } from '../../format/index.ts'
import type { ShopView } from '../../services.ts'
import type { DayModel, FigureModel, OpenDayModel, OrderModel, ReasonModel } from './model.ts'
import { pageWords } from './words.server.ts'

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

const tones = { agrees: 'good', explained: 'neutral', differs: 'warn' } as const

/** A line of the table. */
export function printDay(day: DayView, printing: Printing): DayModel {
  const { figures } = day
  const { language } = printing.shop.display
  const say = pageWords.say(language)
  const reasons = day.causes.filter(({ cause }) => cause !== 'definition' && cause !== 'rounding')
  return {
    day: day.day,
    label: dayText(day.day, language),
    state: { label: say(`state.${day.state}`), tone: tones[day.state] },
    orders: [count(figures.orders.ours, printing), count(figures.orders.theirs, printing)],
    totalSales: [money(figures.totalSales.ours, printing), money(figures.totalSales.theirs, printing)],
    difference: differenceOf(figures.totalSales.ours, figures.totalSales.theirs, printing),
    netDifference: differenceOf(figures.netSales.expected, figures.netSales.theirs, printing),
    because: reasons.map(({ cause }) => say(`cause.${cause}`)).join(', '),
  }
}

/** Details of a day; with its orders if requested. */
export function printOpenDay(shown: Shown, printing: Printing): OpenDayModel {
  const orders = 'orders' in shown ? shown.orders : null
  const { language } = printing.shop.display
  const say = pageWords.say(language)
  return {
    label: dayText(shown.day, language),
    summary: say(`day.${shown.state}`),
    figures: figureKeys.map((key) => printFigure(key, shown.figures[key], printing)),
    reasons: shown.causes.map(
      (sum): ReasonModel => ({
        key: sum.cause,
        title: say(`cause.${sum.cause}`),
        meaning: say(`meaning.${sum.cause}`),
        orders: sum.orders,
        total: signed(sum.total, printing),
        net: signed(sum.net, printing),
        needsLook: lookCauses.has(sum.cause),
      }),
    ),
    orders: orders && orders.map((order) => printOrder(order, { ...printing, day: shown.day })),
    moreOrders: 'moreOrders' in shown ? shown.moreOrders : 0,
  }
}

/** The figures that are compared, in the order that pages and files have them. */
export const figureKeys = [
  'orders',
  'grossSales',
  'discounts',
  'returns',
  'netSales',
  'shipping',
  'taxes',
  'totalSales',
] as const satisfies readonly (keyof Shown['figures'])[]

function printFigure(
  key: (typeof figureKeys)[number],
  { ours, expected, theirs }: Shown['figures'][typeof key],
  printing: Printing,
): FigureModel {
  const print = (value: string | null) => (key === 'orders' ? count(value, printing) : money(value, printing))
  return {
    key,
    label: pageWords.say(printing.shop.display.language)(`metric.${key}`),
    ours: print(ours),
    expected: parseAmount(ours) === parseAmount(expected) ? null : print(expected),
    theirs: print(theirs),
    difference: key === 'orders' ? countDifference(ours, theirs, printing) : differenceOf(ours, theirs, printing),
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
    reason: pageWords.say(printing.shop.display.language)(`cause.${cause}`),
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
  return signedFigure(value, 'money', formatOf(printing))
}

function differenceOf(ours: string, theirs: string | null, printing: Printing): string {
  return theirs === null
    ? missing
    : signed(amountText(subtractAmounts(parseAmount(theirs), parseAmount(ours))), printing)
}

/** Counts arrive as decimal text. */
function count(value: string | null, printing: Printing): string {
  return value === null ? missing : figureText(value, 'count', formatOf(printing))
}

function countDifference(ours: string, theirs: string | null, printing: Printing): string {
  if (theirs === null) return missing
  return signedFigure(`${Number(theirs) - Number(ours)}`, 'count', formatOf(printing))
}
