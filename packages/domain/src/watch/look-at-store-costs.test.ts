import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listOpenHealthIssues } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { noteStoreCosts, saveCosts } from '../costs/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { lookAtStoreCosts } from './look-at-store-costs.ts'

const stores = await openTestStores({ after })

function product(costs: Readonly<Record<string, string | null>>, updatedAt: string) {
  const variants = Object.entries(costs).map(([id, cost]) => ({
    id,
    sku: null,
    title: '',
    price: '40.00',
    cost,
    weight: null,
  }))
  const common = { status: 'publish', giftCard: false, categories: [], imageUrl: null, updatedAt, variants }
  return { type: 'product' as const, id: 'tea', title: 'Tea', ...common }
}

async function findings(ctx: ShopContext): Promise<unknown[]> {
  await noteStoreCosts(ctx)
  await lookAtStoreCosts(ctx)
  const issues = await listOpenHealthIssues(ctx.queries, ctx.shop.id)
  return issues.flatMap(({ kind, detail }) => (kind === 'lost_costs' ? [detail] : []))
}

test('a cost that the store has no longer is a finding until somebody enters one, here or there', async () => {
  const ctx = await stores.openShop()
  const tell = (costs: Readonly<Record<string, string | null>>, day: number) =>
    writeRecords(ctx, { source: 'woocommerce', records: [product(costs, `2026-06-0${day}T00:00:00Z`)] })
  await tell({ green: '3.00', black: '4.00', white: null }, 1)
  assert.deepEqual(await findings(ctx), [])
  await tell({ green: null, black: null, white: null }, 2)
  assert.deepEqual(await findings(ctx), [{ variants: 2, names: 'Tea' }])
  const entries = [{ scope: 'variant', ref: 'green', amount: '0.00' }]
  await run(saveCosts, ctx, { change: { goods: { entries } } as never })
  assert.deepEqual(await findings(ctx), [{ variants: 1, names: 'Tea' }])
  await tell({ green: null, black: '4.00', white: null }, 3)
  assert.deepEqual(await findings(ctx), [])
})
