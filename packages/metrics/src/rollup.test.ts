import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, listDays, parseDay } from '@tillsight/core/days'
import { metrics } from './catalogue/index.ts'
import { basesOf } from './formula.ts'
import { compileDaily, compileDailyParts, dailyFingerprint } from './rollup.ts'

const zone = 'Europe/Berlin'

function days(...texts: string[]): Day[] {
  return texts.map(parseDay)
}

test('every measure of orders is rolled up, and none of ads', () => {
  const { sql } = compileDaily({ days: days('2026-03-10'), zone, version: 1n })
  for (const { id, value } of basesOf(metrics)) {
    assert.equal(sql.includes(`tuple('${id}'`), value.dataset === 'ledger', id)
  }
})

test('parts have every measure but those of people who come again, for each dimension that is rolled up', () => {
  const { sql, into } = compileDailyParts({ days: days('2026-03-10'), zone, version: 1n })
  assert.equal(into, 'daily_parts')
  assert.deepEqual(
    [...sql.matchAll(/= 0, '(\w+)'/g)].map(([, id]) => id),
    ['country', 'sales_channel'],
  )
  assert.doesNotMatch(sql, /uniqExactIf\(customer_id, head = 1 AND paid = 1 AND customer_class = 'returning'\)/)
  assert.match(sql, /uniqExactIf\(customer_id, head = 1 AND paid = 1 AND customer_class = 'new'\)/)
})

test('figures of ads change nothing about the roll-up: no shop rebuilds its days for them', () => {
  assert.equal(dailyFingerprint(), 'c930df48d33b3342')
})

test('the statement is for one shop and binds its version as text, because it can exceed what a number holds', () => {
  const { sql, params, into } = compileDaily({ days: days('2026-03-10'), zone, version: 2n ** 63n })
  assert.equal(into, 'daily')
  assert.match(sql, /FROM ledger FINAL WHERE shop_id = \{shop:UUID\} AND \(/)
  assert.equal(params['version'], '9223372036854775808')
  const used = new Set([...sql.matchAll(/\{(\w+):[^}]+\}/g)].map(([, name]) => name))
  assert.deepEqual(used, new Set(['shop', ...Object.keys(params)]))
})

test('neighbouring days are read as one stretch, others apart', () => {
  const { params } = compileDaily({
    days: days('2026-03-12', '2026-03-10', '2026-03-11', '2026-05-01', '2026-03-10'),
    zone,
    version: 1n,
  })
  assert.deepEqual(params['first_days'], [20522, 20574])
  assert.deepEqual(params['last_days'], [20524, 20574])
  assert.equal(Object.keys(params).filter((name) => name.startsWith('until')).length, 2)
})

test('very many stretches are joined so that the statement stays small', () => {
  const all = listDays({ from: parseDay('2025-01-01'), to: parseDay('2026-06-01') })
  const { params } = compileDaily({ days: all.filter((_, index) => index % 2 === 0), zone, version: 1n })
  assert.ok(Object.keys(params).filter((name) => name.startsWith('until')).length <= 50)
  assert.equal(params['until'], Date.parse(`${addDays(parseDay('2025-01-01'), 10)}T23:00:00Z`) / 1000)
})

test('no days make a statement that rolls nothing up', () => {
  assert.match(compileDaily({ days: [], zone, version: 1n }).sql, /AND \(0\)/)
})

test('the fingerprint is the same from call to call', () => {
  assert.match(dailyFingerprint(), /^[0-9a-f]{16}$/)
  assert.equal(dailyFingerprint(), dailyFingerprint())
})
