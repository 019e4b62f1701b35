import { AppError } from '@tillsight/core'
import type { OrderList } from '@tillsight/domain'
import { loadPage, type PageQuery, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { storeValue } from '../../blocks/order/order-values.server.ts'
import { toCsv } from '../../csv.server.ts'
import { type FigureFormat, figureText, instantText, missing } from '../../format/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { choices, type OrderRowModel, type OrdersModel } from './model.ts'
import { pageWords } from './words.server.ts'

/** The orders of the page's period, with what is left of each. Throws `forbidden` for those who may not open orders. */
export async function loadOrdersScreen(request: PageRequest) {
  const { may } = request.services
  assertOpens(request.services)
  return loadPage(request, (page) => ({
    orders: partOf(page.services, () => loadOrders(page, may.seeProfit)),
    seesProfit: may.seeProfit,
  }))
}

function assertOpens({ may, shop }: Pick<ShopServices, 'may' | 'shop'>): void {
  if (may.openOrders) return
  throw new AppError('forbidden', pageWords.say(shop.display.language)('order.refused'))
}

type Asked = Pick<PageQuery, 'services' | 'state' | 'ask'>

/** The question of the page's address, without its place. */
function questionOf({ services: { may }, state, ask }: Asked) {
  const { from, to, filters = [] } = ask(['orders'])
  const offered = choices.filter(({ isOfProfit }) => may.seeProfit || !isOfProfit)
  const only = offered.find(({ key }) => key === state.tab)?.key
  const question = {
    from,
    to,
    ...(filters.length > 0 && { filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })) }),
    ...(only && { only }),
    ...(state.find && { search: state.find }),
  }
  return { offered, only, question }
}

const ordersAtOnce = 500
const mostInFile = 20_000

/** The same orders as a file, raw: money as decimals in shop currency, profit with its bound. Throws for too many of them. */
export async function loadOrdersCsv({ services, state }: Pick<PageRequest, 'services' | 'state'>) {
  const { shop, may } = services
  assertOpens(services)
  const period = resolvePeriod(state, shop)
  const ask = (metrics: readonly string[]) => summaryQuery(metrics, shop, { state, period, services })
  const { question } = questionOf({ services, state, ask })
  const orders: OrderList['orders'][number][] = []
  let cursor: string | undefined
  do {
    const page = await services.run('order.list', { ...question, limit: ordersAtOnce, ...(cursor && { cursor }) })
    orders.push(...page.orders)
    cursor = page.cursor
    if (cursor && orders.length >= mostInFile)
      throw new AppError(
        'invalid_input',
        'There are more than 20,000 such orders: choose fewer days, or ask the API page by page.',
      )
  } while (cursor)
  const profitHeads = may.seeProfit ? ['cogs', 'cm2', 'margin', 'bound'] : []
  const heads = [
    'order',
    'id',
    'placed_at',
    'status',
    'channel',
    'country',
    'units',
    'total',
    'returned',
    'net_revenue',
  ]
  const lines = orders.map(({ name, id, placedAt, status, salesChannel, country, ...order }) => {
    const amounts = [order.units, order.paid, order.returned, order.netRevenue]
    const profit = may.seeProfit ? [order.cogs, order.cm2, order.margin, order.bound] : []
    return [name, id, placedAt, status, salesChannel, country, ...amounts, ...profit]
  })
  const { from, to } = period.range
  return {
    name: `${shop.domain.replace('~', '-')}-orders-${from}-${to}.csv`,
    text: toCsv([[...heads, ...profitHeads], ...lines]),
  }
}

async function loadOrders(page: PageQuery, seesProfit: boolean): Promise<OrdersModel> {
  const { services, state } = page
  const { offered, only, question } = questionOf(page)
  const list = await services.run('order.list', { ...question, ...(state.after && { cursor: state.after }) })
  const format = { ...services.shop.display, currency: list.currency }
  return {
    choices: offered,
    chosen: only,
    seesProfit,
    currency: list.currency,
    rows: list.orders.map((order) => printOrder(order, format, services.shop.zone)),
    next: list.cursor,
  }
}

function printOrder(order: OrderList['orders'][number], format: FigureFormat, zone: string): OrderRowModel {
  const money = (amount: string) => figureText(amount, 'money', format)
  const left = { ...format, bound: order.bound ?? 'exact' }
  const { language = 'en' } = format
  return {
    id: order.id,
    name: order.name,
    placedAt: instantText(order.placedAt, zone, language),
    state: storeValue('status', order.status, language) || missing,
    channel: storeValue('salesChannel', order.salesChannel, language) || missing,
    units: figureText(order.units, 'count', format),
    paid: money(order.paid),
    returned: Number(order.returned) === 0 ? '' : money(order.returned),
    netRevenue: money(order.netRevenue),
    cm2: figureText(order.cm2, 'money', left),
    margin: figureText(order.margin, 'percent', left),
    isBelowZero: Number(order.cm2) < 0,
  }
}
