// Effects of Google Ads failures beyond its connector: pauses, notices and the restatement log. Each test is named after its
// row; the other rows are in the connector's failures.test.ts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type ConnectionId, printFixed, roundFixed } from '@tillsight/core'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import { listOrganisations } from '@tillsight/database'
import { z } from 'zod'
import { listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth, listInstallationIssues } from '../health/index.ts'
import { listNumberChanges } from '../numbers.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { syncConnection } from '../sync/index.ts'
import { movableClock, openTestStores, sync, type TestShop } from '../sync/testing.ts'
import type { OperatorNews } from '../watch/index.ts'
import { tellOperator } from '../watch/tell-people.ts'
import { chooseAccounts } from './index.ts'
import { connectAds, openAdsShop, simulateGoogle } from './simulated-ads.testing.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const signal = new AbortController().signal

async function viewOf({ ctx }: TestShop) {
  const [view] = await run(listConnections, ctx, {})
  assert.ok(view)
  return view
}

/** Syncs what is due, as the schedule does. */
function syncDue({ services }: TestShop, connection: ConnectionId) {
  return syncConnection(services, { connection, signal })
}

test('429 project scope: all connections pause to the given time in every process, with one notice to the installer', async (t) => {
  const clock = movableClock('2026-11-20T12:00:00Z')
  const google = await simulateGoogle(t, () => clock.now())
  // Two shops with separate services, like two processes: they share only the database.
  const [one, other] = [await openAdsShop(stores, google, { clock }), await openAdsShop(stores, google, { clock })]
  const [first, second] = [await connectAds(one, google), await connectAds(other, google)]
  google.fake.faults.add({ kind: 'quota', scope: 'DEVELOPER', retrySeconds: 40_591, times: 1 })
  assert.equal((await sync(one, first)).ended, 'stopped')
  const asked = apiCalls(google)
  assert.equal((await sync(other, second)).ended, 'stopped')
  await syncDue(one, first)
  assert.equal(apiCalls(google), asked, 'nobody asks')

  for (const shop of [one, other]) {
    const { status, waiting } = await viewOf(shop)
    assert.equal(status, 'catching_up')
    assert.equal(waiting?.for, 'Google’s daily limit')
    assert.equal(waiting?.until.slice(0, 16), '2026-11-20T23:16')
    const issue = (await run(listHealth, shop.ctx, {})).find(({ kind }) => kind === 'connection')
    assert.equal(issue?.severity, 'note', 'merchants get no mail about it')
  }

  const { queries } = one.ctx
  const [organisation] = await listOrganisations(queries)
  assert.ok(organisation)
  await people.newMember(organisation.id, 'owner')
  await people.newMember(organisation.id, 'viewer')
  const look = { queries, clock, connectors: one.services.connections.connectors }
  const news: OperatorNews[] = []
  const tell = () => tellOperator(look, composeInto(news))
  assert.equal((await listInstallationIssues(look)).length, 1, 'one, not one for each connection')
  assert.deepEqual([await tell(), await tell()], [1, 0])
  assert.equal(news.length, 1, 'the owner, once')
  assert.match(news[0]?.issues[0]?.title ?? '', /limit of this installation at Google Ads.*until 2026-11-20 23:16 UTC/)

  clock.advance(678)
  assert.deepEqual(await listInstallationIssues(look), [])
  const { ended, problem } = await syncDue(one, first)
  assert.deepEqual([ended, problem], ['done', null], 'reading goes on by itself')
  assert.equal((await viewOf(one)).status, 'healthy')
  await tell()
  assert.equal(news.length, 1)
})

function composeInto(news: OperatorNews[]) {
  return (one: OperatorNews) => {
    news.push(one)
    return { subject: 'News', html: '', text: '', headers: {} }
  }
}

function apiCalls({ fake }: Awaited<ReturnType<typeof simulateGoogle>>): number {
  return fake.requests.filter(({ area }) => area === 'api').length
}

test('version ends in less than 60 days: the installer is told once, from sixty days before', async () => {
  const shop = await openAdsShop(stores, { apps: {} })
  const { connectors } = shop.services.connections
  const issuesAt = async (instant: string) =>
    (
      await listInstallationIssues({ queries: shop.ctx.queries, clock: { now: () => new Date(instant) }, connectors })
    ).map(({ kind, key, severity, title }) => ({ kind, key, severity, title }))
  assert.deepEqual(await issuesAt('2027-06-01T23:59:00Z'), [])
  const issue = { kind: 'api_version_ends', key: 'googleads:v25' }
  assert.deepEqual(await issuesAt('2027-06-02T00:00:00Z'), [
    { ...issue, severity: 'warning', title: 'Google Ads ends version v25 of its API on 2027-08-01' },
  ])
  assert.deepEqual(await issuesAt('2027-08-01T00:00:00Z'), [
    { ...issue, severity: 'error', title: 'Google Ads ended version v25 of its API on 2027-08-01' },
  ])
  const clock = { now: () => new Date('2027-06-10T12:00:00Z') }
  const news: OperatorNews[] = []
  const tell = () => tellOperator({ queries: shop.ctx.queries, clock, connectors }, composeInto(news))
  assert.deepEqual([await tell(), await tell()], [1, 0])
})

test('conversions grew for old days: what moved is listed by day, account and figure, and only what moved', async (t) => {
  const clock = movableClock('2026-11-20T12:00:00Z')
  const google = await simulateGoogle(t, () => clock.now())
  const shop = await openAdsShop(stores, google, { clock })
  const connection = await connectAds(shop, google)
  await sync(shop, connection)
  const list = async () => {
    const { changes } = await run(listNumberChanges, shop.ctx, { from: '2026-08-01', to: '2026-12-31', limit: 500 })
    return changes
  }
  assert.deepEqual(await list(), [], 'the first reading of a day is no change')
  assert.deepEqual(
    (await run(listHealth, shop.ctx, {})).filter(({ severity }) => severity !== 'note'),
    [],
    'ad rows below campaign total: no alarm for what ads do not tell',
  )
  const before = await totalsOf(shop)
  clock.advance(7 * 24 * 60)
  await sync(shop, connection)
  const changes = await list()
  const now = await totalsOf(shop)
  assert.ok(changes.some(({ metric }) => metric === 'googleads.conversions'))
  for (const { day, metric, account, cause, before: was, after: is, orderId } of changes) {
    assert.deepEqual([cause, orderId, account?.platform], ['platform_restated', '', 'googleads'])
    assert.ok(
      parseDay(day) < addDays(dayOf(new Date('2026-11-20T12:00:00Z'), 'America/Chicago'), -2),
      `${day} had settled`,
    )
    const name = `${day} ${account?.id}`
    assert.deepEqual([was, is], [before.get(name)?.[metric], now.get(name)?.[metric]], `${name} ${metric}`)
  }
  assert.equal(changes.find(({ account }) => account?.currency === 'USD')?.account?.name, 'Shop in America')
  const moved = [...now].filter(([name, figures]) => {
    const known = before.get(name)
    return known && name < '2026-11-18' && JSON.stringify(known) !== JSON.stringify(figures)
  })
  assert.deepEqual(
    new Set(changes.map(({ day, account }) => `${day} ${account?.id}`)),
    new Set(moved.map(([name]) => name)),
    'every day that moved, and no other',
  )
  await sync(shop, connection)
  assert.equal((await list()).length, changes.length, 'the same figures again are no change')

  const [first] = google.source.accounts
  await run(chooseAccounts, shop.ctx, { connection, accounts: [first?.id ?? ''] })
  await sync(shop, connection)
  assert.ok(
    (await list()).every(({ account }) => account?.id === first?.id),
    'an account that leaves takes its changes along',
  )
})

const anyRow = z.record(z.string(), z.unknown())

function six(value: unknown): string {
  return printFixed(roundFixed(String(value), 6), 6)
}

/** The totals of each day of each account, by the key of the figure. */
async function totalsOf(shop: TestShop): Promise<Map<string, Record<string, string>>> {
  const columns = 'day, account_id, sum(spend), sum(purchases), sum(purchase_value)'
  const rows = await shop.ctx.warehouse.read(
    { sql: `SELECT ${columns} FROM ad_days WHERE shop_id = {shop:UUID} GROUP BY day, account_id`, params: {} },
    anyRow,
  )
  return new Map(
    rows.map((row) => [
      `${String(row['day'])} ${String(row['account_id'])}`,
      {
        'googleads.spend': six(row['sum(spend)']),
        'googleads.conversions': six(row['sum(purchases)']),
        'googleads.conversionValue': six(row['sum(purchase_value)']),
      },
    ]),
  )
}
