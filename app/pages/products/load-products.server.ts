import { href } from 'react-router'
import { figureOf, loadPage, type PageQuery, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { changeColumn, metricColumn } from '../../blocks/ledger-tables/columns.server.ts'
import { loadTable, type TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'

/** The products sold or given back in the page's period, by net sales. */
export function loadProductsScreen(request: PageRequest) {
  const { seeProfit } = request.services.may
  return loadPage(request, (page) => ({ table: loadTable(page, productsTable(page, seeProfit)) }))
}

function productsTable({ services }: PageQuery, seesProfit: boolean): TableSpec {
  const figure = figureOf(services)
  const { domain } = services.shop
  const profit = ['cogs', 'cm2', 'cm2Margin'].map((key) => metricColumn(figure(key)))
  return {
    labelHeader: 'Product',
    dimensions: ['product'],
    columns: [
      metricColumn(figure('unitsSold')),
      metricColumn(figure('netSales')),
      changeColumn(figure('netSales'), 'unitsSold'),
      metricColumn(figure('refundRateValue')),
      ...(seesProfit ? profit : []),
    ],
    usualSorting: '-netSales',
    labelOf: ({ dimensions: { product = '' }, names }) =>
      product === '' ? 'Not tied to a product' : names?.['product'] || product,
    detailOf: ({ dimensions: { product } }) =>
      product === '' ? 'Shipping, charges, and amounts given back without naming goods' : undefined,
    filtersOf: ({ dimensions: { product = '' } }) =>
      product === '' ? [] : [{ dimension: 'product', operator: 'is', values: [product] }],
    pageOf: ({ dimensions: { product = '' } }) =>
      product === '' ? undefined : href('/shop/:domain/products/:product', { domain, product }),
  }
}
