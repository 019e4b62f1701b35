import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { openWarehouse } from '@tillsight/warehouse'
import { startWarehouse, workUntilKilled } from '../sync/killed-worker.testing.ts'
import { sync, type TestShop } from '../sync/testing.ts'
import { readAdDays, readAds } from './ads-facts.testing.ts'
import {
  adsNow,
  connectAds,
  openAdsShop,
  type SimulatedAds,
  simulateGoogle,
  simulateMeta,
} from './simulated-ads.testing.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const longestMs = 120

const warehouseUrl = await startWarehouse({ after }, process.env)
const db = await openTestDatabase({ after })
const warehouse = await openWarehouse({ url: warehouseUrl, log })
after(() => warehouse.close())
await warehouse.migrate()
const stores = { db, warehouse }

async function everything(shop: TestShop) {
  const reach = 'first_day, last_day, account_id, level, campaign_id, ad_set_id, ad_id, reach'
  return {
    days: await readAdDays(shop),
    reach: await readAds(shop, { table: 'ad_reach', columns: reach }),
    names: await readAds(shop, {
      table: 'ad_entities',
      columns: 'account_id, level, campaign_id, ad_set_id, ad_id, name',
    }),
  }
}

for (const simulate of [simulateGoogle, simulateMeta]) {
  test(`a worker that is killed at any moment of a back-fill of ${simulate.name.slice(8)} loses and doubles nothing`, async (t) => {
    const platform: SimulatedAds = await simulate(t)
    const clean = await openAdsShop(stores, platform)
    await sync(clean, await connectAds(clean, platform))
    const expected = await everything(clean)
    assert.ok(expected.days.length > 800, `${expected.days.length} rows`)

    const shop = await openAdsShop(stores, platform)
    const connection = await connectAds(shop, platform)
    const task = { databaseUrl: db.url, warehouseUrl, connection, now: adsNow, apps: platform.apps }
    const moments: string[] = []
    for (;;) {
      const [words, ms] = [4 + Math.floor(Math.random() * 8), Math.floor(Math.random() * longestMs)]
      if (await workUntilKilled(task, words, ms)) break
      moments.push(`${words} words and ${ms} ms`)
      assert.ok(moments.length < 60, 'it never came to an end')
    }
    t.diagnostic(`killed after ${moments.join(', ')}`)
    assert.ok(moments.length >= 2)
    assert.deepEqual(await everything(shop), expected)
  })
}
