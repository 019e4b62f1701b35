import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { listSpendShares } from '@tillsight/database'
import { writeAdRecords } from '../ad-facts/index.ts'
import { tinyDay } from '../ads/tiny-ads.testing.ts'
import { run, type ShopContext } from '../context/index.ts'
import { previewChange, saveCosts } from '../costs/change-costs.ts'
import { restateCosts } from '../costs/restate.ts'
import { importRates } from '../imports/index.ts'
import { announceNewSpend, rebuildDaily, recomputeCustomers, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine } from '../ledger/sample-facts.ts'
import { writeAdDays } from '../reports/ads.testing.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { goOnWithSpend, importSpend, listSpend, removeSpend, saveSpend } from './index.ts'

const stores = await openTestStores({ after })

/** An order of one product, 19 % tax on top. */
const orderOf = (id: string, at: string, net: string) =>
  sampleOrder({
    id,
    placedAt: at,
    total: (Number(net) * 1.19).toFixed(2),
    totalTax: (Number(net) * 0.19).toFixed(2),
    lines: [sampleLine({ id: `${id}-a`, productId: 'tea', gross: net, tax: (Number(net) * 0.19).toFixed(2) })],
  })
const refundOf = (orderId: string, at: string, net: string) =>
  sampleRefund({
    id: `${orderId}-r`,
    orderId,
    at,
    amount: (Number(net) * 1.19).toFixed(2),
    lines: [
      sampleRefundLine({
        id: 'x',
        orderLineId: `${orderId}-a`,
        productId: 'tea',
        amount: net,
        tax: (Number(net) * 0.19).toFixed(2),
      }),
    ],
  })

const read = (ctx: ShopContext, records: Parameters<typeof writeRecords>[1]['records']) =>
  writeRecords(ctx, { source: 'woocommerce', records })
const enter = (ctx: ShopContext, typed: object) =>
  run(saveSpend, ctx, { channel: 'Agency', firstDay: '2026-06-01', countsAs: 'expense', ...typed })

/** A figure of each day that has one. */
async function daysOf(ctx: ShopContext, metric: string): Promise<Record<string, string>> {
  const { series = [] } = await ask(ctx, { metrics: [metric], from: '2026-05-01', to: '2026-06-30', interval: 'day' })
  const found = series.flatMap(({ at, values }) => {
    const value = Number(values[metric] ?? 0)
    return value === 0 ? [] : [[at.slice(5), String(value)]]
  })
  return Object.fromEntries(found)
}

suite('an entry that is a percentage', () => {
  test('follows the net sales of each day, below 0 where more comes back than is sold', async () => {
    const ctx = await stores.openShop()
    await read(ctx, [
      orderOf('1', '2026-05-31T10:00:00Z', '50'),
      orderOf('2', '2026-06-02T10:00:00Z', '33.33'),
      orderOf('3', '2026-06-03T10:00:00Z', '200'),
    ])
    const saved = await enter(ctx, { amount: '7.5', percentOf: 'net sales' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': '2.49975', '06-03': '15' })
    assert.deepEqual(
      [saved.percentOf, saved.amount, saved.currency, saved.spent],
      ['netSales', '7.500000', 'EUR', '17.499750'],
    )
    await read(ctx, [refundOf('3', '2026-06-05T10:00:00Z', '100'), orderOf('4', '2026-06-05T11:00:00Z', '20')])
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': '2.49975', '06-03': '15', '06-05': '-6' })
    const [entry] = (await run(listSpend, ctx, {})).entries
    assert.equal(entry?.spent, '11.499750')
    // The percentage of the whole is that of the sum.
    const { totals } = await ask(ctx, { metrics: ['netSales', 'expenses'], from: '2026-06-01', to: '2026-06-30' })
    assert.equal(Number(totals['expenses']), Number(totals['netSales']) * 0.075)
  })

  test('is the same whether it was entered before the orders, after them, or reads a history', async () => {
    const [first, last, history] = [await stores.openShop(), await stores.openShop(), await stores.openShop()]
    const records = [
      orderOf('1', '2026-06-02T10:00:00Z', '33.33'),
      refundOf('1', '2026-06-04T10:00:00Z', '11.11'),
      orderOf('2', '2026-06-04T10:00:00Z', '80'),
    ]
    const typed = { amount: '2.9', percentOf: 'orderRevenue' }
    await enter(first, typed)
    for (const record of records) await read(first, [record])
    await read(last, records)
    await enter(last, typed)
    await enter(history, typed)
    await writeRecords(history, { source: 'woocommerce', records, deferCustomers: true })
    await recomputeCustomers(history)
    const days = await daysOf(last, 'expenses')
    assert.deepEqual(days, { '06-02': '1.15014', '06-04': '2.7608' })
    assert.deepEqual([await daysOf(first, 'expenses'), await daysOf(history, 'expenses')], [days, days])
    await rebuildDaily(first)
    assert.deepEqual(await daysOf(first, 'expenses'), days)
  })

  test('of ad spend comes after percentages of revenue that are ad spend, and in the shop’s currency', async () => {
    const ctx = await stores.openShop()
    await run(importRates, ctx, { csv: 'Date,USD\n2026-06-02,1.25\n2026-06-03,1.25\n' })
    await enter(ctx, { channel: 'Fee', amount: '10', percentOf: 'blendedAdSpend', countsAs: '' })
    await enter(ctx, { channel: 'Meta fee', amount: '5', percentOf: 'channel:meta ads', countsAs: 'expense' })
    await enter(ctx, { channel: 'Affiliates', amount: '8', percentOf: 'orderRevenue', countsAs: 'ad_spend' })
    await read(ctx, [orderOf('1', '2026-06-02T10:00:00Z', '100')])
    await writeAdDays(ctx, [
      { day: '2026-06-02', platform: 'metaads', spend: '50', currency: 'USD' },
      { day: '2026-06-03', platform: 'googleads', spend: '7' },
    ])
    await announceNewSpend(ctx)
    assert.deepEqual(await daysOf(ctx, 'blendedAdSpend'), { '06-02': '49.52', '06-03': '7' })
    assert.deepEqual(await daysOf(ctx, 'totalMarketingSpend'), { '06-02': '54.472', '06-03': '7.7' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': '2' })
  })

  test('follows what ad platforms tell', async () => {
    const ctx = await stores.openShop()
    await enter(ctx, { amount: '10', percentOf: 'blendedAdSpend' })
    const account = { id: '1', currency: 'EUR', zone: 'Europe/Berlin' }
    const day = tinyDay(account, parseDay('2026-06-02'), { restated: 1, fetchedAt: '2026-06-03T00:00:00Z' })
    await writeAdRecords(ctx, { source: 'metaads', records: [day] })
    const { '06-02': spent } = await daysOf(ctx, 'blendedAdSpend')
    assert.ok(Number(spent) > 0)
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': String(Number(spent) / 10) })
  })

  test('goes on by itself, ends from today, and leaves nothing when it never was', async () => {
    const ctx = await stores.openShop()
    await read(ctx, [orderOf('1', '2026-06-02T10:00:00Z', '100'), orderOf('2', '2026-06-30T08:00:00Z', '50')])
    const { id } = await enter(ctx, { amount: '10', percentOf: 'netSales' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': '10', '06-30': '5' })
    const later = { ...ctx, clock: fixedClock('2026-07-02T12:00:00Z') }
    await goOnWithSpend({ ...stores, log: ctx.log, clock: later.clock, openShop: async () => later as never })
    const [row] = await listSpendShares(ctx.queries, ctx.shop.id)
    assert.equal(row?.writtenThrough, '2026-07-03')
    await run(removeSpend, ctx, { entry: id, from: 'today' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-02': '10' })
    assert.deepEqual(
      (await run(listSpend, ctx, {})).entries.map(({ lastDay, spent }) => [lastDay, spent]),
      [['2026-06-29', '10.000000']],
    )
    await run(removeSpend, ctx, { entry: id })
    assert.deepEqual(await daysOf(ctx, 'expenses'), {})
    assert.deepEqual(await listSpendShares(ctx.queries, ctx.shop.id), [])
  })

  test('that begins later than before, or was money on other days, leaves nothing of that behind', async () => {
    const ctx = await stores.openShop()
    await read(ctx, [orderOf('1', '2026-06-02T10:00:00Z', '100'), orderOf('2', '2026-06-20T10:00:00Z', '50')])
    const typed = { amount: '10', percentOf: 'netSales' }
    const { id } = await enter(ctx, typed)
    await enter(ctx, { ...typed, entry: id, firstDay: '2026-06-10' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-20': '5' })
    await enter(ctx, { entry: id, amount: '30', firstDay: '2026-05-05', lastDay: '2026-05-06' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '05-05': '15', '05-06': '15' })
    await enter(ctx, { ...typed, entry: id, firstDay: '2026-06-10' })
    assert.deepEqual(await daysOf(ctx, 'expenses'), { '06-20': '5' })
  })

  test('is in a file, and what cannot be is refused with its field', async () => {
    const ctx = await stores.openShop()
    const rows = [
      'channel,first_day,amount,percent_of,counts_as,currency',
      'Agency,2026-06-01,10,blendedAdSpend,marketing,USD',
      'Agency,2026-06-01,10,blendedAdSpend,ad_spend,',
      'Agency,2026-06-01,101 %,netSales,,',
      'Agency,2026-06-01,5,profit,,',
      'Agency,2026-06-01,5,channel:nobody,,',
    ]
    const file = { name: 'spend.csv', bytes: new TextEncoder().encode(rows.join('\n')) }
    const report = await run(importSpend, ctx, file)
    assert.deepEqual([report.entries, report.leftOut], [1, 4])
    assert.deepEqual(
      report.problems.map(({ row, field }) => `${row} ${field}`),
      ['3 counts_as', '4 amount', '5 percent_of', '6 percent_of'],
    )
    assert.deepEqual([report.first[0]?.percentOf, report.first[0]?.currency], ['blendedAdSpend', 'EUR'])
    assert.equal((await run(importSpend, ctx, file)).known, 1)
  })
})

test('what is spent once has nothing to end', async () => {
  const ctx = await stores.openShop()
  const { id } = await enter(ctx, { amount: '10' })
  await assert.rejects(
    run(removeSpend, ctx, { entry: id, from: 'today' }),
    (error) => isAppError(error) && error.code === 'invalid_input',
  )
})

test('a dispute moves percentages of net sales, too: its preview says so, to the digit', async () => {
  const ctx = await stores.openShop()
  await read(ctx, [orderOf('1', '2026-06-02T10:00:00Z', '100')])
  await enter(ctx, { amount: '7', percentOf: 'netSales' })
  const change = {
    orders: {
      entries: [{ order: '1', part: 'dispute', ref: 'd', amount: '59.50', began: '2026-06-10', outcome: 'lost' }],
    },
  } as never
  const profit = async () =>
    (await ask(ctx, { metrics: ['netProfit'], from: '2026-06-01', to: '2026-06-30' })).totals['netProfit']
  await run(saveCosts, ctx, {
    change: { goods: { entries: [{ scope: 'product', ref: 'tea', amount: '10' }] } } as never,
  })
  await restateCosts(ctx)
  const before = Number(await profit())
  const preview = await run(previewChange, ctx, { change })
  await run(saveCosts, ctx, { change })
  await restateCosts(ctx)
  assert.equal(Number(preview.delta), Number((Number(await profit()) - before).toFixed(6)))
  // A dispute of less than the whole order names no goods: all of it comes off net sales.
  assert.equal(Number(preview.delta), -59.5 + 4.165)
})
