import type { MetricQuery, MetricRow } from '@tillsight/metrics'
import { shareOf, toNumber } from '../../format/index.ts'
import type { CatalogueView, Result, ShopServices } from '../../services.ts'
import type { CostFact, CostKind, CostKinds } from './model.ts'

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
  const tell = factsOf(services.catalogue(), result)
  const { platforms } = services.catalogue()
  const adPlatforms = new Set<string>(platforms.flatMap(({ id, type }) => (type === 'ads' ? [id] : [])))
  return {
    format: { ...services.shop.display, currency: result.currency },
    kinds: [
      goodsKind(tell, goods),
      gatewayKind(tell, gateways),
      shippingKind(tell, countries),
      advertisingKind(factsOf(services.catalogue(), spent), {
        hasPlatform: connections.some(({ connector }) => adPlatforms.has(connector)),
        spent: toNumber(spent.totals.totalMarketingSpend),
      }),
      handlingKind(tell),
      ...knownKinds(tell),
      expensesKind(factsOf(services.catalogue(), spent), toNumber(spent.totals.expenses)),
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
}

function factsOf({ metrics }: CatalogueView, { totals }: Result): Facts {
  return {
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
    title: 'Goods sold',
    standing: standingOf(tell, 'goodsUnknown', 'cogs'),
    facts: [
      tell.fact('cogs'),
      tell.fact('goodsUnknown'),
      tell.count('Products', countDistinct(sold, 'product'), isMore),
      tell.count('Counting variants', countDistinct(sold, 'product', 'variant'), isMore),
      tell.fact('unitsSold'),
      tell.fact('unitsReturned'),
      tell.fact('netSales'),
    ],
    text: tell.isNone('goodsUnknown')
      ? 'What every piece cost you is known, or taken from your usual share.'
      : 'What some goods cost you is not known, so profit is at most what it says. It is the largest cost of most shops.',
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
    title: 'Payment fees',
    standing: standingOf(tell, 'feesUnknown', 'gatewayFees'),
    facts: [
      tell.fact('gatewayFees'),
      tell.fact('feesUnknown'),
      tell.count('Payment methods', countDistinct(used, 'gateway'), cursor !== undefined),
      tell.fact('paidOrders'),
      tell.fact('orderRevenue'),
    ],
    text: tell.isNone('feesUnknown')
      ? 'What the payment providers keep is known, from the store or by rules.'
      : 'What the payment providers keep of some orders is not known. Enter a rule for each method.',
    page: 'gateway',
  }
}

function shippingKind(tell: Facts, { rows = [], cursor }: Result): CostKind {
  const reached = rows.filter(({ values }) => (toNumber(values.orders) ?? 0) !== 0)
  return {
    key: 'shipping',
    title: 'Shipping',
    standing: standingOf(tell, 'shippingUnknown', 'shippingCost'),
    facts: [
      tell.fact('shippingCost'),
      tell.fact('shippingUnknown'),
      tell.fact('shipping'),
      tell.fact('returnsShipping'),
      tell.count('Countries delivered to', countDistinct(reached, 'country'), cursor !== undefined),
    ],
    text: tell.isNone('shippingUnknown')
      ? 'What buyers pay for delivery is income; what carriers charge you is known.'
      : 'What buyers pay for delivery is income. What carriers charge you for some orders is not known.',
    page: 'shipping',
  }
}

interface AdSpending {
  readonly hasPlatform: boolean
  /** Total of platforms and manual entries; null: unknown. */
  readonly spent: number | null
}

/** Advertising costs: reported by platforms, entered by people, or unknown. */
export function advertisingKind(tell: Pick<Facts, 'fact'>, { hasPlatform, spent }: AdSpending): CostKind {
  const kind = { key: 'advertising', title: 'Advertising' } as const
  if (!hasPlatform && !spent) {
    return {
      ...kind,
      standing: 'unknown',
      facts: [],
      text: 'No ad platform is connected and no spend is entered, so what you spend on ads is not known. Tagging your ads already pays: the store notes the tags on its orders.',
      page: 'tracking',
    }
  }
  if (spent === null) {
    return {
      ...kind,
      standing: 'unknown',
      facts: [],
      text: 'An ad platform is connected, but what was spent cannot be told for these days and filters.',
      page: 'campaigns',
    }
  }
  return {
    ...kind,
    standing: 'spend',
    facts: [tell.fact('blendedAdSpend'), tell.fact('totalMarketingSpend')],
    text: hasPlatform
      ? 'What the connected ad platforms report, and what was entered by hand.'
      : 'What was entered by hand; no ad platform is connected.',
    page: 'campaigns',
  }
}

function knownKinds(tell: Facts): CostKind[] {
  return [
    {
      key: 'discounts',
      title: 'Discounts',
      standing: 'known',
      facts: [tell.fact('discounts'), tell.share('Of gross sales', 'discounts', 'grossSales')],
      text: 'Already taken off in net sales: no further cost to enter.',
      page: undefined,
    },
    {
      key: 'returns',
      title: 'Returns',
      standing: 'known',
      facts: [tell.fact('returns'), tell.share('Of order revenue', 'returns', 'orderRevenue')],
      text: 'Already taken off in sales, on the day the money went back.',
      page: undefined,
    },
    {
      key: 'taxes',
      title: 'Taxes collected',
      standing: 'known',
      facts: [tell.fact('saleTaxes'), tell.fact('returnsTax'), tell.fact('taxes')],
      text: 'Passed on to the state: neither income nor cost, so profit leaves it out on both sides.',
      page: undefined,
    },
  ]
}

function handlingKind(tell: Facts): CostKind {
  const own = ['handlingCost', 'returnCosts', 'orderExpenses'] as const
  const isEmpty = own.every((key) => tell.isNone(key))
  return {
    key: 'handling',
    title: 'Handling and returns',
    standing: isEmpty ? 'unknown' : 'known',
    facts: isEmpty ? [] : own.map((key) => tell.fact(key)),
    text: isEmpty
      ? 'Nothing is entered for picking, packing, return labels and expenses that grow with orders: they count as nothing.'
      : 'Picking, packing, return labels and expenses that grow with orders, as far as they are entered.',
    page: 'handling',
  }
}

function expensesKind(tell: Pick<Facts, 'fact'>, spent: number | null): CostKind {
  return {
    key: 'other',
    title: 'Everything else',
    standing: spent ? 'known' : 'unknown',
    facts: spent ? [tell.fact('expenses')] : [],
    text: 'Rent, wages, tools and the like appear in no order: enter them beside custom spend, as other expenses.',
    page: 'spend',
  }
}
