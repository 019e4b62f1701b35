import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printRates } from './load-conversion-rate.server.ts'
import { pageWords } from './words.server.ts'

const printing = { format: { currency: 'EUR', decimals: 2 }, say: pageWords.say('en') }

test('values stand raw in percentage points, with bars on their side of zero', () => {
  const found = printRates(
    {
      days: { from: '2026-05-01', to: '2026-05-15' },
      journeys: 1234,
      form: 'conversion_rate',
      rows: [
        { channels: ['email'], journeys: 900, effect: 0.0312, orders: null },
        { channels: ['tv_radio_print', 'affiliate'], journeys: 300, effect: -0.0104, orders: null },
      ],
    },
    printing,
  )
  assert.deepEqual(
    [found.journeys, found.days, found.isOfOrders, found.zero],
    ['1,234 journeys', '1 – 15 May 2026', false, 0.25],
  )
  assert.deepEqual(
    found.rows.map(({ label, pooled, text, from, to, isNegative }) => [label, pooled, text, from, to, isNegative]),
    [
      ['Email', '', '+3.12 pp', 0.25, 1, false],
      ['Rarest channels combined', 'TV, radio and print, Affiliate', '−1.04 pp', 0, 0.25, true],
    ],
  )
})

test('with too little data orders stand instead', () => {
  const rows = [{ channels: ['email'], journeys: 20, effect: null, orders: 2.5 }]
  const {
    isOfOrders,
    zero,
    rows: printed,
  } = printRates({ days: { from: '2026-05-01', to: '2026-05-15' }, journeys: 20, form: 'closed', rows }, printing)
  assert.deepEqual(
    [isOfOrders, zero, printed[0]?.text, printed[0]?.from, printed[0]?.to],
    [true, 0, '2.5 orders', 0, 1],
  )
})
