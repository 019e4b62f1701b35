import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { describeCatalogue, isOfProfit } from '@tillsight/metrics'
import { run, type ShopContext } from '../context/index.ts'
import { rolePermissions } from '../context/permissions.ts'
import type { Role } from '../inputs/index.ts'
import { explainProfitChange } from '../profit/index.ts'
import { listRows } from './list-rows.ts'
import { runQuery } from './run-query.ts'
import { openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }
const told = describeCatalogue()
  .metrics.map(({ key }) => key)
  .filter(isOfProfit)

const asRole = (ctx: ShopContext, role: Role): ShopContext => ({
  ...ctx,
  actor: { kind: 'person', id: '00000000-0000-4000-8000-0000000000aa', role, shops: 'all' },
})
const allowing = (ctx: ShopContext): ShopContext => ({
  ...ctx,
  shop: { ...ctx.shop, settings: { ...ctx.shop.settings, viewersSeeProfit: true } },
})
const isHidden = (failure: unknown) => isAppError(failure) && failure.code === 'forbidden'

test('every figure that follows from a cost is one of profit, and none of the others', () => {
  for (const key of ['cogs', 'gatewayFees', 'grossMargin', 'cm2', 'netProfit', 'poas', 'costCoverage', 'goodsUnknown'])
    assert.ok(told.includes(key), key)
  for (const key of ['sales', 'netRevenue', 'orders', 'mer', 'blendedAdSpend', 'refundRateValue'])
    assert.ok(!told.includes(key), key)
})

test('a viewer sees figures of profit only where the shop shows them', async () => {
  const shop = await stores.openShop()
  const viewer = asRole(shop, 'viewer')
  for (const metric of told)
    await assert.rejects(run(runQuery, viewer, { ...march, metrics: ['orders', metric] }), isHidden, metric)
  await run(runQuery, viewer, { ...march, metrics: ['orders', 'netRevenue'] })
  await run(runQuery, allowing(viewer), { ...march, metrics: told.slice(0, 5) })
  for (const role of ['owner', 'admin', 'analyst'] as const)
    await run(runQuery, asRole(shop, role), { ...march, metrics: ['netProfit'] })
})

test('neither the rows behind a cost nor the reasons of a change are shown instead', async () => {
  const shop = await stores.openShop()
  const key: ShopContext = {
    ...shop,
    actor: { kind: 'api_key', id: 'k', permissions: [...rolePermissions.viewer, 'orders:read'], shops: 'all' },
  }
  await assert.rejects(run(listRows, key, { ...march, metric: 'cogs' }), isHidden)
  await run(listRows, key, { ...march, metric: 'netRevenue' })
  await run(listRows, allowing(key), { ...march, metric: 'cogs' })
  const change = { ...march, compare: 'previous_period' as const }
  await assert.rejects(run(explainProfitChange, asRole(shop, 'viewer'), change), isHidden)
  await run(explainProfitChange, asRole(allowing(shop), 'viewer'), change)
})
