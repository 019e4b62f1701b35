import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addAmounts, amountText, parseAmount, zeroAmount } from '@tillsight/core'
import { listDays, parseDay } from '@tillsight/core/days'
import type { ReportRow } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { compareReports } from './compare.ts'
import { type DayComparison, type Findings, noFigures, type OwnRow } from './model.ts'

const [first, second] = [parseDay('2026-10-03'), parseDay('2026-10-04')] as const
const days = [first, second]
const coin = parseAmount('0.01')

const own = (row: Partial<Omit<OwnRow, 'total' | 'net'>> & { total: string; net?: string }): OwnRow => ({
  orderId: '1',
  name: '#1',
  kind: 'sale',
  day: first,
  orders: (row.kind ?? 'sale') === 'sale' ? 1 : 0,
  foreign: false,
  cancelled: zeroAmount,
  ...row,
  total: parseAmount(row.total),
  net: parseAmount(row.net ?? row.total),
})
const their = (row: Partial<ReportRow> & { total: string }): ReportRow => ({
  orderId: '1',
  name: '#1',
  kind: 'sale',
  day: first,
  orders: (row.kind ?? 'sale') === 'sale' ? 1 : 0,
  net: row.total,
  ...row,
})
const unknown: Findings = {
  there: () => undefined,
  here: () => 'missing',
  paidByCard: () => undefined,
  sameInAll: () => false,
}

/** Compares both sides given as rows, with day figures that are their sums. */
function compare(ours: readonly OwnRow[], theirs: readonly ReportRow[], findings: Findings = unknown): DayComparison[] {
  const sum = (rows: readonly { total: bigint; net: bigint; orders: number }[]) => ({
    ...noFigures,
    orders: parseAmount(String(rows.reduce((count, { orders }) => count + orders, 0))),
    totalSales: parseAmount(amountText(rows.reduce((total, row) => total + row.total, 0n) as never)),
    netSales: parseAmount(amountText(rows.reduce((net, row) => net + row.net, 0n) as never)),
  })
  const ownFigures = new Map(days.map((day) => [day, sum(ours.filter((row) => row.day === day))]))
  const reported = days.map((day) => {
    const rows = theirs
      .filter((row) => row.day === day)
      .map((row) => ({ ...row, total: parseAmount(row.total), net: parseAmount(row.net) }))
    const { totalSales, netSales, orders } = sum(rows)
    return {
      day,
      figures: { totalSales: amountText(totalSales), netSales: amountText(netSales), orders: amountText(orders) },
    }
  })
  const side = { figures: ownFigures, expected: ownFigures, rows: ours }
  return compareReports({ days, ours: side, theirs: { days: reported, rows: theirs }, findings, coin })
}

/** Cause, number of orders and difference of total sales, for every day. */
const told = (compared: readonly DayComparison[]) =>
  compared.map(({ causes }) => causes.map(({ cause, orders, total }) => `${cause} ${orders} ${Number(total)}`))

describe('Comparing with the store’s own report', () => {
  it('agrees where every order is the same to the cent', () => {
    const compared = compare([own({ total: '119.00', net: '100.00' })], [their({ total: '119', net: '100' })])
    assert.deepEqual(told(compared), [[], []])
    assert.deepEqual(
      compared.map(({ state }) => state),
      ['agrees', 'agrees'],
    )
  })

  it('names orders that only one side has, by what was found out about them', () => {
    const findings: Findings = {
      ...unknown,
      there: (id) => ({ absence: id === '1' ? 'status' : id === '2' ? 'gone' : 'not_in_report', elsewhere: false }),
      here: (id) => (id === '4' ? 'uncounted' : 'missing'),
    }
    const ours = ['1', '2', '3'].map((orderId) => own({ orderId, total: '10' }))
    const theirs = ['4', '5'].map((orderId) => their({ orderId, total: '7.50' }))
    const [day] = compare(ours, theirs, findings)
    assert.deepEqual(told(day ? [day] : [])[0]?.toSorted(), [
      'deleted_there 1 -10',
      'missing_here 1 7.5',
      'missing_in_report 1 -10',
      'status_not_counted_here 1 7.5',
      'status_not_counted_there 1 -10',
    ])
    assert.equal(day?.state, 'differs')
    assert.deepEqual(
      day?.orders.map(({ orderId }) => orderId),
      ['2', '5', '1', '3', '4'],
    )
  })

  it('explains an order that both have on different days', () => {
    const compared = compare([own({ total: '50' })], [their({ total: '50', day: second })])
    assert.deepEqual(told(compared), [['other_day 1 -50'], ['other_day 1 50']])
    assert.deepEqual(
      compared.map(({ state }) => state),
      ['explained', 'explained'],
    )
  })

  it('tells an amount that differs from rounding', () => {
    const amounts = (total: string) => told(compare([own({ total: '50.00' })], [their({ total })]))[0]
    assert.deepEqual(amounts('50.01'), ['rounding 1 0.01'])
    assert.deepEqual(amounts('49.99'), ['rounding 1 -0.01'])
    assert.deepEqual(amounts('50.02'), ['amount 1 0.02'])
  })

  it('tells what was given back from what was sold', () => {
    const sale = own({ total: '119', net: '100' })
    const theirSale = their({ total: '119', net: '100' })
    const back = (total: string, net: string) => own({ kind: 'return', day: second, total, net })
    const theirBack = (total: string, net: string) => their({ kind: 'return', day: second, total, net })
    const of = (ours: OwnRow[], theirs: ReportRow[]) => told(compare([sale, ...ours], [theirSale, ...theirs]))[1]
    assert.deepEqual(of([back('-59.5', '-50')], [theirBack('-40', '-33.61')]), ['refund 1 19.5'])
    assert.deepEqual(of([], [theirBack('-59.5', '-50')]), ['refund 1 -59.5'])
    // The order's net is deducted twice, while the money is right.
    assert.deepEqual(of([back('-59.5', '-50')], [theirBack('-59.5', '-100')]), ['refund_split 1 0'])
  })

  it('gives the currency as the reason for an order in another one', () => {
    const compared = compare([own({ total: '92', foreign: true })], [their({ total: '100' })])
    assert.deepEqual(told(compared)[0], ['currency 1 8'])
  })

  it('knows an order that a gift card paid a part of', () => {
    const paidByCard = () => parseAmount('3')
    const paid = (total: string) =>
      told(compare([own({ total: '50' })], [their({ total })], { ...unknown, paidByCard }))[0]
    assert.deepEqual(paid('47'), ['gift_card_payment 1 -3'])
    assert.deepEqual(paid('46'), ['amount 1 -4'])
  })

  it('says when the store’s day is not the sum of its own orders', () => {
    const rows = [own({ total: '50' })]
    const figures = new Map([
      [first, { ...noFigures, orders: parseAmount('1'), totalSales: parseAmount('50'), netSales: parseAmount('50') }],
    ])
    const [day] = compareReports({
      days: [first],
      ours: { figures, expected: figures, rows },
      theirs: {
        days: [{ day: first, figures: { orders: '1', totalSales: '40', netSales: '50' } }],
        rows: [their({ total: '50' })],
      },
      findings: unknown,
      coin,
    })
    assert.deepEqual(told(day ? [day] : []), [['report_does_not_add_up 0 -10']])
    assert.equal(day?.state, 'differs')
  })

  it('takes fractions of a cent between a day and its orders for rounding', () => {
    const figures = new Map([
      [first, { ...noFigures, orders: parseAmount('1'), totalSales: parseAmount('50'), netSales: parseAmount('42') }],
    ])
    const [day] = compareReports({
      days: [first],
      ours: { figures, expected: figures, rows: [own({ total: '50', net: '42' })] },
      theirs: {
        days: [{ day: first, figures: { orders: '1', totalSales: '50', netSales: '42.0014' } }],
        rows: [their({ total: '50', net: '42' })],
      },
      findings: unknown,
      coin,
    })
    assert.deepEqual(
      day?.causes.map(({ cause, net }) => [cause, Number(net)]),
      [['rounding', 0.0014]],
    )
    assert.equal(day?.state, 'agrees')
  })

  it('puts every cent of a difference under a cause, whatever the two sides hold', () => {
    const cents = fc.integer({ min: -20_000, max: 20_000 }).map((value) => (value / 100).toFixed(2))
    const place = {
      orderId: fc.constantFrom('1', '2', '3', '4', '5'),
      day: fc.constantFrom(...days),
      kind: fc.constantFrom('sale' as const, 'return' as const),
      total: cents,
      net: cents,
    }
    const findings: Findings = {
      ...unknown,
      there: (id) => ({ absence: id === '1' ? 'status' : id === '2' ? 'gone' : null, elsewhere: id === '3' }),
      here: (id) => (id === '4' ? 'uncounted' : id === '5' ? 'other_day' : 'missing'),
    }
    fc.assert(
      fc.property(fc.array(fc.record(place)), fc.array(fc.record(place)), (ours, theirs) => {
        for (const day of compare(ours.map(own), theirs.map(their), findings)) {
          const { totalSales, netSales, orders } = day.figures
          const sum = (of: 'total' | 'net') => addAmounts(...day.causes.map((cause) => parseAmount(cause[of])))
          assert.equal(sum('total'), parseAmount(totalSales.theirs ?? '0') - parseAmount(totalSales.ours))
          assert.equal(sum('net'), parseAmount(netSales.theirs ?? '0') - parseAmount(netSales.ours))
          const count = day.causes.reduce((all, cause) => all + cause.count, 0)
          assert.equal(count, Number(orders.theirs) - Number(orders.ours))
          assert.ok(!day.causes.some(({ cause }) => cause === 'unexplained' || cause === 'report_does_not_add_up'))
        }
      }),
    )
  })
})

describe('Days of a comparison', () => {
  it('are all that were asked for, in order', () => {
    const range = { from: first, to: parseDay('2026-10-05') }
    const compared = compareReports({
      days: listDays(range),
      ours: { figures: new Map(), expected: new Map(), rows: [] },
      theirs: { days: [], rows: [] },
      findings: unknown,
      coin,
    })
    assert.deepEqual(
      compared.map(({ day, state, figures }) => [day, state, figures.totalSales.theirs]),
      [
        ['2026-10-03', 'agrees', null],
        ['2026-10-04', 'agrees', null],
        ['2026-10-05', 'agrees', null],
      ],
    )
  })
})
