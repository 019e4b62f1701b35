import type { MetricQuery, MetricRow } from '@tillsight/metrics'
import { figureText, shareOf, toNumber } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { CatalogueView, Result, ShopServices } from '../../services.ts'
import type { CostFact, CostKind, CostKinds } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

interface CostsQuery {
  readonly services: ShopServices
  /** Builds the page's query for these metrics. */
  readonly ask: (metrics: readonly string[]) => MetricQuery
}

const figures = [
  'orders',
  'paidOrders',
  'orderRevenue',
  'grossSales',
  'discounts',
  'netSales',
  'unitsSold',
  'unitsReturned',
  'shipping',
  'returnsShipping',
  'saleTaxes',
  'returnsTax',
  'taxes',
  'returns',
  'cogs',
  'goodsUnknown',
  'gatewayFees',
  'feesUnknown',
  'shippingCost',
  'shippingUnknown',
  'handlingCost',
  'returnCosts',
  'orderExpenses',
] as const
type Figure = (typeof figures)[number] | (typeof spending)[number]

/** Spend on ads, of the platforms and in total, and entered expenses. */
const spending = ['blendedAdSpend', 'totalMarketingSpend', 'expenses'] as const

const rowsAtMost = 1000

/** All kinds of cost with their figures for the range. */
export async function summariseCosts({ services, ask }: CostsQuery): Promise<CostKinds> {
  const { interval: _i, compare: _c, ...totals } = ask(figures)
  const { interval: _j, compare: _d, ...lists } = ask(['unitsSold'])
  const list = (dimensions: readonly string[], query: MetricQuery) =>
    services.run('metrics.query', { ...query, dimensions, limit: rowsAtMost })
  const { interval: _k, compare: _e, ...ads } = ask(spending)
  const [connections, spent, result, goods, gateways, countries] = await Promise.all([
    services.run('connection.list'),
    services.run('metrics.query', ads),
    services.run('metrics.query', totals),
    list(['product', 'variant'], lists),
    list(['gateway'], { ...lists, metrics: ['orders'] }),
    list(['country'], { ...lists, metrics: ['orders'] }),
  ])
  const say = pageWords.say(services.shop.display.language)
  const format = { ...services.shop.display, currency: result.currency }
  const tell = factsOf(services.catalogue(), result, say)
  const tellSpent = factsOf(services.catalogue(), spent, say)
  const { platforms } = services.catalogue()
  const adPlatforms = new Set<string>(platforms.flatMap(({ id, type }) => (type === 'ads' ? [id] : [])))
  return {
    format,
    kinds: [
      goodsKind(tell, goods),
      gatewayKind(tell, gateways),
      shippingKind(tell, countries),
      advertisingKind(tellSpent, {
        connected: new Set(connections.flatMap(({ connector }) => (adPlatforms.has(connector) ? [connector] : [])))
          .size,
        amount: figureText(spent.totals.blendedAdSpend, 'money', { ...format, currency: spent.currency }),
        spent: toNumber(spent.totals.totalMarketingSpend),
      }),
      handlingKind(tell),
      ...knownKinds(tell),
      expensesKind(tellSpent, toNumber(spent.totals.expenses)),
    ],
  }
}

interface Facts {
  /** Whether the figure is 0: there is nothing without a cost. */
  readonly isNone: (key: Figure) => boolean
  /** A metric with its label. */
  readonly fact: (key: Figure, label?: string) => CostFact
  readonly count: (label: string, rows: number, isMore: boolean) => CostFact
  readonly share: (label: string, part: Figure, whole: Figure) => CostFact
  readonly say: Say<WordKey>
}

function factsOf({ metrics }: CatalogueView, { totals }: Result, say: Say<WordKey>): Facts {
  return {
    say,
    fact(key, label) {
      const metric = metrics.find((candidate) => candidate.key === key)
      return { label: label ?? metric?.label ?? key, value: totals[key], unit: metric?.unit ?? 'count' }
    },
    isNone: (key) => (toNumber(totals[key]) ?? 0) === 0,
    count: (label, rows, isMore) => ({ label, value: rows, unit: 'count', ...(isMore ? { isMore } : {}) }),
    share: (label, part, whole) => ({ label, value: shareOf(totals[part], totals[whole]), unit: 'percent' }),
  }
}

function standingOf(tell: Facts, missing: Figure, cost: Figure): CostKind['standing'] {
  if (tell.isNone(missing)) return 'known'
  return tell.isNone(cost) ? 'unknown' : 'base'
}

function goodsKind(tell: Facts, { rows = [], cursor }: Result): CostKind {
  const sold = rows.filter(({ values }) => (toNumber(values.unitsSold) ?? 0) !== 0)
  const isMore = cursor !== undefined
  return {
    key: 'goods',
    title: tell.say('goods.title'),
    standing: standingOf(tell, 'goodsUnknown', 'cogs'),
    facts: [
      tell.fact('cogs'),
      tell.fact('goodsUnknown'),
      tell.count(tell.say('goods.products'), countDistinct(sold, 'product'), isMore),
      tell.count(tell.say('goods.variants'), countDistinct(sold, 'product', 'variant'), isMore),
      tell.fact('unitsSold'),
      tell.fact('unitsReturned'),
      tell.fact('netSales'),
    ],
    text: tell.say(tell.isNone('goodsUnknown') ? 'goods.known' : 'goods.missing'),
    page: 'goods',
  }
}

/** Number of distinct combinations of the dimensions' values, without rows that lack them all. */
export function countDistinct(rows: readonly MetricRow[], ...dimensions: readonly string[]): number {
  const values = rows.map((row) => dimensions.map((dimension) => row.dimensions[dimension] ?? ''))
  return new Set(values.filter((parts) => parts.some((part) => part !== '')).map((parts) => parts.join('\n'))).size
}

function gatewayKind(tell: Facts, { rows = [], cursor }: Result): CostKind {
  const used = rows.filter(({ values }) => (toNumber(values.orders) ?? 0) !== 0)
  return {
    key: 'gateway',
    title: tell.say('gateway.title'),
    standing: standingOf(tell, 'feesUnknown', 'gatewayFees'),
    facts: [
      tell.fact('gatewayFees'),
      tell.fact('feesUnknown'),
      tell.count(tell.say('gateway.methods'), countDistinct(used, 'gateway'), cursor !== undefined),
      tell.fact('paidOrders'),
      tell.fact('orderRevenue'),
    ],
    text: tell.say(tell.isNone('feesUnknown') ? 'gateway.known' : 'gateway.missing'),
    page: 'gateway',
  }
}

function shippingKind(tell: Facts, { rows = [], cursor }: Result): CostKind {
  const reached = rows.filter(({ values }) => (toNumber(values.orders) ?? 0) !== 0)
  return {
    key: 'shipping',
    title: tell.say('shipping.title'),
    standing: standingOf(tell, 'shippingUnknown', 'shippingCost'),
    facts: [
      tell.fact('shippingCost'),
      tell.fact('shippingUnknown'),
      tell.fact('shipping'),
      tell.fact('returnsShipping'),
      tell.count(tell.say('shipping.countries'), countDistinct(reached, 'country'), cursor !== undefined),
    ],
    text: tell.say(tell.isNone('shippingUnknown') ? 'shipping.known' : 'shipping.missing'),
    page: 'shipping',
  }
}

interface AdSpending {
  /** Connected ad platforms. */
  readonly connected: number
  /** What ads cost, printed. */
  readonly amount: string
  /** Total of platforms and manual entries; null: unknown. */
  readonly spent: number | null
}

/** Advertising costs: reported by platforms, entered by people, or unknown. */
export function advertisingKind(
  { fact, say }: Pick<Facts, 'fact' | 'say'>,
  { connected, amount, spent }: AdSpending,
): CostKind {
  const kind = { key: 'advertising', title: say('ads.title') }
  if (connected === 0 && !spent) {
    return {
      ...kind,
      standing: 'unknown',
      facts: [],
      text: say('ads.none'),
      page: 'tracking',
    }
  }
  if (spent === null) {
    return {
      ...kind,
      standing: 'unknown',
      facts: [],
      text: say('ads.unknown'),
      page: 'campaigns',
    }
  }
  return {
    ...kind,
    standing: 'spend',
    facts: [fact('blendedAdSpend'), fact('totalMarketingSpend')],
    text: connected > 0 ? say('ads.platforms', { amount, count: connected }) : say('ads.entered'),
    page: 'campaigns',
  }
}

function knownKinds(tell: Facts): CostKind[] {
  return [
    {
      key: 'discounts',
      title: tell.say('discounts.title'),
      standing: 'known',
      facts: [tell.fact('discounts'), tell.share(tell.say('discounts.share'), 'discounts', 'grossSales')],
      text: tell.say('discounts.text'),
      page: undefined,
    },
    {
      key: 'returns',
      title: tell.say('returns.title'),
      standing: 'known',
      facts: [tell.fact('returns'), tell.share(tell.say('returns.share'), 'returns', 'orderRevenue')],
      text: tell.say('returns.text'),
      page: undefined,
    },
    {
      key: 'taxes',
      title: tell.say('taxes.title'),
      standing: 'known',
      facts: [tell.fact('saleTaxes'), tell.fact('returnsTax'), tell.fact('taxes')],
      text: tell.say('taxes.text'),
      page: undefined,
    },
  ]
}

function handlingKind(tell: Facts): CostKind {
  const own = ['handlingCost', 'returnCosts', 'orderExpenses'] as const
  const isEmpty = own.every((key) => tell.isNone(key))
  return {
    key: 'handling',
    title: tell.say('handling.title'),
    standing: isEmpty ? 'unknown' : 'known',
    facts: isEmpty ? [] : own.map((key) => tell.fact(key)),
    text: tell.say(isEmpty ? 'handling.none' : 'handling.known'),
    page: 'handling',
  }
}

function expensesKind(tell: Pick<Facts, 'fact' | 'say'>, spent: number | null): CostKind {
  return {
    key: 'other',
    title: tell.say('other.title'),
    standing: spent ? 'known' : 'unknown',
    facts: spent ? [tell.fact('expenses')] : [],
    text: tell.say('other.text'),
    page: 'spend',
  }
}
