// What must hold of costs and profit in any shop, whatever it sells and whatever is changed (costs §15).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { listDays, parseDay } from '@tillsight/core/days'
import { type MetricRow, type MetricValues, parseQuery } from '@tillsight/metrics'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { run, type ShopContext } from '../context/index.ts'
import { importRates } from '../imports/index.ts'
import { inPieces, rebookShop, writeRecords } from '../ledger/index.ts'
import { askFigures, loadStatus } from '../reports/index.ts'
import { type History, histories, historyRange } from '../reports/random-history.testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { removeSpend, saveSpend } from '../spend/index.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { restateCosts } from './restate.ts'

const stores = await openTestStores({ after })

const parts = ['handlingCost', 'shippingCost', 'gatewayFees', 'returnCosts', 'orderExpenses'] as const
const ofOrders = ['netSales', 'productRevenue', 'cogs', 'grossProfit', 'cm1', ...parts, 'cm2'] as const
const ofAll = [...ofOrders, 'blendedAdSpend', 'totalMarketingSpend', 'cm3', 'expenses', 'netProfit'] as const
const range = { from: historyRange.from, to: '2026-06-30' }

/** Figures in millionths, also where nothing is known of what goods cost: sums hold there, too. */
async function figuresOf(ctx: ShopContext, more: object = {}) {
  const metrics = 'dimensions' in more ? ofOrders : ofAll
  const query = parseQuery({ ...range, metrics, ...more })
  const { scope, facts } = await loadStatus(ctx, query)
  const found = await askFigures(ctx, query, { scope: { ...scope, showsUnknown: true }, facts })
  return { ...found, totals: inMillionths(found.totals) }
}

function inMillionths(values: MetricValues): Record<string, bigint> {
  return Object.fromEntries(
    Object.entries(values).map(([metric, value]) => [metric, BigInt(Math.round(Number(value) * 1_000_000))]),
  )
}

/** Every figure of the shop, as text to compare. */
async function everything(ctx: ShopContext): Promise<string> {
  const [byDay, byProduct] = [
    await figuresOf(ctx, { interval: 'day' }),
    await figuresOf(ctx, { dimensions: ['product'] }),
  ]
  const told = [byDay.totals, byDay.series, byProduct.rows, byDay.quality]
  return JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}

function assertLadder(figures: Readonly<Record<string, bigint>>): void {
  const of = (metric: string): bigint => figures[metric] ?? 0n
  assert.equal(of('grossProfit'), of('netSales') - of('cogs'))
  assert.equal(of('cm1'), of('productRevenue') - of('cogs'))
  assert.equal(
    of('cm2'),
    parts.reduce((left, part) => left - of(part), of('cm1')),
  )
  if (!('netProfit' in figures)) return
  assert.equal(of('cm3'), of('cm2') - of('totalMarketingSpend'))
  assert.equal(of('netProfit'), of('cm3') - of('expenses'))
}

function sumOf(rows: readonly Pick<MetricRow, 'values'>[], metric: string): bigint {
  return rows.reduce((sum, { values }) => sum + (inMillionths(values)[metric] ?? 0n), 0n)
}

/** The ladder adds up as a whole, by day and however orders are divided, and the parts of each add up to the whole. */
async function assertAddsUp(ctx: ShopContext): Promise<void> {
  const { totals, series = [], quality = {} } = await figuresOf(ctx, { interval: 'day' })
  assertLadder(totals)
  for (const { values } of series) assertLadder(inMillionths(values))
  for (const metric of ofAll) assert.equal(sumOf(series, metric), totals[metric], metric)
  for (const dimension of ['product', 'country', 'customer_class', 'gateway']) {
    const { rows = [] } = await figuresOf(ctx, { dimensions: [dimension], limit: 1000 })
    for (const { values } of rows) assertLadder(inMillionths(values))
    for (const metric of ofOrders) assert.equal(sumOf(rows, metric), totals[metric], `${metric} by ${dimension}`)
  }
  for (const { goods, fees, shipping } of Object.values(quality)) {
    for (const shares of [goods, fees, shipping]) {
      if (!shares) continue
      const sum = Object.values(shares).reduce((whole, share) => whole + Math.round(Number(share) * 10_000), 0)
      assert.equal(sum, 10_000)
    }
  }
}

const amount = fc.integer({ min: 0, max: 3_000 }).map((cents) => (cents / 100).toFixed(2))
const percent = fc.integer({ min: 0, max: 900 }).map((tenths) => (tenths / 10).toFixed(1))
const day = fc.constantFrom(null, '2026-03-22', '2026-03-29', '2026-04-05')

/** One change of costs, of any kind; `pick` chooses among the goods or orders of the shop. */
const changes = fc.oneof(
  fc.record({
    kind: fc.constant('goods' as const),
    pick: fc.nat(100),
    entry: fc.oneof(
      fc.record({ from: day, amount, country: fc.constantFrom('', 'AT') }),
      fc.record({ from: day, kind: fc.constant('percent'), percent }),
    ),
  }),
  fc.record({
    kind: fc.constant('rule' as const),
    rule: fc.oneof(
      fc.record({
        kind: fc.constant('fee'),
        body: fc.record({
          gateway: fc.constant('stripe'),
          from: day,
          percent,
          fixed: amount,
          refund: fc.constantFrom('kept', 'percent', 'all'),
          dispute: fc.constantFrom(null, '15.00'),
        }),
      }),
      fc.record({
        kind: fc.constant('shipping'),
        body: fc.record({ type: fc.constantFrom('perOrder', 'perUnit', 'asCharged', 'nothing'), from: day, amount }),
      }),
      fc.record({ kind: fc.constant('handling'), body: fc.record({ from: day, perOrder: amount, perUnit: amount }) }),
      fc.record({ kind: fc.constant('return'), body: fc.record({ from: day, label: amount }) }),
      fc.record({
        kind: fc.constant('expense'),
        body: fc.record({
          name: fc.constant('Licence'),
          kind: fc.constantFrom('perOrder', 'perPaidOrder', 'perUnit', 'percent'),
          amount,
          percent,
          start: fc.constant('2026-03-25'),
        }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('dispute' as const),
    pick: fc.nat(100),
    entry: fc.record({
      amount: fc.constantFrom(null, '7.50'),
      fee: fc.constantFrom(null, '12.00'),
      outcome: fc.constantFrom('open', 'lost', 'won'),
    }),
  }),
)
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never

function toInput(change: Change, { orders }: History, number: number): object | undefined {
  if (change.kind === 'rule') return { rule: change.rule }
  const counted = orders.filter(({ standing, test: isTest }) => standing === 'paid' && !isTest)
  const chosen = counted[change.pick % Math.max(1, counted.length)]
  if (chosen === undefined) return undefined
  if (change.kind === 'dispute') {
    const dispute = { ...change.entry, order: chosen.id, part: 'dispute', ref: `d${number}`, began: '2026-04-14' }
    return { orders: { entries: [{ ...dispute, ...(change.entry.outcome === 'won' && { ended: '2026-05-02' }) }] } }
  }
  const product = chosen.lines.find(({ productId }) => productId !== null)?.productId
  const goods = product ? { scope: 'product', ref: product } : { scope: 'shop' }
  if ('amount' in change.entry && !product) return undefined
  return { goods: { entries: [{ ...goods, ...change.entry }] } }
}

const save = async (ctx: ShopContext, change: object): Promise<string | null> => {
  const saved = await run(saveCosts, ctx, { change: change as never })
  await restateCosts(ctx)
  return saved.change
}

const read = (ctx: ShopContext, records: readonly PlatformRecord[]) =>
  writeRecords(ctx, { source: 'woocommerce', records })

/** Saves a change that somebody looked at, takes it back, and saves it again. */
async function tryChange(ctx: ShopContext, change: object): Promise<boolean> {
  const [before, profitBefore] = [await everything(ctx), (await figuresOf(ctx)).totals['netProfit'] ?? 0n]
  const told = await run(previewChange, ctx, { change: change as never }).catch((refusal: unknown) => {
    // Two rules about the same are a conflict.
    assert.ok(isAppError(refusal), String(refusal))
    return undefined
  })
  if (told === undefined) return false
  const saved = await save(ctx, change)
  const [then, profit] = [await everything(ctx), (await figuresOf(ctx)).totals['netProfit'] ?? 0n]
  assert.equal(inMillionths({ delta: told.delta })['delta'], profit - profitBefore, 'the preview says what saving does')
  if (saved === null) return false
  await save(ctx, { undo: saved })
  assert.equal(await everything(ctx), before, 'undoing leaves nothing behind')
  await save(ctx, change)
  assert.equal(await everything(ctx), then)
  return true
}

test('the ladder adds up, previews are exact, undoing is whole, and reading anew gives the same, in any shop', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.array(changes, { minLength: 1, maxLength: 3 }), async (history, asked) => {
      const [ctx, fresh] = [await stores.openShop(), await stores.openShop()]
      // A percentage of net sales moves with disputes, one of revenue does not.
      for (const each of [ctx, fresh]) {
        for (const [percentOf, countsAs] of [
          ['netSales', 'expense'],
          ['orderRevenue', 'ad_spend'],
        ])
          await run(saveSpend, each, {
            channel: `c ${countsAs}`,
            firstDay: '2026-03-24',
            amount: '3.7',
            percentOf,
            countsAs,
          })
      }
      await read(ctx, history.news)
      const inputs = asked.flatMap((change, number) => toInput(change, history, number) ?? [])
      const taken: object[] = []
      for (const input of inputs) if (await tryChange(ctx, input)) taken.push(input)
      await assertAddsUp(ctx)
      const incremental = await everything(ctx)
      await rebookShop(ctx)
      assert.equal(await everything(ctx), incremental, 'booking everything again changes nothing')
      // Rules go before the orders, what is about goods and orders cannot.
      const isRule = (input: object) => 'rule' in input
      for (const input of taken.filter(isRule)) await save(fresh, input)
      for (const records of inPieces(history.news, 5)) await read(fresh, records)
      for (const input of taken.filter((each) => !isRule(each))) await save(fresh, input)
      assert.equal(await everything(fresh), incremental, 'whatever comes first, figures are the same')
    }),
    { numRuns: 3 },
  )
})

test('another currency scales every step alike, and each expense enters one of them', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ news }) => {
      const ctx = await stores.openShop()
      const days = listDays({ from: parseDay(range.from), to: parseDay(range.to) })
      // A whole number, so that millionths need no rounding.
      await run(importRates, ctx, { csv: ['Date,USD', ...days.map((each) => `${each},2`)].join('\n') })
      await save(ctx, { goods: { entries: [{ scope: 'shop', kind: 'percent', percent: '40' }] } })
      await read(ctx, news)
      const { totals } = await figuresOf(ctx)
      const dollars = await figuresOf(ctx, { currency: 'USD' })
      for (const metric of ofAll) assert.equal(dollars.totals[metric], (totals[metric] ?? 0n) * 2n, metric)
      const steps = {
        ad_spend: ['blendedAdSpend', 'totalMarketingSpend', 'cm3', 'netProfit'],
        marketing: ['totalMarketingSpend', 'cm3', 'netProfit'],
        expense: ['expenses', 'netProfit'],
      }
      for (const [countsAs, moved] of Object.entries(steps)) {
        const { id } = await run(saveSpend, ctx, { channel: 'Some', firstDay: '2026-03-25', amount: '10', countsAs })
        const { totals: then } = await figuresOf(ctx)
        assert.deepEqual(
          ofAll.filter((metric) => then[metric] !== totals[metric]),
          moved,
        )
        assert.equal((totals['netProfit'] ?? 0n) - (then['netProfit'] ?? 0n), 10_000_000n)
        await run(removeSpend, ctx, { entry: id })
      }
    }),
    { numRuns: 3 },
  )
})
