import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionSettings } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { grantEnds, keepAlive } from './access.ts'
import { adDaysStream } from './ad-days.ts'
import { ads } from './ads-spec.ts'
import { checkAccess } from './check.ts'
import { connect, wantedScopes } from './connect.ts'
import { guide } from './guide.ts'
import { collect, type Fixture, readUpTo, smallSource, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/metaads'
const state = 'a-state-that-nobody-guesses'

/** Sends the browser to the dialog and returns the parameters that it comes back with. */
async function agree({ app }: Fixture): Promise<Readonly<Record<string, string>>> {
  assert.ok(connect.redirect)
  const url = await connect.redirect.start({
    values: {},
    state,
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app,
  })
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  assert.equal(`${back.origin}${back.pathname}`, returnUrl)
  assert.equal(back.hash, '#_=_')
  return Object.fromEntries(back.searchParams)
}

async function exchange(fixture: Fixture, query: Readonly<Record<string, string>>, to = returnUrl) {
  assert.ok(connect.redirect?.exchange)
  const { http, clock } = fixture.ctx()
  return await connect.redirect.exchange({ query, values: {}, returnUrl: to, app: fixture.app, http, clock })
}

const fails = (kind: string, says: RegExp) => (error: unknown) =>
  isConnectorError(error) && error.failure.kind === kind && says.test(error.failure.message)

describe('agreeing at Facebook', () => {
  it('brings a long token with both of its ends, and nothing of it is on any address', async (t) => {
    const fixture = await startFixture(t, { consent: 'grant' })
    const query = await agree(fixture)
    assert.deepEqual(connect.redirect?.returned(query), { state, accepted: true })
    const settings = await exchange(fixture, query)
    assert.equal(fixture.fake.inspect(settings.accessToken ?? '')?.kind, 'long')
    assert.equal(settings.tokenExpiresAt?.slice(0, 10), '2027-01-20')
    assert.equal(settings.dataAccessExpiresAt?.slice(0, 10), '2027-02-19')
    assert.equal(settings.scopes, wantedScopes.join(','))
    const account = await checkAccess(fixture.ctx({ settings }))
    assert.deepEqual([account.name, account.currency, account.zone], ['Maria Keller', 'EUR', 'Europe/Berlin'])
    assert.deepEqual([account.warnings, account.gaps], [[], []])
    const tokens = [settings.accessToken ?? '', fixture.app.appSecret ?? '', query.code ?? '']
    for (const line of fixture.logged) for (const secret of tokens) assert.ok(!line.includes(secret), line)
    const forms = fixture.fake.requests.filter(({ uri }) => uri.includes('oauth/access_token'))
    assert.ok(forms.length === 2 && forms.every(({ uri, method }) => method === 'POST' && !uri.includes('?')))
  })

  it('asks again for what was declined once', async (t) => {
    const fixture = await startFixture(t, { consent: 'partial' })
    const settings = await exchange(fixture, await agree(fixture))
    await assert.rejects(checkAccess(fixture.ctx({ settings })), fails('permission', /ads_read was not granted/))
    assert.ok(fixture.fake.requests.some(({ uri }) => uri.includes('auth_type=rerequest')))
  })

  it('knows when it was declined', async (t) => {
    const fixture = await startFixture(t, { consent: 'decline' })
    const query = await agree(fixture)
    assert.equal(query.error_reason, 'user_denied')
    assert.deepEqual(connect.redirect?.returned(query), { state, accepted: false })
    await assert.rejects(exchange(fixture, query), fails('bad_request', /Start connecting again/))
  })

  it('takes a code once, and only for the address that it was given for', async (t) => {
    const fixture = await startFixture(t, { consent: 'grant' })
    const query = await agree(fixture)
    await assert.rejects(exchange(fixture, query, `${returnUrl}/`), fails('bad_request', /Start connecting again/))
    await exchange(fixture, query)
    await assert.rejects(exchange(fixture, query), fails('bad_request', /Start connecting again/))
  })

  it('shows a page where a person decides', async (t) => {
    const fixture = await startFixture(t)
    const redirect = connect.redirect
    assert.ok(redirect)
    const url = await redirect.start({
      values: {},
      state,
      callbackUrl: '',
      returnUrl,
      access: 'read',
      app: fixture.app,
    })
    const page = await (await fetch(url)).text()
    assert.match(page, /Continue as Maria Keller/)
    assert.match(page, /ads_read/)
    const body = new URLSearchParams({ decision: 'grant', accounts: '1234' })
    const pressed = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    assert.match(pressed.headers.get('location') ?? '', /code=/)
  })

  it('names the configuration of Facebook Login for Business instead of permissions where there is one', async (t) => {
    const { app } = await startFixture(t)
    const input = { values: {}, state, callbackUrl: '', returnUrl, access: 'read' as const }
    const url = new URL((await connect.redirect?.start({ ...input, app: { ...app, configId: '77' } })) ?? '')
    assert.deepEqual([url.searchParams.get('config_id'), url.searchParams.get('scope')], ['77', null])
  })
})

describe('a token', () => {
  it('token ends within 14 days: is exchanged silently about once a day while it works, and stored before it is used', async (t) => {
    const fixture = await startFixture(t)
    const first = fixture.stored().accessToken
    await collect(adDaysStream.increment(fixture.ctx(), readUpTo('2026-11-21T10:00:00Z')))
    assert.equal(fixture.stored().accessToken, first)
    fixture.clock.pass(23 * 3_600_000)
    await collect(adDaysStream.increment(fixture.ctx(), readUpTo('2026-11-22T09:00:00Z')))
    assert.notEqual(fixture.stored().accessToken, first)
    assert.equal(grantEnds(fixture.stored())?.toISOString().slice(0, 10), '2027-01-21')
    const exchanges = fixture.fake.requests.filter(({ params }) => params.grant_type === 'fb_exchange_token')
    assert.equal(exchanges.length, 1)
  })

  it('is used as it is when it cannot be exchanged', async (t) => {
    const fixture = await startFixture(t)
    fixture.clock.pass(23 * 3_600_000)
    fixture.fake.faults.add({ kind: 'error', code: 2, on: 'token' })
    const pages = await collect(adDaysStream.increment(fixture.ctx(), readUpTo('2026-11-22T09:00:00Z')))
    assert.ok(pages.at(-1)?.syncedThrough)
  })

  it('is kept alive while nobody reads', async (t) => {
    const fixture = await startFixture(t)
    const first = fixture.stored().accessToken
    assert.equal(keepAlive.isDue(fixture.stored(), fixture.clock.now()), false)
    fixture.clock.pass(23 * 3_600_000)
    assert.equal(keepAlive.isDue(fixture.stored(), fixture.clock.now()), true)
    await keepAlive.renew(fixture.ctx())
    assert.notEqual(fixture.stored().accessToken, first)
    assert.equal(keepAlive.isDue(fixture.stored(), fixture.clock.now()), false)
    assert.equal(keepAlive.isDue({ token: 'EAApasted' }, fixture.clock.now()), false)
  })

  it('ends with whatever ends first', () => {
    const [early, late] = ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']
    const ends = (settings: ConnectionSettings) => grantEnds(settings)?.toISOString()
    assert.equal(ends({ tokenExpiresAt: late, dataAccessExpiresAt: early }), early)
    assert.equal(ends({ tokenExpiresAt: '', dataAccessExpiresAt: late }), late)
    assert.equal(ends({ tokenExpiresAt: '' }), undefined)
  })

  it('is given back when a connection is removed', async (t) => {
    const fixture = await startFixture(t)
    await ads.revoke?.(fixture.ctx())
    await assert.rejects(checkAccess(fixture.ctx()), fails('reauth', /removed at Facebook/))
  })
})

describe('a pasted token', () => {
  it('of the operator’s app is proved with its secret', async (t) => {
    const fixture = await startFixture(t)
    const settings = { token: fixture.fake.grant({ kind: 'system', scopes: ['ads_read'] }) }
    const account = await checkAccess(fixture.ctx({ settings }))
    assert.match(account.name, /system user/)
    assert.equal(account.gaps?.[0]?.what, 'permission business_management')
    assert.equal(grantEnds(account.discovered), undefined)
    assert.equal(guide.wayOf(settings), 'token')
  })

  it('of another app is proved with nothing, or with the secret beside it', async (t) => {
    const fixture = await startFixture(t)
    const foreignApp = { appId: '99', appSecret: 'f'.repeat(32) }
    const token = fixture.fake.grant({ kind: 'system', foreignApp })
    const account = await checkAccess(fixture.ctx({ settings: { token } }))
    assert.equal(account.discovered.proof, 'none')
    await checkAccess(fixture.ctx({ settings: { token, ...account.discovered } }))
    const proved = await checkAccess(fixture.ctx({ settings: { token, appSecret: foreignApp.appSecret } }))
    assert.equal(proved.discovered.proof, undefined)
    const settings = { token, appSecret: 'e'.repeat(32) }
    await assert.rejects(checkAccess(fixture.ctx({ settings })), fails('reauth', /beside the token/))
  })
})

describe('ad accounts', () => {
  const many = (count: number) =>
    smallSource({
      campaigns: 1,
      accounts: Array.from({ length: count }, (_, index) => ({
        id: String(9_000 + index),
        name: `Account ${index}`,
        currency: 'EUR',
        zone: 'Europe/Berlin',
        status: 'active' as const,
      })),
    })

  for (const count of [1, 30, 130]) {
    it(`are all listed when there are ${count}`, async (t) => {
      const fixture = await startFixture(t, { source: many(count) })
      const listed = await ads.listAccounts(fixture.ctx())
      assert.deepEqual(
        listed.map(({ id }) => id),
        fixture.accounts.map(({ id }) => id),
      )
      assert.ok(fixture.fake.requests.every(({ uri }) => !uri.includes('business{')))
    })
  }

  it('that cannot be read are listed with what to do', async (t) => {
    const fixture = await startFixture(t, { source: many(2) })
    fixture.fake.withdraw('9001')
    const listed = await ads.listAccounts(fixture.ctx())
    assert.deepEqual(
      listed.map(({ readable }) => readable),
      [true, false],
    )
    assert.match(listed[1]?.note ?? '', /View performance/)
    assert.match((await checkAccess(fixture.ctx())).warnings.join(), /Account 1/)
  })

  it('never follow the address of the next page, which holds the token', async (t) => {
    const fixture = await startFixture(t, { source: many(130) })
    await ads.listAccounts(fixture.ctx())
    assert.ok(fixture.fake.requests.length > 1)
    for (const { uri } of fixture.fake.requests) assert.ok(!uri.includes('access_token='))
  })
})

it('opens the place in Ads Manager', () => {
  const place = { accountId: '1234', level: 'ad', campaignId: '1', adSetId: '2', adId: '3' } as const
  assert.equal(
    ads.managerUrl(place),
    'https://adsmanager.facebook.com/adsmanager/manage/ads?act=1234&selected_campaign_ids=1&selected_adset_ids=2&selected_ad_ids=3',
  )
  const account = { ...place, level: 'account', campaignId: '', adSetId: '', adId: '' } as const
  assert.equal(ads.managerUrl(account), 'https://adsmanager.facebook.com/adsmanager/manage/campaigns?act=1234')
})
