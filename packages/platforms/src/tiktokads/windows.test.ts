import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, type Day, parseDay } from '@tillsight/core/days'
import type { AdRecord } from '../ad-records.ts'
import type { Checkpoint, Page } from '../contract.ts'
import { adDaysStream } from './ad-days.ts'
import { accounts, collectPages, recordsOf, smallAds, startFixture } from './testing.ts'

const [first] = accounts
const hourMs = 3_600_000

function throughJson(page: Page<AdRecord> | undefined): Checkpoint {
  assert.ok(page)
  const copy: Checkpoint = JSON.parse(JSON.stringify(page.checkpoint))
  assert.deepEqual(copy, page.checkpoint)
  assert.ok(
    Object.values(copy).every((value) => value === null || typeof value !== 'object'),
    'it is flat',
  )
  return copy
}

/** The days of the first account in some pages. */
function daysOf(pages: readonly Page<AdRecord>[]): Day[] {
  return recordsOf(pages, 'ad_day')
    .filter(({ accountId }) => accountId === first.id)
    .map(({ day }) => day)
    .toSorted()
}

function byKey(pages: readonly Page<AdRecord>[]) {
  const records = pages.flatMap((page) => page.records)
  const keyOf = (record: AdRecord) => (record.type === 'ad_day' ? `${record.accountId} ${record.day}` : record.type)
  return new Map(records.map((record) => [keyOf(record), record]))
}

describe('reading again what TikTok may still change', () => {
  it('takes 35 days at first and every week, 28 every night, 3 every hour', async (t) => {
    const { ctx, time } = await startFixture(t)
    const read = async (from: Checkpoint | null) => await collectPages(adDaysStream.increment(ctx(), from))
    let pages = await read(null)
    const counts = [daysOf(pages).length]
    for (const hours of [1, 1, 22, 1, 6 * 24]) {
      time.now = new Date(time.now.getTime() + hours * hourMs)
      pages = await read(throughJson(pages.at(-1)))
      counts.push(daysOf(pages).length)
    }
    // After a gap of six days, those of the gap and the 28 before it.
    assert.deepEqual(counts, [35, 3, 3, 28, 3, 35])
    assert.equal(pages.at(-1)?.syncedThrough, time.now.toISOString().replace('.000', ''))
  })

  it('leaves no hole after a long pause: everything since, and what was not settled then', async (t) => {
    const { ctx, time } = await startFixture(t)
    const pages = await collectPages(adDaysStream.increment(ctx(), null))
    time.now = new Date('2027-02-01T12:00:00Z')
    const later = await collectPages(adDaysStream.increment(ctx(), throughJson(pages.at(-1))))
    const days = daysOf(later)
    assert.ok((days[0] ?? '') <= addDays(parseDay('2026-11-21'), -27), days[0])
    assert.equal(new Set(days).size, days.length)
    assert.equal(days.at(-1), '2027-02-01')
    assert.equal(days.length, 1 + (Date.parse('2027-02-01') - Date.parse(days[0] ?? '')) / (24 * hourMs))
  })

  it('begins the first time 28 days before the history was read', async (t) => {
    const { ctx } = await startFixture(t)
    const pages = await collectPages(adDaysStream.increment(ctx({ since: '2026-10-20T00:00:00Z' }), null))
    assert.ok((daysOf(pages)[0] ?? '') <= '2026-09-23')
  })

  it('says that it is complete only at its end, and goes over everything again when it broke off', async (t) => {
    const { ctx } = await startFixture(t)
    const pages = await collectPages(adDaysStream.increment(ctx(), null))
    assert.deepEqual(
      pages.map(({ syncedThrough }) => syncedThrough !== undefined),
      [...pages.slice(1).map(() => false), true],
    )
    const again = await collectPages(adDaysStream.increment(ctx(), throughJson(pages[0])))
    assert.deepEqual(daysOf(again), daysOf(pages))
  })
})

describe('the history of an account', () => {
  it('is the same after a crash between accounts or windows as in one go', async (t) => {
    const { ctx } = await startFixture(t, { source: smallAds({ campaigns: 2, adsPerAdSet: 1 }) })
    const pages = await collectPages(adDaysStream.backfill(ctx(), null))
    const whole = byKey(pages)
    // The contract's suite takes every page; these are between accounts and between windows.
    for (const [index, page] of pages.entries()) {
      if (index % 5 !== 0) continue
      const rest = await collectPages(adDaysStream.backfill(ctx(), throughJson(page)))
      assert.deepEqual(byKey([...pages.slice(0, index + 1), ...rest]), whole)
      const doubled = new Set(daysOf(pages.slice(0, index + 1)))
      assert.ok(
        daysOf(rest).every((day) => !doubled.has(day)),
        `page ${index} is not read twice`,
      )
    }
  })

  it('is said to be complete only back to where every account was read', async (t) => {
    const { ctx } = await startFixture(t, { source: smallAds({ campaigns: 2, adsPerAdSet: 1 }) })
    const pages = await collectPages(adDaysStream.backfill(ctx(), null))
    assert.deepEqual(
      pages.slice(0, 4).map(({ completeSince }) => completeSince),
      [undefined, '2026-10-23T08:00:00Z', undefined, '2026-09-23T08:00:00Z'],
    )
    const { done, total } = pages.at(-1)?.progress ?? {}
    assert.equal(done, total)
  })

  it('ends where TikTok keeps nothing older, and says so', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const message = 'start_date cannot be earlier than 365 days ago.'
    for (const date of ['2025-', '2024-']) {
      fake.faults.add({
        kind: 'code',
        code: 40_002,
        message,
        path: 'report/integrated',
        containing: `start_date=${date}`,
      })
    }
    const pages = await collectPages(adDaysStream.backfill(ctx(), null))
    const [oldest] = daysOf(pages)
    assert.ok(oldest && oldest >= '2026-01-01' && oldest < '2026-02-01', oldest)
    assert.equal(pages.at(-1)?.oldestAvailable, `${oldest}T08:00:00Z`)
    assert.deepEqual(daysOf(await collectPages(adDaysStream.backfill(ctx(), throughJson(pages.at(-1))))), [])
  })

  it('40002 date range: never asks for more than 30 days, and asks for nothing to come', async (t) => {
    const { ctx, fake } = await startFixture(t)
    await collectPages(adDaysStream.backfill(ctx(), null))
    const queries = fake.requests
      .filter(({ uri }) => uri.includes('start_date'))
      .map(({ uri }) => new URL(uri, 'http://x').searchParams)
    assert.ok(queries.length > 100)
    for (const query of queries) {
      const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
      assert.ok((Date.parse(to) - Date.parse(from)) / (24 * hourMs) <= 29, `${from} to ${to}`)
      assert.ok(to <= '2026-11-21')
    }
  })

  it('40002 date range: splits when TikTok bears less, and reads the same', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const read = async () =>
      recordsOf(await collectPages(adDaysStream.increment(ctx(), null)), 'ad_day').map(({ day, accountId, rows }) => [
        accountId,
        day,
        rows.length,
      ])
    const expected = await read()
    const asked = fake.requests.length
    const message = 'The date range cannot be greater than 7 days.'
    const where = { path: 'report/integrated', containing: 'AUCTION_CAMPAIGN' }
    fake.faults.add({ kind: 'code', code: 40_002, message, ...where, times: 1 })
    const again = await read()
    assert.deepEqual(new Set(again.map(String)), new Set(expected.map(String)))
    const spans = fake.requests
      .slice(asked)
      .filter(({ uri }) => uri.includes('AUCTION_CAMPAIGN'))
      .map(({ uri }) => new URL(uri, 'http://x').searchParams)
      .map(
        (query) => (Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')) / 86_400_000,
      )
    assert.ok(spans.includes(6), String(spans))
  })

  it('of no chosen account is nothing, and is still signed in for', async (t) => {
    const { ctx, fake } = await startFixture(t)
    const pages = await collectPages(adDaysStream.backfill(ctx({ accounts: [] }), null))
    assert.deepEqual(
      pages.flatMap(({ records }) => records),
      [],
    )
    assert.deepEqual(
      fake.requests.map(({ path }) => path),
      ['user/info/'],
    )
  })
})
