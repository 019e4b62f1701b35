// Expected sums are computed here from the simulated platform's events, independently of the connector.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, type Day, parseDay, startOfDay } from '@tillsight/core/days'
import type { FakeCampaign } from '../../../../simulators/ads/world.ts'
import type { AdRecord, AdRow } from '../ad-records.ts'
import type { Checkpoint, Page } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { collectPages, daysOf, type Fixture, micros, recordsOf, rowsOf, shopAccount, startFixture } from './testing.ts'

const settled = parseDay('2026-11-10')

/** A campaign's expected figures for a day, computed from the source: purchases after clicks, reported by `now`. */
function expected(
  fixture: Fixture,
  campaignId: string,
  { day, now = '2026-11-20T12:00:00Z' }: { day: Day; now?: string },
) {
  const rows = fixture.source.day(shopAccount.id, day).filter((row) => row.campaignId === campaignId)
  const counted = rows.flatMap(({ purchases }) =>
    purchases.filter(({ knownAt, after }) => after === 'click' && knownAt <= new Date(now)),
  )
  const thousandths = counted.reduce(
    (sum, { share, value }) => sum + Math.round(share * 1000) * Math.round(Number(value) * 100),
    0,
  )
  return {
    spend: rows.reduce((sum, { spendMicros }) => sum + spendMicros, 0n),
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
    purchases: counted.reduce((sum, { share }) => sum + BigInt(Math.round(share * 1_000_000)), 0n),
    value: BigInt(thousandths) * 10n,
  }
}

function reported(row: AdRow | undefined) {
  assert.ok(row, 'there is a row')
  const { clicks, impressions } = row
  return { spend: micros(row.spend), clicks, impressions, purchases: micros(row.purchases), value: micros(row.value) }
}

function sumOf(rows: readonly AdRow[]) {
  const add = (read: (row: AdRow) => bigint) => rows.reduce((sum, row) => sum + read(row), 0n)
  return {
    spend: add((row) => micros(row.spend)),
    clicks: Number(add((row) => BigInt(row.clicks))),
    impressions: Number(add((row) => BigInt(row.impressions))),
    purchases: add((row) => micros(row.purchases)),
    value: add((row) => micros(row.value)),
  }
}

async function firstPages(fixture: Fixture, count: number): Promise<Page<AdRecord>[]> {
  const pages: Page<AdRecord>[] = []
  for await (const page of adDaysStream.backfill(fixture.ctx(), null)) {
    pages.push(page)
    if (pages.length === count) break
  }
  return pages
}

describe('Daily figures of Google Ads', () => {
  it('are the platform’s own on every level, purchases alone counted', async (t) => {
    const fixture = await startFixture(t, { batchRows: 7 })
    const pages = await firstPages(fixture, 2)
    const [account] = fixture.source.accounts
    assert.ok(account)
    for (const day of [settled, addDays(settled, -9), addDays(settled, -25)]) {
      const campaigns = rowsOf(pages, day, 'campaign')
      assert.equal(campaigns.length, 3)
      for (const { id } of account.campaigns) {
        assert.deepEqual(
          reported(campaigns.find(({ campaignId }) => campaignId === id)),
          expected(fixture, id, { day }),
          `${day} ${id}`,
        )
      }
      const [whole] = rowsOf(pages, day, 'account')
      assert.deepEqual(reported(whole), sumOf(campaigns))
      const sets = rowsOf(pages, day, 'ad_set')
      assert.deepEqual(sumOf(sets), sumOf(campaigns), 'ad groups and asset groups together are complete')
      const [search, , max]: readonly FakeCampaign[] = account.campaigns
      const ads = rowsOf(pages, day, 'ad')
      const below = (id: string | undefined) => ads.filter(({ campaignId }) => campaignId === id)
      assert.deepEqual(sumOf(below(search?.id)), expected(fixture, search?.id ?? '', { day }))
      assert.equal(below(max?.id).length, 0, 'Performance Max tells of no ads')
    }
  })

  it('ad rows below campaign total: what ads do not tell stays with the campaign, without a warning', async (t) => {
    const fixture = await startFixture(t, { ads: { campaigns: 4 } })
    const pages = await firstPages(fixture, 1)
    const film = fixture.source.accounts[0]?.campaigns.find(({ kind }) => kind === 'video')
    const whole = rowsOf(pages, settled, 'campaign').find(({ campaignId }) => campaignId === film?.id)
    const ads = rowsOf(pages, settled, 'ad').filter(({ campaignId }) => campaignId === film?.id)
    assert.equal(ads.length, 4)
    assert.ok(whole && sumOf(ads).spend < micros(whole.spend))
    assert.deepEqual(
      pages.flatMap(({ warnings }) => warnings),
      [],
    )
  })

  it('keep sign-ups, carts and purchases after views apart', async (t) => {
    const fixture = await startFixture(t)
    const rows = rowsOf(await firstPages(fixture, 1), settled, 'campaign')
    for (const row of rows) {
      const events = fixture.source
        .day(shopAccount.id, settled)
        .filter(({ campaignId }) => campaignId === row.campaignId)
      const signUps = events.reduce((sum, { clicks }) => sum + Math.floor(clicks / 40), 0)
      const carts = events.reduce((sum, { clicks }) => sum + Math.floor(clicks / 10), 0)
      assert.equal(
        micros(row.claims['as_counted']?.purchases ?? ''),
        micros(row.purchases) + BigInt(signUps) * 1_000_000n,
      )
      const known = events.flatMap(({ purchases }) =>
        purchases.filter(({ knownAt }) => knownAt <= new Date('2026-11-20T12:00:00Z')),
      )
      const ofBoth = known.reduce((sum, { share }) => sum + BigInt(Math.round(share * 1e6)), 0n)
      const all = micros(row.purchases) + ofBoth + BigInt(signUps + carts) * 1_000_000n
      assert.equal(micros(row.claims['all']?.purchases ?? ''), all)
      assert.notEqual(row.claims['by_conversion_date'], undefined)
    }
  })

  it('date the same purchases to the day they happened as another claim', async (t) => {
    const fixture = await startFixture(t)
    const rows = rowsOf(await firstPages(fixture, 1), settled, 'campaign')
    for (const row of rows) {
      let share = 0
      for (let back = 0; back <= 30; back += 1) {
        for (const event of fixture.source.day(shopAccount.id, addDays(settled, -back))) {
          if (event.campaignId !== row.campaignId) continue
          for (const purchase of event.purchases) {
            const local = new Date(purchase.happenedAt.getTime() + 3_600_000).toISOString().slice(0, 10)
            if (local === settled && purchase.after === 'click' && purchase.knownAt <= new Date('2026-11-20T12:00:00Z'))
              share += purchase.share
          }
        }
      }
      assert.equal(Number(row.claims['by_conversion_date']?.purchases), share)
    }
  })

  it('count whatever the goals count where an account has no purchase action, and say so', async (t) => {
    const fixture = await startFixture(t, { accounts: { [shopAccount.id]: { withoutPurchases: true } } })
    const pages = await firstPages(fixture, 1)
    const [row] = rowsOf(pages, settled, 'campaign')
    assert.deepEqual({ purchases: row?.purchases, value: row?.value }, row?.claims['as_counted'])
    const account = recordsOf(pages).find((record) => record.type === 'ad_account')
    assert.equal(account?.type === 'ad_account' && account.conversionsAre, 'goals')
    assert.ok(!fixture.fake.requests.some(({ query }) => query.includes('conversion_action_category')))
  })

  it('ask for purchases below campaigns only where something else was counted too', async (t) => {
    const plain = await startFixture(t, { accounts: { [shopAccount.id]: { countsSignUps: false } } })
    const rows = rowsOf(await firstPages(plain, 1), settled, 'ad')
    const asked = plain.fake.requests.filter(({ query }) => query.includes('conversion_action_category'))
    assert.deepEqual([...new Set(asked.map(({ resource }) => resource))], ['campaign'])
    const [ad] = rows
    const source = plain.source.day(shopAccount.id, settled).find(({ adId }) => adId === ad?.adId)
    const shares = source?.purchases.filter(
      ({ after, knownAt }) => after === 'click' && knownAt <= new Date('2026-11-20T12:00:00Z'),
    )
    assert.equal(
      Number(ad?.purchases),
      shares?.reduce((sum, { share }) => sum + share, 0),
    )
  })

  it('come newest first, with every day of 25 months, days without anything as well', async (t) => {
    const fixture = await startFixture(t)
    const pages = await collectPages(adDaysStream.backfill(fixture.ctx(), null))
    const days = [...daysOf(pages).values()].map(({ day }) => day)
    assert.equal(days.length, 762)
    assert.deepEqual([days.toSorted().at(0), days.toSorted().at(-1)], ['2024-10-20', '2026-11-20'])
    assert.equal(pages[0]?.completeSince, '2026-10-21T22:00:00.000Z')
    assert.equal(pages.at(-1)?.completeSince, '2024-10-19T22:00:00.000Z')
    assert.equal(daysOf(pages).get(`${shopAccount.id} 2025-03-01`)?.rows.length, 0)
    assert.equal(pages.at(-1)?.progress.done, pages.at(-1)?.progress.total)
    // One query for the account, one for its conversion actions; 26 windows, of which three have figures: six reports and two
    // by purchase each.
    assert.equal(fixture.fake.requests.length, 2 + 26 + 3 * 8)
  })

  it('leave out days that have not begun in the account’s zone, and read each account in its own', async (t) => {
    const auckland = {
      id: '3334567890',
      name: 'South',
      currency: 'NZD',
      zone: 'Pacific/Auckland',
      status: 'active',
    } as const
    const fixture = await startFixture(t, { ads: { accounts: [shopAccount, auckland] } })
    const days = daysOf(await firstPages(fixture, 2))
    assert.ok(days.has(`${auckland.id} 2026-11-21`))
    assert.ok(!days.has(`${shopAccount.id} 2026-11-21`))
    assert.deepEqual(days.get(`${auckland.id} 2026-11-10`)?.currency, 'NZD')
  })

  it('deleted campaign: keep what it has spent', async (t) => {
    const fixture = await startFixture(t, { ads: { campaigns: 7, withWhole: false } })
    const removed = fixture.source.accounts[0]?.campaigns.find(({ status }) => status === 'removed')
    assert.ok(removed)
    const row = rowsOf(await firstPages(fixture, 1), settled, 'campaign').find(
      ({ campaignId }) => campaignId === removed.id,
    )
    assert.deepEqual(reported(row), expected(fixture, removed.id, { day: settled }))
  })

  it('stream cut: are not delivered when a level could not be read to its end', async (t) => {
    const fixture = await startFixture(t)
    for (const kind of ['cut', 'truncated'] as const) {
      fixture.fake.faults.add({ kind, resource: 'ad_group_ad' })
      const pages: Page<AdRecord>[] = []
      const reading = async () => {
        for await (const page of adDaysStream.backfill(fixture.ctx(), null)) pages.push(page)
      }
      await assert.rejects(reading, (error) => isConnectorError(error) && error.failure.kind === 'transient', kind)
      assert.equal(daysOf(pages).size, 0, kind)
      fixture.fake.faults.clear()
    }
  })

  it('stream cut: are asked for in halves after three cut answers, and are whole then', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'cut', resource: 'ad_group_ad', times: 3 })
    const halved = await firstPages(fixture, 1)
    fixture.fake.faults.clear()
    const plain = await firstPages(fixture, 1)
    assert.deepEqual(
      [...daysOf(halved).values()].map(({ rows }) => new Set(rows.map((row) => JSON.stringify(row)))),
      [...daysOf(plain).values()].map(({ rows }) => new Set(rows.map((row) => JSON.stringify(row)))),
    )
    const asked = fixture.fake.requests.filter(
      ({ resource, query }) => resource === 'ad_group_ad' && !query.includes('category'),
    )
    assert.match(asked.map(({ query }) => query.slice(-50)).join('\n'), /'2026-10-22' AND '2026-11-05'/)
  })
})

describe('Figures that change afterwards', () => {
  const hour = (text: string) => `2026-11-${text}:00:00Z`

  async function changedBetween(
    fixture: Fixture,
    [first, second]: readonly [string, string],
    checkpoint: Checkpoint | null,
  ) {
    fixture.at(first)
    const before = await collectPages(adDaysStream.increment(fixture.ctx(), checkpoint))
    fixture.at(second)
    const after = await collectPages(adDaysStream.increment(fixture.ctx(), before.at(-1)?.checkpoint ?? null))
    return { before, after, days: [...daysOf(after).values()].map(({ day }) => day) }
  }

  it('are read again for three days every hour, thirty every night, and the whole window every week', async (t) => {
    const fixture = await startFixture(t, { accounts: { [shopAccount.id]: { lookBackDays: 60 } } })
    const start = { since: '2026-11-20T12:00:00Z' }
    const first = await collectPages(adDaysStream.increment(fixture.ctx(start), null))
    assert.deepEqual(
      [...daysOf(first).values()].map(({ day }) => day),
      ['2026-11-18', '2026-11-19', '2026-11-20'],
    )
    let checkpoint = first.at(-1)?.checkpoint ?? null
    const counts: number[] = []
    for (const instant of [
      '2026-11-20T13:00:00Z',
      '2026-11-21T12:00:00Z',
      '2026-11-21T13:00:00Z',
      '2026-11-27T12:00:00Z',
    ]) {
      fixture.at(instant)
      const pages = await collectPages(adDaysStream.increment(fixture.ctx(start), checkpoint))
      checkpoint = pages.at(-1)?.checkpoint ?? null
      assert.equal(pages.at(-1)?.syncedThrough, new Date(instant).toISOString())
      counts.push(daysOf(pages).size)
    }
    assert.deepEqual(counts, [3, 30, 3, 67], 'and a week more, so that each day is read once more after it has settled')
  })

  it('read everything since the last time after a pause, however long', async (t) => {
    const fixture = await startFixture(t, { instant: '2026-09-20T12:00:00Z' })
    const { days } = await changedBetween(fixture, ['2026-09-20T12:00:00Z', '2026-11-20T12:00:00Z'], null)
    assert.equal(days.length, 62 + 30, 'and what was unsettled when the pause began')
  })

  it('conversions grew for old days: gain purchases that are told later, on the day of their click', async (t) => {
    const fixture = await startFixture(t)
    const before = await firstPages(fixture, 1)
    fixture.at('2026-12-05T12:00:00Z')
    const pages = await collectPages(adDaysStream.increment(fixture.ctx({ since: '2026-11-20T12:00:00Z' }), null))
    const day = parseDay('2026-11-16')
    const sums = [before, pages].map((read) => sumOf(rowsOf(read, day, 'campaign')).purchases)
    const events = fixture.source.accounts[0]?.campaigns.map(
      ({ id }) => expected(fixture, id, { day, now: '2026-12-05T12:00:00Z' }).purchases,
    )
    assert.ok((sums[0] ?? 0n) < (sums[1] ?? 0n))
    assert.equal(
      sums[1],
      events?.reduce((sum, purchases) => sum + purchases, 0n),
    )
  })

  it('37 months: days that Google refuses earlier than that are not days on which nothing happened', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.world.keptSince = parseDay('2026-10-07')
    const pages = await collectPages(adDaysStream.backfill(fixture.ctx(), null))
    const days = [...daysOf(pages).values()].map(({ day }) => day).toSorted()
    assert.deepEqual([days[0], days.at(-1), days.length], ['2026-10-07', '2026-11-20', 45])
    const beginning = startOfDay(parseDay('2026-10-07'), shopAccount.zone).toISOString()
    const { completeSince, oldestAvailable } = pages.at(-1) ?? {}
    assert.deepEqual([completeSince, oldestAvailable], [beginning, beginning])
    const again = await collectPages(adDaysStream.increment(fixture.ctx({ since: '2026-08-01T12:00:00Z' }), null))
    assert.equal([...daysOf(again).values()].map(({ day }) => day).toSorted()[0], '2026-10-07')
    assert.ok(again.at(-1)?.syncedThrough)
  })

  it('lose clicks that turn out to be invalid', async (t) => {
    const fixture = await startFixture(t)
    fixture.at(hour('18T12'))
    const open = await collectPages(adDaysStream.increment(fixture.ctx({ since: hour('18T12') }), null))
    fixture.at(hour('20T12'))
    const later = await collectPages(adDaysStream.increment(fixture.ctx({ since: hour('18T12') }), null))
    const day = parseDay('2026-11-17')
    const [before, after] = [open, later].map((pages) => sumOf(rowsOf(pages, day, 'campaign')))
    assert.ok(before && after && before.spend > after.spend && before.clicks > after.clicks)
    const events = fixture.source.day(shopAccount.id, day).reduce((sum, { spendMicros }) => sum + spendMicros, 0n)
    assert.equal(after.spend, events)
  })

  it('begin again with the same days when a re-read was interrupted', async (t) => {
    const fixture = await startFixture(t)
    const ctx = fixture.ctx({ since: '2026-08-01T12:00:00Z' })
    const whole = await collectPages(adDaysStream.increment(ctx, null))
    assert.ok(whole.length > 3)
    for (const page of whole.slice(0, -1)) {
      const again = await collectPages(adDaysStream.increment(ctx, page.checkpoint))
      assert.deepEqual([...daysOf(again).keys()], [...daysOf(whole).keys()])
    }
  })
})
