import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionSettings } from '../contract.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { keepAlive, openAccess, wayOf } from './access.ts'
import { ads as spec } from './ads-spec.ts'
import { checkLogin } from './check.ts'
import { connect } from './connect.ts'
import { googleads } from './index.ts'
import { startTrial, type Trial } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/googleads'
const state = 'state-of-the-flow'

async function addressOf(trial: Trial, more: ConnectionSettings = {}): Promise<URL> {
  const start = {
    values: {},
    state,
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app: { ...trial.app, ...more },
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

async function exchange(trial: Trial, query: Record<string, string>): Promise<ConnectionSettings> {
  const { http, app, clock } = trial.ctx()
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
    const { searchParams, pathname } = await addressOf(await startTrial(t))
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
    const trial = await startTrial(t)
    const back = await approve(await addressOf(trial), everything([ads]))
    assert.deepEqual(connect.redirect?.returned(back), { state, accepted: true })
    const settings = await exchange(trial, back)
    assert.equal(settings['login'], 'ads@shop.example')
    assert.equal(wayOf(settings), 'granted')
    assert.equal(settings['accessExpiresAt'], '2026-11-20T12:59:59.000Z')
    const account = await checkLogin(trial.ctx({ settings }))
    assert.deepEqual([account.name, account.currency, account.zone], ['ads@shop.example', 'EUR', 'Europe/Vienna'])
    assert.match(account.id, /^\d+$/)
  })

  it('scope unticked: says that the permission for Google Ads was not given, and asks for consent anew', async (t) => {
    const trial = await startTrial(t)
    const failure = await failureOf(exchange(trial, await approve(await addressOf(trial), everything([]))))
    assert.deepEqual([failure.kind, failure.platformCode], ['permission', 'scope'])
    assert.match(failure.message, /Connect again.*ticked/)
    assert.equal(new URL(await addressOf(trial)).searchParams.get('prompt'), 'consent')
  })

  it('knows that somebody declined', async (t) => {
    const trial = await startTrial(t)
    const back = await approve(await addressOf(trial), new URLSearchParams({ decision: 'cancel' }))
    assert.deepEqual(connect.redirect?.returned(back), { state, accepted: false })
  })

  it('takes no code of another attempt, and none twice', async (t) => {
    const trial = await startTrial(t)
    const back = await approve(await addressOf(trial), everything([ads]))
    const other = await failureOf(exchange(trial, { ...back, state: 'another' }))
    assert.deepEqual([other.kind, other.platformCode], ['bad_request', 'callback'])
    const again = await approve(await addressOf(trial), everything([ads]))
    await exchange(trial, again)
    assert.equal((await failureOf(exchange(trial, again))).platformCode, 'callback')
  })

  it('says whose mistake wrong credentials of the installation are', async (t) => {
    const trial = await startTrial(t)
    const back = await approve(await addressOf(trial), everything([ads]))
    trial.fake.app.clientSecret = 'GOCSPX-reset'
    const failure = await failureOf(exchange(trial, back))
    assert.deepEqual([failure.kind, failure.platformCode], ['bad_request', 'invalid_client'])
  })

  it('keeps the end of a grant that is in Testing, and says how to avoid it', async (t) => {
    const trial = await startTrial(t, { isTesting: true })
    const settings = await exchange(trial, await approve(await addressOf(trial), everything([ads])))
    assert.equal(googleads.grantEnds?.(settings)?.toISOString(), '2026-11-27T12:00:00.000Z')
    assert.match((await checkLogin(trial.ctx({ settings }))).warnings.join(' '), /2026-11-27.*Publish app/)
    assert.equal(googleads.grantEnds?.(trial.settings), undefined)
  })
})

describe('Access while reading', () => {
  it('uses one token until shortly before it ends, then the next', async (t) => {
    const trial = await startTrial(t)
    const tokens = () => trial.fake.requests.filter(({ area }) => area === 'token').length
    const first = await openAccess(trial.ctx()).token()
    trial.at('2026-11-20T12:50:00Z')
    assert.equal(await openAccess(trial.ctx()).token(), first)
    assert.equal(tokens(), 0)
    trial.at('2026-11-20T12:56:00Z')
    const next = await openAccess(trial.ctx()).token()
    assert.notEqual(next, first)
    assert.equal(trial.stored()['accessToken'], next)
    assert.equal(trial.stored()['refreshToken'], trial.settings['refreshToken'], 'the old one stays')
    assert.equal(tokens(), 1)
  })

  it('goes on with a token that still works while sign-in is down', async (t) => {
    const trial = await startTrial(t)
    trial.fake.faults.add({ kind: 'status', status: 503, area: 'token' })
    trial.at('2026-11-20T12:56:00Z')
    assert.equal(await openAccess(trial.ctx()).token(), trial.settings['accessToken'])
    trial.at('2026-11-20T13:00:00Z')
    assert.equal((await failureOf(openAccess(trial.ctx()).token())).kind, 'transient')
  })

  it('takes a pasted refresh token with the client of the installation or one of its own', async (t) => {
    const trial = await startTrial(t)
    const token = trial.settings['refreshToken'] ?? ''
    const { clientId, clientSecret } = trial.fake.app
    for (const [settings, app] of [
      [{ token }, trial.app],
      [
        { token, clientId, clientSecret },
        { ...trial.app, clientId: 'other', clientSecret: 'other' },
      ],
    ] as const) {
      const access = openAccess({
        ...trial.ctx(),
        settings,
        app,
        renew: async (_spent, grant) => ({ ...settings, ...(await grant(settings)) }),
      })
      assert.match(await access.token(), /^ya29\./)
    }
    const without = failureOf((async () => await openAccess(trial.ctx({ settings: {} })).token())())
    assert.equal((await without).kind, 'reauth')
  })

  it('is kept alive once a week', async (t) => {
    const trial = await startTrial(t)
    const ends = Date.parse(trial.settings['accessExpiresAt'] ?? '')
    const day = 86_400_000
    assert.equal(keepAlive.isDue(trial.settings, new Date(ends + 6 * day)), false)
    assert.equal(keepAlive.isDue(trial.settings, new Date(ends + 7 * day)), true)
    assert.equal(keepAlive.isDue({}, new Date()), false)
    for (let month = 1; month <= 8; month += 1) {
      trial.at(new Date(Date.parse('2026-11-20T12:00:00Z') + month * 30 * day).toISOString())
      await keepAlive.renew(trial.ctx())
    }
    await checkLogin(trial.ctx())
  })

  it('is given back when a connection is removed', async (t) => {
    const trial = await startTrial(t)
    await googleads.ads?.revoke?.(trial.ctx())
    assert.equal((await failureOf(checkLogin(trial.ctx()))).platformCode, 'invalid_grant')
    await googleads.ads?.revoke?.(trial.ctx())
    await googleads.ads?.revoke?.(trial.ctx({ settings: { token: 'pasted' } }))
    assert.equal(trial.fake.requests.filter(({ area }) => area === 'revoke').length, 2)
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
