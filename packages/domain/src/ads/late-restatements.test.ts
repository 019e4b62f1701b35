// Figures that a platform restates long after a day has settled: the nightly comparison finds them, one older month each
// night, with few requests where nothing has changed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { writeAdRecords } from '../ad-facts/index.ts'
import { movableClock, openTestStores, sync } from '../sync/testing.ts'
import { readAdDays } from './ads-facts.testing.ts'
import { connectAds, openAdsShop, simulateGoogle, simulateMeta, simulateTikTok } from './simulated-ads.testing.ts'

const stores = await openTestStores({ after })
/** Two months before the tests' current day. */
const restated = parseDay('2026-09-21')

for (const [name, simulate] of [
  ['Google Ads', simulateGoogle],
  ['Meta Ads', simulateMeta],
  ['TikTok Ads', simulateTikTok],
] as const) {
  test(`${name}: a day that was restated two months later is read again when its month comes up`, async (t) => {
    const clock = movableClock('2026-11-20T12:00:00Z')
    const platform = await simulate(t, () => clock.now())
    const shop = await openAdsShop(stores, platform, { clock })
    const connection = await connectAds(shop, platform)
    await sync(shop, connection)
    const [account] = platform.source.accounts
    assert.ok(account)
    const days = async () =>
      (await readAdDays(shop, account.id)).filter(({ day }) => day === restated).map((row) => JSON.stringify(row))
    const before = (await days()).toSorted()
    const { id: accountId, currency, zone } = account
    clock.advance(1)
    const fetchedAt = clock.now().toISOString()
    const record = {
      type: 'ad_day',
      accountId,
      day: restated,
      currency,
      zone,
      attribution: 'other',
      fetchedAt,
    } as const
    await writeAdRecords(shop.ctx, { source: platform.connector, records: [{ ...record, rows: [] }] })
    assert.deepEqual(await days(), [])
    const asked: number[] = []
    for (let night = 0; night < 2; night += 1) {
      clock.advance(25 * 60)
      await sync(shop, connection)
      const requests = platform.fake.requests.length
      await sync(shop, connection, { now: false, compare: true })
      asked.push(platform.fake.requests.length - requests)
    }
    assert.deepEqual((await days()).toSorted(), before, 'as it was told')
    assert.ok((asked[0] ?? 0) > 0 && (asked[0] ?? 0) <= 16, `${asked[0]} requests where nothing was restated`)
  })
}
