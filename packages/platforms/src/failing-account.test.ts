// A platform that fails for one account alone, for the whole test: the other account is read normally; the failing one is
// reported, never taken for complete, and caught up once it can be read.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { addDays, parseDay } from '@tillsight/core/days'
import { sampleAds } from '../../../simulators/ads/sample-ads.ts'
import type { AdRecord } from './ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from './contract.ts'
import { isConnectorError } from './failures.ts'
import { adClicksStream } from './googleads/ad-clicks.ts'
import { adDaysStream as googleDays } from './googleads/ad-days.ts'
import { adEntitiesStream as googleEntities } from './googleads/ad-entities.ts'
import { adHoursStream as googleHours } from './googleads/ad-hours.ts'
import { startFixture as startGoogle } from './googleads/testing.ts'
import { adDaysStream as tiktokDays } from './tiktokads/ad-days.ts'
import { adEntitiesStream as tiktokEntities } from './tiktokads/ad-entities.ts'
import { adHoursStream as tiktokHours } from './tiktokads/ad-hours.ts'
import { startFixture as startTikTok } from './tiktokads/testing.ts'

const began = new Date('2026-11-21T12:00:00Z')
const firstDay = parseDay('2026-09-01')
/** The failing account comes first, so that it could hold up the other. */
const [bad, good] = ['1234567890', '1234567891'] as const

interface Platform {
  readonly days: Stream<AdRecord>
  readonly others: readonly Stream<AdRecord>[]
  ctx(): ConnectorContext
  pass(hours: number): void
  /** Makes these accounts fail; with `lookingAt`, reading their account data fails too. */
  fail(accountIds: readonly string[], how: { readonly lookingAt: boolean }): void
  mend(): void
}

function sourceOf() {
  const account = { currency: 'EUR', zone: 'Europe/Berlin', status: 'active' as const }
  return sampleAds({
    seed: 4,
    idDigits: 19,
    accounts: [
      { ...account, id: bad, name: 'Bad' },
      { ...account, id: good, name: 'Good' },
    ],
    campaigns: 2,
    adSetsPerCampaign: 1,
    adsPerAdSet: 2,
    startsOn: firstDay,
  })
}

const startOf: Readonly<Record<string, (t: TestContext) => Promise<Platform>>> = {
  'Google Ads': async (t) => {
    const fixture = await startGoogle(t, { source: sourceOf(), instant: began.toISOString() })
    let now = began.getTime()
    return {
      days: googleDays,
      others: [googleHours, googleEntities, adClicksStream],
      ctx: () => fixture.ctx({ since: began.toISOString() }),
      pass: (hours) => {
        now += hours * 3_600_000
        fixture.at(new Date(now).toISOString())
      },
      fail: (ids, { lookingAt }) => {
        const error = { kind: 'error', category: 'internalError', code: 'INTERNAL_ERROR', status: 500 } as const
        for (const customer of ids)
          fixture.fake.faults.add({ ...error, customer, ...(lookingAt ? {} : { query: 'segments.date' }) })
      },
      mend: () => fixture.fake.faults.clear(),
    }
  },
  'TikTok Ads': async (t) => {
    const fixture = await startTikTok(t, { source: sourceOf() })
    fixture.time.now = began
    return {
      days: tiktokDays,
      others: [tiktokHours, tiktokEntities],
      ctx: () => fixture.ctx({ since: began.toISOString() }),
      pass: (hours) => {
        fixture.time.now = new Date(fixture.time.now.getTime() + hours * 3_600_000)
      },
      fail: (ids, { lookingAt }) => {
        for (const id of ids) {
          fixture.fake.faults.add({ kind: 'code', code: 50_000, containing: `advertiser_id=${id}` })
          if (lookingAt) fixture.fake.faults.add({ kind: 'status', status: 500, containing: `%22${id}%22` })
        }
      },
      mend: () => fixture.fake.faults.clear(),
    }
  },
}

async function read(pages: AsyncIterable<Page<AdRecord>>) {
  const read: Page<AdRecord>[] = []
  try {
    for await (const page of pages) read.push(page)
    return { pages: read, error: undefined }
  } catch (error) {
    if (!isConnectorError(error)) throw error
    return { pages: read, error }
  }
}

function daysOf(pages: readonly Page<AdRecord>[], id: string): Set<string> {
  const records = pages.flatMap((page) => page.records)
  return new Set(records.flatMap((one) => (one.type === 'ad_day' && one.accountId === id ? [one.day] : [])))
}

function problemsOf(pages: readonly Page<AdRecord>[], id: string) {
  const records = pages.flatMap((page) => page.records)
  return records.flatMap((one) => (one.type === 'ad_account' && one.account.id === id ? [one.problem?.kind] : []))
}

for (const [name, start] of Object.entries(startOf)) {
  for (const lookingAt of [false, true]) {
    describe(`${name}: one account that fails ${lookingAt ? 'whatever is asked' : 'over its figures'}`, () => {
      it('does not hold up the other one’s history', async (t) => {
        const platform = await start(t)
        platform.fail([bad], { lookingAt })
        const { pages, error } = await read(platform.days.backfill(platform.ctx(), null))
        assert.equal(error, undefined)
        assert.ok(daysOf(pages, good).size > 700)
        assert.equal(daysOf(pages, bad).size, 0)
        assert.deepEqual(problemsOf(pages, bad), ['failing'])
      })

      it('does not hold up the other one’s changes, and is caught up to the last day', async (t) => {
        const platform = await start(t)
        const first = await read(platform.days.increment(platform.ctx(), null))
        let from = (first.pages.at(-1)?.checkpoint ?? null) as Checkpoint | null
        platform.fail([bad], { lookingAt })
        for (let day = 0; day < 50; day += 5) {
          platform.pass(5 * 24)
          const { pages, error } = await read(platform.days.increment(platform.ctx(), from))
          assert.equal(error, undefined)
          assert.ok(daysOf(pages, good).size > 4)
          assert.deepEqual(problemsOf(pages, bad), ['failing'])
          from = pages.at(-1)?.checkpoint ?? from
        }
        platform.mend()
        platform.pass(1)
        const { pages, error } = await read(platform.days.increment(platform.ctx(), from))
        assert.equal(error, undefined)
        const days = daysOf(pages, bad)
        for (let day = 0; day <= 50; day += 1) assert.ok(days.has(addDays(parseDay('2026-11-21'), day)), `day ${day}`)
        assert.ok(problemsOf(pages, bad).every((problem) => problem === undefined))
      })

      it('keeps nothing else of the other one from being read', async (t) => {
        const platform = await start(t)
        platform.fail([bad], { lookingAt })
        for (const stream of platform.others) {
          const { pages, error } = await read(stream.increment(platform.ctx(), null))
          assert.equal(error, undefined, stream.id)
          const records = pages.flatMap((page) => page.records)
          assert.ok(
            records.some((one) => one.type !== 'ad_account' && one.accountId === good),
            stream.id,
          )
        }
      })

      it('is a passing failure where no account can be read, and nothing looks complete', async (t) => {
        const platform = await start(t)
        platform.fail([bad, good], { lookingAt })
        for (const way of ['backfill', 'increment'] as const) {
          const { pages, error } = await read(platform.days[way](platform.ctx(), null))
          assert.equal(error?.failure.kind, 'transient')
          for (const { syncedThrough, completeSince } of pages)
            assert.deepEqual([syncedThrough, completeSince], [undefined, undefined])
        }
      })
    })
  }
}

it('Google Ads: clicks of days on which an account failed are read once it can be', async (t) => {
  const platform = await startOf['Google Ads']?.(t)
  assert.ok(platform)
  const clicks = async (from: Checkpoint | null) => {
    const { pages, error } = await read(adClicksStream.increment(platform.ctx(), from))
    assert.equal(error, undefined)
    const records = pages.flatMap((page) => page.records)
    return { at: pages.at(-1)?.checkpoint ?? from, clicks: records.filter((one) => one.type === 'ad_click') }
  }
  let from = (await clicks(null)).at
  platform.fail([bad], { lookingAt: false })
  for (let day = 0; day < 10; day += 1) {
    platform.pass(24)
    from = (await clicks(from)).at
  }
  platform.mend()
  platform.pass(6)
  const told = (await clicks(from)).clicks
  const days = new Set(told.filter(({ accountId }) => accountId === bad).map(({ day }) => day))
  assert.ok(days.size >= 10, `${days.size} days`)
  const others = new Set(told.filter(({ accountId }) => accountId === good).map(({ day }) => day))
  assert.ok(others.size <= 2, 'the other one is not read again for it')
})
