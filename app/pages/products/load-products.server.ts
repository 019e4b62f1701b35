import { href } from 'react-router'
import { figureOf, loadPage, type PageQuery, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { changeColumn, metricColumn } from '../../blocks/ledger-tables/columns.server.ts'
import { loadTable, type TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'
import { withSearch } from '../../search/index.ts'

/** The products sold or given back in the page's period, by net sales. */
export function loadProductsScreen(request: PageRequest) {
  const { seeProfit } = request.services.may
  return loadPage(request, (page) => ({ table: loadProducts(page, seeProfit) }))
}

async function loadProducts(page: PageQuery, seesProfit: boolean) {
  const listed = await page.services.run('product.names', {})
  const names = new Map(listed.map(({ id, title }) => [id, title]))
  return loadTable(page, productsTable(page, { seesProfit, names }))
}

interface Known {
  readonly seesProfit: boolean
  /** By id: what the store's catalogue calls it. */
  readonly names: ReadonlyMap<string, string>
}

function productsTable({ services, state }: PageQuery, { seesProfit, names: known }: Known): TableSpec {
  const figure = figureOf(services)
  const { domain } = services.shop
  const kept = withSearch(state, { sort: undefined, find: undefined, after: undefined })
  const profit = [
    metricColumn(figure('cogs'), 'Cost'),
    metricColumn(figure('cm2'), 'Contribution'),
    metricColumn(figure('cm2Margin'), 'Margin'),
  ]
  return {
    labelHeader: 'Product',
    dimensions: ['product'],
    columns: [
      metricColumn(figure('unitsSold')),
      metricColumn(figure('netSales')),
      changeColumn(figure('netSales'), 'unitsSold'),
      metricColumn(figure('refundRateValue'), 'Refund rate'),
      ...(seesProfit ? profit : []),
    ],
    usualSorting: '-netSales',
    labelOf: ({ dimensions: { product = '' }, names }) =>
      product === '' ? 'Not tied to a product' : known.get(product) || names?.['product'] || product,
    detailOf: ({ dimensions: { product } }) =>
      product === '' ? 'Shipping, charges, and amounts given back without naming goods' : undefined,
    filtersOf: ({ dimensions: { product = '' } }) =>
      product === '' ? [] : [{ dimension: 'product', operator: 'is', values: [product] }],
    pageOf: ({ dimensions: { product = '' } }) =>
      product === '' ? undefined : `${href('/shop/:domain/products/:product', { domain, product })}${kept}`,
  }
}
