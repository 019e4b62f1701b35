import { AppError } from '@tillsight/core'
import type { OrderList } from '@tillsight/domain'
import { loadPage, type PageQuery, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { words } from '../../blocks/order/load-order.server.ts'
import { type FigureFormat, figureText, instantText, missing } from '../../format/index.ts'
import { choices, type OrderRowModel, type OrdersModel } from './model.ts'

/** The orders of the page's period, with what is left of each. Throws `forbidden` for those who may not open orders. */
export async function loadOrdersScreen(request: PageRequest) {
  const { may } = request.services
  if (!may.openOrders) {
    throw new AppError('forbidden', 'Your role does not open single orders. An owner or administrator can change it.')
  }
  return loadPage(request, (page) => ({ orders: partOf(() => loadOrders(page, may.seeProfit)) }))
}

async function loadOrders({ services, state, ask }: PageQuery, seesProfit: boolean): Promise<OrdersModel> {
  const { from, to, filters = [] } = ask(['orders'])
  const offered = choices.filter(({ isOfProfit }) => seesProfit || !isOfProfit)
  const only = offered.find(({ key }) => key === state.tab)?.key
  const list = await services.run('order.list', {
    from,
    to,
    ...(filters.length > 0 && { filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })) }),
    ...(only && { only }),
    ...(state.find && { search: state.find }),
    ...(state.after && { cursor: state.after }),
  })
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
  return {
    id: order.id,
    name: order.name,
    placedAt: instantText(order.placedAt, zone),
    state: words(order.status) || missing,
    channel: words(order.salesChannel) || missing,
    units: figureText(order.units, 'count', format),
    paid: money(order.paid),
    returned: Number(order.returned) === 0 ? '' : money(order.returned),
    netRevenue: money(order.netRevenue),
    cm2: figureText(order.cm2, 'money', left),
    margin: figureText(order.margin, 'percent', left),
    isBelowZero: Number(order.cm2) < 0,
  }
}
