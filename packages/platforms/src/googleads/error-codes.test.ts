// Every error code in section 3 of the list of Google Ads failures; what the product does about failures is tested in
// failures.test.ts.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Fault } from '../../../../simulators/googleads/index.ts'
import type { AdRecord } from '../ad-records.ts'
import type { Page } from '../contract.ts'
import { type ConnectorFailure, type FailureKind, isConnectorError } from '../failures.ts'
import { createHttpClient } from '../http/index.ts'
import { adDaysStream } from './ad-days.ts'
import { appOf, collectPages, daysOf, type Fixture, shopAccount, startFixture } from './testing.ts'

const second = { id: '2234567890', name: 'Other', currency: 'USD', zone: 'America/Chicago', status: 'active' } as const

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error ?? new Error('It did not fail')
  return error.failure
}

function read(fixture: Fixture) {
  return collectPages(adDaysStream.increment(fixture.ctx(), null))
}

async function failureWith(t: TestContext, fault: Fault): Promise<{ failure: ConnectorFailure; fixture: Fixture }> {
  const trial = await startFixture(t)
  trial.fake.faults.add(fault)
  return { failure: await failureOf(read(trial)), fixture: trial }
}

const error = (category: string, code: string, more: Partial<Fault> = {}): Fault =>
  ({ kind: 'error', category, code, ...more }) as Fault
interface Case {
  readonly category: string
  readonly codes: readonly string[]
  readonly kind: FailureKind
  readonly words: RegExp
}

const cases: readonly Case[] = [
  {
    category: 'quotaError',
    codes: ['RESOURCE_EXHAUSTED', 'EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION'],
    kind: 'throttled',
    words: /wait about \d+ minutes.*goes on by itself/,
  },
  {
    category: 'authenticationError',
    codes: [
      'OAUTH_TOKEN_REVOKED',
      'OAUTH_TOKEN_DISABLED',
      'OAUTH_TOKEN_INVALID',
      'GOOGLE_ACCOUNT_AUTHENTICATION_FAILED',
    ],
    kind: 'reauth',
    words: /ads@shop\.example.*Connect Google Ads again/,
  },
  { category: 'authenticationError', codes: ['GOOGLE_ACCOUNT_DELETED'], kind: 'reauth', words: /no longer exists/ },
  { category: 'authenticationError', codes: ['NOT_ADS_USER'], kind: 'reauth', words: /has no Google Ads account/ },
  {
    category: 'authenticationError',
    codes: ['TWO_STEP_VERIFICATION_NOT_ENROLLED'],
    kind: 'reauth',
    words: /2-Step Verification.*myaccount\.google\.com/,
  },
  {
    category: 'authenticationError',
    codes: ['ADVANCED_PROTECTION_NOT_ENROLLED'],
    kind: 'reauth',
    words: /Advanced Protection.*g\.co\/advancedprotection/,
  },
  {
    category: 'authenticationError',
    codes: ['ORGANIZATION_NOT_RECOGNIZED', 'ORGANIZATION_NOT_APPROVED'],
    kind: 'reauth',
    words: /organisation.*administrator/,
  },
  { category: 'authenticationError', codes: ['CUSTOMER_NOT_FOUND'], kind: 'not_found', words: /123-456-7890 any more/ },
  { category: 'requestError', codes: ['INVALID_CUSTOMER_ID'], kind: 'not_found', words: /does not know/ },
  {
    category: 'authorizationError',
    codes: ['USER_PERMISSION_DENIED', 'INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION'],
    kind: 'permission',
    words: /may not see.*Access and security/,
  },
  {
    category: 'authorizationError',
    codes: ['CUSTOMER_NOT_ENABLED', 'ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT', 'INCOMPLETE_SIGNUP', 'MISSING_TOS'],
    kind: 'account_state',
    words: /123-456-7890.*kept.*once a day/,
  },
  {
    category: 'authorizationError',
    codes: [
      'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
      'ACTION_NOT_PERMITTED',
      'PROJECT_DISABLED',
      'CLOUD_PROJECT_NOT_UNDER_ORGANIZATION',
    ],
    kind: 'bad_request',
    words: /Whoever runs this installation.*Google Cloud console/,
  },
  {
    category: 'authorizationError',
    codes: ['DEVELOPER_TOKEN_NOT_APPROVED', 'DEVELOPER_TOKEN_PROHIBITED'],
    kind: 'bad_request',
    words: /GOOGLE_ADS_DEVELOPER_TOKEN empty/,
  },
  { category: 'authorizationError', codes: ['METRIC_ACCESS_DENIED'], kind: 'permission', words: /does not show/ },
  { category: 'queryError', codes: ['REQUESTED_METRICS_FOR_MANAGER'], kind: 'account_state', words: /manager account/ },
  {
    category: 'queryError',
    codes: ['UNRECOGNIZED_FIELD', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    kind: 'bad_request',
    words: /did not understand.*update of Tillsight/,
  },
  {
    category: 'requestError',
    codes: ['UNSUPPORTED_VERSION'],
    kind: 'bad_request',
    words: /no longer serves the version/,
  },
  {
    category: 'requestError',
    codes: ['EXPIRED_PAGE_TOKEN', 'INVALID_PAGE_TOKEN', 'RPC_DEADLINE_TOO_SHORT'],
    kind: 'transient',
    words: /asked again/,
  },
  { category: 'internalError', codes: ['INTERNAL_ERROR', 'TRANSIENT_ERROR'], kind: 'transient', words: /asked again/ },
]
describe('What an error of Google Ads leads to', () => {
  for (const { category, codes, kind, words } of cases) {
    for (const code of codes) {
      it(`${category} ${code}: ${kind}`, async (t) => {
        const { failure } = await failureWith(t, error(category, code))
        assert.equal(failure.kind, kind, failure.message)
        assert.match(failure.message, words)
        assert.match(failure.message, /[.]$/)
      })
    }
  }
  it('waits in place for a short exhaustion, as long as it says, and reads on', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'quota', scope: 'ACCOUNT', retrySeconds: 7, times: 1 })
    fixture.fake.faults.add(error('quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED', { times: 1 }))
    assert.equal(daysOf(await read(fixture)).size, 3)
    assert.deepEqual(fixture.pauses, [7_000, 10_000])
  })

  it('stops at a long quota with the time that Google names', async (t) => {
    const { failure, fixture: trial } = await failureWith(t, { kind: 'quota', scope: 'ACCOUNT', retrySeconds: 40_591 })
    assert.equal(failure.retryAfterMs, 40_591_000)
    assert.deepEqual(trial.pauses, [])
    assert.equal(trial.fake.requests.length, 1)
  })

  it('counts the operations of a real quota', async (t) => {
    const fixture = await startFixture(t, { operationsPerDay: 5 })
    const failure = await failureOf(read(fixture))
    assert.equal(failure.kind, 'throttled')
    assert.ok((failure.retryAfterMs ?? 0) > 3_600_000)
  })

  it('reads other accounts while one has to wait, and says so at the end', async (t) => {
    const fixture = await startFixture(t, { ads: { accounts: [shopAccount, second] } })
    fixture.fake.faults.add({ kind: 'quota', scope: 'ACCOUNT', retrySeconds: 900, customer: shopAccount.id })
    const days: string[] = []
    const failure = await failureOf(
      (async () => {
        for await (const page of adDaysStream.increment(fixture.ctx(), null))
          for (const record of page.records) if (record.type === 'ad_day') days.push(record.accountId)
      })(),
    )
    assert.equal(failure.retryAfterMs, 900_000)
    assert.deepEqual([...new Set(days)], [second.id])
  })

  it('429 of the edge: waits as long as it says', async (t) => {
    const fixture = await startFixture(t)
    const edge = { kind: 'status', status: 429, body: 'Too many requests' } as const
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '7' }, times: 1 })
    assert.equal(daysOf(await read(fixture)).size, 3)
    assert.ok(fixture.pauses.includes(7_000), String(fixture.pauses))
    fixture.fake.faults.add({ ...edge, headers: { 'retry-after': '200' } })
    assert.equal((await failureOf(read(fixture))).retryAfterMs, 200_000)
  })

  it('a history goes on where an account had to wait: none of its days is passed over', async (t) => {
    const fixture = await startFixture(t, { ads: { accounts: [shopAccount, second] } })
    const whole = daysOf(await collectPages(adDaysStream.backfill(fixture.ctx(), null)))
    const quota = { kind: 'quota', scope: 'ACCOUNT', retrySeconds: 900, customer: shopAccount.id } as const
    fixture.fake.faults.add({ ...quota, skip: 10, times: 1 })
    const pages: Page<AdRecord>[] = []
    const failure = await failureOf(
      (async () => {
        for await (const page of adDaysStream.backfill(fixture.ctx(), null)) pages.push(page)
      })(),
    )
    assert.equal(failure.retryAfterMs, 900_000)
    const rest = await collectPages(adDaysStream.backfill(fixture.ctx(), pages.at(-1)?.checkpoint ?? null))
    assert.deepEqual([...daysOf([...pages, ...rest]).keys()].toSorted(), [...whole.keys()].toSorted())
  })

  it('renews a token that expired, once, also in the middle of an answer', async (t) => {
    const fixture = await startFixture(t, { batchRows: 2 })
    fixture.fake.faults.add(
      error('authenticationError', 'OAUTH_TOKEN_EXPIRED', {
        resource: 'ad_group_ad',
        times: 1,
        inStream: true,
      } as Partial<Fault>),
    )
    assert.equal(daysOf(await read(fixture)).size, 3)
    fixture.fake.world.grants.expireAccess()
    assert.equal(daysOf(await read(fixture)).size, 3)
    assert.equal(fixture.fake.requests.filter(({ area }) => area === 'token').length, 2)
  })

  it('tries again after 503 and cut answers, three times in all', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'status', status: 503, times: 2 })
    fixture.fake.faults.add({ kind: 'cut', resource: 'ad_group', times: 2 })
    fixture.fake.faults.add({ kind: 'truncated', resource: 'campaign', times: 2 })
    assert.equal(daysOf(await read(fixture)).size, 3)
    assert.deepEqual(
      fixture.pauses.toSorted((one, other) => one - other),
      [1_000, 1_000, 1_000, 4_000, 4_000, 4_000],
    )
  })

  it('splits a range that Google finds too wide, and passes over days that it has forgotten', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add(error('queryError', 'DATE_RANGE_TOO_WIDE', { resource: 'campaign', times: 1 }))
    assert.equal(daysOf(await read(fixture)).size, 3)
    fixture.fake.faults.add(
      error('dateRangeError', 'REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED', { resource: 'customer', query: 'BETWEEN' }),
    )
    const days = [...daysOf(await read(fixture)).values()]
    assert.ok(days.every(({ rows }) => rows.length === 0))
  })

  it('asks for less where an answer is larger than can be taken in', async (t) => {
    const fixture = await startFixture(t)
    const whole = await read(fixture)
    const http = createHttpClient({
      log: { debug: () => {}, warn: () => {} },
      clock: fixture.ctx().clock,
      userAgent: 'Tillsight/0.1 (+https://tillsight.example)',
      allowPrivateAddresses: true,
      pace: 'off',
      maxBodyBytes: 6_000,
    })
    t.after(() => http.close())
    const parts = await collectPages(adDaysStream.increment(fixture.ctx({ http }), null))
    assert.deepEqual(
      [...daysOf(parts).values()].map(({ rows }) => rows.length),
      [...daysOf(whole).values()].map(({ rows }) => rows.length),
    )
    const days = fixture.fake.requests.filter(({ query }) => query.includes("BETWEEN '2026-11-18' AND '2026-11-18'"))
    assert.ok(days.length > 0, 'a single day was asked for')
  })

  it('leaves out a figure that the login may not see', async (t) => {
    const fixture = await startFixture(t)
    const denied = { message: 'Access denied for metrics.interactions.', query: 'metrics.interactions' }
    fixture.fake.faults.add(error('authorizationError', 'METRIC_ACCESS_DENIED', denied as Partial<Fault>))
    const days = [...daysOf(await read(fixture)).values()]
    assert.ok(days.every(({ rows }) => rows.length > 0))
  })

  it('works with and without a developer token, and says so when it is refused', async (t) => {
    const fixture = await startFixture(t)
    const app = { ...appOf(fixture.fake), developerToken: 'abc' }
    assert.equal(daysOf(await collectPages(adDaysStream.increment(fixture.ctx({ app }), null))).size, 3)
    fixture.fake.world.developerToken = 'rejected'
    const failure = await failureOf(collectPages(adDaysStream.increment(fixture.ctx({ app }), null)))
    assert.match(failure.message, /GOOGLE_ADS_DEVELOPER_TOKEN empty/)
    assert.equal(daysOf(await read(fixture)).size, 3, 'without the header')
  })

  it('gives up an import only when no account can be read, and begins there again', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.world.changed.set(shopAccount.id, { status: 'closed' })
    const checkpoints: unknown[] = []
    const failure = await failureOf(
      (async () => {
        for await (const page of adDaysStream.backfill(fixture.ctx(), null)) checkpoints.push(page.checkpoint)
      })(),
    )
    assert.equal(failure.kind, 'account_state')
    assert.equal(checkpoints.length, 1)
    assert.deepEqual((checkpoints[0] as { window: number }).window, 0)
  })
})
