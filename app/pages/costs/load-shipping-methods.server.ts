import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { figureText, shareText } from '../../format/index.ts'
import type { ShippingMethodsModel } from './model.ts'

const rowsShown = 200

/** What is left of shipping in the page's period, by country and method, most orders first. */
export async function loadShippingMethods({ services, range, state }: PageQuery): Promise<ShippingMethodsModel> {
  const { shop } = services
  const { currency, rows } = await services.run('costs.shippingMethods', { from: range.from, to: range.to })
  const format = { ...shop.display, currency }
  return {
    isFiltered: state.filters.length > 0,
    more: Math.max(0, rows.length - rowsShown),
    rows: rows.slice(0, rowsShown).map((row) => ({
      key: `${row.country}\n${row.method}`,
      country: row.country === '' ? undefined : row.country,
      place:
        row.country === ''
          ? 'Not recorded'
          : labelOf({ dimension: 'country', value: row.country, language: shop.display.language }),
      method: row.method || 'No shipping on the order',
      cells: [
        figureText(row.orders, 'count', format),
        figureText(row.charged, 'money', format),
        figureText(row.cost, 'money', { ...format, bound: row.bound === 'at_most' ? 'at_least' : row.bound }),
        figureText(row.margin, 'money', { ...format, bound: row.bound }),
        row.orders === 0 ? '' : shareText(row.orders - row.unknown, row.orders, format),
      ],
    })),
  }
}
