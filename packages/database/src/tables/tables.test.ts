import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { isAppError, type ShopId, toConnectionId, toOrganisationId, toPersonId, toShopId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { openTestDatabase } from '../testing.ts'
import * as tables from './index.ts'

const database = await openTestDatabase({ after })
const db = database.kysely
const organisation = await tables.createOrganisation(db, { name: 'Nord GmbH' })
const at = (text: string) => new Date(`2026-03-${text}Z`)
let shops = 0

async function newShop(): Promise<tables.ShopRow> {
  shops += 1
  return tables.createShop(db, {
    organisationId: organisation.id,
    domain: `shop-${shops}.example`,
    platform: 'woocommerce',
    name: `Shop ${shops}`,
    zone: 'Europe/Berlin',
    currency: 'EUR',
  })
}

async function newConnection(shopId: ShopId): Promise<tables.ConnectionRow> {
  return tables.createConnection(db, {
    shopId,
    connector: 'woocommerce',
    settings: { url: 'https://shop.example', tags: ['a', 'b'] },
    secrets: Buffer.from([0, 1, 255]),
    status: 'connected',
  })
}

test('a shop is found by id and domain, changes, and its organisation takes its domain once', async () => {
  const shop = await newShop()
  assert.deepEqual(shop.settings, {})
  assert.deepEqual(
    (await tables.findShopsByDomain(db, shop.domain)).map(({ id }) => id),
    [shop.id],
  )
  const changed = await tables.updateShop(db, shop.id, {
    zone: 'Asia/Tokyo',
    settings: { snake_case: [1, { deep_key: 2 }] },
  })
  assert.equal(changed.zone, 'Asia/Tokyo')
  assert.deepEqual((await tables.readShop(db, shop.id)).settings, { snake_case: [1, { deep_key: 2 }] })
  assert.equal((await tables.updateShop(db, shop.id, {})).zone, 'Asia/Tokyo')
  const again = tables.createShop(db, { ...shop, country: null, settings: {} })
  await assert.rejects(again, (error) => isAppError(error) && error.code === 'conflict')
  const { id: organisationId } = await tables.createOrganisation(db, { name: 'Süd GmbH' })
  const { domain, platform, name, currency } = shop
  const other = await tables.createShop(db, { organisationId, domain, platform, name, zone: 'UTC', currency })
  assert.deepEqual(
    (await tables.findShopsByDomain(db, shop.domain)).map(({ id }) => id),
    [shop.id, other.id],
  )
  assert.equal(await tables.countUnconnectedShops(db, [organisationId]), 1)
  await tables.deleteShop(db, other.id)
  await db.deleteFrom('organisations').where('id', '=', organisationId).execute()
  const list = await tables.listShops(db, organisation.id)
  assert.ok(list.some(({ id }) => id === shop.id))
  assert.equal((await tables.listShops(db)).length, list.length)
  assert.deepEqual(await tables.readOrganisation(db, organisation.id), organisation)
  assert.deepEqual(await tables.listOrganisations(db), [organisation])
})

test('what does not exist is answered by not_found', async () => {
  const shop = toShopId('00000000-0000-4000-8000-000000000000')
  const connection = toConnectionId('00000000-0000-4000-8000-000000000000')
  const missing = (error: unknown) => isAppError(error) && error.code === 'not_found'
  await assert.rejects(tables.readShop(db, shop), missing)
  await assert.rejects(tables.updateShop(db, shop, { name: 'x' }), missing)
  await assert.rejects(tables.readConnection(db, connection), missing)
  await assert.rejects(tables.updateConnection(db, connection, { paused: true }), missing)
  await assert.rejects(tables.updateImport(db, shop, { state: 'done' }), missing)
})

test('a connection keeps its secrets byte for byte, changes field by field, and goes with all that belongs to it', async () => {
  const shop = await newShop()
  const connection = await newConnection(shop.id)
  assert.deepEqual(connection.secrets, Buffer.from([0, 1, 255]))
  assert.equal(connection.paused, false)
  const changed = await tables.updateConnection(db, connection.id, {
    status: 'failing',
    statusDetail: { kind: 'reauth' },
  })
  assert.deepEqual(changed.settings, connection.settings)
  assert.deepEqual(changed.statusDetail, { kind: 'reauth' })
  assert.ok(changed.updatedAt >= connection.updatedAt)
  const paused = await tables.updateConnection(db, connection.id, {
    paused: true,
    statusDetail: null,
    settings: { url: 'x' },
  })
  assert.equal(paused.statusDetail, null)
  assert.deepEqual(paused.settings, { url: 'x' })
  assert.ok(!(await tables.listActiveConnections(db)).some(({ id }) => id === connection.id))
  assert.deepEqual(await tables.listConnections(db, shop.id), [paused])
  await tables.saveSyncState(db, { connectionId: connection.id, stream: 'order', mode: 'backfill' }, {})
  await tables.deleteConnection(db, connection.id)
  assert.equal(await tables.findConnection(db, connection.id), undefined)
  assert.deepEqual(await tables.listSyncStates(db, connection.id), [])
})

test('a sync state keeps what a change leaves out', async () => {
  const { id } = await newConnection((await newShop()).id)
  const key = { connectionId: id, stream: 'order', mode: 'increment' } as const
  await tables.saveSyncState(db, key, { checkpoint: { page: 3, ids: [1, 2] }, done: 40, total: 100 })
  const saved = await tables.saveSyncState(db, key, {
    done: 60,
    lastError: { kind: 'transient' },
    syncedThrough: at('01T00:00:00'),
  })
  assert.deepEqual(saved.checkpoint, { page: 3, ids: [1, 2] })
  assert.deepEqual([saved.done, saved.total], [60, 100])
  assert.deepEqual(saved.syncedThrough, at('01T00:00:00'))
  const cleared = await tables.saveSyncState(db, key, { checkpoint: null, lastError: null })
  assert.deepEqual([cleared.checkpoint, cleared.lastError, cleared.done], [null, null, 60])
  await tables.saveSyncState(db, { ...key, mode: 'backfill' }, {})
  assert.deepEqual(
    (await tables.listSyncStates(db, id)).map(({ mode }) => mode),
    ['backfill', 'increment'],
  )
  assert.equal((await tables.findSyncState(db, key))?.done, 60)
  await tables.deleteSyncStates(db, id)
  assert.equal(await tables.findSyncState(db, key), undefined)
})

test('a pending connect is used once, and not after it expired', async () => {
  const { id: shopId } = await newShop()
  const pending = { shopId, connector: 'shopify', valuesEncrypted: Buffer.from('x'), expiresAt: at('02T00:00:00') }
  await tables.createPendingConnect(db, { ...pending, state: 'one' })
  await tables.createPendingConnect(db, { ...pending, state: 'two' })
  const [first, second] = await Promise.all([
    tables.takePendingConnect(db, 'one', at('01T00:00:00')),
    tables.takePendingConnect(db, 'one', at('01T00:00:00')),
  ])
  assert.equal([first, second].filter(Boolean).length, 1)
  assert.equal(await tables.takePendingConnect(db, 'two', at('02T00:00:00')), undefined)
  await tables.deleteExpiredConnects(db, at('03T00:00:00'))
  assert.equal(await tables.takePendingConnect(db, 'two', at('01T00:00:00')), undefined)
})

test('a repeated webhook is kept once and waits until it is marked', async () => {
  const { id: connectionId } = await newConnection((await newShop()).id)
  const delivery = {
    connectionId,
    key: 'd1',
    receivedAt: at('01T00:00:00'),
    body: Buffer.from('{}'),
    headers: { 'x-topic': 'order' },
  }
  assert.equal(await tables.keepDelivery(db, delivery), true)
  assert.equal(await tables.keepDelivery(db, delivery), false)
  assert.deepEqual(await tables.listConnectionsWithDeliveries(db), [connectionId])
  const [waiting] = await tables.listWaitingDeliveries(db, connectionId, 10)
  assert.deepEqual(waiting?.headers, { 'x-topic': 'order' })
  assert.deepEqual(waiting?.body, Buffer.from('{}'))
  await tables.deleteOldDeliveries(db, at('09T00:00:00'))
  await tables.markDeliveries(db, { ...delivery, keys: [delivery.key] }, 'done')
  assert.deepEqual(await tables.listWaitingDeliveries(db, connectionId, 10), [])
  assert.equal(await tables.keepDelivery(db, delivery), false)
  await tables.deleteOldDeliveries(db, at('09T00:00:00'))
  assert.equal(await tables.keepDelivery(db, delivery), true)
})

test('a dirty day is cleared only while no later write has touched it', async () => {
  const { id } = await newShop()
  const [one, two, three] = ['2026-03-01', '2026-03-02', '2026-03-29'].map(parseDay) as [never, never, never]
  await tables.markDaysDirty(db, id, { days: [one, two, one], token: 5n })
  await tables.markDaysDirty(db, id, { days: [three], token: 6n })
  await tables.markDaysDirty(db, id, { days: [], token: 6n })
  const listed = await tables.listDirtyDays(db, id, { from: one, to: two })
  assert.deepEqual(listed, [
    { day: one, token: 5n },
    { day: two, token: 5n },
  ])
  await tables.markDaysDirty(db, id, { days: [two], token: 9n })
  await tables.markDaysDirty(db, id, { days: [two], token: 7n })
  await tables.clearDirtyDays(db, id, listed)
  assert.deepEqual(await tables.listDirtyDays(db, id), [
    { day: two, token: 9n },
    { day: three, token: 6n },
  ])
})

test('the daily state of a shop is replaced', async () => {
  const { id: shopId } = await newShop()
  assert.equal(await tables.findDailyState(db, shopId), undefined)
  await tables.saveDailyState(db, { shopId, zone: 'UTC', fingerprint: 'a', builtAt: at('01T00:00:00') })
  const state = { shopId, zone: 'Europe/Berlin', fingerprint: 'b', builtAt: at('02T00:00:00') }
  await tables.saveDailyState(db, state)
  assert.deepEqual(await tables.findDailyState(db, shopId), state)
})

test('how shops stand is read for any number of them at once, row for row as each table has it', async () => {
  const [one, two] = [await newShop(), await newShop()]
  const nobody = toPersonId(randomUUID())
  const connection = await newConnection(one.id)
  const state = { connectionId: connection.id, stream: 'orders', mode: 'backfill' } as const
  await tables.saveSyncState(db, state, {
    checkpoint: { snake_case: [1.5] },
    done: 0.1,
    syncedThrough: new Date('2026-03-01T00:00:00.987Z'),
  })
  const account = { connectionId: connection.id, shopId: one.id, platform: 'metaads', accountId: '1', name: 'Ä “1”' }
  await tables.saveAdAccounts(db, [
    {
      ...account,
      currency: 'EUR',
      zone: 'UTC',
      status: 'active',
      statusText: '',
      readable: true,
      note: null,
      via: null,
      seenAt: at('01T00:00:00'),
    },
  ])
  await tables.saveDailyState(db, { shopId: one.id, zone: 'UTC', fingerprint: 'a', builtAt: at('01T00:00:00') })
  await tables.reportHealthIssue(db, { shopId: one.id, kind: 'a', key: 'b', detail: { n: 1 }, at: at('01T00:00:00') })
  await tables.announceFacts(db, one.id, 2n ** 60n + 1n)
  await tables.markDaysDirty(db, one.id, { days: [parseDay('2026-03-02')], token: 5n })
  const all = await tables.readStandings(db, [one.id, two.id], nobody)
  const { secrets: _, ...open } = connection
  assert.deepEqual(all.get(one.id), {
    facts: { version: 2n ** 60n + 1n, isSettled: false },
    dirtyDays: ['2026-03-02'],
    dailyState: await tables.findDailyState(db, one.id),
    connections: [open],
    syncStates: await tables.listSyncStates(db, connection.id),
    adAccounts: await tables.listAdAccountsOfShop(db, one.id),
    issues: await tables.listOpenHealthIssues(db, one.id),
    hasImports: false,
    isRestating: false,
    hasNotes: false,
    views: [],
  })
  const empty = { version: 0n, isSettled: true }
  assert.deepEqual([all.get(two.id)?.facts, all.get(two.id)?.connections], [empty, []], 'nothing of the other shop')
  assert.deepEqual(await tables.readStandings(db, [two.id], nobody), new Map([[two.id, all.get(two.id)]]))
  const named = await Promise.all(
    [one.domain, one.id].map((name) => tables.findStandingShops(db, one.organisationId, name)),
  )
  const standing = { ...(await tables.readShop(db, one.id)), standing: all.get(one.id) }
  assert.deepEqual(named, [[standing], [standing]])
  assert.deepEqual(await tables.findStandingShops(db, toOrganisationId(randomUUID()), one.domain), [])
})

test('a health issue keeps its beginning while it lasts and gets a new one when it comes back', async () => {
  const { id: shopId } = await newShop()
  const key = { shopId, kind: 'stale', key: 'orders' }
  await tables.reportHealthIssue(db, { ...key, detail: { hours: 1 }, at: at('01T00:00:00') })
  await tables.reportHealthIssue(db, { ...key, detail: { hours: 2 }, at: at('02T00:00:00') })
  const [open] = await tables.listOpenHealthIssues(db, shopId)
  assert.deepEqual(
    [open?.firstSeen, open?.lastSeen, open?.detail],
    [at('01T00:00:00'), at('02T00:00:00'), { hours: 2 }],
  )
  await tables.resolveHealthIssue(db, key, at('03T00:00:00'))
  assert.deepEqual(await tables.listOpenHealthIssues(db, shopId), [])
  await tables.reportHealthIssue(db, { ...key, detail: {}, at: at('04T00:00:00') })
  const [again] = await tables.listOpenHealthIssues(db, shopId)
  assert.deepEqual([again?.firstSeen, again?.resolvedAt], [at('04T00:00:00'), null])
})

test('number changes keep exact amounts and come newest first', async () => {
  const { id: shopId } = await newShop()
  const change = {
    shopId,
    day: parseDay('2026-03-29'),
    cause: 'refund',
    amountBefore: '100.000001',
    amountAfter: '-0.10',
  }
  await tables.recordNumberChanges(db, [
    { ...change, orderId: 'a', seenAt: at('01T00:00:00') },
    { ...change, orderId: 'b', seenAt: at('02T00:00:00') },
  ])
  await tables.recordNumberChanges(db, [])
  const listed = await tables.listNumberChanges(db, shopId, { since: at('01T00:00:00'), limit: 5 })
  assert.deepEqual(
    listed.map(({ orderId }) => orderId),
    ['b', 'a'],
  )
  assert.deepEqual(
    [listed[0]?.day, listed[0]?.amountBefore, listed[0]?.amountAfter],
    ['2026-03-29', '100.000001', '-0.10'],
  )
})

test('a rate is that of the day or the last day before it', async () => {
  const [friday, sunday, thursday] = ['2026-03-27', '2026-03-29', '2026-03-26'].map(parseDay) as [never, never, never]
  await tables.saveExchangeRates(db, [{ base: 'USD', quote: 'EUR', day: friday, rate: '0.9' }])
  await tables.saveExchangeRates(db, [{ base: 'USD', quote: 'EUR', day: friday, rate: '0.9234567891' }])
  const pair = { base: 'USD', quote: 'EUR' }
  assert.equal((await tables.findExchangeRate(db, pair, sunday))?.rate, '0.9234567891')
  assert.equal(await tables.findExchangeRate(db, pair, thursday), undefined)
  assert.equal((await tables.listExchangeRates(db, pair)).length, 1)
})

test('a cancellation keeps the time at which it was first seen', async () => {
  const { id } = await newShop()
  await tables.noteCancellations(db, id, { orderIds: ['1', '2', '1'], at: at('01T00:00:00') })
  const seen = await tables.noteCancellations(db, id, { orderIds: ['2', '3'], at: at('05T00:00:00') })
  assert.deepEqual(
    seen,
    new Map([
      ['2', at('01T00:00:00')],
      ['3', at('05T00:00:00')],
    ]),
  )
  assert.deepEqual(await tables.noteCancellations(db, id, { orderIds: [], at: at('05T00:00:00') }), new Map())
})

test('an import reports its rows and belongs to one shop', async () => {
  const shop = await newShop()
  const other = await newShop()
  const started = await tables.createImport(db, {
    shopId: shop.id,
    format: 'generic',
    fileName: 'orders.csv',
    state: 'running',
  })
  const ended = await tables.updateImport(db, started.id, {
    state: 'done',
    rowsGood: 9,
    rowsBad: 1,
    report: { lines: [4] },
  })
  assert.deepEqual([ended.rowsGood, ended.rowsBad, ended.report], [9, 1, { lines: [4] }])
  assert.deepEqual(await tables.findImport(db, shop.id, started.id), ended)
  assert.equal(await tables.findImport(db, other.id, started.id), undefined)
  assert.deepEqual(await tables.listImports(db, shop.id, 10), [{ ...ended, personName: null }])
})

test('a fact about the installation is replaced', async () => {
  assert.equal(await tables.findInstallationValue(db, 'secret'), undefined)
  await tables.saveInstallationValue(db, 'secret', { print: 'a' })
  await tables.saveInstallationValue(db, 'secret', { print: 'b' })
  assert.deepEqual(await tables.findInstallationValue(db, 'secret'), { print: 'b' })
})

test('a deleted shop takes its state with it', async () => {
  const { id } = await newShop()
  await newConnection(id)
  await tables.markDaysDirty(db, id, { days: [parseDay('2026-03-01')], token: 1n })
  await tables.deleteShop(db, id)
  assert.deepEqual(await tables.listConnections(db, id), [])
  assert.deepEqual(await tables.listDirtyDays(db, id), [])
})
