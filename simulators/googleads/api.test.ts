// The simulator by itself: tests the documented protocol as any client would use it.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { sampleAds } from '../ads/sample-ads.ts'
import { type GoogleAdsFake, type GoogleAdsFakeOptions, startGoogleAdsFake } from './index.ts'

const account = { id: '1234567890', name: 'Shop', currency: 'EUR', zone: 'Europe/Vienna', status: 'active' } as const
const source = sampleAds({
  seed: 3,
  idDigits: 19,
  accounts: [account],
  campaigns: 7,
  adSetsPerCampaign: 1,
  adsPerAdSet: 1,
  startsOn: parseDay('2026-11-01'),
  withWhole: true,
})

interface Opened {
  readonly fake: GoogleAdsFake
  at: Date
  ask(query: string, more?: Asking): Promise<Params>
}

interface Asking {
  readonly login?: string
  readonly method?: 'search' | 'searchStream'
  readonly body?: object
  readonly version?: string
  readonly customer?: string
}

/** As loose as JSON: tests say what they expect. */
type Parsed = ReturnType<typeof JSON.parse>

interface Params {
  readonly status: number
  readonly body: Parsed
  readonly rows: readonly Parsed[]
  readonly code: Parsed
}

async function open(t: TestContext, options: Partial<GoogleAdsFakeOptions> = {}): Promise<Opened> {
  const opened = { at: new Date('2026-11-20T12:00:00Z') }
  const fake = await startGoogleAdsFake({ source, now: () => opened.at, ...options })
  t.after(() => fake.stop())
  const { accessToken } = fake.grant()
  return Object.assign(opened, {
    fake,
    async ask(
      query: string,
      { login, method = 'searchStream', body = {}, version = 'v25', customer = account.id }: Asking = {},
    ) {
      const response = await fetch(`${fake.url}/${version}/customers/${customer}/googleAds:${method}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          ...(login === undefined ? {} : { 'login-customer-id': login }),
        },
        body: JSON.stringify({ query, ...body }),
      })
      const read: Parsed = await response.json()
      const parts: Parsed[] = Array.isArray(read) ? read : [read]
      const failure = parts.find((part) => part.error)?.error.details?.[0]?.errors?.[0]
      return {
        status: response.status,
        body: read,
        rows: parts.flatMap((part) => part.results ?? []),
        code: failure?.errorCode,
      }
    },
  })
}

const range = "WHERE segments.date BETWEEN '2026-11-10' AND '2026-11-12'"

describe('The query language of the simulated Google Ads', () => {
  it('answers whole numbers as text, fractions as numbers, and drops rows of zeros', async (t) => {
    const { ask } = await open(t, { batchRows: 2 })
    const { body, rows } = await ask(
      `SELECT segments.date, campaign.id, metrics.cost_micros, metrics.conversions FROM campaign ${range}`,
    )
    assert.ok(Array.isArray(body) && body.length > 1, 'several batches in one array')
    assert.equal(rows.length, 21)
    assert.match(rows[0].campaign.id, /^\d{19}$/)
    assert.equal(typeof rows[0].metrics.costMicros, 'string')
    assert.equal(rows[0].campaign.resourceName, `customers/${account.id}/campaigns/${rows[0].campaign.id}`)
    const idle = await ask(
      "SELECT segments.date, campaign.id, metrics.clicks FROM campaign WHERE segments.date BETWEEN '2026-10-01' AND '2026-10-02'",
    )
    assert.deepEqual([idle.rows.length, idle.body.length], [0, 1])
    const entities = await ask("SELECT campaign.id, campaign.status FROM campaign WHERE campaign.status = 'REMOVED'")
    assert.equal(entities.rows.length, 1)
  })

  it('knows fields, combinations, dates and resources, and refuses the rest in its own words', async (t) => {
    const { ask } = await open(t)
    const cases = [
      ['SELECT campaign.start_date FROM campaign', 'queryError', 'UNRECOGNIZED_FIELD'],
      ['SELECT * FROM campaign', 'queryError', 'UNRECOGNIZED_FIELD'],
      [
        `SELECT ad_group.id, metrics.clicks FROM campaign ${range}`,
        'queryError',
        'PROHIBITED_RESOURCE_IN_SELECT_OR_WHERE_CLAUSE',
      ],
      [
        `SELECT metrics.cost_micros, click_view.gclid FROM click_view ${range}`,
        'queryError',
        'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      ],
      [
        `SELECT segments.date, segments.conversion_action_category, metrics.cost_micros FROM campaign ${range}`,
        'queryError',
        'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      ],
      [
        "SELECT metrics.clicks FROM campaign WHERE segments.date >= '2026-11-01'",
        'queryError',
        'EXPECTED_FILTERS_ON_DATE_RANGE',
      ],
      [
        `SELECT metrics.clicks FROM campaign ${range} AND segments.hour = 3`,
        'queryError',
        'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
      ],
      [
        "SELECT metrics.clicks FROM campaign WHERE segments.date BETWEEN '2023-10-01' AND '2023-10-02'",
        'dateRangeError',
        'REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
      ],
      [
        `SELECT click_view.gclid, segments.date FROM click_view ${range}`,
        'clickViewError',
        'EXPECTED_FILTER_ON_A_SINGLE_DAY',
      ],
      ["SELECT click_view.gclid FROM click_view WHERE segments.date = '2026-08-01'", 'clickViewError', 'DATE_TOO_OLD'],
      ['SELECT campaign.id FROM nowhere', 'queryError', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
      [
        'SELECT metrics.clicks FROM campaign WHERE segments.date DURING LAST_90_DAYS',
        'queryError',
        'INVALID_VALUE_WITH_DURING_OPERATOR',
      ],
      ['SELECT campaign.id FROM campaign LIMIT 0', 'queryError', 'LIMIT_VALUE_TOO_LOW'],
      ['SELECT campaign.id FROM', 'queryError', 'UNEXPECTED_END_OF_QUERY'],
    ] as const
    for (const [query, category, code] of cases) {
      const { status, body, code: told } = await ask(query)
      assert.deepEqual([status, told, Array.isArray(body)], [400, { [category]: code }, true], query)
    }
  })

  it('filters, sorts, limits and knows the short ranges', async (t) => {
    const { ask } = await open(t)
    const sorted = await ask(
      `SELECT campaign.id, metrics.clicks FROM campaign ${range} ORDER BY metrics.clicks DESC LIMIT 2`,
    )
    assert.equal(sorted.rows.length, 2)
    assert.ok(Number(sorted.rows[0].metrics.clicks) >= Number(sorted.rows[1].metrics.clicks))
    const week = await ask('SELECT segments.date, metrics.clicks FROM customer WHERE segments.date DURING LAST_7_DAYS')
    assert.deepEqual([week.rows.at(0).segments.date, week.rows.at(-1).segments.date], ['2026-11-13', '2026-11-19'])
    const kinds = await ask(
      "SELECT campaign.id FROM campaign WHERE campaign.advertising_channel_type IN ('SEARCH', 'VIDEO')",
    )
    assert.equal(kinds.rows.length, 3)
  })

  it('pages a search with tokens of two hours, and takes no page size', async (t) => {
    const opened = await open(t, { pageRows: 3 })
    const query = 'SELECT campaign.id FROM campaign'
    const first = await opened.ask(query, { method: 'search' })
    assert.deepEqual([first.rows.length, first.body.totalResultsCount], [3, '7'])
    const body = { pageToken: first.body.nextPageToken }
    assert.equal((await opened.ask(query, { method: 'search', body })).rows.length, 3)
    opened.at = new Date('2026-11-20T12:40:00Z')
    assert.equal((await opened.ask(query, { method: 'search', body })).rows.length, 3)
    const sized = await opened.ask(query, { method: 'search', body: { pageSize: 5 } })
    assert.deepEqual([sized.code, Array.isArray(sized.body)], [{ requestError: 'PAGE_SIZE_NOT_SUPPORTED' }, false])
    opened.at = new Date('2026-11-20T12:50:00Z')
    const old = Buffer.from(`3 ${Date.parse('2026-11-20T10:00:00Z')}`).toString('base64url')
    const expired = await opened.ask(query, { method: 'search', body: { pageToken: old } })
    assert.deepEqual(expired.code, { requestError: 'EXPIRED_PAGE_TOKEN' })
  })
})

describe('The rules of access of the simulated Google Ads', () => {
  const manager = { id: '9000000001', name: 'Agency', accounts: [account.id] }
  const query = 'SELECT customer.id FROM customer'

  it('ask for the manager in the header, and for nothing but digits', async (t) => {
    const { ask } = await open(t, { managers: [manager], logins: [{ email: 'a@shop.example', access: [manager.id] }] })
    assert.equal((await ask(query, { login: manager.id })).status, 200)
    for (const login of [undefined, account.id, '9999999999']) {
      const params = await ask(query, login === undefined ? {} : { login })
      assert.deepEqual([params.status, params.code], [403, { authorizationError: 'USER_PERMISSION_DENIED' }])
    }
    for (const login of ['', '900-000-0001']) {
      assert.deepEqual((await ask(query, { login })).code, { headerError: 'INVALID_LOGIN_CUSTOMER_ID' })
    }
    const metrics = await ask(`SELECT metrics.clicks FROM customer ${range}`, {
      login: manager.id,
      customer: manager.id,
    })
    assert.deepEqual(metrics.code, { queryError: 'REQUESTED_METRICS_FOR_MANAGER' })
    assert.deepEqual((await ask(query, { customer: '777', login: manager.id })).code, {
      authenticationError: 'CUSTOMER_NOT_FOUND',
    })
  })

  it('serve the versions that are alive', async (t) => {
    const { ask } = await open(t)
    assert.equal((await ask(query, { version: 'v23' })).status, 200)
    assert.deepEqual((await ask(query, { version: 'v22' })).code, { requestError: 'UNSUPPORTED_VERSION' })
  })
})

describe('The sign-in of the simulated Google', () => {
  const back = 'https://tillsight.example/back'
  const scope = 'openid email https://www.googleapis.com/auth/adwords'
  const query = (fake: GoogleAdsFake, more: Record<string, string> = {}) =>
    `${fake.url}/o/oauth2/v2/auth?${new URLSearchParams({ client_id: fake.app.clientId, redirect_uri: back, response_type: 'code', scope, state: 's', ...more })}`

  async function tokenOf(fake: GoogleAdsFake, url: string): Promise<Parsed> {
    const response = await fetch(url, { redirect: 'manual' })
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: fake.app.clientId,
      client_secret: fake.app.clientSecret,
      redirect_uri: back,
    })
    return await (await fetch(`${fake.url}/token`, { method: 'POST', body })).json()
  }

  it('shows a page with a box for each permission, and what is wrong with a request', async (t) => {
    const { fake } = await open(t)
    const page = await (await fetch(query(fake))).text()
    assert.match(page, /type="checkbox" name="tick" value="https:\/\/www\.googleapis\.com\/auth\/adwords" checked/)
    assert.equal((page.match(/type="checkbox"/g) ?? []).length, 1)
    for (const [more, problem] of [
      [{ client_id: 'x' }, 'invalid_client'],
      [{ redirect_uri: 'nowhere' }, 'redirect_uri_mismatch'],
      [{ scope: 'https://www.googleapis.com/auth/gmail' }, 'invalid_scope'],
      [{ code_challenge: 'x', code_challenge_method: 'plain' }, 'invalid_request'],
    ] as const) {
      const response = await fetch(query(fake, more))
      assert.deepEqual([response.status, (await response.text()).includes(problem)], [400, true])
    }
  })

  it('gives lasting access only to whoever asks for it with a prompt', async (t) => {
    const { fake } = await open(t, { autoAccept: true })
    const once = await tokenOf(fake, query(fake))
    assert.deepEqual([typeof once.access_token, once.refresh_token], ['string', undefined])
    const lasting = await tokenOf(fake, query(fake, { access_type: 'offline', prompt: 'consent' }))
    assert.match(lasting.refresh_token, /^1\/\/0/)
    assert.equal(lasting.refresh_token_expires_in, undefined)
    assert.equal(lasting.expires_in, 3_599)
    const { email } = JSON.parse(Buffer.from(lasting.id_token.split('.')[1], 'base64url').toString())
    assert.equal(email, 'ads@shop.example')
  })

  it('still knows a grant after a restart with the same app, unless it was taken back', async (t) => {
    const app = { clientId: '1-x.apps.googleusercontent.com', clientSecret: 'GOCSPX-x' }
    const { fake } = await open(t, { app })
    const granted = [fake.grant(), fake.grant()]
    const { fake: again } = await open(t, { app })
    const [first, second] = granted.map(({ refreshToken }) => again.world.grants.refresh(refreshToken)?.email)
    assert.deepEqual([first, second], ['ads@shop.example', 'ads@shop.example'])
    again.world.grants.revoke(granted[0]?.refreshToken ?? '')
    assert.equal(again.world.grants.refresh(granted[0]?.refreshToken ?? ''), undefined)
    const { fake: other } = await open(t)
    assert.equal(other.world.grants.refresh(granted[1]?.refreshToken ?? ''), undefined)
  })

  it('ends grants after seven days in Testing, and the oldest beyond a hundred', async (t) => {
    const opened = await open(t, { isTesting: true })
    const { grants } = opened.fake.world
    const first = opened.fake.grant()
    assert.equal(first.refreshExpiresAt?.toISOString(), '2026-11-27T12:00:00.000Z')
    for (let more = 0; more < 99; more += 1) opened.fake.grant()
    const later = opened.fake.grant()
    assert.equal(grants.refresh(first.refreshToken), undefined)
    assert.ok(grants.refresh(later.refreshToken))
    opened.at = new Date('2026-11-27T12:00:00Z')
    assert.equal(grants.refresh(later.refreshToken), undefined)
  })
})
