import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { run, type ShopContext } from '../context/index.ts'
import { importRates } from '../imports/index.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { removeSpend, saveSpend } from './index.ts'

const stores = await openTestStores({ after })
const spend = ['blendedAdSpend', 'totalMarketingSpend']

/** As numbers, so that only the values are compared. */
async function figuresOf(ctx: ShopContext, from: string, to: string): Promise<(number | null)[]> {
  const { totals } = await ask(ctx, { metrics: spend, from, to })
  return spend.map((key) => (totals[key] === null || totals[key] === undefined ? null : Number(totals[key])))
}

suite('custom spend in the figures', () => {
  test('counts day by day as what it is, under its channel’s name', async () => {
    const ctx = await stores.openShop()
    const monthly = {
      channel: 'Agency',
      firstDay: '2026-01-01',
      lastDay: '2026-02-15',
      amount: '3100',
      repeats: 'month',
    }
    await run(saveSpend, ctx, { ...monthly, countsAs: 'marketing' })
    const { id } = await run(saveSpend, ctx, {
      channel: 'Print',
      campaign: 'Spring',
      firstDay: '2026-01-12',
      amount: '50',
    })
    assert.deepEqual(await figuresOf(ctx, '2026-01-10', '2026-01-16'), [50, 750])
    const { rows = [] } = await ask(ctx, {
      metrics: ['totalMarketingSpend'],
      dimensions: ['channel'],
      from: '2026-01-10',
      to: '2026-01-16',
    })
    assert.deepEqual(
      rows.map(({ dimensions, values }) => [dimensions['channel'], Number(values['totalMarketingSpend'])]),
      [
        ['Agency', 700],
        ['Print', 50],
      ],
    )
    await run(removeSpend, ctx, { entry: id })
    assert.deepEqual(await figuresOf(ctx, '2026-01-10', '2026-01-16'), [0, 700])
  })

  test('in another currency is converted with each day’s rate, and has no value where there is none', async () => {
    const ctx = await stores.openShop()
    await run(importRates, ctx, { csv: 'Date,USD\n2026-03-02,1.25\n2026-03-03,1.6\n' })
    const days = { firstDay: '2026-03-02', lastDay: '2026-03-03', amount: '20', currency: 'USD' }
    await run(saveSpend, ctx, { channel: 'Radio', ...days })
    assert.deepEqual(await figuresOf(ctx, '2026-03-02', '2026-03-03'), [14.25, 14.25])
    await run(saveSpend, ctx, { channel: 'Radio', firstDay: '2026-02-01', amount: '5', currency: 'USD' })
    const { totals, warnings } = await ask(ctx, { metrics: spend, from: '2026-02-01', to: '2026-03-03' })
    assert.deepEqual(Object.values(totals), [null, null])
    assert.match(warnings.join(' '), /no exchange rate from USD/i)
  })
})
