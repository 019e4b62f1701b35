// Effects of Meta Ads failures beyond its connector; each test is named after its row. The other rows are in the connector's
// failures.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { movableClock, openTestStores, sync } from '../sync/testing.ts'
import { readAdDays } from './ads-facts.testing.ts'
import { filesOf } from './pictures.testing.ts'
import { fetchPictures } from './pictures.ts'
import { connectAds, openAdsShop, simulateMeta } from './simulated-ads.testing.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal

async function reading(t: Parameters<typeof simulateMeta>[0]) {
  const clock = movableClock('2026-11-20T12:00:00Z')
  const meta = await simulateMeta(t, () => clock.now())
  const shop = await openAdsShop(stores, meta, { clock })
  const connection = await connectAds(shop, meta)
  assert.equal((await sync(shop, connection)).ended, 'done')
  const view = async () => {
    const [found] = await run(listConnections, shop.ctx, {})
    assert.ok(found)
    return found
  }
  const issues = async () => (await run(listHealth, shop.ctx, {})).filter(({ severity }) => severity !== 'note')
  return { meta, shop, connection, view, issues }
}

test('190 any subcode: a banner with who connected and the reason in words, nothing is asked any more, figures are kept', async (t) => {
  const { meta, shop, connection, view, issues } = await reading(t)
  const before = await readAdDays(shop)
  const name = (await view()).account?.name ?? ''
  assert.notEqual(name, '')
  meta.fake.kill(460)
  shop.clock.advance(120)
  assert.equal((await sync(shop, connection)).ended, 'stopped')
  const { status, message } = await view()
  assert.equal(status, 'needs_reauth')
  assert.match(message ?? '', /password was changed/)
  assert.ok(message?.includes(name), `${message} names ${name}`)
  assert.deepEqual(
    (await issues()).map(({ kind, severity }) => [kind, severity]),
    [['connection', 'error']],
  )
  const asked = meta.fake.requests.length
  shop.clock.advance(24 * 60)
  assert.equal((await sync(shop, connection, { now: false })).ended, 'idle')
  assert.equal(meta.fake.requests.length, asked)
  assert.deepEqual(await readAdDays(shop), before)
})

test('currency of rows differs from stored: the account stops with an alarm, the other goes on', async (t) => {
  const { meta, shop, connection, issues } = await reading(t)
  const [first] = meta.source.accounts
  assert.ok(first)
  const before = await readAdDays(shop, first.id)
  meta.fake.faults.add({ kind: 'currency', currency: 'CHF', accountId: first.id })
  shop.clock.advance(120)
  assert.equal((await sync(shop, connection)).ended, 'done')
  assert.deepEqual(
    (await issues()).map(({ kind, severity }) => [kind, severity]),
    [['ad_account', 'error']],
  )
  assert.deepEqual(await readAdDays(shop, first.id), before)
})

test('thumbnail 403/404: an address that expired at Meta is asked for once more', async (t) => {
  const { meta, shop, connection } = await reading(t)
  const encodePicture = async (image: Uint8Array) => image
  // Signed addresses expire after some hours.
  shop.clock.advance(12 * 60)
  const asked = meta.fake.requests.length
  const services = { ...shop.services, encodePicture, files: filesOf(shop) }
  assert.ok((await fetchPictures(services, { connection, signal })) > 0)
  const since = meta.fake.requests.slice(asked)
  assert.ok(
    since.some(({ uri }) => uri.includes('thumbnail_url')),
    'the creative was read again',
  )
  assert.equal(await fetchPictures(services, { connection, signal }), 0, 'and kept')
})
