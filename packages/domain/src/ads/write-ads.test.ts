import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDays, parseDay } from '@tillsight/core/days'
import { findFactVersions } from '@tillsight/database'
import type { AdDayRecord, AdEntityRecord, AdRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { writeAdRecords } from '../ad-facts/index.ts'
import { openTestShop, openTestStores, type TestShop } from '../sync/testing.ts'
import { readAdDays, readAds } from './ads-facts.testing.ts'
import { tinyDay } from './tiny-ads.testing.ts'

const stores = await openTestStores({ after })
const today = parseDay('2026-11-20')
const account = { id: '1', currency: 'EUR', zone: 'Europe/Berlin' }
const source = 'metaads'

/** The day as fetched at that minute; some minutes have other figures. */
function fetched(minute: number, { id = '1', ago = 0 }: { id?: string; ago?: number } = {}): AdDayRecord {
  const fetchedAt = new Date(Date.parse('2026-11-20T10:00:00Z') + minute * 60_000).toISOString()
  const day = tinyDay({ ...account, id }, addDays(today, -ago), { restated: minute % 4, fetchedAt })
  // Some ads appear only in some minutes.
  return { ...day, rows: minute % 5 === 0 ? [] : day.rows.filter((_, index) => minute % 3 !== index) }
}

function write({ ctx }: TestShop, records: readonly AdRecord[]) {
  return writeAdRecords(ctx, { source, records })
}

async function factsVersion({ ctx }: TestShop): Promise<bigint> {
  return (await findFactVersions(ctx.db.kysely, [ctx.shop.id])).get(ctx.shop.id) ?? 0n
}

const delivery = fc.record({ minute: fc.integer({ min: 1, max: 40 }), id: fc.constantFrom('1', '2'), ago: fc.nat(2) })
const deliveries = fc
  .uniqueArray(delivery, { minLength: 1, maxLength: 12, selector: ({ minute }) => minute })
  .chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }), fc.nat(3)),
  )

test('days delivered twice, late and shuffled come to what the last fetch said', async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ([all, shuffled, cut]) => {
      const [straight, mixed] = [await openTestShop(stores), await openTestShop(stores)]
      const inOrder = all.toSorted((one, other) => one.minute - other.minute)
      await write(
        straight,
        inOrder.map((one) => fetched(one.minute, one)),
      )
      for (let start = 0; start < shuffled.length; start += cut + 1) {
        await write(
          mixed,
          shuffled.slice(start, start + cut + 1).map((one) => fetched(one.minute, one)),
        )
      }
      assert.deepEqual(await readAdDays(mixed), await readAdDays(straight))
      const reach = {
        table: 'ad_reach',
        columns: 'first_day, last_day, account_id, level, campaign_id, ad_set_id, ad_id, reach',
      }
      assert.deepEqual(await readAds(mixed, reach), await readAds(straight, reach))
    }),
    { numRuns: 12 },
  )
})

test('a day that says what is known already is not written, and nobody is told', async () => {
  const shop = await openTestShop(stores)
  assert.equal((await write(shop, [fetched(1)])).days, 1)
  const [before, version] = [
    await readAds(shop, { table: 'ad_days', columns: 'ad_id, version' }),
    await factsVersion(shop),
  ]
  const again = await write(shop, [{ ...fetched(1), fetchedAt: '2026-11-20T18:00:00Z' }])
  assert.deepEqual([again.days, again.unchanged], [0, 1])
  assert.deepEqual(await readAds(shop, { table: 'ad_days', columns: 'ad_id, version' }), before)
  assert.equal(await factsVersion(shop), version)
  await write(shop, [{ ...fetched(2), fetchedAt: '2026-11-20T17:00:00Z' }])
  assert.deepEqual(await readAds(shop, { table: 'ad_days', columns: 'ad_id, version' }), before, 'it came late')
  await write(shop, [{ ...fetched(2), fetchedAt: '2026-11-20T19:00:00Z' }])
  assert.ok((await factsVersion(shop)) > version)
})

test('what an ad platform does not say any more leaves the day, down to an empty one', async () => {
  const shop = await openTestShop(stores)
  const day = tinyDay(account, today, { restated: 1, fetchedAt: '2026-11-20T10:00:00Z' })
  await write(shop, [day])
  assert.ok((await readAdDays(shop)).some((row) => row['ad_id'] === 'a3'))
  const rows = day.rows.filter(({ adId }) => adId !== 'a3')
  await write(shop, [{ ...day, rows, fetchedAt: '2026-11-20T11:00:00Z' }])
  assert.ok(!(await readAdDays(shop)).some((row) => row['ad_id'] === 'a3'))
  await write(shop, [{ ...day, rows: [], fetchedAt: '2026-11-20T12:00:00Z' }])
  assert.deepEqual(await readAdDays(shop), [])
  await write(shop, [{ ...day, fetchedAt: '2026-11-20T11:30:00Z' }])
  assert.deepEqual(await readAdDays(shop), [], 'an older reading does not bring it back')
})

test('hours take the place of those known of the day, on the clock of the account', async () => {
  const shop = await openTestShop(stores)
  const hour = (at: number, spend: string) => ({
    hour: at,
    campaignId: 'c1',
    spend,
    impressions: 10,
    clicks: 1,
    purchases: '0',
    value: '0',
  })
  const record = {
    type: 'ad_hours',
    accountId: '1',
    day: parseDay('2026-10-25'),
    currency: 'EUR',
    zone: 'Europe/Berlin',
    fetchedAt: '2026-10-25T10:00:00Z',
    rows: [hour(0, '1'), hour(2, '2'), hour(3, '3'), hour(4, '4')],
  } as const
  await write(shop, [record])
  const columns = 'toString(started_at) AS at, spend'
  const read = async () =>
    (await readAds(shop, { table: 'ad_hours', columns: 'started_at, spend' })).map(({ started_at, spend }) => [
      started_at,
      spend,
    ])
  assert.deepEqual(
    (await read()).map(([, spend]) => spend),
    ['1.000000', '2.000000', '3.000000', '4.000000'],
    columns,
  )
  assert.deepEqual(
    (await read()).map(([at]) => String(at).slice(0, 19)),
    ['2026-10-24 22:00:00', '2026-10-25 00:00:00', '2026-10-25 02:00:00', '2026-10-25 03:00:00'],
  )
  await write(shop, [{ ...record, fetchedAt: '2026-10-25T11:00:00Z', rows: [hour(0, '1.5')] }])
  await write(shop, [record])
  assert.deepEqual(
    (await read()).map(([, spend]) => spend),
    ['1.500000'],
  )
})

function entity(change: Partial<AdEntityRecord>): AdEntityRecord {
  return {
    type: 'ad_entity',
    accountId: '1',
    level: 'ad',
    id: 'a1',
    campaignId: 'c1',
    adSetId: 's1',
    name: 'Red socks',
    status: 'active',
    statusText: 'ACTIVE',
    kind: 'Image',
    budget: { amount: '12.5', per: 'day', sharedBy: null },
    startsOn: null,
    endsOn: null,
    landingUrl: 'https://shop.example/',
    urlTags: null,
    creative: { id: 'cr', title: 'Socks', text: 'Warm', imageUrl: 'https://cdn.example/a.png?sig=1', isVideo: false },
    seenAt: '2026-11-20T10:00:00Z',
    ...change,
  }
}

test('what was removed keeps its name and its picture, and what was seen later counts', async () => {
  const shop = await openTestShop(stores)
  await write(shop, [entity({})])
  const gone = entity({
    status: 'removed',
    statusText: 'DELETED',
    name: '',
    kind: '',
    landingUrl: null,
    creative: null,
  })
  await write(shop, [{ ...gone, seenAt: '2026-11-20T12:00:00Z' }])
  await write(shop, [entity({ name: 'An older name', seenAt: '2026-11-20T11:00:00Z' })])
  const columns = 'name, status, kind, landing_url, creative_id, title, image_url, budget_per'
  assert.deepEqual(await readAds(shop, { table: 'ad_entities', columns }), [
    {
      name: 'Red socks',
      status: 'removed',
      kind: 'Image',
      landing_url: 'https://shop.example/',
      creative_id: 'cr',
      title: 'Socks',
      image_url: 'https://cdn.example/a.png?sig=1',
      budget_per: 'day',
    },
  ])
})

test('an address of a picture that was signed anew is news to nobody', async () => {
  const shop = await openTestShop(stores)
  await write(shop, [entity({})])
  const version = await factsVersion(shop)
  const creative = {
    id: 'cr',
    title: 'Socks',
    text: 'Warm',
    imageUrl: 'https://cdn.example/a.png?sig=2',
    isVideo: false,
  }
  await write(shop, [entity({ creative, seenAt: '2026-11-20T11:00:00Z' })])
  assert.equal(await factsVersion(shop), version)
  const [row] = await readAds(shop, { table: 'ad_entities', columns: 'image_url' })
  assert.equal(row?.['image_url'], 'https://cdn.example/a.png?sig=2')
})

test('click ids are kept once each', async () => {
  const shop = await openTestShop(stores)
  const click = {
    type: 'ad_click',
    accountId: '1',
    clickId: 'abc',
    day: today,
    campaignId: 'c1',
    adSetId: 's1',
    adId: 'a1',
    keyword: null,
    seenAt: '2026-11-20T10:00:00Z',
  } as const
  await write(shop, [click, click])
  await write(shop, [click])
  assert.deepEqual(await readAds(shop, { table: 'ad_clicks', columns: 'click_id, ad_id, keyword' }), [
    { click_id: 'abc', ad_id: 'a1', keyword: '' },
  ])
})
