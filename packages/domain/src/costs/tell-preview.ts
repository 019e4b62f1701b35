import { type Amount, addAmounts, addDecimals, amountText, subtractAmounts, zeroAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { CostState } from '@tillsight/costs'
import { type Db, listCostMarks, listCostRules, recordNumberChanges } from '@tillsight/database'
import { knownShares, type MetricResult, type MetricValues, parseQuery } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { readCostSettings } from '../cost-rules.ts'
import type { MovedState } from '../ledger/index.ts'
import { askFigures, loadStatus } from '../reports/index.ts'
import type { Preview } from './preview.ts'

const Shares = z.object({ exact: z.string(), assumed: z.string(), unknown: z.string() }).nullable()

/** How far costs are known: goods as shares of their net value when ordered, fees and shipping of orders; null without any. */
export const CostCoverage = z.object({ goods: Shares, fees: Shares, shipping: Shares })
export type CostCoverage = z.infer<typeof CostCoverage>

const Money = z.string()

/** What a change does to profit, in shop currency. */
export const CostPreview = z.object({
  orders: z.number(),
  lines: z.number(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  /** Net profit of the whole days between; null where it is not known, or nothing changes. */
  profitBefore: Money.nullable(),
  profitAfter: Money.nullable(),
  /** What profit gains. */
  delta: Money,
  /** Months with a difference, each with the net profit of its days between. */
  byMonth: z.array(z.object({ month: z.string(), delta: Money, before: Money.nullable(), after: Money.nullable() })),
  coverageBefore: CostCoverage.nullable(),
  coverageAfter: CostCoverage.nullable(),
  examples: z.array(z.object({ order: z.string(), name: z.string(), delta: Money })),
  /** Whether it moves days that are closed, which takes an owner and a reason. */
  closed: z.boolean(),
  /**
   * Whether it reaches more orders than can be worked out while somebody waits: `orders` and days are those that it may move, and
   * what it does to profit stands with the change once figures have it.
   */
  pending: z.boolean(),
})
export type CostPreview = z.infer<typeof CostPreview>

async function closedThrough({ queries, shop }: Pick<ShopContext, 'queries' | 'shop'>): Promise<string | null> {
  return readCostSettings(await listCostRules(queries, shop.id)).closedThrough
}

/** A preview as it is told, while figures stand without the change, or with it already. */
export async function toPreview(ctx: ShopContext, preview: Preview, figures: 'without' | 'with'): Promise<CostPreview> {
  const [closed, around] = await Promise.all([closedThrough(ctx), readProfitAround(ctx, preview, figures)])
  return {
    orders: preview.orders,
    lines: preview.lines,
    from: preview.from,
    to: preview.to,
    currency: ctx.shop.currency,
    delta: amountText(preview.delta),
    ...around,
    examples: preview.examples.map((example) => ({ ...example, delta: amountText(example.delta) })),
    pending: preview.isPending,
    closed: closed !== null && preview.from !== null && preview.from <= closed,
  }
}

/** Notes the months whose profit a change moved, as any other change of past figures. */
export async function notePastProfit(
  db: Db,
  { shop, at }: { readonly shop: ShopContext['shop']; readonly at: Date },
  change: Pick<CostPreview, 'byMonth' | 'from'> & { readonly id: string; readonly what: string },
): Promise<void> {
  const moved = change.byMonth.flatMap(({ month, delta, before, after }) =>
    before === null || after === null || Number(delta) === 0 ? [] : [{ month, before, after }],
  )
  const first = change.from?.slice(0, 7)
  await recordNumberChanges(
    db,
    moved.map(({ month, before, after }) => ({
      shopId: shop.id,
      day: month === first && change.from !== null ? parseDay(change.from) : parseDay(`${month}-01`),
      metric: 'netProfit',
      orderId: '',
      orderName: change.what,
      cause: 'cost_changed',
      costChange: change.id,
      amountBefore: before,
      amountAfter: after,
      seenAt: at,
    })),
  )
}

type ProfitAround = Pick<CostPreview, 'profitBefore' | 'profitAfter' | 'coverageBefore' | 'coverageAfter' | 'byMonth'>

const kinds = ['goods', 'fees', 'shipping'] as const
const states = ['exact', 'assumed', 'unknown'] as const
type Kind = (typeof kinds)[number]
const metricsOf = {
  goods: { exact: 'goodsExact', assumed: 'goodsAssumed', unknown: 'goodsUnknown' },
  fees: { exact: 'feesExact', assumed: 'feesAssumed', unknown: 'feesUnknown' },
  shipping: { exact: 'shippingExact', assumed: 'shippingAssumed', unknown: 'shippingUnknown' },
} as const
const needed = ['netProfit', ...kinds.flatMap((kind) => Object.values(metricsOf[kind]))]

/**
 * Profit around a change, from the figures as they stand: without it yet, or with it already. Nothing is known while other
 * changes are still being booked, or where nothing changes.
 */
async function readProfitAround(
  ctx: ShopContext,
  preview: Preview,
  figures: 'without' | 'with',
): Promise<ProfitAround> {
  const found = await readFigures(ctx, preview, figures)
  const shift = (value: string | null, delta: Amount) => {
    if (value === null) return { before: null, after: null }
    const gain = figures === 'without' ? delta : subtractAmounts(zeroAmount, delta)
    const other = addDecimals([value, amountText(gain)])
    return figures === 'without' ? { before: value, after: other } : { before: other, after: value }
  }
  const months = new Map((found?.series ?? []).map(({ at, values }) => [at.slice(0, 7), moneyOf(values)]))
  const whole = shift(moneyOf(found?.totals ?? {}), preview.delta)
  const [own, other] = found ? coverages(found.totals, preview.moved, figures) : [null, null]
  const [coverageBefore, coverageAfter] = figures === 'without' ? [own, other] : [other, own]
  return {
    profitBefore: isUnknown(coverageBefore) ? null : whole.before,
    profitAfter: isUnknown(coverageAfter) ? null : whole.after,
    coverageBefore,
    coverageAfter,
    byMonth: preview.byMonth.map(({ month, delta }) => ({
      month,
      delta: amountText(delta),
      ...shift(months.get(month) ?? null, delta),
    })),
  }
}

/** Undefined where nothing changes, or figures do not stand as they are said to. */
async function readFigures(
  ctx: ShopContext,
  { from, to, isPending }: Preview,
  figures: 'without' | 'with',
): Promise<MetricResult | undefined> {
  if (from === null || to === null || isPending) return undefined
  if (figures === 'without' && (await listCostMarks(ctx.db.kysely, ctx.shop.id)).length > 0) return undefined
  // The connection is the pool's own: what others save meanwhile is no part of this.
  const own: ShopContext = { ...ctx, queries: ctx.db.kysely }
  const query = parseQuery({ metrics: needed, from, to, interval: 'month' })
  const { scope, facts } = await loadStatus(own, query)
  return askFigures(own, query, { scope: { ...scope, showsUnknown: true }, facts })
}

/** How far costs are known as figures stand, and on the other side of the change. */
function coverages(
  totals: MetricValues,
  moved: readonly MovedState[],
  figures: 'without' | 'with',
): readonly [own: CostCoverage, other: CostCoverage] {
  const gains = new Map<string, Amount>()
  for (const { kind, from, to, weight } of moved) {
    const [lost, won] = (figures === 'without' ? [from, to] : [to, from]).map((state) => metricOf(kind, state))
    if (lost) gains.set(lost, subtractAmounts(gains.get(lost) ?? zeroAmount, weight))
    if (won) gains.set(won, addAmounts(gains.get(won) ?? zeroAmount, weight))
  }
  const read = (kind: Kind, isMoved: boolean): CostCoverage[Kind] => {
    const amountOf = (state: (typeof states)[number]): string => {
      const metric = metricsOf[kind][state]
      const gain = isMoved ? (gains.get(metric) ?? zeroAmount) : zeroAmount
      return addDecimals([textOf(totals[metric]) ?? '0', amountText(gain)])
    }
    return knownShares([amountOf('exact'), amountOf('assumed'), amountOf('unknown')])
  }
  const all = (isMoved: boolean): CostCoverage => ({
    goods: read('goods', isMoved),
    fees: read('fees', isMoved),
    shipping: read('shipping', isMoved),
  })
  return [all(false), all(true)]
}

/** The metric that something counts in; what is no goods has no cost, and an order without fees or shipping is as good as known. */
function metricOf(kind: Kind, state: CostState): string | undefined {
  if (state !== 'none') return metricsOf[kind][state]
  return kind === 'goods' ? undefined : metricsOf[kind].exact
}

/** Nothing is known of what the goods cost: no profit is told. */
function isUnknown(coverage: CostCoverage | null): boolean {
  return coverage?.goods?.unknown === '1.0000'
}

/** Net profit with the decimals of every other amount here. */
function moneyOf({ netProfit }: MetricValues): string | null {
  const text = textOf(netProfit)
  return text === null ? null : addDecimals([text, amountText(zeroAmount)])
}

function textOf(value: MetricValues[string] | undefined): string | null {
  return value === null || value === undefined ? null : `${value}`
}
