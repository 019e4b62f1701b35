import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { exportLedger, queryAttribution, run } from '@tillsight/domain'
import { listOf } from './case.ts'
import { statementsOf } from './unanswered.ts'

const march = { from: '2026-03-01', to: '2026-03-31' }

test('a question about credit is compiled without any store, the same each time and another one for another model', async () => {
  const ask = (model: 'linear_all' | 'last_paid') =>
    statementsOf((ctx) => run(queryAttribution, ctx, { ...march, model }))
  const [first, second, other] = [await ask('linear_all'), await ask('linear_all'), await ask('last_paid')]
  assert.match(first, /FROM journeys WHERE shop_id = \{shop:UUID\}/)
  assert.equal(first, second)
  assert.notEqual(first, other)
})

test('what an export reads is told with what it binds', async () => {
  const range = { from: parseDay(march.from), to: parseDay(march.to) }
  const text = await statementsOf((ctx) => listOf(exportLedger(ctx, range).rows))
  assert.match(
    text,
    /FROM ledger[\s\S]+-- \{"currency":"EUR","from":"2026-02-28 23:00:00","until":"2026-03-31 22:00:00"\}$/,
  )
})
