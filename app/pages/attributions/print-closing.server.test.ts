import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printClosing } from './print-closing.server.ts'

const format = { currency: 'EUR', decimals: 2 }
const closing = {
  metric: 'orderRevenue',
  booked: '1000.123456',
  credited: '700.103456',
  not_tracked: '250.02',
  cancelled: '60',
  other_days: '-10.00',
  other_touch_days: '0.00',
  pending: '0',
} as const

test('parts come with their sign, and those that are usually nothing only when they are something', () => {
  const { lines, label, text } = printClosing(closing, format)
  assert.deepEqual([label, text], ['Order revenue of the summary', '€1,000.12'])
  assert.deepEqual(
    lines.map(({ key, sign, text: amount }) => [key, sign, amount]),
    [
      ['credited', '', '€700.10'],
      ['not_tracked', '+', '€250.02'],
      ['cancelled', '+', '€60.00'],
      ['other_days', '−', '€10.00'],
    ],
  )
  const pending = printClosing({ ...closing, pending: '1', booked: '1001.123456' }, format)
  assert.deepEqual(pending.lines.at(-1)?.key, 'pending')
})

test('a millionth that is missing is noticed', () => {
  assert.equal(printClosing(closing, format).isExact, true)
  assert.equal(printClosing({ ...closing, credited: '700.103455' }, format).isExact, false)
})

test('what orders contribute closes beside it, where the table shows it', () => {
  assert.equal(printClosing(closing, format).contribution, null)
  const { contribution } = printClosing({ ...closing, contribution: { ...closing, metric: 'cm2' } }, format)
  assert.deepEqual([contribution?.label, contribution?.metric], ['Contribution after delivery of the summary', 'cm2'])
  assert.deepEqual(contribution?.lines.at(-1)?.label, 'Orders of other days')
})

test('what came back stands below, where it is booked on its own day', () => {
  assert.equal(printClosing(closing, format).refunds, null)
  const refunds = {
    metric: 'returns',
    booked: '30.50',
    credited: '20.00',
    not_tracked: '0.00',
    cancelled: '12.00',
    beyond_value: '-1.50',
    pending: '0.00',
  } as const
  const told = printClosing({ ...closing, refunds }, format).refunds
  assert.deepEqual([told?.label, told?.text], ['Returns of the summary', '€30.50'])
  assert.deepEqual(
    told?.lines.map(({ key, sign, text }) => [key, sign, text]),
    [
      ['credited', '', '€20.00'],
      ['not_tracked', '+', '€0.00'],
      ['cancelled', '+', '€12.00'],
      ['beyond_value', '−', '€1.50'],
    ],
  )
})
