import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDecimals } from '@tillsight/core'
import fc from 'fast-check'
import { run, type ShopContext } from '../../context/index.ts'
import { type RequestedModel, requestedModels } from '../../credit/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import type { ReportOf, ReportResult } from '../reports/outputs.ts'
import { reportAttribution } from '../reports/report-attribution.ts'
import { askCredit, type SeenOrder, writeSeenOrders } from '../testing.ts'
import { type AttributionOrdersInput } from './attribution-query.ts'
import { exportAttribution } from './export-attribution.ts'
import { listAttributionOrders } from './list-attribution-orders.ts'

const { openShop } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const channels = ['paid_social', 'paid_search', 'email', 'organic_search', 'direct']

const orders: SeenOrder[] = fc
  .sample(
    fc.record({
      hour: fc.integer({ min: 1, max: 700 }),
      value: fc.integer({ min: 0, max: 20_000 }),
      back: fc.integer({ min: 0, max: 5000 }),
      customer: fc.constantFrom<NonNullable<SeenOrder['customer']>[]>('new', 'returning', 'unidentified'),
      touches: fc.array(
        fc.record({
          before: fc.integer({ min: 0, max: 900 }),
          channel: fc.constantFrom(...channels),
          campaign: fc.constantFrom('1', '2'),
        }),
        { maxLength: 5 },
      ),
    }),
    { numRuns: 40, seed: 5 },
  )
  .map(({ hour, value, back, customer, touches }, nth) => {
    const placed = Date.parse('2026-06-01T00:00:00Z') + hour * 3_600_000
    return {
      id: `o${nth}`,
      placedAt: new Date(placed).toISOString(),
      value: (value / 100).toFixed(2),
      back: (back / 100).toFixed(2),
      customer,
      touches: touches.map(({ before, channel, campaign }) => ({
        at: new Date(placed - before * 3_600_000).toISOString(),
        channel,
        ...(channel === 'paid_social' ? { platform: 'meta', account: '7', campaign } : {}),
      })),
    }
  })

const ctx = await openShop()
await writeSeenOrders(ctx, orders)

async function allOrders(shop: ShopContext, ask: AttributionOrdersInput) {
  const first = await run(listAttributionOrders, shop, { ...ask, limit: 25 })
  const rows = [...first.rows]
  let { cursor } = first
  while (cursor !== undefined) {
    const page = await run(listAttributionOrders, shop, { ...ask, limit: 25, cursor })
    rows.push(...page.rows)
    cursor = page.cursor
  }
  return { ...first, rows }
}

const total = (texts: readonly string[]) => Number(addDecimals(texts))

suite('the orders behind a row', () => {
  for (const model of ['last_non_direct', 'shapley', 'markov_local'] satisfies RequestedModel[]) {
    test(`have parts that add up to it exactly, under ${model}`, async () => {
      for (const date of model === 'shapley' ? (['order', 'touch'] as const) : (['order'] as const)) {
        const ask = { ...june, model, date }
        const result = await askCredit(ctx, { ...ask, level: 'campaign' })
        assert.ok(result.rows.length >= 4)
        for (const row of result.rows) {
          const { channel, platform, account_id, campaign_id } = row
          const place = {
            channel,
            platform: platform ?? '',
            account_id: account_id ?? '',
            campaign_id: campaign_id ?? '',
          }
          const behind = await allOrders(ctx, { ...ask, row: place })
          assert.deepEqual(
            [behind.orders, behind.revenue, behind.net_revenue],
            [row.orders, row.revenue, row.net_revenue],
          )
          assert.equal(behind.count, behind.rows.length)
          assert.equal(total(behind.rows.map(({ revenue }) => revenue)), Number(row.revenue))
          assert.equal(total(behind.rows.map((order) => order.orders)), Number(row.orders))
        }
        const lost = await allOrders(ctx, { ...ask, row: 'not_tracked' })
        assert.deepEqual([lost.revenue, lost.orders], [result.not_tracked.revenue, result.not_tracked.orders])
      }
    })
  }
})

test('every model shares out the same whole', async () => {
  const { models } = await run(reportAttribution, ctx, {
    ...june,
    report: 'models',
    models: [...requestedModels],
  }).then(toModels)
  const { closing } = await askCredit(ctx, june)
  assert.equal(models.length, requestedModels.length)
  for (const { model, orders: parts, revenue } of models)
    assert.deepEqual([parts, revenue], ['40.000000', closing.booked], model)
})

test('new and known customers are parts of everybody', async () => {
  const ask = { ...june, model: 'linear_all' } as const
  const { totals } = await askCredit(ctx, ask)
  const fresh = await askCredit(ctx, { ...ask, customers: 'new' })
  const known = await askCredit(ctx, { ...ask, customers: 'returning' })
  assert.deepEqual([fresh.totals.orders, known.totals.orders], [totals.new_orders, totals.returning_orders])
})

function toModels(result: ReportResult): ReportOf<'models'> {
  if (result.report !== 'models') throw new Error('another report was asked for')
  return result
}

test('a file says what the answer says', async () => {
  const ask = { ...june, model: 'shapley', level: 'campaign' } as const
  const [result, { rows }] = await Promise.all([askCredit(ctx, ask), run(exportAttribution, ctx, ask)])
  assert.deepEqual(
    rows.map(({ kind, channel, campaign_id, orders: parts, revenue, net_revenue }) => [
      kind,
      channel,
      campaign_id,
      parts,
      revenue,
      net_revenue,
    ]),
    [
      ...result.rows.map((row) => ['row', row.channel, row.campaign_id, row.orders, row.revenue, row.net_revenue]),
      ['not_tracked', '', '', result.not_tracked.orders, result.not_tracked.revenue, result.not_tracked.net_revenue],
      ['total', '', '', result.totals.orders, result.totals.revenue, result.totals.net_revenue],
    ],
  )
})
