import { divideDecimals } from '@tillsight/core'
import { isRemainder, parseRowId, type RowRef } from '../../blocks/breakdown-table/levels.ts'
import { windowText } from '../../blocks/credit/credit-choice.ts'
import { creditWords } from '../../blocks/credit/words.server.ts'
import { figureText, instantText, rangeText } from '../../format/index.ts'
import { type CreditQuery, creditInput, formatOf, partsOf } from './query.server.ts'
import { notTrackedKey, ordersText } from './rows.server.ts'
import { namesIn, sayIn } from './words.server.ts'

const pageSize = 25

/** The orders behind a row, with the share of each that is credited to the row. */
export interface OrdersModel {
  readonly title: string
  readonly about: string
  readonly orders: string
  readonly revenue: string
  readonly net: string
  /** `12 orders`. */
  readonly count: string
  readonly isNotTracked: boolean
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly placedAt: string
    readonly about: string
    readonly value: string
    readonly revenue: string
    /** Credited share of the order, `33.3%`; with the net share where refunds are booked on their own day. */
    readonly part: string
  }[]
  readonly next: string | undefined
}

/** One page of the orders behind the row open in the address; undefined when none is open. */
export async function loadOrders(query: CreditQuery): Promise<OrdersModel | undefined> {
  const ref = parseRowId(query.state.place)
  if (!ref) return undefined
  const { services, choice, period, state } = query
  const { shop } = services
  const { language } = shop.display
  const say = sayIn(query)
  const isNotTracked = ref.key === notTrackedKey
  const [list, title] = await Promise.all([
    services.run('attribution.rows', {
      ...creditInput(query),
      row: isNotTracked ? 'not_tracked' : partsOf(ref.key),
      limit: pageSize,
      ...(state.after === undefined ? {} : { cursor: state.after }),
    }),
    isNotTracked ? say('printed.unattributed') : titleOf(query, ref),
  ])
  const format = formatOf(query, list.currency)
  return {
    title,
    about: [
      rangeText(period.range, language),
      namesIn(query).model(choice.model),
      windowText(choice, creditWords.say(language)),
    ].join(' · '),
    orders: ordersText(list.orders, format),
    revenue: figureText(list.revenue, 'money', format),
    net: figureText(list.net_revenue, 'money', format),
    count: say('printed.orders', { count: list.count, orders: figureText(list.count, 'count', format) }),
    isNotTracked,
    rows: list.rows.map((row) => ({
      id: row.order_id,
      name: row.order_name,
      placedAt: instantText(row.placed_at, shop.zone, language),
      about: [
        say(`printed.customer.${row.customer_class}`),
        row.touches > 1 ? say('printed.touches', { count: row.touches }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      value: figureText(row.value, 'money', format),
      revenue: figureText(row.revenue, 'money', format),
      part: [
        figureText(divideDecimals(row.revenue, row.value), 'percent', format),
        choice.refunds === 'own' && row.net_revenue !== row.revenue
          ? say('printed.net', { amount: figureText(row.net_revenue, 'money', format) })
          : '',
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    next: list.cursor,
  }
}

/** Label of a row: its channel, or the name of the ad entity. */
async function titleOf(query: CreditQuery, ref: RowRef): Promise<string> {
  const parts = ref.key.split('/')
  const channel = namesIn(query).channel(parts[0] ?? '')
  if (ref.level === 'channel') return channel
  if (isRemainder(ref)) {
    const say = sayIn(query)
    return say('printed.within', { channel, name: say(`printed.unknown.${ref.level}`) })
  }
  const [found] = await query.services.run('campaigns.places', {
    level: ref.level,
    keys: [parts.slice(1).join('/')],
  })
  return found?.name || (parts.at(-1) ?? channel)
}
