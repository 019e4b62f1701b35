// What the product does about each failure of Meta Ads; each test is named after its row in the list. Some rows are tested
// elsewhere under the same name: "token ends within 14 days" in connecting.test.ts, "run failed or stuck" in runs.test.ts,
// "thumbnail 403/404" in entities.test.ts. Banners, reminders, pauses and placeholders are the domain's:
// packages/domain/src/ads/meta-failures.test.ts and on-demand.test.ts, connections/failures.test.ts,
// health/ad-issues.test.ts.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { Fault } from '../../../../simulators/metaads/index.ts'
import type { AdAccount } from '../ad-records.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { checkAccess } from './check.ts'
import { toFailure } from './failures.ts'
import {
  collect,
  collectUntilFailure,
  dayOfPages,
  failureOf,
  fresh,
  recordsOf,
  smallSource,
  startFixture,
  two,
} from './testing.ts'

async function withFault(t: TestContext, fault: Fault): Promise<ConnectorFailure> {
  const fixture = await startFixture(t)
  fixture.fake.faults.add(fault)
  return await failureOf(collect(fresh(fixture)))
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
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'error', code: 190, subcode: 460, status: 401, on: 'account' })
    const failure = await failureOf(collect(fresh(fixture)))
    assert.equal(failure.kind, 'transient')
    assert.ok(fixture.fake.requests.some(({ uri }) => uri.includes('debug_token')))
  })

  it('data_access_expires_at passed: the same as a dead token, though the token is valid', async (t) => {
    const fixture = await startFixture(t, { life: { dataAccessDays: 5, longSeconds: null } })
    fixture.clock.pass(6 * 86_400_000)
    const failure = await failureOf(collect(fresh(fixture)))
    assert.equal(failure.kind, 'reauth')
    assert.match(failure.message, /90 days/)
  })
})

describe('when an account cannot be read', () => {
  it('permission withdrawn for one account: goes on with the others and says which one is missing', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    fixture.fake.withdraw('1')
    for (const stream of [adDaysStream, adEntitiesStream, adHoursStream]) {
      const pages = await collect(stream.increment(fixture.ctx(), null))
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
    const fixture = await startFixture(t, { source: two() })
    fixture.fake.faults.add({ kind: 'error', code: 200, status: 403, accountId: '1', on: 'insights', level: 'ad' })
    const pages = await collect(fresh(fixture))
    assert.deepEqual([...new Set(recordsOf(pages, 'ad_day').map(({ accountId }) => accountId))], ['2'])
    const states = recordsOf(pages, 'ad_account').map(({ account, problem }) => [account.id, problem?.kind ?? null])
    assert.deepEqual(states, [
      ['1', 'permission'],
      ['2', null],
    ])
  })

  it('fails when none is left', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.withdraw('1234')
    for (const stream of [adDaysStream, adEntitiesStream, adHoursStream]) {
      const { pages, error } = await collectUntilFailure(stream.increment(fixture.ctx(), null))
      assert.ok(isConnectorError(error) && error.failure.kind === 'permission', stream.id)
      assert.equal(recordsOf(pages, 'ad_account').length, 1)
      assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
    }
  })

  it('does not call a reading complete when its only account is lost on the way', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'error', code: 10, on: 'insights', level: 'ad' })
    const { pages, error } = await collectUntilFailure(fresh(fixture))
    assert.ok(isConnectorError(error) && error.failure.kind === 'permission')
    assert.ok(pages.every(({ syncedThrough }) => syncedThrough === undefined))
    const rest = await collect(
      adDaysStream.increment((fixture.fake.faults.clear(), fixture.ctx()), pages.at(-1)?.checkpoint ?? null),
    )
    assert.equal(recordsOf(rest, 'ad_day').length, 2, 'it is read once it can be')
  })

  it('zero accounts granted: says that no ad account was shared, and to connect again', async (t) => {
    const fixture = await startFixture(t)
    const accessToken = fixture.fake.grant({ accounts: [] })
    const failure = await failureOf(checkAccess(fixture.ctx({ settings: { ...fixture.stored(), accessToken } })))
    assert.deepEqual([failure.kind, failure.platformCode], ['permission', 'no_accounts'])
    assert.match(failure.message, /Connect again and choose/)
  })

  for (const [what, change] of [
    ['currency', { currency: 'USD' }],
    ['time zone', { zone: 'America/New_York' }],
  ] as const) {
    it(`${what} changed: stops and keeps what it has`, async (t) => {
      const fixture = await startFixture(t)
      const known: AdAccount[] = fixture.accounts.map((account) => ({ ...account, ...change }))
      const { pages, error } = await collectUntilFailure(adDaysStream.increment(fixture.ctx({ accounts: known }), null))
      assert.ok(isConnectorError(error))
      const [record] = recordsOf(pages, 'ad_account')
      assert.equal(record?.problem?.kind, 'changed')
      assert.equal(error.failure.kind, 'account_state', 'nobody lacks a permission')
      assert.match(record?.problem?.message ?? '', /not read/)
      assert.deepEqual(recordsOf(pages, 'ad_day'), [])
    })
  }

  it('currency of rows differs from stored: stops reading the account, and says so', async (t) => {
    const fixture = await startFixture(t, { source: two() })
    fixture.fake.faults.add({ kind: 'currency', currency: 'USD', accountId: '2' })
    const pages = await collect(fresh(fixture))
    const changed = recordsOf(pages, 'ad_account').find(({ problem }) => problem)
    assert.deepEqual([changed?.account.id, changed?.problem?.kind], ['2', 'changed'])
    assert.ok(recordsOf(pages, 'ad_day').every(({ accountId }) => accountId === '1'))
  })

  it('account disabled/closed: reads on', async (t) => {
    const account = { id: '1234', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin' }
    for (const status of ['limited', 'closed'] as const) {
      const fixture = await startFixture(t, {
        source: smallSource({ accounts: [{ ...account, status }], campaigns: 2 }),
      })
      const pages = await collect(adDaysStream.increment(fixture.ctx(), null))
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
      const fixture = await startFixture(t)
      fixture.fake.faults.add({ kind: 'usage', percent })
      await collect(fresh(fixture))
      assert.equal(Math.max(0, ...fixture.pauses), pauseMs, `${percent} %`)
    }
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'usage', percent: 96, minutes: 7 })
    const failure = await failureOf(collect(fresh(fixture)))
    assert.deepEqual([failure.kind, failure.retryAfterMs, failure.platformCode], ['throttled', 420_000, 'usage'])
    fixture.clock.pass(420_000)
    fixture.fake.faults.clear()
    await collect(fresh(fixture))
  })

  it('throttled: is refused by the simulator’s own limit like by Meta’s', async (t) => {
    const fixture = await startFixture(t, { hourlyCalls: 4 })
    const failure = await failureOf(collect(adDaysStream.backfill(fixture.ctx(), null)))
    assert.equal(failure.kind, 'throttled')
    assert.ok((failure.retryAfterMs ?? 0) > 3_000_000)
  })
})

describe('when Meta does not know what it is asked', () => {
  it('unknown field: leaves it out, says so once and remembers it', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'no_field', field: 'video_play_actions' })
    const pages = await collect(adDaysStream.increment(fixture.ctx(), null))
    const warnings = pages.flatMap((page) => page.warnings)
    assert.ok(warnings.length === 1 && warnings[0]?.includes('video_play_actions'))
    assert.equal(fixture.fake.requests.filter(({ status }) => status === 400).length, 1)
    assert.ok(recordsOf(pages, 'ad_day').some(({ rows }) => rows.length > 0))
  })

  it('unknown field: does not go on without one that figures are made of', async (t) => {
    const failure = await withFault(t, { kind: 'no_field', field: 'spend' })
    assert.equal(failure.kind, 'bad_request')
    assert.match(failure.message, /spend/)
  })

  it('says what to do when the version was switched off', async (t) => {
    const fixture = await startFixture(t)
    const failure = await failureOf(checkAccess(fixture.ctx({ app: { ...fixture.app, version: 'v19.0' } })))
    assert.equal(failure.kind, 'bad_request')
    assert.match(failure.message, /Update Tillsight/)
  })

  it('3018: clamps, and says from when on it has everything', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'error', code: 3_018, on: 'insights', level: 'account', skip: 2 })
    const pages = await collect(adDaysStream.backfill(fixture.ctx(), null))
    const days = recordsOf(pages, 'ad_day').map(({ day }) => day)
    assert.equal(days.sort()[0], '2026-09-23')
    assert.equal(pages.at(-1)?.oldestAvailable, '2026-09-22T22:00:00.000Z')
    const asked = fixture.fake.requests.filter(({ level }) => level === 'account')
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
      const fixture = await startFixture(t)
      fixture.fake.faults.add({ ...fault, on: 'insights' })
      const pages = await collect(fresh(fixture))
      assert.equal(recordsOf(pages, 'ad_day').length, 2)
      assert.ok(fixture.pauses.length >= 1)
    })
  }

  it('does not ask for less while Meta is down altogether', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'error', code: 2, skip: 1 })
    const failure = await failureOf(collect(fresh(fixture)))
    assert.equal(failure.kind, 'transient')
    assert.match(failure.worsens?.message ?? '', /metastatus/)
    const ranges = new Set(fixture.fake.requests.flatMap(({ params }) => params.time_range ?? []))
    assert.equal(ranges.size, 1)
  })

  it('uses nothing of an answer whose form is not known', async (t) => {
    const body = '{"data":[{"date_start":"2026-11-21","date_stop":"2026-11-21","spend":"many"}]}'
    const failure = await withFault(t, { kind: 'status', status: 200, body, on: 'insights' })
    assert.equal(failure.kind, 'transient')
    assert.match(failure.message, /form that is not known/)
  })

  it('begins a range again when its cursors die, and takes no row twice', async (t) => {
    const fixture = await startFixture(t)
    const whole = dayOfPages(await collect(adDaysStream.backfill(fixture.ctx(), null)), parseDay('2026-10-30'))
    fixture.fake.faults.add({ kind: 'dead_cursor', times: 2, on: 'run_rows' })
    const again = dayOfPages(await collect(adDaysStream.backfill(fixture.ctx(), null)), parseDay('2026-10-30'))
    assert.deepEqual(again.rows, whole.rows)
  })
})

it('rows at ad level below account total: the difference stays above, for whoever books it', async (t) => {
  const fixture = await startFixture(t)
  fixture.fake.faults.add({ kind: 'hidden_ads' })
  const [record] = recordsOf(await collect(fresh(fixture)), 'ad_day')
  const spend = (level: string) =>
    (record?.rows ?? []).filter((row) => row.level === level).reduce((sum, row) => sum + Number(row.spend), 0)
  // Spend that belongs to no ad is only in the rows above; whoever books them finds it there.
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
