// Effects of TikTok Ads failures beyond its connector; each test is named after its row. The other rows are in the
// connector's failures.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { runQuery } from '../reports/index.ts'
import { movableClock, openTestStores, sync } from '../sync/testing.ts'
import { readAdDays } from './ads-facts.testing.ts'
import { chooseAccounts } from './index.ts'
import { connectAds, openAdsShop, simulateTikTok } from './simulated-ads.testing.ts'

const stores = await openTestStores({ after })

async function reading(t: Parameters<typeof simulateTikTok>[0]) {
  const clock = movableClock('2026-11-20T12:00:00Z')
  const tiktok = await simulateTikTok(t, () => clock.now())
  const shop = await openAdsShop(stores, tiktok, { clock })
  const connection = await connectAds(shop, tiktok)
  assert.equal((await sync(shop, connection)).ended, 'done')
  const view = async () => {
    const [found] = await run(listConnections, shop.ctx, {})
    assert.ok(found)
    return found
  }
  const issues = async () => (await run(listHealth, shop.ctx, {})).filter(({ severity }) => severity !== 'note')
  return { tiktok, shop, connection, clock, view, issues }
}

test('advertiser level above ad level: GMV Max is spend, and what TikTok does not tell of it is said, not counted as 0', async (t) => {
  const { shop } = await reading(t)
  const ask = (metrics: string[]) => run(runQuery, shop.ctx, { metrics, from: '2026-11-01', to: '2026-11-10' })
  const told = await ask(['tiktokads.spend'])
  assert.ok(!told.warnings.some((text) => /GMV Max/.test(text)), 'its spend is known')
  for (const metric of ['tiktokads.conversions', 'tiktokads.views', 'claimedConversions']) {
    const { warnings } = await ask([metric])
    const said = warnings.filter((text) =>
      /GMV Max spent [\d.]+ EUR and [\d.]+ USD of this.*missing.*not zero/.test(text),
    )
    assert.equal(said.length, 1, `${metric}: ${warnings.join(' ')}`)
  }
  const before = await run(runQuery, shop.ctx, { metrics: ['tiktokads.views'], from: '2026-06-01', to: '2026-06-10' })
  assert.ok(!before.warnings.some((text) => /GMV Max/.test(text)), 'nothing ran then')
})

test('40105: one banner for all accounts of the token, and figures are kept', async (t) => {
  const { tiktok, shop, connection, view, issues } = await reading(t)
  const before = await readAdDays(shop)
  tiktok.fake.revoke()
  shop.clock.advance(120)
  assert.equal((await sync(shop, connection)).ended, 'stopped')
  const { status, message, adAccounts } = await view()
  assert.equal(status, 'needs_reauth')
  assert.match(message ?? '', /Connect TikTok Ads again/)
  assert.deepEqual(
    adAccounts.map(({ problem }) => problem),
    [null, null],
  )
  const told = await issues()
  assert.deepEqual(
    told.map(({ kind, severity }) => [kind, severity]),
    [['connection', 'error']],
    'one for both accounts',
  )
  const asked = tiktok.fake.requests.length
  shop.clock.advance(24 * 60)
  assert.equal((await sync(shop, connection, { now: false })).ended, 'idle')
  assert.equal(tiktok.fake.requests.length, asked, 'nothing is asked before somebody connects again')
  assert.deepEqual(await readAdDays(shop), before)
})

test('a shop with one account that cannot be read for weeks says so, and has every day once it can', async (t) => {
  const { tiktok, shop, connection, clock, view, issues } = await reading(t)
  const [only] = tiktok.source.accounts
  assert.ok(only)
  await run(chooseAccounts, shop.ctx, { connection, accounts: [only.id] })
  assert.equal((await sync(shop, connection)).ended, 'done')
  const days = async () => new Set((await readAdDays(shop, only.id)).map((row) => String(row['day'])))
  const held = (await days()).size
  const through = async () => (await view()).streams.find(({ id }) => id === 'ad_days')?.syncedThrough ?? ''
  const before = await through()
  tiktok.fake.faults.add({ kind: 'code', code: 40_001, path: 'report/integrated' })
  for (let day = 0; day < 40; day += 1) {
    clock.advance(24 * 60)
    await sync(shop, connection, { now: false })
  }
  assert.equal((await view()).status, 'missing_permission')
  assert.equal(await through(), before, 'nothing is called complete')
  assert.ok((await issues()).some(({ kind }) => kind === 'ad_account'))
  tiktok.fake.faults.clear()
  clock.advance(25 * 60)
  assert.equal((await sync(shop, connection, { now: false })).ended, 'done')
  assert.equal((await view()).status, 'healthy')
  assert.equal((await days()).size, held + 41)
  assert.ok((await through()) > before)
})

for (const [code, kind] of [
  [40_001, 'permission'],
  [41_000, 'account_state'],
] as const) {
  test(`${code} of the only account: the connection says since when, however often it was tried again`, async (t) => {
    const { tiktok, shop, connection, clock, view } = await reading(t)
    const [only] = tiktok.source.accounts
    assert.ok(only)
    await run(chooseAccounts, shop.ctx, { connection, accounts: [only.id] })
    await sync(shop, connection)
    tiktok.fake.faults.add({ kind: 'code', code, path: 'report/integrated' })
    clock.advance(60)
    let since: string | null = null
    const asked: number[] = []
    for (let hour = 0; hour < 30; hour += 1) {
      const before = tiktok.fake.requests.length
      await sync(shop, connection, { now: false })
      asked.push(tiktok.fake.requests.length - before)
      const seen = await view()
      assert.equal(seen.adAccounts.find(({ id }) => id === only.id)?.problem?.kind, kind)
      since ??= seen.since
      assert.equal(seen.since, since, `after ${hour} hours`)
      clock.advance(60)
    }
    assert.ok(asked.filter((requests) => requests > 0).length < 12, 'what needs a person is not tried every hour')
    tiktok.fake.faults.clear()
    clock.advance(24 * 60)
    await sync(shop, connection, { now: false })
    assert.deepEqual([(await view()).status, (await view()).since], ['healthy', null])
  })
}

test('40001 account gone: its banner names it, the other goes on, and what is known of it stays', async (t) => {
  const { tiktok, shop, connection, view, issues } = await reading(t)
  const [gone, other] = tiktok.source.accounts
  assert.ok(gone && other)
  const before = await readAdDays(shop, gone.id)
  tiktok.fake.account(gone.id).isGone = true
  shop.clock.advance(25 * 60)
  assert.equal((await sync(shop, connection)).ended, 'done')
  assert.deepEqual(
    new Map((await view()).adAccounts.map(({ id, problem }) => [id, problem?.kind ?? null])),
    new Map([
      [gone.id, 'not_found'],
      [other.id, null],
    ]),
  )
  assert.deepEqual(
    (await issues()).map(({ kind }) => kind),
    ['ad_account'],
  )
  assert.deepEqual(await readAdDays(shop, gone.id), before)
})
