import { type Amount, divideRounded, rateDecimals, unitRate } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { CostRules, GoodsEntry } from './rules.ts'
import { percentageOf, ratio, toAmount } from './split.ts'
import type { ActualCost, CostedOrder, CostState, SoldGoods } from './types.ts'

const pieceUnit = 10_000n
const rateUnit = 10n ** BigInt(rateDecimals)

/** The cost of a line of goods, and where it comes from. */
export interface GoodsCost {
  /** Zero where it is unknown. */
  readonly amount: Amount
  readonly state: CostState
  readonly source: string
  readonly rule: string
}

const scopes = ['variant', 'product', 'supplier', 'category', 'shop'] as const
const sources = ['entered', 'file', 'api', 'store'] as const
const unknown: GoodsCost = { amount: toAmount(0n), state: 'unknown', source: '', rule: '' }

type Scope = GoodsEntry['scope']

/** Entries by what they are about. */
export type GoodsIndex = ReadonlyMap<Scope, ReadonlyMap<string, readonly GoodsEntry[]>>

/** Prepares entries for many look-ups. */
export function createGoodsIndex(entries: readonly GoodsEntry[]): GoodsIndex {
  const byScope = Map.groupBy(entries, ({ scope }) => scope)
  return new Map([...byScope].map(([scope, own]) => [scope, Map.groupBy(own, ({ ref }) => ref)]))
}

/** What a look-up depends on beside the line. */
interface Place {
  readonly order: Pick<CostedOrder, 'day' | 'country'>
  readonly rules: Pick<CostRules, 'currency' | 'rateOf' | 'settings'>
  readonly index: GoodsIndex
  /** Pieces of the same variant that were ordered at once. */
  readonly pieces: bigint
}

/** The cost of a line: the first of the sources that has one (costs §2.2). */
export function costOfGoods(line: SoldGoods, place: Place): GoodsCost {
  if (line.manualCost !== null) return costOfThisLine(line.manualCost, place)
  const { whoDecides } = place.rules.settings
  const told: GoodsCost | undefined =
    line.storeCost === null ? undefined : { amount: line.storeCost, state: 'exact', source: 'store', rule: '' }
  if (told && whoDecides === 'order') return told
  const entry = findEntry(line, place)
  if (entry) return applyEntry(entry, line, place)
  if (told) return told
  // What a bundle consists of stands on lines of its own, with their costs.
  return line.isBundle ? { amount: toAmount(0n), state: 'exact', source: 'bundle', rule: '' } : unknown
}

function costOfThisLine({ amount, currency }: ActualCost, { order, rules }: Place): GoodsCost {
  const rate = currency === rules.currency ? unitRate : rules.rateOf(currency, order.day)
  const own = { source: 'line', rule: '' }
  return rate === undefined
    ? { ...unknown, ...own }
    : { amount: ratio(amount * rate, rateUnit), state: 'exact', ...own }
}

function findEntry(line: SoldGoods, place: Place): GoodsEntry | undefined {
  for (const scope of scopes) {
    if (line.isBundle && scope !== 'variant' && scope !== 'product') return undefined
    const entries = place.index.get(scope)
    if (entries === undefined) continue
    let found: GoodsEntry | undefined
    for (const ref of refsOf(line, scope)) found = bestOf(found, entries.get(ref), place)
    if (found) return found
  }
  return undefined
}

function bestOf(
  best: GoodsEntry | undefined,
  entries: readonly GoodsEntry[] | undefined,
  place: Place,
): GoodsEntry | undefined {
  for (const entry of entries ?? []) {
    if (fits(entry, place) && (best === undefined || compareEntries(entry, best, place) < 0)) best = entry
  }
  return best
}

function refsOf({ variantId, productId, supplier, categories }: SoldGoods, scope: Scope): readonly string[] {
  switch (scope) {
    case 'variant':
      return [variantId]
    case 'product':
      return [productId]
    case 'supplier':
      return [supplier]
    case 'category':
      return categories
    case 'shop':
      return ['']
  }
}

function fits(entry: GoodsEntry, { order, rules, pieces }: Place): boolean {
  if (entry.from !== null && entry.from > order.day) return false
  if (entry.minQuantity > 1 && BigInt(entry.minQuantity) * pieceUnit > pieces) return false
  return entry.country === '' || entry.country === order.country || isInGroup(entry.country, order.country, rules)
}

function isInGroup(group: string, country: string, { settings }: Place['rules']): boolean {
  return settings.groups[group]?.includes(country) === true
}

/**
 * The latest comes first; of one day the category that is first by name, then what a person entered, then the nearer region, then
 * the higher step.
 */
function compareEntries(a: GoodsEntry, b: GoodsEntry, { order }: Place): number {
  const rank = ({ country }: GoodsEntry): number => (country === '' ? 2 : country === order.country ? 0 : 1)
  return (
    compareText(b.from ?? '', a.from ?? '') ||
    compareText(a.ref, b.ref) ||
    sources.indexOf(a.source) - sources.indexOf(b.source) ||
    rank(a) - rank(b) ||
    b.minQuantity - a.minQuantity
  )
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function applyEntry(entry: GoodsEntry, line: SoldGoods, place: Place): GoodsCost {
  const from = { source: entry.kind === 'madeOf' ? 'madeOf' : entry.source, rule: entry.id }
  if (entry.kind === 'percent') return { ...from, amount: percentageOf(line.net, entry.percent), state: 'assumed' }
  const cost = costOfPieces(entry, line.quantity, place)
  return cost === undefined
    ? { ...unknown, ...from }
    : { ...from, amount: ratio(cost.over, cost.by), state: cost.state }
}

/** A cost before it is rounded. */
interface ExactCost {
  readonly over: bigint
  readonly by: bigint
  readonly state: 'exact' | 'assumed'
}

/** What pieces cost by an entry; undefined where that is not known. */
function costOfPieces(entry: GoodsEntry, quantity: bigint, place: Place): ExactCost | undefined {
  if (entry.kind === 'madeOf') return costOfParts(entry, quantity, place)
  const { order, rules, pieces } = place
  const rate = entry.currency === rules.currency ? unitRate : rules.rateOf(entry.currency, order.day)
  if (rate === undefined) return undefined
  const state = entry.source === 'store' && entry.seenFrom !== null && order.day < entry.seenFrom ? 'assumed' : 'exact'
  return entry.steps === 'whole' || pieces === 0n
    ? { over: entry.amount * quantity * rate, by: pieceUnit * rateUnit, state }
    : { over: graduated(setOf(entry, place), pieces) * quantity * rate, by: pieceUnit * pieces * rateUnit, state }
}

/**
 * The sum of the parts, each by its own dated entry; its steps count the pieces that all the order's pieces need. Without one of
 * them the sum is unknown: a percentage has no price here, and parts of parts are not followed.
 */
function costOfParts(
  { madeOf = [] }: Pick<GoodsEntry, 'madeOf'>,
  quantity: bigint,
  place: Place,
): ExactCost | undefined {
  let sum: ExactCost | undefined
  for (const part of madeOf) {
    const each = BigInt(Math.round(part.quantity * Number(pieceUnit)))
    const needed = (of: bigint): bigint => divideRounded(of * each, pieceUnit)
    const inside = { ...place, pieces: needed(place.pieces) }
    const entry = bestOf(undefined, place.index.get('variant')?.get(part.variant), inside)
    const cost = entry?.kind === 'amount' ? costOfPieces(entry, needed(quantity), inside) : undefined
    if (cost === undefined) return undefined
    sum = sum === undefined ? cost : addCosts(sum, cost)
  }
  return sum
}

/** What a piece that is made of these parts costs on a day, sent anywhere. */
export function costOfMadeOf(
  madeOf: NonNullable<GoodsEntry['madeOf']>,
  { day, rules }: { readonly day: Day; readonly rules: CostRules },
): Pick<GoodsCost, 'amount' | 'state'> {
  const place = { order: { day, country: '' }, rules, index: createGoodsIndex(rules.goods), pieces: pieceUnit }
  const cost = costOfParts({ madeOf }, pieceUnit, place)
  return cost === undefined ? unknown : { amount: ratio(cost.over, cost.by), state: cost.state }
}

function addCosts(a: ExactCost, b: ExactCost): ExactCost {
  const state = a.state === 'exact' ? b.state : a.state
  return { over: a.over * b.by + b.over * a.by, by: a.by * b.by, state }
}

/** The steps that were entered together. */
function setOf({ scope, ref, from, country, source }: GoodsEntry, { index }: Place): readonly GoodsEntry[] {
  return (index.get(scope)?.get(ref) ?? [])
    .filter((other) => other.from === from && other.country === country && other.source === source)
    .toSorted((a, b) => a.minQuantity - b.minQuantity)
}

/** Each piece at its own step: the total for all pieces, times the unit of pieces. */
function graduated(steps: readonly GoodsEntry[], pieces: bigint): bigint {
  let total = 0n
  steps.forEach((step, index) => {
    const start = (BigInt(step.minQuantity) - 1n) * pieceUnit
    const next = steps[index + 1]
    const end = next === undefined ? pieces : least(pieces, (BigInt(next.minQuantity) - 1n) * pieceUnit)
    if (end > start) total += step.amount * (end - start)
  })
  return total
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
