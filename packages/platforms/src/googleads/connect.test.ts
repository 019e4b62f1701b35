import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionSettings } from '../contract.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { keepAlive, openAccess, wayOf } from './access.ts'
import { ads as spec } from './ads-spec.ts'
import { checkLogin } from './check.ts'
import { connect } from './connect.ts'
import { googleads } from './index.ts'
import { type Fixture, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/googleads'
const state = 'state-of-the-flow'

async function addressOf(fixture: Fixture, more: ConnectionSettings = {}): Promise<URL> {
  const start = {
    values: {},
    state,
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app: { ...fixture.app, ...more },
  } as const
  return new URL((await connect.redirect?.start(start)) ?? '')
}

/** The parameters that the browser returns with. */
async function approve(url: URL, form?: URLSearchParams): Promise<Record<string, string>> {
  const response = await fetch(url, { redirect: 'manual', ...(form ? { method: 'POST', body: form } : {}) })
  const back = new URL(response.headers.get('location') ?? '')
  assert.equal(`${back.origin}${back.pathname}`, returnUrl)
  return Object.fromEntries(back.searchParams)
}

async function exchange(fixture: Fixture, query: Record<string, string>): Promise<ConnectionSettings> {
  const { http, app, clock } = fixture.ctx()
  assert.ok(connect.redirect?.exchange)
  return await connect.redirect.exchange({ query, values: {}, returnUrl, app, http, clock })
}

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error ?? new Error('It did not fail')
  return error.failure
}

const everything = (scopes: readonly string[]) => new URLSearchParams(scopes.map((scope) => ['tick', scope]))
const ads = 'https://www.googleapis.com/auth/adwords'

describe('Signing in at Google', () => {
  it('asks for lasting access to Google Ads and for who signs in, with PKCE, and for nothing to send', async (t) => {
    const { searchParams, pathname } = await addressOf(await startFixture(t))
    assert.equal(pathname, '/o/oauth2/v2/auth')
    assert.equal(searchParams.get('scope'), `openid email ${ads}`)
    assert.deepEqual(
      ['access_type', 'prompt', 'response_type', 'include_granted_scopes', 'code_challenge_method'].map((key) =>
        searchParams.get(key),
      ),
      ['offline', 'consent', 'code', 'true', 'S256'],
    )
    assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/)
    const usual = await connect.redirect?.start({
      values: {},
      state,
      callbackUrl: '',
      returnUrl,
      access: 'read',
      app: {},
    })
    assert.match(usual ?? '', /^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/)
  })

  it('trades the code for lasting access and knows the login by name', async (t) => {
    const fixture = await startFixture(t)
    const back = await approve(await addressOf(fixture), everything([ads]))
    assert.deepEqual(connect.redirect?.returned(back), { state, accepted: true })
    const settings = await exchange(fixture, back)
    assert.equal(settings['login'], 'ads@shop.example')
    assert.equal(wayOf(settings), 'granted')
    assert.equal(settings['accessExpiresAt'], '2026-11-20T12:59:59.000Z')
    const account = await checkLogin(fixture.ctx({ settings }))
    assert.deepEqual([account.name, account.currency, account.zone], ['ads@shop.example', 'EUR', 'Europe/Vienna'])
    assert.match(account.id, /^\d+$/)
  })

  it('scope unticked: says that the permission for Google Ads was not given, and asks for consent anew', async (t) => {
    const fixture = await startFixture(t)
    const failure = await failureOf(exchange(fixture, await approve(await addressOf(fixture), everything([]))))
    assert.deepEqual([failure.kind, failure.platformCode], ['permission', 'scope'])
    assert.match(failure.message, /Connect again.*ticked/)
    assert.equal(new URL(await addressOf(fixture)).searchParams.get('prompt'), 'consent')
  })

  it('knows that somebody declined', async (t) => {
    const fixture = await startFixture(t)
    const back = await approve(await addressOf(fixture), new URLSearchParams({ decision: 'cancel' }))
    assert.deepEqual(connect.redirect?.returned(back), { state, accepted: false })
  })

  it('takes no code of another attempt, and none twice', async (t) => {
    const fixture = await startFixture(t)
    const back = await approve(await addressOf(fixture), everything([ads]))
    const other = await failureOf(exchange(fixture, { ...back, state: 'another' }))
    assert.deepEqual([other.kind, other.platformCode], ['bad_request', 'callback'])
    const again = await approve(await addressOf(fixture), everything([ads]))
    await exchange(fixture, again)
    assert.equal((await failureOf(exchange(fixture, again))).platformCode, 'callback')
  })

  it('says whose mistake wrong credentials of the installation are', async (t) => {
    const fixture = await startFixture(t)
    const back = await approve(await addressOf(fixture), everything([ads]))
    fixture.fake.app.clientSecret = 'GOCSPX-reset'
    const failure = await failureOf(exchange(fixture, back))
    assert.deepEqual([failure.kind, failure.platformCode], ['bad_request', 'invalid_client'])
  })

  it('keeps the end of a grant that is in Testing, and says how to avoid it', async (t) => {
    const fixture = await startFixture(t, { isTesting: true })
    const settings = await exchange(fixture, await approve(await addressOf(fixture), everything([ads])))
    assert.equal(googleads.grantEnds?.(settings)?.toISOString(), '2026-11-27T12:00:00.000Z')
    assert.match((await checkLogin(fixture.ctx({ settings }))).warnings.join(' '), /2026-11-27.*Publish app/)
    assert.equal(googleads.grantEnds?.(fixture.settings), undefined)
  })
})

describe('Access while reading', () => {
  it('uses one token until shortly before it ends, then the next', async (t) => {
    const fixture = await startFixture(t)
    const tokens = () => fixture.fake.requests.filter(({ area }) => area === 'token').length
    const first = await openAccess(fixture.ctx()).token()
    fixture.at('2026-11-20T12:50:00Z')
    assert.equal(await openAccess(fixture.ctx()).token(), first)
    assert.equal(tokens(), 0)
    fixture.at('2026-11-20T12:56:00Z')
    const next = await openAccess(fixture.ctx()).token()
    assert.notEqual(next, first)
    assert.equal(fixture.stored()['accessToken'], next)
    assert.equal(fixture.stored()['refreshToken'], fixture.settings['refreshToken'], 'the old one stays')
    assert.equal(tokens(), 1)
  })

  it('goes on with a token that still works while sign-in is down', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'status', status: 503, area: 'token' })
    fixture.at('2026-11-20T12:56:00Z')
    assert.equal(await openAccess(fixture.ctx()).token(), fixture.settings['accessToken'])
    fixture.at('2026-11-20T13:00:00Z')
    assert.equal((await failureOf(openAccess(fixture.ctx()).token())).kind, 'transient')
  })

  it('takes a pasted refresh token with the client of the installation or one of its own', async (t) => {
    const fixture = await startFixture(t)
    const token = fixture.settings['refreshToken'] ?? ''
    const { clientId, clientSecret } = fixture.fake.app
    for (const [settings, app] of [
      [{ token }, fixture.app],
      [
        { token, clientId, clientSecret },
        { ...fixture.app, clientId: 'other', clientSecret: 'other' },
      ],
    ] as const) {
      const access = openAccess({
        ...fixture.ctx(),
        settings,
        app,
        renew: async (_spent, grant) => ({ ...settings, ...(await grant(settings)) }),
      })
      assert.match(await access.token(), /^ya29\./)
    }
    const without = failureOf((async () => await openAccess(fixture.ctx({ settings: {} })).token())())
    assert.equal((await without).kind, 'reauth')
  })

  it('is kept alive once a week', async (t) => {
    const fixture = await startFixture(t)
    const ends = Date.parse(fixture.settings['accessExpiresAt'] ?? '')
    const day = 86_400_000
    assert.equal(keepAlive.isDue(fixture.settings, new Date(ends + 6 * day)), false)
    assert.equal(keepAlive.isDue(fixture.settings, new Date(ends + 7 * day)), true)
    assert.equal(keepAlive.isDue({}, new Date()), false)
    for (let month = 1; month <= 8; month += 1) {
      fixture.at(new Date(Date.parse('2026-11-20T12:00:00Z') + month * 30 * day).toISOString())
      await keepAlive.renew(fixture.ctx())
    }
    await checkLogin(fixture.ctx())
  })

  it('is given back when a connection is removed', async (t) => {
    const fixture = await startFixture(t)
    await googleads.ads?.revoke?.(fixture.ctx())
    assert.equal((await failureOf(checkLogin(fixture.ctx()))).platformCode, 'invalid_grant')
    await googleads.ads?.revoke?.(fixture.ctx())
    await googleads.ads?.revoke?.(fixture.ctx({ settings: { token: 'pasted' } }))
    assert.equal(fixture.fake.requests.filter(({ area }) => area === 'revoke').length, 2)
  })
})

it('leads to the screen of Google Ads for each place', () => {
  const place = { accountId: '1234567890', campaignId: '211', adSetId: '322', adId: '433' }
  assert.equal(
    spec.managerUrl({ ...place, level: 'campaign' }),
    'https://ads.google.com/aw/adgroups?__e=1234567890&campaignId=211',
  )
  assert.equal(
    spec.managerUrl({ ...place, level: 'ad' }),
    'https://ads.google.com/aw/ads?__e=1234567890&campaignId=211&adGroupId=322',
  )
  assert.equal(spec.managerUrl({ ...place, level: 'account' }), 'https://ads.google.com/aw/overview?__e=1234567890')
})
