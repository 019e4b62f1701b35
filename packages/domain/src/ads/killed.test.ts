import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { listSyncStates } from '@tillsight/database'
import type { ShopWarehouse } from '@tillsight/warehouse'
import fc from 'fast-check'
import { run } from '../context/index.ts'
import { openTestStores, sync, type TestShop } from '../sync/testing.ts'
import { readAdDays, readAds } from './ads-facts.testing.ts'
import { chooseAccounts } from './index.ts'
import { connectTiny, openTinyShop, tinyAccount, tinyPlatform } from './tiny-ads.testing.ts'

const stores = await openTestStores({ after })
const killed = 'the process was killed'

/** Where the process dies: after this many warehouse writes, before or after the last of them is on disk. */
interface Death {
  readonly writes: number
  readonly onDisk: boolean
}

function dyingWarehouse(own: ShopWarehouse, { writes, onDisk }: Death): ShopWarehouse {
  let left = writes
  return {
    ...own,
    async insert(table, rows) {
      left -= 1
      if (left < 0 && !onDisk) throw new Error(killed)
      const written = await own.insert(table, rows)
      if (left < 0) throw new Error(killed)
      return written
    },
  }
}

async function dieOnce(shop: TestShop, { id, death }: { id: string; death: Death }): Promise<boolean> {
  const services = {
    ...shop.services,
    async openShop(shopId: TestShop['ctx']['shop']['id']) {
      const ctx = await shop.services.openShop(shopId)
      return { ...ctx, warehouse: dyingWarehouse(ctx.warehouse, death) }
    },
  }
  try {
    await sync({ ...shop, services }, toConnectionId(id), { recordsPerBatch: 40 })
    return false
  } catch (error) {
    assert.ok(error instanceof Error && error.message === killed, String(error))
    return true
  }
}

async function everything(shop: TestShop) {
  return {
    days: await readAdDays(shop),
    reach: await readAds(shop, {
      table: 'ad_reach',
      columns: 'first_day, account_id, level, campaign_id, ad_id, reach',
    }),
    entities: await readAds(shop, {
      table: 'ad_entities',
      columns: 'account_id, level, campaign_id, ad_set_id, ad_id, name',
    }),
  }
}

const deaths = fc.array(fc.record({ writes: fc.nat(9), onDisk: fc.boolean() }), { minLength: 2, maxLength: 6 })

test('a back-fill that is killed at any moment loses nothing and doubles nothing', async () => {
  const accounts = () => [tinyAccount('1'), tinyAccount('2', { zone: 'America/New_York' })]
  const clean = await openTinyShop(stores, tinyPlatform(accounts()))
  const { id: cleanId } = await connectTiny(clean)
  await run(chooseAccounts, clean.ctx, { connection: cleanId, accounts: ['1', '2'] })
  await sync(clean, toConnectionId(cleanId))
  const expected = await everything(clean)
  assert.ok(expected.days.length > 300)
  let died = 0
  await fc.assert(
    fc.asyncProperty(deaths, async (moments) => {
      const shop = await openTinyShop(stores, tinyPlatform(accounts()))
      const { id } = await connectTiny(shop)
      await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['1', '2'] })
      for (const death of moments) if (await dieOnce(shop, { id, death })) died += 1
      const { ended } = await sync(shop, toConnectionId(id))
      assert.equal(ended, 'done')
      assert.deepEqual(await everything(shop), expected)
      const states = await listSyncStates(stores.db.kysely, toConnectionId(id))
      assert.ok(states.every(({ lastSuccessAt }) => lastSuccessAt !== null))
    }),
    { numRuns: 5 },
  )
  assert.ok(died >= 5, `only ${died} deaths`)
})
