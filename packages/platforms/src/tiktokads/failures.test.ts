// What the product does about each failure of TikTok Ads; each test is named after its row in the list. Some rows are tested
// elsewhere under the same name: "40002 date range" in windows.test.ts, "advertiser_ids: []" in connecting.test.ts,
// "advertiser level above ad level" in reading.test.ts. Banners are the domain's:
// packages/domain/src/ads/tiktok-failures.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listDays, parseDay } from '@tillsight/core/days'
import type { Fault } from '../../../../simulators/tiktokads/index.ts'
import type { AdRecord } from '../ad-records.ts'
import type { Checkpoint, Page } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import {
  accounts,
  collectPages,
  type Fixture,
  failsAs,
  readNow,
  recordsOf,
  smallAds,
  startFixture,
  wholeReading,
} from './testing.ts'

const [first, second] = accounts
const yesterday = parseDay('2026-11-20')

async function readHistory({ ctx }: Pick<Fixture, 'ctx'>, from: Checkpoint | null) {
  return await collectPages(adDaysStream.backfill(ctx(), from))
}

/** The pages that a stream delivered before it failed, and the failure. */
async function untilFailure(pages: AsyncIterable<Page<AdRecord>>) {
  const read: Page<AdRecord>[] = []
  try {
    for await (const page of pages) read.push(page)
  } catch (error) {
    return { pages: read, error }
  }
  return { pages: read, error: undefined }
}

describe('a dead token', () => {
  for (const [words, fault] of [
    ['revoked', { kind: 'code', code: 40_105 }],
    ['auth code', { kind: 'code', code: 40_110 }],
    ['absent', { kind: 'code', code: 40_104 }],
    ['expired', { kind: 'code', code: 40_102, message: 'Access token has expired.' }],
  ] as const satisfies readonly (readonly [string, Fault])[]) {
    it(`dead token: stops every stream and asks to connect again: ${words}`, async (t) => {
      const fixture = await startFixture(t)
      fixture.fake.faults.add(fault)
      for (const stream of [adDaysStream, adEntitiesStream, adHoursStream]) {
        await assert.rejects(
          collectPages(stream.increment(fixture.ctx(), null)),
          failsAs('reauth', /Connect TikTok Ads again/),
        )
      }
    })
  }

  it('dead token: app mismatch text, although TikTok calls it invalid parameters', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.appMismatch = true
    await assert.rejects(readNow(fixture), failsAs('reauth', /another app/))
  })

  it('is what a revoked one is', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.revoke(fixture.token)
    await assert.rejects(readNow(fixture), failsAs('reauth'))
  })
})

describe('an app in trouble', () => {
  for (const code of [40_113, 40_124, 40_125, 40_118]) {
    it(`is named as the operator’s to mend: ${code}`, async (t) => {
      const fixture = await startFixture(t)
      fixture.fake.faults.add({ kind: 'code', code })
      const kind = code === 40_113 || code === 40_124 ? 'reauth' : 'permission'
      await assert.rejects(readNow(fixture), failsAs(kind, /Whoever runs the installation/))
    })
  }
})

describe('no account that can be read', () => {
  const refused = { kind: 'code', code: 40_001 } as const
  const one = () => smallAds({ accounts: [first], campaigns: 2, startsOn: parseDay('2026-06-01') })

  it('is a failure of every stream, however often it is asked, and nothing looks complete', async (t) => {
    const fixture = await startFixture(t, { source: one() })
    for (const fault of [
      { ...refused, path: 'report/integrated' },
      { ...refused, path: 'advertiser/info' },
    ]) {
      fixture.fake.faults.clear()
      fixture.fake.faults.add(fault)
      let from: Checkpoint | null = null
      for (let run = 0; run < 3; run += 1) {
        const { pages, error } = await untilFailure(adDaysStream.increment(fixture.ctx(), from))
        assert.ok(isConnectorError(error) && error.failure.kind === 'permission', fault.path)
        assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
        assert.equal(recordsOf(pages, 'ad_account').at(-1)?.problem?.kind, 'permission')
        from = pages.at(-1)?.checkpoint ?? from
        fixture.time.now = new Date(fixture.time.now.getTime() + 12 * 3_600_000)
      }
      const history = await untilFailure(adDaysStream.backfill(fixture.ctx(), null))
      assert.ok(isConnectorError(history.error) && history.error.failure.kind === 'permission')
      assert.ok(history.pages.every(({ completeSince }) => completeSince === undefined))
    }
    fixture.fake.faults.clear()
    fixture.fake.faults.add({ ...refused, path: 'advertiser/info' })
    for (const stream of [adEntitiesStream, adHoursStream]) {
      const { pages, error } = await untilFailure(stream.increment(fixture.ctx(), null))
      assert.ok(isConnectorError(error) && error.failure.kind === 'permission', stream.id)
      assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
    }
  })

  it('leaves no gap: what was missed is read once it can be, and the history goes on where it stopped', async (t) => {
    const fixture = await startFixture(t, { source: one() })
    fixture.time.now = new Date('2026-06-05T12:00:00Z')
    const held = new Set<string>()
    let from: Checkpoint | null = null
    for (let run = 0; run < 200; run += 1) {
      const day = fixture.time.now.toISOString().slice(0, 10)
      fixture.fake.faults.clear()
      if (day >= '2026-06-09' && day < '2026-09-07') fixture.fake.faults.add(refused)
      const since = '2026-06-05T12:00:00Z'
      const { pages } = await untilFailure(adDaysStream.increment(fixture.ctx({ since }), from))
      for (const record of recordsOf(pages, 'ad_day')) held.add(record.day)
      from = pages.at(-1)?.checkpoint ?? from
      fixture.time.now = new Date(fixture.time.now.getTime() + 12 * 3_600_000)
    }
    const missing = listDays({ from: parseDay('2026-06-05'), to: parseDay('2026-09-12') }).filter(
      (day) => !held.has(day),
    )
    assert.deepEqual(missing, [])
    fixture.fake.faults.add({ ...refused, skip: 30 })
    const history = await untilFailure(adDaysStream.backfill(fixture.ctx(), null))
    assert.ok(history.error)
    fixture.fake.faults.clear()
    const rest = await readHistory(fixture, history.pages.at(-1)?.checkpoint ?? null)
    const days = new Set(recordsOf([...history.pages, ...rest], 'ad_day').map(({ day }) => day))
    assert.equal(days.size, new Set(recordsOf(await readHistory(fixture, null), 'ad_day').map(({ day }) => day)).size)
  })

  it('of one of two accounts leaves its own gap, which is read once it can be', async (t) => {
    const fixture = await startFixture(t)
    let from = (await readNow(fixture)).at(-1)?.checkpoint ?? null
    fixture.fake.faults.add({ ...refused, containing: first.id })
    for (let hours = 0; hours < 60 * 24; hours += 24) {
      fixture.time.now = new Date(fixture.time.now.getTime() + 24 * 3_600_000)
      from = (await readNow(fixture, from)).at(-1)?.checkpoint ?? null
    }
    fixture.fake.faults.clear()
    fixture.time.now = new Date(fixture.time.now.getTime() + 24 * 3_600_000)
    const days = recordsOf(await readNow(fixture, from), 'ad_day').filter(({ accountId }) => accountId === first.id)
    assert.ok(days.length >= 61 + 28 && days.some(({ day }) => day === yesterday))
  })
})

describe('one account in trouble', () => {
  it('40001 account gone: is said to be gone while the other goes on, rests for a day, and comes back by itself', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.account(first.id).isGone = true
    const pages = await readNow(fixture)
    const standing = recordsOf(pages, 'ad_account').find(({ account }) => account.id === first.id)
    assert.equal(standing?.problem?.kind, 'not_found')
    assert.match(standing?.problem?.message ?? '', /Socks EU/)
    assert.deepEqual([standing?.account.currency, standing?.account.readable], ['EUR', false], 'what was known is kept')
    const days = recordsOf(pages, 'ad_day')
    assert.ok(days.length > 0 && days.every(({ accountId }) => accountId === second.id))
    const asked = fixture.fake.requests.length
    const from = pages.at(-1)?.checkpoint ?? null
    fixture.time.now = new Date(fixture.time.now.getTime() + 3_600_000)
    assert.equal(
      recordsOf(await readNow(fixture, from), 'ad_account').some(({ account }) => account.id === first.id),
      false,
    )
    const since = fixture.fake.requests.slice(asked)
    assert.ok(
      since.every(({ uri }) => !uri.includes(first.id)),
      'nobody asks about it for a day',
    )
    fixture.time.now = new Date(fixture.time.now.getTime() + 23 * 3_600_000)
    const probed = fixture.fake.requests.length
    const stillGone = await readNow(fixture, from)
    const probes = fixture.fake.requests.slice(probed).filter(({ uri }) => uri.includes(first.id))
    assert.ok(
      probes.length > 0 && probes.length <= 2 && probes.every(({ path }) => path === 'advertiser/info/'),
      'cheap',
    )
    assert.ok(recordsOf(stillGone, 'ad_account').some(({ problem }) => problem?.kind === 'not_found'))
    fixture.fake.account(first.id).isGone = false
    fixture.time.now = new Date(fixture.time.now.getTime() + 24 * 3_600_000)
    const again = await readNow(fixture, from)
    const mended = recordsOf(again, 'ad_account').find(({ account }) => account.id === first.id)
    assert.equal(mended?.problem, null)
    assert.ok(recordsOf(again, 'ad_day').some(({ accountId }) => accountId === first.id))
  })

  it('40001 account gone: drops out in the middle of reading when it went out of the grant', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({
      kind: 'code',
      code: 40_001,
      message: `No permission to operate advertiser ${first.id}.`,
      path: 'report/',
      containing: first.id,
    })
    const pages = await readNow(fixture)
    const standing = recordsOf(pages, 'ad_account').find(({ account }) => account.id === first.id)
    assert.equal(standing?.problem?.kind, 'permission')
    assert.ok(recordsOf(pages, 'ad_day').every(({ accountId }) => accountId === second.id))
    assert.equal(pages.at(-1)?.syncedThrough, '2026-11-21T12:00:00Z')
  })

  for (const change of [{ currency: 'CHF' }, { zone: 'America/New_York' }]) {
    it(`${Object.keys(change).join()} changed: is not mixed with what was known of it`, async (t) => {
      const fixture = await startFixture(t)
      Object.assign(fixture.fake.account(first.id), change)
      const pages = await readNow(fixture)
      const standing = recordsOf(pages, 'ad_account').find(({ account }) => account.id === first.id)
      assert.equal(standing?.problem?.kind, 'changed')
      assert.match(standing?.problem?.message ?? '', /CHF|New_York/)
      assert.ok(recordsOf(pages, 'ad_day').every(({ accountId }) => accountId === second.id))
    })
  }

  it('that is switched off is still read', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.account(first.id).status = 'STATUS_DISABLE'
    const pages = await readNow(fixture)
    const standing = recordsOf(pages, 'ad_account').find(({ account }) => account.id === first.id)
    assert.deepEqual([standing?.problem, standing?.account.status], [null, 'closed'])
    assert.ok(recordsOf(pages, 'ad_day').some(({ accountId }) => accountId === first.id))
  })
})

describe('a permission that was not given', () => {
  it('40001 endpoint permission: without GMV Max everything else is read, and what is missing is named', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.refusedPaths.add('gmv_max/store/list/')
    const pages = await readNow(fixture)
    assert.ok(recordsOf(pages, 'ad_day').length > 0)
    assert.ok(pages.some(({ warnings }) => warnings.some((text) => /GMV Max of Socks EU is not read/.test(text))))
  })

  it('40001 endpoint permission: once GMV Max is taken away the account waits instead of losing what it spent', async (t) => {
    const fixture = await startFixture(t)
    const pages = await readNow(fixture)
    fixture.fake.platform.refusedPaths.add('gmv_max/store/list/').add('gmv_max/report/get/')
    fixture.time.now = new Date(fixture.time.now.getTime() + 25 * 3_600_000)
    const from = pages.at(-1)?.checkpoint ?? null
    const { pages: later, error } = await untilFailure(adDaysStream.increment(fixture.ctx(), from))
    const standing = recordsOf(later, 'ad_account').map(({ problem }) => problem?.kind)
    assert.deepEqual([standing, recordsOf(later, 'ad_day')], [['permission', 'permission'], []])
    assert.ok(isConnectorError(error), 'no account was read')
  })

  it('40001 endpoint permission: without pictures ads are read, and what is missing is named', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.refusedPaths.add('file/image/ad/info/')
    const pages = await collectPages(adEntitiesStream.backfill(fixture.ctx(), null))
    assert.ok(recordsOf(pages, 'ad_entity').some(({ level }) => level === 'ad'))
    assert.ok(pages.some(({ warnings }) => warnings.some((text) => /Pictures of the ads/.test(text))))
  })
})

describe('too many requests', () => {
  for (const [name, fault] of [
    ['40100', { kind: 'code', code: 40_100 }],
    ['40102 by its words', { kind: 'code', code: 40_102 }],
    ['61000', { kind: 'code', code: 61_000 }],
    ['429 of the edge', { kind: 'status', status: 429 }],
  ] as const satisfies readonly (readonly [string, Fault])[]) {
    it(`throttled codes: wait for 5 s, 30 s, 2 min and go on: ${name}`, async (t) => {
      const fixture = await startFixture(t)
      const expected = await wholeReading(fixture)
      fixture.pauses.length = 0
      fixture.fake.faults.add({ ...fault, path: 'report/integrated', times: 3 })
      assert.deepEqual(await wholeReading(fixture), expected)
      const ladder = fixture.pauses.filter((ms) => [5_000, 30_000, 120_000].includes(ms))
      assert.ok(ladder.length >= 3, String(fixture.pauses))
    })
  }

  it('429 of the edge: waits for as long as it says, and leaves a long pause to whoever plans the next reading', async (t) => {
    const fixture = await startFixture(t)
    const edge = { kind: 'status', status: 429, path: 'report/integrated' } as const
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '11' }, times: 1 })
    await readNow(fixture)
    assert.ok(fixture.pauses.includes(11_000), String(fixture.pauses))
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '900' } })
    await assert.rejects(readNow(fixture), (error) => isConnectorError(error) && error.failure.retryAfterMs === 900_000)
  })

  it('throttled codes: are given up when they go on, and at once until midnight UTC for a limit of the day', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'code', code: 40_132 })
    await assert.rejects(readNow(fixture), failsAs('throttled'))
    fixture.fake.faults.clear()
    const asked = fixture.fake.requests.length
    fixture.fake.faults.add({ kind: 'code', code: 40_133, message: 'Requests exceed the limit of the day' })
    await assert.rejects(readNow(fixture), failsAs('throttled', /midnight UTC/))
    assert.equal(fixture.fake.requests.length, asked + 1)
  })
})

describe('trouble that passes', () => {
  for (const [name, fault] of [
    ['a system error', { kind: 'code', code: 50_000 }],
    ['a time-out inside', { kind: 'code', code: 51_010 }],
    ['a write conflict', { kind: 'code', code: 40_202 }],
    ['a page instead of JSON', { kind: 'gateway_timeout' }],
    ['an empty answer', { kind: 'empty' }],
    ['JSON that is cut off', { kind: 'truncated' }],
    ['an unknown shape', { kind: 'no_code' }],
    ['a cut connection', { kind: 'drop' }],
    ['a validation error that TikTok takes back', { kind: 'code', code: 40_700 }],
  ] as const satisfies readonly (readonly [string, Fault])[]) {
    it(`5xxxx, HTML, empty, no code: is asked again until it is over: ${name}`, async (t) => {
      const fixture = await startFixture(t)
      const expected = await wholeReading(fixture)
      const times = fault.kind === 'code' && fault.code === 40_700 ? 1 : 2
      fixture.fake.faults.add({ ...fault, path: 'report/integrated', times, skip: 3 })
      assert.deepEqual(await wholeReading(fixture), expected)
    })
  }

  it('5xxxx, HTML, empty, no code: asks for less when it stays: seven days, then single ones in small pages', async (t) => {
    const fixture = await startFixture(t)
    const expected = await wholeReading(fixture)
    const asked = fixture.fake.requests.length
    // Four attempts at 30 days and four at seven; then it comes.
    fixture.fake.faults.add({
      kind: 'gateway_timeout',
      path: 'report/integrated',
      containing: 'data_level=AUCTION_AD&',
      times: 8,
    })
    assert.deepEqual(await wholeReading(fixture), expected)
    const ranges = fixture.fake.requests
      .slice(asked)
      .filter(({ uri }) => uri.includes('data_level=AUCTION_AD&'))
      .map(({ uri }) => new URL(uri, 'http://x').searchParams)
      .map(
        (query) =>
          (Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')) / 86_400_000 + 1,
      )
    assert.ok(ranges.includes(30) && ranges.includes(7) && ranges.includes(1), String(ranges))
  })

  it('60001: is not made smaller during maintenance', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'code', code: 60_001, path: 'report/integrated' })
    await assert.rejects(readNow(fixture), failsAs('transient', /maintained/))
    assert.ok(fixture.fake.requests.filter(({ path }) => path.startsWith('report/integrated')).length < 3)
  })

  it('half-read day: hands over nothing of a window that was read by half', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({
      kind: 'gateway_timeout',
      path: 'report/integrated',
      containing: 'data_level=AUCTION_AD&',
    })
    const { pages, error } = await untilFailure(adDaysStream.backfill(fixture.ctx(), null))
    failsAs('transient')(error)
    assert.deepEqual(recordsOf(pages, 'ad_day'), [])
  })
})
