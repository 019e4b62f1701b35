import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { dividedBy, type Exact, plus, quotientText, readDecimal, signOf, zero } from './exact.ts'
import { basesOf, metricOf } from './formula.ts'
import type { Bound, KnownShares, Quality, Scope } from './query.ts'
import type { Amounts, ExactValues } from './values.ts'

/** Kinds of costs that may be assumed or unknown. */
const kinds = ['goods', 'fees', 'shipping'] as const
type Kind = (typeof kinds)[number]

/** By column of a cost in the ledger, the kinds that are told with it. */
const kindsOfColumn: Readonly<Record<string, readonly Kind[]>> = {
  cost: ['goods'],
  fee: ['fees'],
  shipping_cost: ['shipping'],
}

const told = {
  goods: {
    exact: 'goodsExact',
    assumed: 'goodsAssumed',
    unknown: 'goodsUnknown',
    marks: ['linesAssumed', 'linesUnknown'],
  },
  fees: { exact: 'feesExact', assumed: 'feesAssumed', unknown: 'feesUnknown', marks: [] },
  shipping: { exact: 'shippingExact', assumed: 'shippingAssumed', unknown: 'shippingUnknown', marks: [] },
} as const satisfies Record<Kind, object>

/** The kinds of costs in a metric. */
function kindsOf(metric: MetricDefinition): readonly Kind[] {
  const found = new Set(
    basesOf([metric]).flatMap(({ value }) => (value.aggregate === 'sum' ? (kindsOfColumn[value.of] ?? []) : [])),
  )
  return kinds.filter((kind) => found.has(kind))
}

/** Whether the metric, named by the catalogue, has costs that may be unknown. */
export function hasCosts(id: MetricId): boolean {
  return kindsOf(metricOf(id)).length > 0
}

/** The metrics that tell how far the costs in some metrics are known. */
export function knowledgeFor(metrics: readonly MetricDefinition[]): MetricDefinition[] {
  const needed = new Set(metrics.flatMap(kindsOf))
  return kinds.flatMap((kind) => {
    const { exact, assumed, unknown, marks } = told[kind]
    return needed.has(kind) ? [exact, assumed, unknown, ...marks].map(metricOf) : []
  })
}

/** What is known of the costs of one place: a period, a bucket or a row. */
interface Known {
  readonly shares: Shares | undefined
  readonly hasAssumed: boolean
  readonly hasUnknown: boolean
  /** Something was sold, and nothing is known of what it cost. */
  readonly isUnknown: boolean
}

interface Shares {
  readonly parts: readonly [exact: Exact, assumed: Exact, unknown: Exact]
  readonly whole: Exact
}

/** Judges the costs in the values of places of a plan. */
export interface Judge {
  /** The same values without those whose costs are wholly unknown. */
  withoutUnknown(values: ExactValues, amounts: Amounts): ExactValues
  /** Metrics whose value is not exact; undefined if all are. */
  boundsOf(amounts: Amounts): Readonly<Record<MetricId, Bound>> | undefined
  /** By metric with costs; undefined if there is none. */
  qualityOf(amounts: Amounts): Readonly<Record<MetricId, Quality>> | undefined
}

/** A judge of metrics, whose amounts stand in the order of `bases`. */
export function judgeOf(
  metrics: readonly MetricDefinition[],
  bases: readonly BaseMetric[],
  { showsUnknown = false }: Pick<Scope, 'showsUnknown'>,
): Judge {
  const places = new Map(bases.map(({ id }, index) => [id, index]))
  const costly = metrics
    .map((metric, index) => ({ metric, index, needs: kindsOf(metric) }))
    .filter((each) => each.needs.length > 0)
  if (costly.length === 0) return nothingToJudge
  const knownOf = (amounts: Amounts): ((kind: Kind) => Known) => {
    const read = (id: MetricId): Exact => amounts[places.get(id) ?? -1] ?? zero
    const known = new Map<Kind, Known>()
    return (kind) => {
      const found = known.get(kind) ?? judgeKind(kind, read)
      known.set(kind, found)
      return found
    }
  }
  return {
    withoutUnknown(values, amounts) {
      if (showsUnknown) return values
      const known = knownOf(amounts)
      const hidden = new Set(
        costly.filter(({ needs: [main] }) => main && known(main).isUnknown).map(({ index }) => index),
      )
      return hidden.size === 0 ? values : values.map((value, index) => (hidden.has(index) ? null : value))
    },
    boundsOf(amounts) {
      const known = knownOf(amounts)
      const bounds = costly.flatMap(({ metric, needs }) => {
        const bound = boundOf(metric, needs.map(known))
        return bound === 'exact' ? [] : [[metric.id, bound] as const]
      })
      return bounds.length === 0 ? undefined : Object.fromEntries(bounds)
    },
    qualityOf(amounts) {
      const known = knownOf(amounts)
      return Object.fromEntries(
        costly.map(({ metric, needs }): [MetricId, Quality] => [
          metric.id,
          {
            bound: boundOf(metric, needs.map(known)),
            ...Object.fromEntries(needs.map((kind) => [kind, printShares(known(kind).shares)])),
          },
        ]),
      )
    },
  }
}

const nothingToJudge: Judge = {
  withoutUnknown: (values) => values,
  boundsOf: () => undefined,
  qualityOf: () => undefined,
}

function judgeKind(kind: Kind, read: (id: MetricId) => Exact): Known {
  const { exact, assumed, unknown, marks } = told[kind]
  const parts = [read(exact), read(assumed), read(unknown)] as const
  const whole = plus(plus(parts[0], parts[1]), parts[2])
  const [markedAssumed = assumed, markedUnknown = unknown] = marks
  return {
    shares: signOf(whole) === 0 ? undefined : { parts, whole },
    hasAssumed: signOf(read(markedAssumed)) !== 0,
    hasUnknown: signOf(read(markedUnknown)) !== 0,
    isUnknown: signOf(parts[2]) !== 0 && signOf(parts[0]) === 0 && signOf(parts[1]) === 0,
  }
}

function boundOf({ better }: MetricDefinition, known: readonly Known[]): Bound {
  if (known.some(({ hasUnknown }) => hasUnknown)) return better === 'lower' ? 'at_least' : 'at_most'
  return known.some(({ hasAssumed }) => hasAssumed) ? 'about' : 'exact'
}

/** Shares of amounts whose costs are known, assumed and unknown, as in answers; null without any. */
export function knownShares(amounts: readonly [exact: string, assumed: string, unknown: string]): KnownShares | null {
  const [exact, assumed, unknown] = amounts
  const parts = [readDecimal(exact), readDecimal(assumed), readDecimal(unknown)] as const
  const whole = plus(plus(parts[0], parts[1]), parts[2])
  return printShares(signOf(whole) === 0 ? undefined : { parts, whole })
}

const shareSteps = 10_000

/** By largest remainder, so that the three add up to 1. */
function printShares(shares: Shares | undefined): KnownShares | null {
  if (shares === undefined) return null
  const exactly = shares.parts.map((part) => {
    const share = dividedBy(part, shares.whole)
    return share === null ? 0 : Number(quotientText(share, 0)) * shareSteps
  })
  const steps = exactly.map(Math.floor)
  const left = Math.round(shareSteps - steps.reduce((sum, step) => sum + step, 0))
  const byRemainder = exactly
    .map((value, index) => ({ index, rest: value - (steps[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest)
  for (const { index } of byRemainder.slice(0, left)) steps[index] = (steps[index] ?? 0) + 1
  const [exact = '0', assumed = '0', unknown = '0'] = steps.map((step) => (step / shareSteps).toFixed(4))
  return { exact, assumed, unknown }
}
