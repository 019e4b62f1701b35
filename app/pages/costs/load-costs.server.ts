import type { MetricRow } from '@tillsight/metrics'
import { storePlatforms } from '@tillsight/platforms'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import {
  figureOf,
  loadProfitPage,
  type PageQuery,
  type PageRequest,
  partOf,
} from '../../blocks/figures-page/load-page.server.ts'
import { changeColumn, metricColumn, perOrderColumn, shareColumn } from '../../blocks/ledger-tables/columns.server.ts'
import { loadTable, type TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { boundsOf, figureText, missing, shareText } from '../../format/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { ShopView } from '../../services.ts'
import { loadGoods, readGoodsFilter } from './load-goods.server.ts'
import { loadChanges, loadRules, loadSettings } from './load-rules.server.ts'
import type { ShippingMethodsModel } from './model.ts'
import { summariseCosts } from './summarise-costs.server.ts'
import { tryShipping } from './try-shipping.server.ts'
import en from './words/en.json' with { type: 'json' }
import { pageWords, wordsFor } from './words.server.ts'
import type { WordKey } from './words.ts'

const methodsShown = 200

/** The loader of a screen of costs: its content, the words of its kind, and its title. */
export function screenLoader<Content>(
  load: (request: PageRequest, address: URLSearchParams) => Promise<Content>,
  { kind, title }: { readonly kind: Parameters<typeof wordsFor>[1]; readonly title: WordKey },
) {
  return guarded(async (args: Parameters<typeof currentShop>[0] & { readonly request: Request }) => {
    const services = await currentShop(args)
    const { searchParams } = new URL(args.request.url)
    const { language } = services.shop.display
    const request = { services, state: parseSearch(searchParams), now: args.context.get(servicesContext).now() }
    return {
      content: await load(request, searchParams),
      words: wordsFor(language, kind),
      title: pageWords.say(language)(title),
    }
  })
}

/** The inputs of profit, by kind: what the orders contain, and what is missing. */
export function loadCostsScreen(request: PageRequest) {
  return loadProfitPage(request, (page) => ({ kinds: summariseCosts(page) }))
}

/** Everything sold in the range; costs only of goods of one kind, if the address says so. */
export function loadGoodsScreen(request: PageRequest, address: URLSearchParams) {
  return loadProfitPage(request, (page) => ({
    goods: loadGoods(page, readGoodsFilter(address)),
    table: loadTable(page, goodsTable(page)),
  }))
}

/** How orders were paid, and what that cost. */
export function loadGatewayScreen(request: PageRequest) {
  const feeStore = feeStoreOf(request)
  return loadProfitPage(request, (page) => ({
    feeStore,
    keepsCosts: keepsCosts(request),
    told: tellFees(page),
    rules: loadRules(page, ['fee', 'feeMeta']),
    table: loadTable(page, gatewayTable(page)),
  }))
}

/** The shop's store platform, and what it reports about fees. */
function feeStoreOf({ services: { shop } }: PageRequest) {
  const store = storePlatforms.find(({ id }) => id === shop.platform)
  if (!store) return null
  const word = `printed.fees.${store.id}`
  const isWorded = isWord(word)
  const fees = isWorded ? sayIn(shop)(word) : store.fees
  return { name: store.name, fees, isEnglish: !isWorded }
}

function isWord(key: string): key is WordKey {
  return Object.hasOwn(en, key)
}

function sayIn({ display }: ShopView) {
  return pageWords.say(display.language)
}

/** Whether plug-ins of the shop's store keep costs with orders. */
function keepsCosts({ services: { shop } }: PageRequest): boolean {
  return storePlatforms.some(({ id, keepsOrderMeta }) => id === shop.platform && keepsOrderMeta === true)
}

/** What buyers paid for delivery, and what carriers charged. */
export function loadShippingScreen(request: PageRequest, address: URLSearchParams) {
  return loadProfitPage(request, (page) => ({
    keepsCosts: keepsCosts(request),
    told: tellShipping(page),
    trial: tryShipping(request.services, address),
    rules: loadRules(page, ['shipping', 'labelMeta']),
    table: loadTable(page, shippingTable(page)),
    methods: partOf(page.services, () => loadShippingMethods(page)),
  }))
}

/** Handling, return labels and expenses per order. */
export function loadHandlingScreen(request: PageRequest) {
  return loadProfitPage(request, (page) => ({ rules: loadRules(page, ['handling', 'return', 'expense']) }))
}

/** Choices about costs, and what was changed. */
export function loadChangesScreen(request: PageRequest) {
  return loadProfitPage(request, (page) => ({ settings: loadSettings(page), changes: loadChanges(page) }))
}

/** Prints totals of the page's period, with the sign of what is not exact. */
async function readTotals({ services, ask }: PageQuery, metrics: readonly string[]): Promise<(key: string) => string> {
  const { interval: _interval, compare: _compare, ...query } = ask(metrics)
  const { totals, currency, ...answer } = await services.run('metrics.query', query)
  const bounds = boundsOf(answer)
  return (key) => figureText(totals[key], 'money', { ...services.shop.display, currency, bound: bounds[key] })
}

async function tellFees(page: PageQuery): Promise<string> {
  const print = await readTotals(page, ['gatewayFees', 'orderRevenue'])
  const amounts = { revenue: print('orderRevenue'), fees: print('gatewayFees') }
  return sayIn(page.services.shop)(amounts.fees === missing ? 'printed.fees.unknown' : 'printed.fees.told', amounts)
}

async function tellShipping(page: PageQuery): Promise<string> {
  const print = await readTotals(page, ['shipping', 'returnsShipping', 'shippingCost', 'shippingMargin'])
  const amounts = {
    charged: print('shipping'),
    refunded: print('returnsShipping'),
    cost: print('shippingCost'),
    margin: print('shippingMargin'),
  }
  return sayIn(page.services.shop)(
    amounts.cost === missing ? 'printed.shipping.unknown' : 'printed.shipping.told',
    amounts,
  )
}

function goodsTable({ services }: PageQuery): TableSpec {
  const figure = figureOf(services)
  const { language } = services.shop.display
  const say = pageWords.say(language)
  return {
    labelHeader: say('printed.column.product'),
    // The products to enter costs for stand above.
    pageSize: 25,
    dimensions: ['product', 'variant', 'sku'],
    columns: [
      metricColumn(figure('unitsSold')),
      metricColumn(figure('unitsReturned')),
      metricColumn(figure('netSales')),
      shareColumn(figure('netSales'), language),
      changeColumn(figure('netSales'), 'unitsSold', language),
      metricColumn(figure('cogs')),
      metricColumn(figure('grossProfit')),
      metricColumn(figure('grossMargin')),
      metricColumn(figure('cm2')),
    ],
    usualSorting: '-netSales',
    labelOf: ({ dimensions, names }) =>
      names?.variant ||
      names?.product ||
      say(isNamed(dimensions) ? 'printed.goods.unnamed' : 'printed.goods.noProduct'),
    detailOf: ({ dimensions }) =>
      isNamed(dimensions) ? dimensions.sku || say('goods.noSku') : say('printed.goods.noProductNote'),
    filtersOf: ({ dimensions }) => (isNamed(dimensions) ? filtersOfGoods(dimensions) : []),
  }
}

function isNamed({ product, variant, sku }: MetricRow['dimensions']): boolean {
  return Boolean(product || variant || sku)
}

/** A product without variants has its own filter; the SKU identifies it too. */
function filtersOfGoods({ product = '', variant = '', sku = '' }: MetricRow['dimensions']) {
  const told = variant ? { dimension: 'variant', value: variant } : { dimension: 'product', value: product }
  return [told, { dimension: 'sku', value: sku }]
    .filter(({ dimension, value }) => value !== '' || dimension === 'product')
    .map(({ dimension, value }) => ({ dimension, operator: 'is' as const, values: [value] }))
}

function gatewayTable({ services }: PageQuery): TableSpec {
  const figure = figureOf(services)
  const { language } = services.shop.display
  const say = pageWords.say(language)
  return {
    labelHeader: say('printed.column.method'),
    dimensions: ['gateway'],
    columns: [
      metricColumn(figure('orders')),
      metricColumn(figure('orderRevenue')),
      shareColumn(figure('orderRevenue'), language),
      metricColumn(figure('aov')),
      changeColumn(figure('orderRevenue'), 'orders', language),
      metricColumn(figure('gatewayFees')),
    ],
    usualSorting: '-orderRevenue',
    labelOf: ({ dimensions: { gateway = '' } }) =>
      gateway === '' ? say('printed.notRecorded') : labelOf({ dimension: 'gateway', value: gateway, language }),
  }
}

function shippingTable({ services }: PageQuery): TableSpec {
  const figure = figureOf(services)
  const { language } = services.shop.display
  const say = pageWords.say(language)
  return {
    labelHeader: say('printed.column.country'),
    dimensions: ['country'],
    columns: [
      metricColumn(figure('orders')),
      metricColumn(figure('shipping')),
      shareColumn(figure('shipping'), language),
      perOrderColumn(figure('shipping'), say('printed.column.perOrder'), figure('orders')),
      metricColumn(figure('returnsShipping')),
      changeColumn(figure('shipping'), 'orders', language),
      metricColumn(figure('shippingCost')),
      metricColumn(figure('shippingMargin')),
    ],
    usualSorting: '-shipping',
    labelOf: ({ dimensions: { country = '' } }) =>
      country === '' ? say('printed.notRecorded') : labelOf({ dimension: 'country', value: country, language }),
  }
}

/** What is left of shipping in the page's period, by country and method, most orders first. */
async function loadShippingMethods({ services, range, state }: PageQuery): Promise<ShippingMethodsModel> {
  const { shop } = services
  const { currency, rows } = await services.run('costs.shippingMethods', { from: range.from, to: range.to })
  const format = { ...shop.display, currency }
  const say = sayIn(shop)
  return {
    isFiltered: state.filters.length > 0,
    more: Math.max(0, rows.length - methodsShown),
    rows: rows.slice(0, methodsShown).map((row) => ({
      key: `${row.country}\n${row.method}`,
      country: row.country === '' ? undefined : row.country,
      place:
        row.country === ''
          ? say('printed.notRecorded')
          : labelOf({ dimension: 'country', value: row.country, language: shop.display.language }),
      method: row.method || say('printed.noMethod'),
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
