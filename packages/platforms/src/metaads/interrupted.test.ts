// What Meta delivers incompletely: pauses and circular paging in the middle of a list, and accounts that fail while the
// others work. Rows of the failure table are tested here under their names; the others are in failures.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import {
  collect,
  collectUntilFailure,
  type Fixture,
  failureOf,
  fresh,
  recordsOf,
  smallSource,
  startFixture,
  two,
} from './testing.ts'

describe('when Meta wants less in the middle of reading', () => {
  // Enough for ten pages of ads.
  const source = () => smallSource({ campaigns: 5, adSetsPerCampaign: 10, adsPerAdSet: 10 })
  const pagesOf = ({ fake }: Fixture) =>
    fake.requests.filter(({ area, status }) => area === 'run_rows' && status === 200)

  it('throttled: waits, and goes on from the same cursor', async (t) => {
    const fixture = await startFixture(t, { source: source() })
    const read = async () => recordsOf(await collect(adDaysStream.increment(fixture.ctx(), null)), 'ad_day').length
    fixture.clock.pass(0)
    const days = await read()
    const asked = pagesOf(fixture).length
    for (let skip = 4; skip < 2 * asked; skip += 5)
      fixture.fake.faults.add({ kind: 'error', code: 17, on: 'run_rows', skip, times: 1 })
    assert.equal(await read(), days)
    assert.equal(pagesOf(fixture).length, 2 * asked, 'no page twice')
    assert.ok(fixture.pauses.includes(15_000))
  })

  it('throttled: one account that has to wait does not keep the others from being read, and is told at the end', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    fixture.fake.faults.add({ kind: 'error', code: 80_000, minutes: 30, accountId: '1', on: 'insights' })
    const { pages, error } = await collectUntilFailure(fresh(fixture))
    assert.ok(isConnectorError(error) && error.failure.kind === 'throttled' && error.failure.retryAfterMs === 1_800_000)
    assert.equal(recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === '2').length, 2)
    assert.deepEqual(
      recordsOf(pages, 'ad_account').map(({ account }) => account.id),
      ['2'],
      'nothing is wrong with it',
    )
    fixture.fake.faults.clear()
    fixture.clock.pass(1_800_000)
    const rest = await collect(adDaysStream.increment(fixture.ctx(), pages.at(-1)?.checkpoint ?? null))
    assert.ok(recordsOf(rest, 'ad_day').some(({ accountId }) => accountId === '1'))
  })

  it('429 of the edge: is no fault of Meta’s, and waits as long as it says', async (t) => {
    const fixture = await startFixture(t)
    const edge = { kind: 'status', status: 429, body: 'Too Many Requests', on: 'insights' } as const
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '9' }, times: 1 })
    assert.equal(recordsOf(await collect(fresh(fixture)), 'ad_day').length, 2)
    assert.ok(fixture.pauses.includes(9_000), String(fixture.pauses))
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '1200' } })
    const failure = await failureOf(collect(fresh(fixture)))
    assert.deepEqual([failure.kind, failure.retryAfterMs], ['throttled', 1_200_000])
  })
})

describe('when pages lead in a circle', () => {
  for (const length of [1, 2] as const) {
    it(`notices it, keeps nothing, and says what it is: ${length}`, async (t) => {
      const fixture = await startFixture(t)
      fixture.fake.faults.add({ kind: 'circle', length, on: 'insights' })
      const { pages, error } = await collectUntilFailure(fresh(fixture))
      assert.ok(isConnectorError(error) && error.failure.kind === 'transient')
      assert.match(error.failure.message, /in a circle/)
      assert.deepEqual(recordsOf(pages, 'ad_day'), [])
      assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
      assert.ok(fixture.fake.requests.length < 40, String(fixture.fake.requests.length))
    })
  }

  it('begins again from the first page, and reads on when that was a whim', async (t) => {
    const fixture = await startFixture(t)
    const whole = recordsOf(await collect(fresh(fixture)), 'ad_day').map(({ rows }) => rows)
    fixture.fake.faults.add({ kind: 'circle', length: 2, on: 'insights', times: 3 })
    assert.deepEqual(
      recordsOf(await collect(fresh(fixture)), 'ad_day').map(({ rows }) => rows),
      whole,
    )
  })
})

describe('when one account fails while Meta is well', () => {
  const broken = { kind: 'error', code: 2, accountId: '1' } as const
  const daysOf = (pages: Parameters<typeof recordsOf>[0], id: string) =>
    recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === id)

  it('its ads are left out with a note, and everything else of it and of the others is read', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    const usual = daysOf(await collect(adDaysStream.increment(fixture.ctx(), null)), '2').length
    fixture.fake.faults.add({ kind: 'run', how: 'failed', accountId: '1' })
    for (const on of ['insights', 'run_start', 'run_rows'] as const)
      fixture.fake.faults.add({ ...broken, level: 'ad', on })
    for (const stream of [adDaysStream.increment, adDaysStream.backfill]) {
      const pages = await collect(stream(fixture.ctx(), null))
      assert.ok(pages.some(({ syncedThrough, completeSince }) => syncedThrough ?? completeSince))
      assert.equal(daysOf(pages, '1').length, daysOf(pages, '2').length)
      assert.ok(
        daysOf(pages, '2').length >= usual &&
          daysOf(pages, '2').some(({ rows }) => rows.some(({ level }) => level === 'ad')),
      )
      const levels = new Set(daysOf(pages, '1').flatMap(({ rows }) => rows.map(({ level }) => level)))
      assert.deepEqual([...levels].toSorted(), ['account', 'campaign'])
      const notes = pages.flatMap(({ warnings }) => warnings)
      assert.ok(notes.length === 1 && /The ads of One are missing/.test(notes[0] ?? ''), String(notes))
      assert.ok(recordsOf(pages, 'ad_account').every(({ problem }) => problem === null))
    }
  })

  it('days that are held with their ads are left as they are, and all are read again once ads come', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    const read = async (from: Parameters<typeof adDaysStream.increment>[1]) => {
      const pages = await collect(adDaysStream.increment(fixture.ctx(), from))
      return { days: daysOf(pages, '1'), next: pages.at(-1)?.checkpoint ?? null }
    }
    let { next } = await read(null)
    for (const on of ['insights', 'run_start'] as const) fixture.fake.faults.add({ ...broken, level: 'ad', on })
    for (let day = 0; day < 9; day += 1) {
      fixture.clock.pass(24 * 3_600_000)
      const now = await read(next)
      next = now.next
      assert.ok(now.days.length > 0 && now.days.length <= 11, `only what is new: ${now.days.length}`)
      fixture.clock.pass(3_600_000)
      const asked = fixture.fake.requests.length
      next = (await read(next)).next
      assert.ok(fixture.fake.requests.slice(asked).every(({ level, accountId }) => level !== 'ad' || accountId === '2'))
    }
    fixture.fake.faults.clear()
    fixture.clock.pass(24 * 3_600_000)
    next = (await read(next)).next
    fixture.clock.pass(3_600_000)
    const { days } = await read(next)
    assert.ok(days.length >= 90, String(days.length))
    assert.ok(days.every(({ rows }) => rows.length === 0 || rows.some(({ level }) => level === 'ad')))
  })

  it('that account is said to fail, the others are read, and its own gap is read once it comes', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    let from = (await collect(adDaysStream.increment(fixture.ctx(), null))).at(-1)?.checkpoint ?? null
    fixture.fake.faults.add({ ...broken, on: 'insights' })
    for (let day = 0; day < 12; day += 1) {
      fixture.clock.pass(24 * 3_600_000)
      const pages = await collect(adDaysStream.increment(fixture.ctx(), from))
      from = pages.at(-1)?.checkpoint ?? null
      assert.deepEqual(daysOf(pages, '1'), [])
      assert.ok(daysOf(pages, '2').length >= 2 && pages.at(-1)?.syncedThrough)
      const [told] = recordsOf(pages, 'ad_account').filter(({ problem }) => problem)
      assert.deepEqual([told?.account.id, told?.problem?.kind], ['1', 'failing'])
    }
    fixture.fake.faults.clear()
    fixture.clock.pass(3_600_000)
    const days = daysOf(await collect(adDaysStream.increment(fixture.ctx(), from)), '1')
    assert.ok(days.length >= 12 + 35, String(days.length))
    const history = await startFixture(t, { source: two() })
    history.fake.faults.add({ ...broken, on: 'insights' })
    const pages = await collect(adDaysStream.backfill(history.ctx(), null))
    assert.ok(daysOf(pages, '2').length > 700 && pages.at(-1)?.completeSince)
  })
})
