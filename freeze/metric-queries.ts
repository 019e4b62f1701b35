// All queries that the metric catalogue allows, compiled and not run: by dimension, interval, filter and attribution setting.
import { parseDay } from '@tillsight/core/days'
import { claimRules } from '@tillsight/domain'
import {
  asksClaims,
  compile,
  compileDaily,
  compileRows,
  describeCatalogue,
  type MetricDescription,
  parseQuery,
  type Scope,
} from '@tillsight/metrics'
import type { CompiledQuery } from '@tillsight/warehouse'
import type { Case } from './case.ts'
import { statementText } from './unanswered.ts'

const { metrics, dimensions } = describeCatalogue()
const intervals = ['hour', 'day', 'week', 'month'] as const
/** A month with a daylight saving change. */
const march = { from: '2026-03-01', to: '2026-03-31' }
const rates = new Map([[parseDay('2026-03-02'), '1.0850000000']])
const ofDollars = new Map([['USD', new Map([[parseDay('2026-03-02'), '0.9210000000']])]])
const facts: Scope = {
  zone: 'Europe/Berlin',
  currency: 'EUR',
  weekStartsOn: 1,
  dailyIsCurrent: false,
  loadedThrough: parseDay('2026-03-20'),
  ads: {
    currencies: [
      { platform: 'googleads', currency: 'EUR' },
      { platform: 'metaads', currency: 'USD' },
      { platform: 'tiktokads', currency: 'EUR' },
    ],
    rates: ofDollars,
    ownRates: ofDollars,
    loaded: new Map([['googleads', {}], ['metaads', { since: parseDay('2026-02-01') }], ['tiktokads', {}]]), // biome-ignore format: pairs
  },
}
const rolledUp: Scope = { ...facts, dailyIsCurrent: true }

/** All of them. */
export function* metricCases(): Iterable<Case> {
  for (const metric of metrics) {
    yield* everyShape(metric)
    yield* everyOptions(metric)
    yield* everyRule(metric)
  }
  yield* everyFilter()
  const days = ['2026-03-28', '2026-03-29', '2026-04-02'].map(parseDay)
  yield toCase('rollup', compileDaily({ days, zone: facts.zone, version: 1n }))
}

function toCase(key: string, query: CompiledQuery): Case {
  return { key, text: statementText(query) }
}

function ask(question: Readonly<Record<string, unknown>>, scope: Scope = facts): CompiledQuery {
  return compile(parseQuery({ ...march, ...question }), scope)
}

/** With every dimension in every interval, from the facts and from the roll-up. */
function* everyShape({ key }: MetricDescription): Iterable<Case> {
  for (const [source, scope] of [
    ['facts', facts],
    ['rollup', rolledUp],
  ] as const) {
    for (const dimension of [undefined, ...dimensions.map((each) => each.key)]) {
      for (const interval of [undefined, ...intervals]) {
        const shape = { ...(dimension && { dimensions: [dimension] }), ...(interval && { interval }) }
        const name = `metric/${key}/${dimension ?? 'total'}/${interval ?? 'range'}/${source}`
        yield toCase(name, ask({ metrics: [key], ...shape }, scope))
      }
    }
  }
}

const options = {
  previous_period: { compare: 'previous_period' },
  previous_year: { compare: 'previous_year', interval: 'week', alignWeekdays: true },
  two_dimensions: { dimensions: ['country', 'product'], limit: 10 },
  ads_by_course: { dimensions: ['channel', 'campaign'], interval: 'week', rowSeries: true, search: 'a', limit: 20 },
} as const

/** The other options of a query, one at a time; and the rows behind the figure. */
function* everyOptions({ key }: MetricDescription): Iterable<Case> {
  for (const [name, wish] of Object.entries(options))
    yield toCase(`metric/${key}/with/${name}`, ask({ metrics: [key], ...wish }))
  const dollars = { currency: 'USD' }
  const scope = { ...facts, rates }
  yield toCase(`metric/${key}/with/currency`, ask({ metrics: [key], ...dollars, interval: 'day' }, scope))
  for (const ratioBasis of ['sales', 'netRevenue'] as const) {
    yield toCase(`metric/${key}/with/${ratioBasis}`, ask({ metrics: [key] }, { ...facts, ratioBasis }))
  }
  for (const [name, more] of [
    ['own', {}],
    ['currency', dollars],
  ] as const) {
    const query = parseQuery({ metrics: [key], ...march, ...more })
    yield toCase(`rows/${key}/${name}`, compileRows({ metric: key, query, scope }))
  }
}

/** Platform-reported metrics under every attribution setting of the platforms involved. */
function* everyRule({ key }: MetricDescription): Iterable<Case> {
  const claimants = asksClaims([key])
  for (const [platform, rules] of Object.entries(claimRules)) {
    if (!claimants.has('all') && !claimants.has(platform)) continue
    for (const rule of rules) {
      const claims = { [platform]: rule.key }
      const name = `claims/${key}/${platform}.${rule.key}`
      for (const dimension of ['channel', 'campaign', 'ad']) {
        yield toCase(`${name}/${dimension}`, ask({ metrics: [key], claims, dimensions: [dimension], interval: 'day' }))
      }
      const query = parseQuery({ metrics: [key], ...march, claims })
      yield toCase(`${name}/rows`, compileRows({ metric: key, query, scope: facts }))
    }
  }
}

/** Every dimension as a filter, of figures of orders, of customers and of ads. */
function* everyFilter(): Iterable<Case> {
  for (const { key, values } of dimensions) {
    for (const operator of ['is', 'is_not'] as const) {
      const filters = [{ dimension: key, operator, values: [values?.[0] ?? 'x'] }]
      const asked = ['sales', 'orders', 'newCustomers', 'adSpend']
      yield toCase(`filter/${key}/${operator}`, ask({ metrics: asked, filters, interval: 'day' }, rolledUp))
    }
  }
}
