import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdDayRecord } from '@tillsight/platforms/connectors'
import { writeAdRecords } from './ad-facts/index.ts'
import { tinyDay } from './ads/tiny-ads.testing.ts'
import { run } from './context/index.ts'
import { listNumberChanges } from './numbers.ts'
import { openTestShop, openTestStores, type TestShop } from './sync/testing.ts'

const stores = await openTestStores({ after })
const day = parseDay('2026-11-10')
const source = 'metaads'

/** The day of an account in Berlin as reported at that moment; more units, more spend. */
function reported(fetchedAt: string, units: number): AdDayRecord {
  return tinyDay({ id: '1', currency: 'EUR', zone: 'Europe/Berlin' }, day, { restated: units, fetchedAt })
}

const write = ({ ctx }: TestShop, record: AdDayRecord) => writeAdRecords(ctx, { source, records: [record] })

async function changesOf({ ctx }: TestShop) {
  const { changes } = await run(listNumberChanges, ctx, { from: '2026-11-01', to: '2026-11-30' })
  return changes
}

test('a day that is read for the first time, or is still settling, has not changed', async () => {
  const shop = await openTestShop(stores)
  await write(shop, reported('2026-11-10T20:00:00Z', 1))
  await write(shop, reported('2026-11-11T20:00:00Z', 2))
  // The twelfth of November in Berlin: two days later.
  await write(shop, reported('2026-11-12T22:30:00Z', 3))
  await write(shop, reported('2026-11-15T12:00:00Z', 4))
  assert.deepEqual(await changesOf(shop), [], 'what stood was not settled when it was read')
  const late = await openTestShop(stores)
  await write(late, reported('2026-11-20T12:00:00Z', 1))
  assert.deepEqual(await changesOf(late), [])
})

test('a settled day that is told otherwise is listed with its account, by how much and when; the same again is not', async () => {
  const shop = await openTestShop(stores)
  const first = reported('2026-11-13T12:00:00Z', 1)
  await write(shop, first)
  await write(shop, reported('2026-11-14T12:00:00Z', 2))
  await write(shop, reported('2026-11-15T12:00:00Z', 2))
  const changes = await changesOf(shop)
  const [change] = changes
  assert.equal(changes.length, 1, 'spend alone has moved')
  assert.deepEqual(
    [change?.day, change?.metric, change?.cause, change?.orderId],
    [day, 'metaads.spend', 'platform_restated', ''],
  )
  assert.deepEqual(change?.account, { platform: 'metaads', id: '1', name: '1', currency: 'EUR' })
  const spent = (record: AdDayRecord) => Number(record.rows.find(({ level }) => level === 'account')?.spend)
  assert.equal(Number(change?.before), spent(first))
  assert.equal(Number(change?.difference), spent(reported('', 2)) - spent(first))
  await write(shop, reported('2026-11-16T12:00:00Z', 1))
  assert.deepEqual(
    (await changesOf(shop)).map(({ difference }) => Math.sign(Number(difference))),
    [-1, 1],
    'going back is a change of its own',
  )
})

test('another setting of the account is not the platform’s doing, and another currency is no change at all', async () => {
  const shop = await openTestShop(stores)
  await write(shop, reported('2026-11-13T12:00:00Z', 1))
  await write(shop, { ...reported('2026-11-14T12:00:00Z', 2), attribution: '1d_click' })
  assert.deepEqual(
    (await changesOf(shop)).map(({ cause }) => cause),
    ['settings_changed'],
  )
  await write(shop, { ...reported('2026-11-15T12:00:00Z', 3), attribution: '1d_click', currency: 'USD' })
  assert.equal((await changesOf(shop)).length, 1)
})

test('a writer that dies before the rows are in notes nothing twice', async () => {
  const shop = await openTestShop(stores)
  await write(shop, reported('2026-11-13T12:00:00Z', 1))
  const { warehouse } = shop.ctx
  const dying = {
    ...warehouse,
    insert: async (...[table, rows]: Parameters<typeof warehouse.insert>) => {
      if (table === 'ad_days') throw new Error('the power went out')
      return warehouse.insert(table, rows)
    },
  }
  const second = reported('2026-11-14T12:00:00Z', 2)
  await assert.rejects(writeAdRecords({ ...shop.ctx, warehouse: dying }, { source, records: [second] }), /power/)
  await write(shop, reported('2026-11-14T18:00:00Z', 3))
  const changes = await changesOf(shop)
  assert.equal(changes.length, 1)
  const spent = (record: AdDayRecord) => Number(record.rows.find(({ level }) => level === 'account')?.spend)
  assert.equal(Number(changes[0]?.difference), spent(reported('', 3)) - spent(reported('', 1)), 'all of it at once')
})
