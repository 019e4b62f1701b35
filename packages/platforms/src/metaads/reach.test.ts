import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdSource, FakeAdDay } from '../../../../simulators/ads/world.ts'
import { isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { ads } from './ads-spec.ts'
import { collect, dayOfPages, startFixture } from './testing.ts'

const monday = parseDay('2026-11-02')
const tuesday = parseDay('2026-11-03')

/** One ad seen by 1,000 people on Monday and 1,200 on Tuesday, 1,700 in total. */
const source: AdSource = {
  accounts: [
    {
      id: '1234',
      name: 'Main',
      currency: 'EUR',
      zone: 'Europe/Berlin',
      status: 'active',
      campaigns: [
        {
          id: '1',
          name: 'Prospecting',
          kind: 'social',
          status: 'active',
          dailyBudget: 50,
          startsOn: monday,
          endsOn: null,
          adSets: [
            {
              id: '11',
              name: 'Broad',
              status: 'active',
              ads: [
                {
                  id: '111',
                  name: 'Video A',
                  status: 'active',
                  title: 'Socks',
                  text: 'Warm',
                  landingUrl: 'https://shop.example/',
                  isVideo: true,
                  hue: 10,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  day: (_account, day) => (day === monday ? [seen(1_000)] : day === tuesday ? [seen(1_200)] : []),
}

function seen(reach: number): FakeAdDay {
  return {
    campaignId: '1',
    adSetId: '11',
    adId: '111',
    spendMicros: 48_370_000n,
    impressions: reach + 500,
    clicks: 30,
    linkClicks: 20,
    views: 300,
    reach,
    hours: Array.from({ length: 24 }, () => 1),
    purchases: [],
  }
}

it('is asked for exactly the range and never worked out from days', async (t) => {
  const fixture = await startFixture(t, { source })
  const pages = await collect(adDaysStream.backfill(fixture.ctx(), null))
  const daily = [monday, tuesday].map(
    (day) => dayOfPages(pages, day).rows.find(({ level }) => level === 'account')?.reach,
  )
  assert.deepEqual(daily, [1_000, 1_200])
  for (const [level, id] of [
    ['account', '1234'],
    ['campaign', '1'],
  ] as const) {
    const range = { from: monday, to: tuesday }
    const reach = await ads.reach?.(fixture.ctx(), { accountId: '1234', level, range })
    assert.deepEqual([...(reach ?? [])], [[id, 1_700]])
  }
  const before = fixture.fake.requests.length
  const nothing = await ads.reach?.(fixture.ctx(), {
    accountId: '1234',
    level: 'campaign',
    range: { from: parseDay('2026-10-01'), to: parseDay('2026-10-31') },
  })
  assert.equal(nothing?.size, 0)
  assert.equal(fixture.fake.requests.length, before + 1, 'one question')
})

it('is not asked of an account that was not chosen', async (t) => {
  const fixture = await startFixture(t, { source })
  const range = { from: monday, to: tuesday }
  await assert.rejects(
    async () => await ads.reach?.(fixture.ctx(), { accountId: '99', level: 'account', range }),
    (error) => isConnectorError(error) && error.failure.kind === 'not_found',
  )
})
