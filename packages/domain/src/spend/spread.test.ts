import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Amount, addAmounts, amountText, formatAmount, parseAmount } from '@tillsight/core'
import { addDays, countDays, type Day, parseDay } from '@tillsight/core/days'
import fc from 'fast-check'
import { periodAround, repetitions, type Spending, spentWithin, spreadOverDays } from './spread.ts'

const day = parseDay
const through = day('2027-12-31')

function sumOf(spending: Spending, from = '0001-01-01', to = '9999-12-31'): Amount {
  const days = [...spreadOverDays(spending, through)].filter((one) => one.day >= from && one.day <= to)
  return addAmounts(...days.map(({ amount }) => amount))
}

const monthly = { repeats: 'month', amount: parseAmount('3100'), firstDay: day('2026-01-01'), lastDay: null } as const

suite('the worked examples', () => {
  test('3,100 a month from 1 January are 100.00 a day, 700.00 from the 10th to the 16th', () => {
    const [first] = spreadOverDays(monthly, through)
    assert.deepEqual([first?.day, first && amountText(first.amount)], ['2026-01-01', '100.000000'])
    assert.equal(formatAmount(sumOf(monthly, '2026-01-10', '2026-01-16'), 2), '700.00')
  })

  test('February has 110.7143 a day, and 775.00 in seven days', () => {
    const february = [...spreadOverDays(monthly, through)].filter((one) => one.day.startsWith('2026-02'))
    assert.deepEqual(new Set(february.map(({ amount }) => formatAmount(amount, 4))), new Set(['110.7143']))
    assert.equal(formatAmount(sumOf(monthly, '2026-02-01', '2026-02-07'), 2), '775.00')
  })

  test('an end on 15 February cuts that month pro rata', () => {
    const ended = { ...monthly, lastDay: day('2026-02-15') }
    assert.equal(formatAmount(sumOf(ended, '2026-02-01'), 2), '1660.71')
    assert.equal(formatAmount(sumOf(ended), 2), '4760.71')
  })
})

test('example 12 of costs: months, quarters, years and cut weeks, and a price that changes within a month', () => {
  const of = (repeats: Spending['repeats'], amount: string, ...[firstDay, lastDay]: readonly string[]): Spending => ({
    repeats,
    amount: parseAmount(amount),
    firstDay: day(firstDay ?? ''),
    lastDay: lastDay === undefined ? null : day(lastDay),
  })
  const first = (spending: Spending, from: string) => amountText(sumOf(spending, from, from))
  assert.equal(amountText(sumOf(of('month', '1200', '2026-02-10'), '2026-02-01', '2026-02-28')), '814.285715')
  assert.equal(first(of('quarter', '3000', '2026-01-01'), '2026-01-01'), '33.333333')
  assert.equal(first(of('quarter', '3000', '2026-01-01'), '2026-04-01'), '32.967032')
  assert.equal(first(of('year', '3650', '2026-01-01'), '2026-03-01'), '10.000000')
  assert.equal(first(of('year', '3650', '2027-01-01', '2028-12-31'), '2028-01-01'), '9.972677')
  assert.equal(amountText(sumOf(of('week', '70', '2026-03-04', '2026-03-08'))), '50.000000')
  const january = [of('month', '3100', '2026-01-01', '2026-01-15'), of('month', '3720', '2026-01-16', '2026-01-31')]
  assert.equal(amountText(addAmounts(...january.map((each) => sumOf(each)))), '3420.000000')
})

suite('a calendar', () => {
  const cases = [
    ['day', '2026-03-11', '2026-03-11', '2026-03-11'],
    ['week', '2026-03-11', '2026-03-09', '2026-03-15'],
    ['week', '2026-03-15', '2026-03-09', '2026-03-15'],
    ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['quarter', '2026-06-30', '2026-04-01', '2026-06-30'],
    ['quarter', '2026-11-01', '2026-10-01', '2026-12-31'],
    ['year', '2024-12-31', '2024-01-01', '2024-12-31'],
  ] as const
  for (const [period, within, from, to] of cases)
    test(`the ${period} around ${within} is ${from} to ${to}`, () => {
      assert.deepEqual(periodAround(day(within), period), { from, to })
    })
})

test('what is spent once lies on its one day, or evenly on its days', () => {
  const once = { repeats: 'never', amount: parseAmount('100'), firstDay: day('2026-03-29'), lastDay: null } as const
  assert.deepEqual([...spreadOverDays(once, day('2020-01-01'))], [{ day: '2026-03-29', amount: parseAmount('100') }])
  const days = [...spreadOverDays({ ...once, lastDay: day('2026-03-31') }, day('2020-01-01'))]
  assert.deepEqual(
    days.map(({ amount }) => amountText(amount)),
    ['33.333333', '33.333333', '33.333334'],
  )
})

const someDay = fc.integer({ min: 0, max: 4000 }).map((days) => addDays(day('2020-01-01'), days))
const spendings = fc
  .record({
    repeats: fc.constantFrom(...repetitions),
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }).map((millionths) => millionths as Amount),
    firstDay: someDay,
    length: fc.option(fc.integer({ min: 0, max: 800 }), { nil: null }),
  })
  .map(({ length, ...rest }) => ({ ...rest, lastDay: length === null ? null : addDays(rest.firstDay, length) }))

function isWhole(spending: Spending, at: Day): boolean {
  if (spending.repeats === 'never') return true
  const { from, to } = periodAround(at, spending.repeats)
  return from >= spending.firstDay && to <= (spending.lastDay ?? addDays(spending.firstDay, 900))
}

test('the days of anything, and of each whole period, add up to the amount exactly; no two differ by more than a millionth', () => {
  fc.assert(
    fc.property(spendings, (spending) => {
      const days = [...spreadOverDays(spending, addDays(spending.firstDay, 900))]
      const groups = Map.groupBy(days, (one) =>
        spending.repeats === 'never' ? '' : periodAround(one.day, spending.repeats).from,
      )
      for (const group of groups.values()) {
        const amounts = group.map(({ amount }) => amount)
        if (group[0] && isWhole(spending, group[0].day)) assert.equal(addAmounts(...amounts), spending.amount)
        const sorted = amounts.toSorted((a, b) => Number(a - b))
        assert.ok((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n) <= 1n)
      }
      // Days are consecutive, each occurring once.
      const [first, last] = [days[0]?.day, days.at(-1)?.day]
      assert.ok(first !== undefined && last !== undefined)
      assert.equal(days.length, countDays({ from: first, to: last }))
    }),
    { numRuns: 300 },
  )
})

test('what a range holds is what its days hold', () => {
  fc.assert(
    fc.property(spendings, someDay, fc.integer({ min: 0, max: 500 }), (spending, from, length) => {
      const to = addDays(from, length)
      const days = [...spreadOverDays(spending, to)].filter((one) => one.day >= from && one.day <= to)
      assert.equal(spentWithin(spending, { from, to }), addAmounts(...days.map(({ amount }) => amount)))
    }),
    { numRuns: 200 },
  )
})
