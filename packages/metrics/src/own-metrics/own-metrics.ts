import { findMetric, metrics } from '../catalogue/index.ts'
import { dividedBy, type Exact, minus, plus, product, quotientText, readDecimal, sumText } from '../exact.ts'
import { basesOf, metricOf, onBasis } from '../formula.ts'
import { nearMatches } from '../near-matches.ts'
import type { MetricChange, MetricValue, MetricValues, RatioBasis } from '../query.ts'
import { changeOf } from '../values.ts'
import { assertUnit, type FormulaUnit, type OwnUnit, unitOfFigure, unitOfFormula } from './formula-unit.ts'
import { type FormulaNode, formulaProblem, type Operator, readFormula } from './read-formula.ts'

/** A metric of a shop's own: a formula over the catalogue, and over others of them (`own.costPerVisit`). */
export interface OwnMetricDefinition {
  /** Without `own.`. */
  readonly key: string
  readonly unit: OwnUnit
  readonly formula: string
}

/** An own metric that was checked, to be computed from figures of the catalogue. */
export interface OwnMetric {
  /** The metrics to be asked for: none of them is a quotient, so nothing that was rounded goes into it. */
  readonly asks: readonly string[]
  /** The metrics that the formula names, also by way of other own ones. */
  readonly names: readonly string[]
  /** Whether the values of days add up to that of their range. */
  readonly additive: boolean
  /** Its exact value in one place; null where a figure has none, or it would be divided by zero. */
  valueIn(values: MetricValues): Exact | null
  /** The value as interfaces show it: see {@link MetricValue}. */
  print(value: Exact | null): string | null
}

/** What begins the name of an own metric. */
export const ownPrefix = 'own.'

/** A formula whose names are resolved to sums of the catalogue. */
type Computed =
  | Extract<FormulaNode, { kind: 'number' }>
  | { readonly kind: 'metric'; readonly id: string }
  | { readonly kind: 'computed'; readonly operator: Operator; readonly left: Computed; readonly right: Computed }

interface Resolving {
  readonly all: ReadonlyMap<string, OwnMetricDefinition>
  readonly basis: RatioBasis | undefined
  /** Own metrics on the way here, the first one first. */
  readonly path: readonly string[]
  /** How many figures were looked up: own metrics of own metrics multiply. */
  readonly looked: { count: number }
}

const mostFigures = 400

/**
 * Checks a formula with its unit among the shop's other own metrics. Throws `invalid_input` about the field `formula` for what
 * cannot be read, unknown names, mixed units and circles.
 */
export function openOwnMetric(
  metric: OwnMetricDefinition,
  others: readonly OwnMetricDefinition[],
  basis?: RatioBasis,
): OwnMetric {
  const all = new Map([...others, metric].map((each) => [each.key, each]))
  const names = new Set<string>()
  const resolving = { all, basis, path: [metric.key], looked: { count: 0 } }
  const computed = resolve(metric, resolving, names)
  const asks = [...new Set(asksOf(computed))]
  if (asks.length === 0) throw formulaProblem('The formula names no metric: it would be the same on every day.')
  const divides = isQuotient(computed)
  const decimals = metric.unit === 'money' ? 2 : 0
  return {
    asks,
    names: [...names],
    additive: powerOf(computed) === 1,
    valueIn: (values) => valueOf(computed, values),
    print: (value) => (value === null ? null : divides ? quotientText(value, decimals) : sumText(value, decimals)),
  }
}

/** The change between two exact values of an own metric. */
export function ownChange(now: Exact | null, before: Exact | null): MetricChange {
  return changeOf(now, before)
}

/** The own metrics that a formula names directly, without `own.`. */
export function ownNamesIn(formula: string): readonly string[] {
  return figuresOf(readFormula(formula)).flatMap(({ name }) => ownKey(name) ?? [])
}

function figuresOf(node: FormulaNode): Extract<FormulaNode, { kind: 'figure' }>[] {
  if (node.kind === 'operation') return [...figuresOf(node.left), ...figuresOf(node.right)]
  return node.kind === 'figure' ? [node] : []
}

function ownKey(name: string): string | undefined {
  return name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : undefined
}

function resolve(metric: OwnMetricDefinition, resolving: Resolving, names: Set<string>): Computed {
  const node = readFormula(metric.formula)
  const parts = new Map<FormulaNode, Computed>()
  const found = unitOfFormula(node, (figure): FormulaUnit => {
    const { unit, computed } = find(figure, resolving, names)
    parts.set(figure, computed)
    return unit
  })
  assertUnit(metric.unit, found)
  return replaced(node, parts)
}

function replaced(node: FormulaNode, parts: ReadonlyMap<FormulaNode, Computed>): Computed {
  if (node.kind === 'number') return node
  const part = parts.get(node)
  if (part) return part
  if (node.kind === 'figure') throw new Error(`${node.name} was not looked up`)
  const { operator, left, right } = node
  return { kind: 'computed', operator, left: replaced(left, parts), right: replaced(right, parts) }
}

type Found = { readonly unit: FormulaUnit; readonly computed: Computed }

function find({ name, at }: Extract<FormulaNode, { kind: 'figure' }>, resolving: Resolving, names: Set<string>): Found {
  const { all, path, basis, looked } = resolving
  looked.count += 1
  if (looked.count > mostFigures)
    throw formulaProblem(
      `The formula is made of more than ${mostFigures} metrics, by way of custom ones: make it shorter.`,
    )
  const key = ownKey(name)
  const own = key === undefined ? undefined : all.get(key)
  if (key !== undefined && own !== undefined) {
    if (path.includes(key)) throw inCircle([...path.slice(path.indexOf(key)), key], at)
    return {
      unit: unitOfFigure(own.unit),
      computed: resolve(own, { ...resolving, path: [...path, key] }, names),
    }
  }
  const metric = findMetric(name)
  if (!metric) throw unknown(name, at, all)
  names.add(name)
  return { unit: unitOfFigure(metric.unit), computed: expand(onBasis(metric, basis), at) }
}

/** A quotient of the catalogue becomes the quotient of its sums: its own value is rounded. */
function expand({ id, value }: ReturnType<typeof metricOf>, at: number): Computed {
  if (!('divide' in value)) return { kind: 'metric', id }
  const [over, by] = value.divide
  if (value.unconverted) {
    throw formulaProblem(
      `“${id}” at character ${at} is worked out in each ad account’s own currency and cannot stand in a formula: write ${over} ÷ ${by}.`,
    )
  }
  const quotient = {
    kind: 'computed',
    operator: '/',
    left: { kind: 'metric', id: over },
    right: { kind: 'metric', id: by },
  } as const
  if (value.times === undefined) return quotient
  const factor = { kind: 'number', value: readDecimal(`${value.times}`), text: `${value.times}` } as const
  return { kind: 'computed', operator: '*', left: factor, right: quotient }
}

function unknown(name: string, at: number, all: ReadonlyMap<string, unknown>) {
  const known = [...metrics.map(({ id }) => id), ...[...all.keys()].map((key) => `${ownPrefix}${key}`)]
  const near = nearMatches(name, known)
  const given = name.slice(0, 60)
  return formulaProblem(
    near.length > 0
      ? `There is no metric “${given}”, at character ${at}: did you mean ${near.join(' or ')}?`
      : `There is no metric “${given}”, at character ${at}: the list of metrics has all that there are.`,
  )
}

function inCircle(path: readonly string[], at: number) {
  const way = path.map((key) => `${ownPrefix}${key}`).join(' → ')
  return formulaProblem(`The formula goes in a circle, at character ${at}: ${way}. A metric cannot be part of itself.`)
}

function asksOf(node: Computed): string[] {
  if (node.kind === 'metric') return [node.id]
  return node.kind === 'number' ? [] : [...asksOf(node.left), ...asksOf(node.right)]
}

function isQuotient(node: Computed): boolean {
  if (node.kind === 'metric' || node.kind === 'number') return false
  return node.operator === '/' || isQuotient(node.left) || isQuotient(node.right)
}

/** 1 where parts of a range add up to the whole; 0 for a number; undefined for anything else. */
function powerOf(node: Computed): 0 | 1 | undefined {
  if (node.kind === 'number') return 0
  if (node.kind === 'metric') return isSummed(node.id) ? 1 : undefined
  const [left, right] = [powerOf(node.left), powerOf(node.right)]
  return left === undefined || right === undefined ? undefined : joined(node.operator, left, right)
}

function joined(operator: Operator, left: 0 | 1, right: 0 | 1): 0 | 1 | undefined {
  if (operator === '/') return right === 0 ? left : undefined
  if (operator === '*') return left === 0 ? right : right === 0 ? left : undefined
  return left === right ? left : undefined
}

function isSummed(id: string): boolean {
  return basesOf([metricOf(id)]).every(
    ({ value }) => value.aggregate !== 'told' && (value.aggregate !== 'uniq' || value.acrossDays === 'each_once'),
  )
}

function valueOf(node: Computed, values: MetricValues): Exact | null {
  if (node.kind === 'number') return node.value
  if (node.kind === 'metric') return readValue(values[node.id])
  const left = valueOf(node.left as Computed, values)
  const right = valueOf(node.right as Computed, values)
  if (left === null || right === null) return null
  switch (node.operator) {
    case '+':
      return plus(left, right)
    case '-':
      return minus(left, right)
    case '*':
      return product(left, right)
    case '/':
      return dividedBy(left, right)
  }
}

/** A value of a result, which of what is no quotient is not rounded. */
function readValue(value: MetricValue | undefined): Exact | null {
  return value === null || value === undefined ? null : readDecimal(String(value))
}
