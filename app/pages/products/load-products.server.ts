import { AppError } from '@tillsight/core'
import type { ProductList, ProductName, RequestedModel } from '@tillsight/domain'
import { href } from 'react-router'
import { toRules } from '../../blocks/credit/credit-choice.ts'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { loadChoice } from '../../blocks/credit/load-choice.server.ts'
import { figureOf, loadPage, type PageQuery, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { changeColumn, metricColumn } from '../../blocks/ledger-tables/columns.server.ts'
import { loadTable, type TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'
import { pictureAddress } from '../../blocks/products/picture-address.server.ts'
import { toCsv } from '../../csv.server.ts'
import { toSearch, withSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import { adsInTable, readAds } from './credited-ads.server.ts'
import { pageWords } from './words.server.ts'

/** A page of products, with what its reader prefers: the model that they chose last. */
export interface ProductsRequest extends PageRequest {
  readonly preference: Readonly<Record<string, unknown>>
}

/** The products sold or given back in the page's period, by net sales, with the ads credited to them. */
export async function loadProductsScreen(request: ProductsRequest) {
  const { seeProfit } = request.services.may
  const { model } = toRules(await loadChoice(request))
  const loaded = await loadPage(request, (page) => ({ table: loadProducts(page, { seeProfit, model }) }))
  return { ...loaded, model, modelName: creditNames(request.services.shop.display.language).model(model) }
}

interface Reading {
  readonly seeProfit: boolean
  readonly model: RequestedModel
}

async function loadProducts(page: PageQuery, { seeProfit, model }: Reading) {
  const [listed, ads] = await Promise.all([page.services.run('product.names', {}), readAds(page, model)])
  const names = new Map(listed.map((product) => [product.id, product]))
  const spec = productsTable(page, { seeProfit, names })
  if (ads === undefined) return loadTable(page, spec)
  const { columns, ...beside } = adsInTable(ads, { seeProfit, language: page.services.shop.display.language })
  return loadTable(page, { ...spec, ...beside, columns: [...spec.columns, ...columns] })
}

const productsAtOnce = 1000
const mostInFile = 50_000

/** The same products as a file, raw: money as decimals in the currency of the page. Throws for too many of them. */
export async function loadProductsCsv(request: ProductsRequest) {
  const { services, state } = request
  const { shop, may } = services
  const { model } = toRules(await loadChoice(request))
  const period = resolvePeriod(state, shop)
  const { from, to, currency, filters = [] } = summaryQuery([], shop, { state, period, services })
  const question = {
    from,
    to,
    model,
    filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    ...(currency && { currency }),
    ...(state.find && { search: state.find }),
  }
  const products: ProductList['products'][number][] = []
  let page: ProductList | undefined
  do {
    page = await services.run('product.list', {
      ...question,
      limit: productsAtOnce,
      ...(page?.cursor && { cursor: page.cursor }),
    })
    products.push(...page.products)
    if (page.cursor && products.length >= mostInFile)
      throw new AppError('invalid_input', 'There are more than 50,000 such products: ask the API page by page.')
  } while (page.cursor)
  const keys = inFile.filter((figure) => may.seeProfit || !('isOfProfit' in figure)).map(({ key }) => key)
  const lines = products.map(({ id, title, values, bounds }) => [
    title,
    id,
    ...keys.map((key) => (key === 'bound' ? (bounds?.['cm2'] ?? 'exact') : (values[key] ?? null))),
  ])
  const rest = keys.map((key) => (key === 'adsCredited' ? (page.ads?.notAttributable ?? null) : null))
  return {
    name: `${shop.domain.replace('~', '-')}-products-${from}-${to}.csv`,
    text: toCsv([
      ['product', 'id', ...keys],
      ...lines,
      ...(page.ads?.notAttributable ? [[`Not attributable (${page.ads.model})`, null, ...rest]] : []),
    ]),
  }
}

/** Figures of the file, by the names that the API has for them. */
const inFile = [
  { key: 'unitsSold' },
  { key: 'netSales' },
  { key: 'refundRateValue' },
  { key: 'adsCredited' },
  { key: 'cogs', isOfProfit: true },
  { key: 'cm2', isOfProfit: true },
  { key: 'cm2Margin', isOfProfit: true },
  { key: 'contributionAfterAds', isOfProfit: true },
  { key: 'bound', isOfProfit: true },
] as const satisfies readonly { readonly key: string; readonly isOfProfit?: boolean }[]

interface Known {
  readonly seeProfit: boolean
  /** By id: what the store's catalogue calls it. */
  readonly names: ReadonlyMap<string, ProductName>
}

function productsTable({ services, state }: PageQuery, { seeProfit, names: known }: Known): TableSpec {
  const figure = figureOf(services)
  const { domain, display } = services.shop
  const say = pageWords.say(display.language)
  const kept = withSearch(state, { sort: undefined, find: undefined, after: undefined })
  const profit = [
    metricColumn(figure('cogs'), say('list.cost')),
    metricColumn(figure('cm2'), say('list.contribution')),
    metricColumn(figure('cm2Margin'), say('list.margin')),
  ]
  return {
    labelHeader: say('list.product'),
    dimensions: ['product'],
    columns: [
      metricColumn(figure('unitsSold')),
      metricColumn(figure('netSales')),
      changeColumn(figure('netSales'), 'unitsSold', display.language),
      metricColumn(figure('refundRateValue'), say('list.refundRate')),
      ...(seeProfit ? profit : []),
    ],
    usualSorting: '-netSales',
    labelOf: ({ dimensions: { product = '' }, names }) =>
      product === '' ? say('list.noProduct') : known.get(product)?.title || names?.['product'] || product,
    detailOf: ({ dimensions: { product } }) => (product === '' ? say('list.noProductAbout') : undefined),
    pictureOf: ({ dimensions: { product = '' } }) =>
      known.get(product)?.hasPicture ? pictureAddress(domain, product) : null,
    filtersOf: ({ dimensions: { product = '' } }) =>
      product === '' ? [] : [{ dimension: 'product', operator: 'is', values: [product] }],
    pageOf: ({ dimensions: { product = '' } }) =>
      product === '' ? undefined : `${href('/shop/:domain/products/:product', { domain, product })}${kept}`,
    file: `${href('/shop/:domain/products.csv', { domain })}${toSearch({ ...state, after: undefined })}`,
  }
}
