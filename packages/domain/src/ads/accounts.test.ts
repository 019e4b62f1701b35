import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import { readConnection } from '@tillsight/database'
import { ConnectorError } from '@tillsight/platforms/connectors'
import { disconnect, listConnections, pauseConnection, verifyConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { openTestStores, sync, type TestShop } from '../sync/testing.ts'
import { readAdDays, readAds, readSpend } from './ads-facts.testing.ts'
import { chooseAccounts, listAccounts } from './index.ts'
import {
  connectTiny,
  openTinyShop,
  type TinyPlatform,
  tinyAccount,
  tinyHistory,
  tinyPlatform,
} from './tiny-ads.testing.ts'

const stores = await openTestStores({ after })
const days = tinyHistory + 1

async function viewOf({ ctx }: TestShop) {
  const [view] = await run(listConnections, ctx, {})
  assert.ok(view)
  return view
}

/** Opens a shop that has read these accounts to the end of their history. */
async function reading(platform: TinyPlatform, chosen?: readonly string[]) {
  const shop = await openTinyShop(stores, platform)
  const { id } = await connectTiny(shop)
  const connection = toConnectionId(id)
  if (chosen) await run(chooseAccounts, shop.ctx, { connection: id, accounts: [...chosen] })
  const outcome = await sync(shop, connection)
  assert.equal(outcome.ended, 'done')
  return { shop, connection, id }
}

test('the only account that can be read is chosen by itself, and its whole history is read', async () => {
  const locked = tinyAccount('2', { readable: false, note: 'You may not see its reports.' })
  const { shop } = await reading(tinyPlatform([tinyAccount('1'), locked]))
  const view = await viewOf(shop)
  assert.equal(view.status, 'healthy')
  assert.deepEqual(
    view.adAccounts.map(({ id, chosen, note }) => [id, chosen, note]),
    [
      ['1', true, null],
      ['2', false, 'You may not see its reports.'],
    ],
  )
  const stream = view.streams.find(({ id }) => id === 'ad_days')
  assert.deepEqual([stream?.done, stream?.total, stream?.complete], [days, days, true])
  const spend = await readSpend(shop)
  assert.deepEqual(Object.keys(spend), ['1'])
  assert.equal(spend['1']?.days, days)
})

test('with several accounts nothing is read before somebody has chosen', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2'), tinyAccount('3')])
  const { shop, connection, id } = await (async () => {
    const opened = await openTinyShop(stores, platform)
    const made = await connectTiny(opened)
    return { shop: opened, connection: toConnectionId(made.id), id: made.id }
  })()
  assert.equal((await sync(shop, connection)).ended, 'idle')
  assert.deepEqual(platform.asked, [])
  const waiting = await viewOf(shop)
  assert.equal(waiting.status, 'choose_accounts')
  assert.match(waiting.message ?? '', /Choose which ad accounts/)
  await assert.rejects(run(chooseAccounts, shop.ctx, { connection: id, accounts: [] }), /at least one/)
  await assert.rejects(run(chooseAccounts, shop.ctx, { connection: id, accounts: ['9'] }), /not shown by this sign-in/)
  const { message } = await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['1', '3'] })
  assert.match(message, /history of “Account 1”, “Account 3” is being read/)
  await sync(shop, connection)
  assert.deepEqual(Object.keys(await readSpend(shop)), ['1', '3'])
  assert.equal((await viewOf(shop)).status, 'healthy')
})

test('taking an account away and choosing it again changes nothing', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  const { shop, connection, id } = await reading(platform, ['1', '2'])
  const before = await readAdDays(shop)
  const reach = { table: 'ad_reach', columns: 'first_day, account_id, level, ad_id, reach' }
  const reachBefore = await readAds(shop, reach)
  const { message } = await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['2'] })
  assert.match(message, /“Account 1” leaves the figures/)
  assert.deepEqual(Object.keys(await readSpend(shop)), ['2'])
  assert.equal(
    (await readAds(shop, { table: 'ad_entities', columns: 'account_id' })).every((row) => row['account_id'] === '2'),
    true,
  )
  await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['1', '2'] })
  await sync(shop, connection)
  assert.deepEqual(await readAdDays(shop), before)
  assert.deepEqual(await readAds(shop, reach), reachBefore)
})

test('disconnecting with its figures and connecting again changes nothing either', async () => {
  const platform = tinyPlatform([tinyAccount('1')])
  const { shop, id } = await reading(platform)
  const before = await readAdDays(shop)
  await run(disconnect, shop.ctx, { connection: toConnectionId(id), data: 'delete' })
  assert.equal(platform.revoked, 1)
  assert.deepEqual(await readAdDays(shop), [])
  assert.deepEqual(await readAds(shop, { table: 'ad_reach', columns: 'account_id' }), [])
  const again = await connectTiny(shop)
  await sync(shop, toConnectionId(again.id))
  assert.deepEqual(await readAdDays(shop), before)
})

test('what a person granted is not given back while another shop of theirs uses it', async () => {
  const platform = tinyPlatform([tinyAccount('1')])
  const [one, other] = [await reading(platform), await reading(platform)]
  await run(disconnect, one.shop.ctx, { connection: toConnectionId(one.id), data: 'keep' })
  assert.equal(platform.revoked, 0)
  await run(disconnect, other.shop.ctx, { connection: toConnectionId(other.id), data: 'keep' })
  assert.equal(platform.revoked, 1)
})

test('disconnecting keeps the figures where that is wanted', async () => {
  const { shop, id } = await reading(tinyPlatform([tinyAccount('1')]))
  const before = await readAdDays(shop)
  await run(disconnect, shop.ctx, { connection: toConnectionId(id), data: 'keep' })
  assert.deepEqual(await readAdDays(shop), before)
})

test('permission withdrawn for one account: it does not stop the others, says so, and keeps what is known of it', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  const { shop, connection } = await reading(platform, ['1', '2'])
  const before = await readAdDays(shop, '1')
  platform.problems.set('1', {
    kind: 'permission',
    message: 'Access to “Account 1” was taken away. Ask an admin of it.',
  })
  platform.restated = 5
  shop.clock.advance(120)
  assert.equal((await sync(shop, connection)).ended, 'done')
  assert.deepEqual(await readAdDays(shop, '1'), before, 'what is known of it stays')
  const view = await viewOf(shop)
  const problem = view.adAccounts.find(({ id }) => id === '1')?.problem
  assert.equal(problem?.kind, 'permission')
  const since = problem?.since
  const health = await run(listHealth, shop.ctx, {})
  const issue = health.find(({ kind }) => kind === 'ad_account')
  assert.match(`${issue?.title} ${issue?.advice}`, /Account 1.*taken away/s)
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.equal((await viewOf(shop)).adAccounts.find(({ id }) => id === '1')?.problem?.since, since, 'since it began')
  platform.problems.clear()
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.equal((await viewOf(shop)).adAccounts.find(({ id }) => id === '1')?.problem, null)
})

test('an account that could not be read while history came in is read from its beginning once it can', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  platform.problems.set('1', {
    kind: 'permission',
    message: 'Access to “Account 1” was taken away. Ask an admin of it.',
  })
  const { shop, connection } = await reading(platform, ['1', '2'])
  assert.equal((await readSpend(shop))['1'], undefined)
  platform.problems.clear()
  for (const _time of ['it is noticed', 'it is read']) {
    shop.clock.advance(120)
    await sync(shop, connection)
  }
  assert.equal((await readSpend(shop))['1']?.days, days)
  platform.asked.length = 0
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.ok(platform.asked.length < days, 'once only')
})

test('currency changed: the account is stopped with words until it is chosen as it is', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  const { shop, connection, id } = await reading(platform, ['1', '2'])
  const before = await readAdDays(shop, '1')
  platform.accounts = [tinyAccount('1', { currency: 'USD' }), tinyAccount('2')]
  platform.restated = 3
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.deepEqual(await readAdDays(shop, '1'), before)
  const stopped = (await viewOf(shop)).adAccounts.find((account) => account.id === '1')
  assert.deepEqual([stopped?.currency, stopped?.problem?.kind], ['EUR', 'changed'])
  assert.match(stopped?.problem?.message ?? '', /currency changed from EUR to USD/)
  platform.asked.length = 0
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.ok(
    platform.asked.length > 0 && platform.asked.every((asked) => !asked.startsWith('1 ')),
    'it is not read any more',
  )
  await verifyConnection({ db: stores.db, clock: shop.clock, services: shop.services.connections }, connection)
  assert.equal((await viewOf(shop)).adAccounts.find((account) => account.id === '1')?.currency, 'EUR')
  await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['1', '2'] })
  await sync(shop, connection)
  const now = (await viewOf(shop)).adAccounts.find((account) => account.id === '1')
  assert.deepEqual([now?.currency, now?.problem], ['USD', null])
  assert.ok((await readAdDays(shop, '1')).every((row) => row['currency'] === 'USD'))
})

test('half-read day: it leaves the day as it was', async () => {
  const platform = tinyPlatform([tinyAccount('1')])
  const { shop, connection } = await reading(platform)
  const before = await readAdDays(shop)
  platform.restated = 9
  platform.faults.push(new ConnectorError({ kind: 'transient', message: 'The platform did not answer.' }))
  shop.clock.advance(120)
  await sync(shop, connection)
  assert.deepEqual(await readAdDays(shop), before)
  shop.clock.advance(120)
  await sync(shop, connection)
  const today = dayOf(shop.clock.now(), 'UTC')
  const changed = (await readAdDays(shop)).filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
  assert.ok(changed.length > 0)
  assert.ok(changed.every((row) => String(row['day']) >= addDays(today, -2)))
})

test('dead token: reading stops, and reconnecting as somebody else keeps the chosen accounts', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  const { shop, connection } = await reading(platform, ['2'])
  platform.tokenIsDead = true
  shop.clock.advance(120)
  assert.equal((await sync(shop, connection)).ended, 'stopped')
  const dead = await viewOf(shop)
  assert.equal(dead.status, 'needs_reauth')
  assert.match(dead.message ?? '', /password was changed/)
  const health = await run(listHealth, shop.ctx, {})
  assert.equal(health[0]?.severity, 'error')
  platform.tokenIsDead = false
  const again = await connectTiny(shop)
  assert.equal(again.id, connection, 'one connection for a platform')
  assert.deepEqual(
    again.adAccounts.map(({ id, chosen }) => [id, chosen]),
    [
      ['1', false],
      ['2', true],
    ],
  )
  assert.equal((await sync(shop, connection)).ended, 'done')
})

test('an account that the sign-in does not show any more is noted, and forgotten when nobody chose it', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2'), tinyAccount('3')])
  const { shop, id } = await reading(platform, ['1', '2'])
  platform.accounts = [tinyAccount('2')]
  const accounts = await run(listAccounts, shop.ctx, { connection: id, refresh: true })
  assert.deepEqual(
    accounts.map((account) => [account.id, account.problem?.kind ?? null]),
    [
      ['1', 'permission'],
      ['2', null],
    ],
  )
})

test('a paused connection takes a choice and carries it out', async () => {
  const { shop, connection, id } = await reading(tinyPlatform([tinyAccount('1'), tinyAccount('2')]), ['1', '2'])
  await run(pauseConnection, shop.ctx, { connection: id, paused: true })
  await run(chooseAccounts, shop.ctx, { connection: id, accounts: ['1'] })
  assert.deepEqual(Object.keys(await readSpend(shop)), ['1'])
  assert.equal((await readConnection(stores.db.kysely, connection)).paused, true)
})
