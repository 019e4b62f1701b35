import type { ImportPreview, ImportReport } from '@tillsight/domain'
import { figureText, instantText } from '../../format/index.ts'
import type { ShopView } from '../../services.ts'
import type { OrderModel, PreviewModel } from './model.ts'
import { uncountedTexts } from './texts.ts'

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A whole number as the person reads figures. */
export function countIn(value: number, { display }: ShopView): string {
  return figureText(value, 'count', display)
}

/** What importing a file would bring. */
export function printPreview(preview: ImportPreview, { groups, rows }: ImportReport, shop: ShopView): PreviewModel {
  const { display, currency } = shop
  const format = { ...display, currency, decimals: Math.max(2, display.decimals) }
  const money = (value: string) => figureText(value, 'money', format)
  const count = (value: number) => countIn(value, shop)
  return {
    summary: [
      `${count(groups.good)} ${groups.good === 1 ? 'order' : 'orders'} would be imported, from ${count(rows.good)} of ${count(rows.read)} rows.`,
      ...(preview.known > 0
        ? [`${count(preview.known)} of them are in this shop already; those stay as they are unless the file is newer.`]
        : []),
      ...(preview.uncounted > 0 ? [`${count(preview.uncounted)} of them would be in no figure.`] : []),
    ],
    orders: `${count(groups.good)} ${groups.good === 1 ? 'order' : 'orders'}`,
    hasOrders: groups.good > 0,
    first: preview.orders.map((order, index): OrderModel => {
      const { gross, discounts, shipping, tax, total, returns, uncounted } = order
      return {
        key: String(index),
        name: order.name,
        placed: instantText(order.placedAt, shop.zone),
        amounts: [gross, discounts, shipping, tax, total, returns].map(money),
        note: uncounted === null ? '' : (uncountedTexts[uncounted] ?? uncounted),
      }
    }),
    months: preview.months.map(({ month, orders, sales, returns }) => ({
      key: month,
      label: monthNames.format(new Date(`${month}-01T00:00:00Z`)),
      cells: [count(orders), money(sales), money(returns)],
    })),
  }
}
