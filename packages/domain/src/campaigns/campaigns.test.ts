import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { announceFacts, nextWriteVersion } from '@tillsight/database'
import { createFactsMemory, createShopReads, run, type ShopContext } from '../context/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { describePlaces } from './describe-places.ts'
import { listAdChoices } from './list-ad-choices.ts'

const { openShop } = await openTestStores({ after })

const entity = {
  platform: 'metaads',
  account_id: '1',
  campaign_id: '',
  ad_set_id: '',
  ad_id: '',
  status: 'active',
  status_text: 'Active',
  kind: '',
  budget: '0',
  budget_per: 'none',
  budget_shared_by: '',
  starts_on: '1970-01-01',
  ends_on: '1970-01-01',
  landing_url: '',
  url_tags: '',
  creative_id: '',
  title: '',
  text: '',
  image_url: '',
  is_video: 0,
  seen_at: '2026-06-30 10:00:00',
  is_deleted: 0,
} as const

async function tell(ctx: ShopContext, version: number, rows: readonly object[]): Promise<void> {
  await ctx.warehouse.insert(
    'ad_entities',
    rows.map((row) => ({ ...entity, version, ...row })),
  )
}

async function openAdvertised(): Promise<ShopContext> {
  const ctx = await openShop()
  await tell(ctx, 1, [
    { level: 'account', name: 'Nordlicht' },
    {
      level: 'campaign',
      campaign_id: '23845678901234567',
      name: 'Spring',
      kind: 'Sales',
      budget: '50.00',
      budget_per: 'day',
      starts_on: '2026-03-01',
    },
    {
      level: 'ad_set',
      campaign_id: '23845678901234567',
      ad_set_id: '7',
      name: 'Lookalike',
      budget_shared_by: 'Pot',
      budget: '3000.10',
      budget_per: 'lifetime',
    },
    {
      level: 'ad',
      campaign_id: '23845678901234567',
      ad_set_id: '7',
      ad_id: '9',
      name: 'Candle',
      creative_id: 'c9',
      title: 'Light for long nights',
      image_url: 'https://cdn.test/x.jpg',
      is_video: 1,
      landing_url: 'https://shop.test/candle',
    },
  ])
  return ctx
}

suite('how places are set up', () => {
  test('is told with the names of what stands above them', async () => {
    const ctx = await openAdvertised()
    const [ad] = await run(describePlaces, ctx, { level: 'ad', keys: ['metaads/1/23845678901234567/7/9'] })
    assert.deepEqual(
      [ad?.name, ad?.campaignName, ad?.adSetName, ad?.status, ad?.landingUrl],
      ['Candle', 'Spring', 'Lookalike', 'active', 'https://shop.test/candle'],
    )
    assert.deepEqual(ad?.creative, {
      id: 'c9',
      title: 'Light for long nights',
      text: '',
      isVideo: true,
      hasPicture: true,
    })
    assert.deepEqual([ad?.budget, ad?.startsOn], [null, null])
  })

  test('has budgets as exact text, with who else spends from them', async () => {
    const ctx = await openAdvertised()
    const [campaign] = await run(describePlaces, ctx, { level: 'campaign', keys: ['metaads/1/23845678901234567'] })
    assert.deepEqual(
      [Number(campaign?.budget?.amount), campaign?.budget?.per, campaign?.startsOn],
      [50, 'day', '2026-03-01'],
    )
    const [adSet] = await run(describePlaces, ctx, { level: 'ad_set', keys: ['metaads/1/23845678901234567/7'] })
    assert.deepEqual(adSet?.budget, { amount: '3000.1', per: 'lifetime', sharedBy: 'Pot' })
  })

  test('is the newest that was told, and of a removed place still its name', async () => {
    const ctx = await openAdvertised()
    await tell(ctx, 2, [
      {
        level: 'campaign',
        campaign_id: '23845678901234567',
        name: 'Spring sale',
        status: 'removed',
        status_text: 'DELETED',
      },
    ])
    const [campaign] = await run(describePlaces, ctx, { level: 'campaign', keys: ['metaads/1/23845678901234567'] })
    assert.deepEqual([campaign?.name, campaign?.status, campaign?.statusText], ['Spring sale', 'removed', 'DELETED'])
  })

  test('is nothing for what was never told, and keys that make no sense are left out', async () => {
    const ctx = await openAdvertised()
    const places = await run(describePlaces, ctx, {
      level: 'campaign',
      keys: ['metaads/1/77', 'nonsense', 'custom/e/Print'],
    })
    assert.deepEqual(
      places.map(({ key, name, status, managerUrl }) => [key, name, status, managerUrl === null]),
      [
        ['metaads/1/77', '', undefined, places[0]?.managerUrl === null],
        ['custom/e/Print', '', undefined, true],
      ],
    )
    const elsewhere = await openShop()
    const [other] = await run(describePlaces, elsewhere, { level: 'campaign', keys: ['metaads/1/23845678901234567'] })
    assert.equal(other?.name, '', 'another shop’s campaigns are nobody’s business')
  })
})

test('set-ups are read once as long as the facts are the same, and anew after newer ones', async () => {
  const ctx = await openAdvertised()
  const facts = createFactsMemory(ctx.clock)
  let reads = 0
  const read: typeof ctx.warehouse.read = (...query) => {
    reads += 1
    return ctx.warehouse.read(...query)
  }
  const request = (): ShopContext => ({
    ...ctx,
    warehouse: { ...ctx.warehouse, read },
    facts,
    reads: createShopReads(ctx),
  })
  const campaign = 'metaads/1/23845678901234567'
  const describe = async (level: 'campaign' | 'ad', ...keys: string[]) =>
    (await run(describePlaces, request(), { level, keys })).map(({ name, campaignName }) => [name, campaignName])
  assert.deepEqual(await describe('campaign', campaign, 'metaads/1/77'), [
    ['Spring', 'Spring'],
    ['', ''],
  ])
  assert.deepEqual((await run(listAdChoices, request(), {})).kinds, ['Sales'])
  assert.equal(reads, 3)
  assert.deepEqual(await describe('campaign', campaign), [['Spring', 'Spring']])
  assert.deepEqual((await run(listAdChoices, request(), {})).kinds, ['Sales'])
  assert.equal(reads, 3, 'what is known is not asked for again')
  assert.deepEqual(await describe('ad', `${campaign}/7/9`), [['Candle', 'Spring']])
  assert.equal(reads, 3, 'a shop with few has all of them read together')
  await tell(ctx, 2, [{ level: 'campaign', campaign_id: '23845678901234567', name: 'Summer', kind: 'Traffic' }])
  await announceFacts(ctx.queries, ctx.shop.id, await nextWriteVersion(ctx.queries))
  assert.deepEqual(await describe('ad', `${campaign}/7/9`), [['Candle', 'Summer']])
  assert.ok((await run(listAdChoices, request(), {})).kinds.includes('Traffic'))
  const many = Array.from(
    { length: 1600 },
    (_, at) => ({ level: 'campaign', campaign_id: `${at}`, name: `No. ${at}` }) as const,
  )
  await tell(ctx, 3, many)
  await announceFacts(ctx.queries, ctx.shop.id, await nextWriteVersion(ctx.queries))
  reads = 0
  assert.deepEqual(await describe('campaign', 'metaads/1/7'), [['No. 7', 'No. 7']])
  assert.deepEqual(await describe('ad', `${campaign}/7/9`), [['Candle', 'Summer']])
  assert.equal(reads, 3, 'of many those are read that are asked for, and once more it is seen that they are many')
  assert.deepEqual(await describe('campaign', 'metaads/1/7'), [['No. 7', 'No. 7']])
  assert.equal(reads, 3)
})

test('a table of campaigns can be limited to the kinds that there are', async () => {
  const ctx = await openAdvertised()
  const { kinds, accounts, entries } = await run(listAdChoices, ctx, {})
  assert.deepEqual([kinds, accounts, entries], [['Sales'], [], []])
})
