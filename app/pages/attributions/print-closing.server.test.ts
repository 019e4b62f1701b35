import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printClosing } from './print-closing.server.ts'
import { pageWords } from './words.server.ts'

const names: Readonly<Record<string, string>> = { orderRevenue: 'Order revenue', cm2: 'CM2', returns: 'Returns' }
const printing = {
  format: { currency: 'EUR', decimals: 2 },
  say: pageWords.say('en'),
  nameOf: (metric: string) => names[metric] ?? metric,
}
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
  const { lines, label, text } = printClosing(closing, printing)
  assert.deepEqual([label, text], ['Order revenue in the summary', '€1,000.12'])
  assert.deepEqual(
    lines.map(({ key, sign, text: amount }) => [key, sign, amount]),
    [
      ['credited', '', '€700.10'],
      ['not_tracked', '+', '€250.02'],
      ['cancelled', '+', '€60.00'],
      ['other_days', '−', '€10.00'],
    ],
  )
  const pending = printClosing({ ...closing, pending: '1', booked: '1001.123456' }, printing)
  assert.deepEqual(pending.lines.at(-1)?.key, 'pending')
})

test('a millionth that is missing is noticed', () => {
  assert.equal(printClosing(closing, printing).isExact, true)
  assert.equal(printClosing({ ...closing, credited: '700.103455' }, printing).isExact, false)
})

test('what orders contribute closes beside it, where the table shows it', () => {
  assert.equal(printClosing(closing, printing).contribution, null)
  const { contribution } = printClosing({ ...closing, contribution: { ...closing, metric: 'cm2' } }, printing)
  assert.deepEqual([contribution?.label, contribution?.metric], ['CM2 in the summary', 'cm2'])
  assert.deepEqual(contribution?.lines.at(-1)?.label, 'Orders of other dates')
})

test('what came back stands below, where it is booked on its own day', () => {
  assert.equal(printClosing(closing, printing).refunds, null)
  const refunds = {
    metric: 'returns',
    booked: '30.50',
    credited: '20.00',
    not_tracked: '0.00',
    cancelled: '12.00',
    beyond_value: '-1.50',
    pending: '0.00',
  } as const
  const told = printClosing({ ...closing, refunds }, printing).refunds
  assert.deepEqual([told?.label, told?.text], ['Returns in the summary', '€30.50'])
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
