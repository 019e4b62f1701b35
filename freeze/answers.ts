// The API: its own description, and every operation that reads, for two shops and three people.
import { reportKinds } from '@tillsight/domain'
import { describeCatalogue } from '@tillsight/metrics'
import { operations } from '../server/http/api/operations.ts'
import { type Case, stableJson } from './case.ts'
import { askText, frozenShops, openSessions } from './http.ts'
import type { FrozenProduct } from './product.ts'

const days = { from: '2026-04-01', to: '2026-04-30' }
const metrics = describeCatalogue().metrics.map(({ key }) => key)

/** Values of path parameters, by shop or for all. */
const parts: Readonly<Record<string, readonly string[]>> = {
  '{domain}': frozenShops,
  '{key}': ['sales', 'aov', 'newCustomers', 'adSpend', 'claimedRoas'],
  '{platform}': ['googleads', 'metaads', 'tiktokads'],
  '{id}': ['1', '1001'],
  '{day}': ['2026-05-10'],
}

/** Request bodies of reading operations, by the end of their path. */
const bodies: Readonly<Record<string, readonly object[]>> = {
  '/metrics/query': [
    { metrics, ...days, compare: 'previous_period' },
    ...['country', 'product', 'channel', 'campaign', 'customer_class'].map((dimension) => ({
      metrics: metrics.slice(0, 20),
      ...days,
      dimensions: [dimension],
      limit: 20,
    })),
    { metrics, ...days, interval: 'week', currency: 'USD' },
    { metrics: ['sales', 'orders'], from: '2026-04-30', to: '2026-04-30', interval: 'hour' },
    { metrics: ['nothing'], ...days },
  ],
  '/attribution/query': [
    days,
    { ...days, model: 'markov', compare: 'previous_period', interval: 'week' },
    ...['campaign', 'adset', 'ad'].map((level) => ({ ...days, level, model: 'linear_all', limit: 50 })),
    { ...days, date: 'touch', refund_basis: 'refund_date' },
  ],
  '/attribution/rows': [
    { ...days, row: 'not_tracked', limit: 20 },
    { ...days, row: { channel: 'paid_social' }, limit: 20 },
  ],
  '/attribution/report': reportKinds.map((report) => ({ ...days, report })),
  '/survey/report': [days, {}],
}

/** Query strings of operations that take one. */
const searches: Readonly<Record<string, string>> = {
  '/rows': `?from=${days.from}&to=${days.to}&limit=20&filter=country:DE`,
  '/number-changes': '?limit=20',
  '/reconciliation': `?from=${days.from}&to=${days.to}`,
}

/** All of them. */
export async function* answerCases({ address }: FrozenProduct): AsyncIterable<Case> {
  const sessions = await openSessions(address)
  const read = (body: string, type: string) => (type.includes('json') ? stableJson(JSON.parse(body, steady)) : body)
  const ask = (path: string, init: RequestInit) => askText({ address, path: `/api/v1${path}`, init }, read)
  yield { key: 'openapi', text: await ask('/openapi.json', {}) }
  for (const [person, cookie] of Object.entries(sessions)) {
    for (const { method, path: pattern } of operations) {
      for (const path of pathsOf(pattern)) {
        const key = `${person}/${method}${path}`
        if (method === 'get')
          yield { key, text: await ask(`${path}${endOf(searches, path) ?? ''}`, { headers: { cookie } }) }
        for (const [nth, body] of (method === 'post' ? (endOf(bodies, path) ?? []) : []).entries()) {
          const init = { method, headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) }
          yield { key: `${key}/${nth + 1}`, text: `${JSON.stringify(body)}\n${await ask(path, init)}` }
        }
      }
    }
  }
}

function endOf<T>(by: Readonly<Record<string, T>>, path: string): T | undefined {
  return Object.entries(by).find(([end]) => path.endsWith(end))?.[1]
}

function pathsOf(pattern: string): string[] {
  const part = Object.keys(parts).find((each) => pattern.includes(each))
  if (part === undefined) return [pattern]
  return (parts[part] ?? []).flatMap((value) => pathsOf(pattern.replace(part, value)))
}

/** Rounds results that vary: sums of fractions depend on their order, and confidence intervals on the order of samples. */
function steady(name: string, value: unknown): unknown {
  if (name === 'intervals' && typeof value === 'object' && value !== null) return Object.keys(value).toSorted()
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(10)) : value
}
