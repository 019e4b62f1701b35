import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { demoRates } from './index.ts'

const range = (from: string, to: string) => ({ from: parseDay(from), to: parseDay(to) })

test('the demo’s rates are a table of plausible numbers on business days, without gaps longer than a weekend', () => {
  const [header = '', ...lines] = demoRates([range('2024-12-01', '2026-11-20')])
    .trimEnd()
    .split('\n')
  assert.match(header, /^Date,USD,GBP,CHF,JPY,SEK,/)
  const days = lines.map((line) => line.slice(0, 10))
  assert.equal(days.at(0), '2024-11-25', 'the last days before the range too')
  assert.equal(days.at(-1), '2026-11-20')
  assert.ok(!days.some((day) => ['2026-05-01', '2025-12-25', '2026-11-14', '2026-11-15'].includes(day)))
  const gaps = days.slice(1).map((day, index) => Date.parse(day) - Date.parse(days[index] ?? ''))
  assert.ok(Math.max(...gaps) <= 6 * 86_400_000)
  const dollars = lines.map((line) => Number(line.split(',')[1]))
  assert.ok(dollars.every((rate) => rate > 1.05 && rate < 1.15))
  assert.ok(new Set(dollars).size > 200, 'they move')
})

test('the same day has the same rates in every table, and ranges may overlap', () => {
  const long = demoRates([range('2026-01-01', '2026-03-31')])
  const short = demoRates([range('2026-02-02', '2026-02-06'), range('2026-02-04', '2026-02-10')])
  const lines = short.trimEnd().split('\n')
  assert.equal(new Set(lines).size, lines.length)
  for (const line of lines) assert.ok(long.includes(line), line)
})
