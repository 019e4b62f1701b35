// Row by row what the product does about failures of Meta Ads; each test is named after its row. Rows that are part of
// another subject stand there under the same name: "token ends within 14 days" in connecting.test.ts, "run failed or stuck" in
// runs.test.ts, "thumbnail 403/404" in entities.test.ts. Banners, reminders, pauses and placeholders are the domain's:
// packages/domain/src/ads/meta-failures.test.ts and on-demand.test.ts, connections/failures.test.ts, health/ad-issues.test.ts.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdAccount } from '../ad-records.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { checkAccess } from './check.ts'
import { toFailure } from './failures.ts'
import type { Fault } from './fake/index.ts'
import {
  collect,
  collectUntilFailure,
  dayOfPages,
  readUpTo,
  recordsOf,
  smallSource,
  startTrial,
  type Trial,
} from './trial-account.ts'

/** Reads what is fresh: today and yesterday. */
const fresh = (trial: Trial) => adDaysStream.increment(trial.ctx(), readUpTo('2026-11-21T10:00:00Z'))

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  try {
    await work
  } catch (error) {
    if (isConnectorError(error)) return error.failure
    throw error
  }
  throw new Error('It did not fail')
}

async function withFault(t: TestContext, fault: Fault): Promise<ConnectorFailure> {
  const trial = await startTrial(t)
  trial.fake.faults.add(fault)
  return await failureOf(collect(fresh(trial)))
}

function two(): Trial['source'] {
  const account = { currency: 'EUR', zone: 'Europe/Berlin', status: 'active' as const }
  return smallSource({
    accounts: [
      { ...account, id: '1', name: 'One' },
      { ...account, id: '2', name: 'Two' },
    ],
    campaigns: 2,
  })
}

describe('when the token is dead', () => {
  const reasons = {
    458: /removed at Facebook/,
    459: /confirm who they are/,
    460: /password was changed/,
    463: /time has run out/,
    464: /not confirmed/,
    467: /signed out/,
    492: /lost the role/,
  } as const
  for (const subcode of [458, 459, 460, 463, 464, 467, 492] as const) {
    it(`190 any subcode: says why in words for ${subcode}, and who had connected`, async (t) => {
      const failure = await withFault(t, { kind: 'token', subcode })
      assert.equal(failure.kind, 'reauth')
      assert.match(failure.message, reasons[subcode])
      assert.match(failure.message, /Maria Keller/)
    })
  }

  it('190 any subcode: asks debug_token before it says so, for a token that is valid was refused by mistake', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'error', code: 190, subcode: 460, status: 401, on: 'account' })
    const failure = await failureOf(collect(fresh(trial)))
    assert.equal(failure.kind, 'transient')
    assert.ok(trial.fake.requests.some(({ uri }) => uri.includes('debug_token')))
  })

  it('data_access_expires_at passed: the same as a dead token, though the token is valid', async (t) => {
    const trial = await startTrial(t, { life: { dataAccessDays: 5, longSeconds: null } })
    trial.clock.pass(6 * 86_400_000)
    const failure = await failureOf(collect(fresh(trial)))
    assert.equal(failure.kind, 'reauth')
    assert.match(failure.message, /90 days/)
  })
})

describe('when an account cannot be read', () => {
  it('permission withdrawn for one account: goes on with the others and says which one is missing', async (t) => {
    const trial = await startTrial(t, { source: two() })
    trial.fake.withdraw('1')
    for (const stream of [adDaysStream, adEntitiesStream, adHoursStream]) {
      const pages = await collect(stream.increment(trial.ctx(), null))
      const [problem] = recordsOf(pages, 'ad_account').filter((record) => record.problem !== null)
      assert.deepEqual([problem?.account.id, problem?.problem?.kind], ['1', 'permission'], stream.id)
      assert.match(problem?.problem?.message ?? '', /View performance/)
      assert.ok(
        pages.flatMap(({ records }) => records).some((record) => 'accountId' in record && record.accountId === '2'),
      )
      assert.ok(pages.at(-1)?.syncedThrough)
    }
  })

  it('permission withdrawn for one account: tells of it in the middle of reading, and delivers nothing half', async (t) => {
    const trial = await startTrial(t, { source: two() })
    trial.fake.faults.add({ kind: 'error', code: 200, status: 403, accountId: '1', on: 'insights', level: 'ad' })
    const pages = await collect(fresh(trial))
    assert.deepEqual([...new Set(recordsOf(pages, 'ad_day').map(({ accountId }) => accountId))], ['2'])
    const states = recordsOf(pages, 'ad_account').map(({ account, problem }) => [account.id, problem?.kind ?? null])
    assert.deepEqual(states, [
      ['1', 'permission'],
      ['2', null],
    ])
  })

  it('fails when none is left', async (t) => {
    const trial = await startTrial(t)
    trial.fake.withdraw('1234')
    for (const stream of [adDaysStream, adEntitiesStream, adHoursStream]) {
      const { pages, error } = await collectUntilFailure(stream.increment(trial.ctx(), null))
      assert.ok(isConnectorError(error) && error.failure.kind === 'permission', stream.id)
      assert.equal(recordsOf(pages, 'ad_account').length, 1)
      assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
    }
  })

  it('does not call a reading complete when its only account is lost on the way', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'error', code: 10, on: 'insights', level: 'ad' })
    const { pages, error } = await collectUntilFailure(fresh(trial))
    assert.ok(isConnectorError(error) && error.failure.kind === 'permission')
    assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
    const rest = await collect(
      adDaysStream.increment((trial.fake.faults.clear(), trial.ctx()), pages.at(-1)?.checkpoint ?? null),
    )
    assert.equal(recordsOf(rest, 'ad_day').length, 2, 'it is read once it can be')
  })

  it('zero accounts granted: says that no ad account was shared, and to connect again', async (t) => {
    const trial = await startTrial(t)
    const accessToken = trial.fake.grant({ accounts: [] })
    const failure = await failureOf(checkAccess(trial.ctx({ settings: { ...trial.stored(), accessToken } })))
    assert.deepEqual([failure.kind, failure.platformCode], ['permission', 'no_accounts'])
    assert.match(failure.message, /Connect again and choose/)
  })

  for (const [what, change] of [
    ['currency', { currency: 'USD' }],
    ['time zone', { zone: 'America/New_York' }],
  ] as const) {
    it(`${what} changed: stops and keeps what it has`, async (t) => {
      const trial = await startTrial(t)
      const known: AdAccount[] = trial.accounts.map((account) => ({ ...account, ...change }))
      const { pages, error } = await collectUntilFailure(adDaysStream.increment(trial.ctx({ accounts: known }), null))
      assert.ok(isConnectorError(error))
      const [record] = recordsOf(pages, 'ad_account')
      assert.equal(record?.problem?.kind, 'changed')
      assert.equal(error.failure.kind, 'account_state', 'nobody lacks a permission')
      assert.match(record?.problem?.message ?? '', /not read/)
      assert.deepEqual(recordsOf(pages, 'ad_day'), [])
    })
  }

  it('currency of rows differs from stored: stops reading the account, and says so', async (t) => {
    const trial = await startTrial(t, { source: two() })
    trial.fake.faults.add({ kind: 'currency', currency: 'USD', accountId: '2' })
    const pages = await collect(fresh(trial))
    const changed = recordsOf(pages, 'ad_account').find(({ problem }) => problem)
    assert.deepEqual([changed?.account.id, changed?.problem?.kind], ['2', 'changed'])
    assert.ok(recordsOf(pages, 'ad_day').every(({ accountId }) => accountId === '1'))
  })

  it('account disabled/closed: reads on', async (t) => {
    const account = { id: '1234', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin' }
    for (const status of ['limited', 'closed'] as const) {
      const trial = await startTrial(t, { source: smallSource({ accounts: [{ ...account, status }], campaigns: 2 }) })
      const pages = await collect(adDaysStream.increment(trial.ctx(), null))
      const [record] = recordsOf(pages, 'ad_account')
      assert.deepEqual([record?.account.status, record?.problem], [status, null])
      assert.ok(recordsOf(pages, 'ad_day').some(({ rows }) => rows.length > 0))
    }
  })
})

describe('when Meta wants less', () => {
  for (const code of [4, 17, 32, 613, 80_000, 80_004, 80_014]) {
    it(`throttled: waits after ${code} for as long as it says`, async (t) => {
      const failure = await withFault(t, { kind: 'error', code, on: 'insights', minutes: 12 })
      assert.deepEqual([failure.kind, failure.retryAfterMs], ['throttled', 720_000])
    })
  }

  it('throttled: leaves the pause to whoever retries when it does not say', async (t) => {
    const failure = await withFault(t, { kind: 'error', code: 17, on: 'insights' })
    assert.deepEqual([failure.kind, failure.retryAfterMs], ['throttled', undefined])
  })

  it('throttled: slows down before it has to be told, and stops when almost nothing is left', async (t) => {
    for (const [percent, pauseMs] of [
      [40, 0],
      [60, 2_000],
      [80, 10_000],
    ] as const) {
      const trial = await startTrial(t)
      trial.fake.faults.add({ kind: 'usage', percent })
      await collect(fresh(trial))
      assert.equal(Math.max(0, ...trial.pauses), pauseMs, `${percent} %`)
    }
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'usage', percent: 96, minutes: 7 })
    const failure = await failureOf(collect(fresh(trial)))
    assert.deepEqual([failure.kind, failure.retryAfterMs, failure.platformCode], ['throttled', 420_000, 'usage'])
    trial.clock.pass(420_000)
    trial.fake.faults.clear()
    await collect(fresh(trial))
  })

  it('throttled: is refused by the simulator’s own limit like by Meta’s', async (t) => {
    const trial = await startTrial(t, { hourlyCalls: 4 })
    const failure = await failureOf(collect(adDaysStream.backfill(trial.ctx(), null)))
    assert.equal(failure.kind, 'throttled')
    assert.ok((failure.retryAfterMs ?? 0) > 3_000_000)
  })
})

describe('when Meta wants less in the middle of reading', () => {
  // Ten pages of ads.
  const source = () => smallSource({ campaigns: 5, adSetsPerCampaign: 10, adsPerAdSet: 10 })
  const pagesOf = ({ fake }: Trial) => fake.requests.filter(({ area, status }) => area === 'run_rows' && status === 200)

  it('throttled: waits, and goes on from the same cursor', async (t) => {
    const trial = await startTrial(t, { source: source() })
    const read = async () => recordsOf(await collect(adDaysStream.increment(trial.ctx(), null)), 'ad_day').length
    trial.clock.pass(0)
    const days = await read()
    const asked = pagesOf(trial).length
    for (let skip = 4; skip < 2 * asked; skip += 5)
      trial.fake.faults.add({ kind: 'error', code: 17, on: 'run_rows', skip, times: 1 })
    assert.equal(await read(), days)
    assert.equal(pagesOf(trial).length, 2 * asked, 'no page twice')
    assert.ok(trial.pauses.includes(15_000))
  })

  it('throttled: one account that has to wait does not keep the others from being read, and is told at the end', async (t) => {
    const trial = await startTrial(t, { source: two() })
    trial.fake.faults.add({ kind: 'error', code: 80_000, minutes: 30, accountId: '1', on: 'insights' })
    const { pages, error } = await collectUntilFailure(fresh(trial))
    assert.ok(isConnectorError(error) && error.failure.kind === 'throttled' && error.failure.retryAfterMs === 1_800_000)
    assert.equal(recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === '2').length, 2)
    assert.deepEqual(
      recordsOf(pages, 'ad_account').map(({ account }) => account.id),
      ['2'],
      'nothing is wrong with it',
    )
    trial.fake.faults.clear()
    trial.clock.pass(1_800_000)
    const rest = await collect(adDaysStream.increment(trial.ctx(), pages.at(-1)?.checkpoint ?? null))
    assert.ok(recordsOf(rest, 'ad_day').some(({ accountId }) => accountId === '1'))
  })

  it('429 of the edge: is no fault of Meta’s, and waits as long as it says', async (t) => {
    const trial = await startTrial(t)
    const edge = { kind: 'status', status: 429, body: 'Too Many Requests', on: 'insights' } as const
    trial.fake.faults.add({ ...edge, headers: { 'retry-after': '9' }, times: 1 })
    assert.equal(recordsOf(await collect(fresh(trial)), 'ad_day').length, 2)
    assert.ok(trial.pauses.includes(9_000), String(trial.pauses))
    trial.fake.faults.add({ ...edge, headers: { 'retry-after': '1200' } })
    const failure = await failureOf(collect(fresh(trial)))
    assert.deepEqual([failure.kind, failure.retryAfterMs], ['throttled', 1_200_000])
  })
})

describe('when pages lead in a circle', () => {
  for (const length of [1, 2] as const) {
    it(`notices it, keeps nothing, and says what it is: ${length}`, async (t) => {
      const trial = await startTrial(t)
      trial.fake.faults.add({ kind: 'circle', length, on: 'insights' })
      const { pages, error } = await collectUntilFailure(fresh(trial))
      assert.ok(isConnectorError(error) && error.failure.kind === 'transient')
      assert.match(error.failure.message, /in a circle/)
      assert.deepEqual(recordsOf(pages, 'ad_day'), [])
      assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
      assert.ok(trial.fake.requests.length < 40, String(trial.fake.requests.length))
    })
  }

  it('begins again from the first page, and reads on when that was a whim', async (t) => {
    const trial = await startTrial(t)
    const whole = recordsOf(await collect(fresh(trial)), 'ad_day').map(({ rows }) => rows)
    trial.fake.faults.add({ kind: 'circle', length: 2, on: 'insights', times: 3 })
    assert.deepEqual(
      recordsOf(await collect(fresh(trial)), 'ad_day').map(({ rows }) => rows),
      whole,
    )
  })
})

describe('when one account fails while Meta is well', () => {
  const broken = { kind: 'error', code: 2, accountId: '1' } as const
  const daysOf = (pages: Parameters<typeof recordsOf>[0], id: string) =>
    recordsOf(pages, 'ad_day').filter(({ accountId }) => accountId === id)

  it('its ads are left out with a note, and everything else of it and of the others is read', async (t) => {
    const trial = await startTrial(t, { source: two() })
    const usual = daysOf(await collect(adDaysStream.increment(trial.ctx(), null)), '2').length
    trial.fake.faults.add({ kind: 'run', how: 'failed', accountId: '1' })
    for (const on of ['insights', 'run_start', 'run_rows'] as const)
      trial.fake.faults.add({ ...broken, level: 'ad', on })
    for (const stream of [adDaysStream.increment, adDaysStream.backfill]) {
      const pages = await collect(stream(trial.ctx(), null))
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
    const trial = await startTrial(t, { source: two() })
    const read = async (from: Parameters<typeof adDaysStream.increment>[1]) => {
      const pages = await collect(adDaysStream.increment(trial.ctx(), from))
      return { days: daysOf(pages, '1'), next: pages.at(-1)?.checkpoint ?? null }
    }
    let { next } = await read(null)
    for (const on of ['insights', 'run_start'] as const) trial.fake.faults.add({ ...broken, level: 'ad', on })
    for (let day = 0; day < 9; day += 1) {
      trial.clock.pass(24 * 3_600_000)
      const now = await read(next)
      next = now.next
      assert.ok(now.days.length > 0 && now.days.length <= 11, `only what is new: ${now.days.length}`)
      trial.clock.pass(3_600_000)
      const asked = trial.fake.requests.length
      next = (await read(next)).next
      assert.ok(trial.fake.requests.slice(asked).every(({ level, accountId }) => level !== 'ad' || accountId === '2'))
    }
    trial.fake.faults.clear()
    trial.clock.pass(24 * 3_600_000)
    next = (await read(next)).next
    trial.clock.pass(3_600_000)
    const { days } = await read(next)
    assert.ok(days.length >= 90, String(days.length))
    assert.ok(days.every(({ rows }) => rows.length === 0 || rows.some(({ level }) => level === 'ad')))
  })

  it('that account is said to fail, the others are read, and its own gap is read once it comes', async (t) => {
    const trial = await startTrial(t, { source: two() })
    let from = (await collect(adDaysStream.increment(trial.ctx(), null))).at(-1)?.checkpoint ?? null
    trial.fake.faults.add({ ...broken, on: 'insights' })
    for (let day = 0; day < 12; day += 1) {
      trial.clock.pass(24 * 3_600_000)
      const pages = await collect(adDaysStream.increment(trial.ctx(), from))
      from = pages.at(-1)?.checkpoint ?? null
      assert.deepEqual(daysOf(pages, '1'), [])
      assert.ok(daysOf(pages, '2').length >= 2 && pages.at(-1)?.syncedThrough)
      const [told] = recordsOf(pages, 'ad_account').filter(({ problem }) => problem)
      assert.deepEqual([told?.account.id, told?.problem?.kind], ['1', 'failing'])
    }
    trial.fake.faults.clear()
    trial.clock.pass(3_600_000)
    const days = daysOf(await collect(adDaysStream.increment(trial.ctx(), from)), '1')
    assert.ok(days.length >= 12 + 35, String(days.length))
    const history = await startTrial(t, { source: two() })
    history.fake.faults.add({ ...broken, on: 'insights' })
    const pages = await collect(adDaysStream.backfill(history.ctx(), null))
    assert.ok(daysOf(pages, '2').length > 700 && pages.at(-1)?.completeSince)
  })
})

describe('when Meta does not know what it is asked', () => {
  it('unknown field: leaves it out, says so once and remembers it', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'no_field', field: 'video_play_actions' })
    const pages = await collect(adDaysStream.increment(trial.ctx(), null))
    const warnings = pages.flatMap((page) => page.warnings)
    assert.ok(warnings.length === 1 && warnings[0]?.includes('video_play_actions'))
    assert.equal(trial.fake.requests.filter(({ status }) => status === 400).length, 1)
    assert.ok(recordsOf(pages, 'ad_day').some(({ rows }) => rows.length > 0))
  })

  it('unknown field: does not go on without one that figures are made of', async (t) => {
    const failure = await withFault(t, { kind: 'no_field', field: 'spend' })
    assert.equal(failure.kind, 'bad_request')
    assert.match(failure.message, /spend/)
  })

  it('says what to do when the version was switched off', async (t) => {
    const trial = await startTrial(t)
    const failure = await failureOf(checkAccess(trial.ctx({ app: { ...trial.app, version: 'v19.0' } })))
    assert.equal(failure.kind, 'bad_request')
    assert.match(failure.message, /Update Tillsight/)
  })

  it('3018: clamps, and says from when on it has everything', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'error', code: 3_018, on: 'insights', level: 'account', skip: 2 })
    const pages = await collect(adDaysStream.backfill(trial.ctx(), null))
    const days = recordsOf(pages, 'ad_day').map(({ day }) => day)
    assert.equal(days.sort()[0], '2026-09-23')
    assert.equal(pages.at(-1)?.oldestAvailable, '2026-09-22T22:00:00.000Z')
    const asked = trial.fake.requests.filter(({ level }) => level === 'account')
    assert.equal(asked.length, 3, 'nothing older is asked for')
  })
})

describe('when an answer is not what it should be', () => {
  const passing: readonly Fault[] = [
    { kind: 'error', code: 1, times: 2 },
    { kind: 'error', code: 2, isTransient: false, times: 2 },
    { kind: 'error', code: 100, subcode: 1_504_033, times: 2 },
    { kind: 'truncated', times: 2 },
    { kind: 'empty', times: 2 },
    { kind: 'status', status: 502, times: 2 },
    { kind: 'status', status: 200, times: 2 },
    { kind: 'drop', times: 2 },
  ]
  for (const fault of passing) {
    it(`asks again after ${JSON.stringify(fault)}`, async (t) => {
      const trial = await startTrial(t)
      trial.fake.faults.add({ ...fault, on: 'insights' })
      const pages = await collect(fresh(trial))
      assert.equal(recordsOf(pages, 'ad_day').length, 2)
      assert.ok(trial.pauses.length >= 1)
    })
  }

  it('does not ask for less while Meta is down altogether', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'error', code: 2, skip: 1 })
    const failure = await failureOf(collect(fresh(trial)))
    assert.equal(failure.kind, 'transient')
    assert.match(failure.worsens?.message ?? '', /metastatus/)
    const ranges = new Set(trial.fake.requests.flatMap(({ params }) => params.time_range ?? []))
    assert.equal(ranges.size, 1)
  })

  it('uses nothing of an answer whose form is not known', async (t) => {
    const body = '{"data":[{"date_start":"2026-11-21","date_stop":"2026-11-21","spend":"many"}]}'
    const failure = await withFault(t, { kind: 'status', status: 200, body, on: 'insights' })
    assert.equal(failure.kind, 'transient')
    assert.match(failure.message, /form that is not known/)
  })

  it('begins a range again when its cursors die, and takes no row twice', async (t) => {
    const trial = await startTrial(t)
    const whole = dayOfPages(await collect(adDaysStream.backfill(trial.ctx(), null)), parseDay('2026-10-30'))
    trial.fake.faults.add({ kind: 'dead_cursor', times: 2, on: 'run_rows' })
    const again = dayOfPages(await collect(adDaysStream.backfill(trial.ctx(), null)), parseDay('2026-10-30'))
    assert.deepEqual(again.rows, whole.rows)
  })
})

it('rows at ad level below account total: the difference stays above, for whoever books it', async (t) => {
  const trial = await startTrial(t)
  trial.fake.faults.add({ kind: 'hidden_ads' })
  const [record] = recordsOf(await collect(fresh(trial)), 'ad_day')
  const spend = (level: string) =>
    (record?.rows ?? []).filter((row) => row.level === level).reduce((sum, row) => sum + Number(row.spend), 0)
  // What no ad claims stands in the rows above, where whoever books them finds it.
  assert.ok(spend('ad') < spend('account'))
  assert.ok(Math.abs(spend('campaign') - spend('account')) < 0.001)
})

it('maps every code to one of the ways to fail', () => {
  const kindOf = (code: number, subcode = 0, message = '') =>
    toFailure({ code, subcode, message, status: 400, trace: '' }, { what: 'daily figures' }).failure.kind
  const table = [
    [190, 460, 'reauth'],
    [102, 0, 'reauth'],
    [10, 0, 'permission'],
    [200, 0, 'permission'],
    [294, 0, 'permission'],
    [3, 0, 'permission'],
    [100, 33, 'permission'],
    [100, 0, 'bad_request'],
    [4, 0, 'throttled'],
    [17, 2_446_079, 'throttled'],
    [613, 1_487_742, 'throttled'],
    [80_000, 2_446_079, 'throttled'],
    [100, 1_504_018, 'too_big'],
    [1, 1_504_038, 'too_big'],
    [2, 1_504_044, 'too_big'],
    [1, 0, 'transient'],
    [2, 0, 'transient'],
    [99, 0, 'transient'],
    [100, 1_504_022, 'transient'],
    [100, 3_191_001, 'transient'],
    [2_635, 0, 'bad_request'],
    [368, 0, 'account_state'],
    [1_404_078, 0, 'account_state'],
    [2_500, 0, 'bad_request'],
  ] as const
  for (const [code, subcode, kind] of table) assert.equal(kindOf(code, subcode), kind, `${code}/${subcode}`)
  assert.equal(kindOf(1, 0, 'Please reduce the amount of data you’re asking for'), 'too_big')
  assert.equal(kindOf(100, 0, 'Unsupported get request. Object with ID x does not exist'), 'permission')
})
