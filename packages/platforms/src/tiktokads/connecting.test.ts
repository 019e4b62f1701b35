import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { ConnectionSettings } from '../contract.ts'
import { type FailureKind, isConnectorError } from '../failures.ts'
import { connect } from './connect.ts'
import { tiktokads } from './index.ts'
import { accounts, type Fixture, smallAds, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/tiktokads'
const [first, second] = accounts
const { redirect } = connect
const { ads } = tiktokads

function failsAs(kind: FailureKind, words?: RegExp) {
  return (error: unknown) => {
    if (!isConnectorError(error)) throw error
    assert.equal(error.failure.kind, kind, error.failure.message)
    if (words) assert.match(error.failure.message, words)
    return true
  }
}

async function startUrl({ app }: Fixture): Promise<string> {
  assert.ok(redirect)
  const values = {}
  return await redirect.start({ values, state: 'st4te', callbackUrl: returnUrl, returnUrl, access: 'read', app })
}

/** Ticks accounts and confirms, like a user in a browser. */
async function confirm(fixture: Fixture, ticked: readonly string[], decision = 'confirm'): Promise<URL | undefined> {
  const url = await startUrl(fixture)
  const page = await (await fetch(url)).text()
  for (const { id, name } of accounts) assert.ok(page.includes(id) && page.includes(name))
  const body = new URLSearchParams([['decision', decision], ...ticked.map((id) => ['advertiser', id])])
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const to = response.headers.get('location')
  return to === null ? undefined : new URL(to)
}

async function exchange(fixture: Fixture, back: URL): Promise<ConnectionSettings> {
  assert.ok(redirect?.exchange)
  const { http, clock } = fixture.ctx()
  const query = Object.fromEntries(back.searchParams)
  return await redirect.exchange({ query, values: {}, returnUrl, app: fixture.app, http, clock })
}

describe('connecting on screen', () => {
  it('goes to the portal without a list of permissions, and comes back with what was ticked', async (t) => {
    const fixture = await startFixture(t, { redirectUrls: [returnUrl] })
    const url = new URL(await startUrl(fixture))
    assert.deepEqual(
      [url.pathname, [...url.searchParams.keys()]],
      ['/portal/auth', ['app_id', 'state', 'redirect_uri']],
    )
    const back = await confirm(fixture, [second.id])
    assert.ok(back && redirect)
    assert.deepEqual(redirect.returned(Object.fromEntries(back.searchParams)), { state: 'st4te', accepted: true })
    const settings = await exchange(fixture, back)
    assert.equal(settings.advertiserIds, second.id)
    assert.ok(
      settings.accessToken && settings.refreshToken === undefined && settings.accessTokenExpiresAt === undefined,
    )
    assert.equal(tiktokads.grantEnds?.(settings), undefined, 'it lives until it is revoked')
    const listed = await ads?.listAccounts(fixture.ctx({ settings }))
    assert.deepEqual(
      listed?.map(({ id, name }) => [id, name]),
      [[second.id, second.name]],
    )
    const account = await tiktokads.check(fixture.ctx({ settings }))
    assert.deepEqual([account.name, account.currency, account.zone], ['Sandbox Marketing', 'USD', 'Etc/GMT+8'])
  })

  it('advertiser_ids: []: takes sharing no account for what it is, and offers to try again', async (t) => {
    const fixture = await startFixture(t)
    const back = await confirm(fixture, [])
    assert.ok(back)
    await assert.rejects(exchange(fixture, back), failsAs('account_state', /No ad account was shared.*Connect again/))
  })

  it('works once with a code, and not with an old one', async (t) => {
    const fixture = await startFixture(t)
    const back = await confirm(fixture, [first.id])
    assert.ok(back)
    await exchange(fixture, back)
    await assert.rejects(exchange(fixture, back), failsAs('reauth', /used already/))
    const old = await confirm(fixture, [first.id])
    assert.ok(old)
    fixture.time.now = new Date(fixture.time.now.getTime() + 3_600_001)
    await assert.rejects(exchange(fixture, old), failsAs('reauth'))
  })

  it('comes back without a code when somebody declines, or not at all', async (t) => {
    const fixture = await startFixture(t)
    assert.equal(await confirm(fixture, [], 'cancel'), undefined)
    assert.equal(redirect?.returned({ state: 'x' }).accepted, false)
    await assert.rejects(exchange(fixture, new URL(`${returnUrl}?state=x`)), failsAs('bad_request'))
  })

  it('says that the app is at fault when its secret is', async (t) => {
    const fixture = await startFixture(t)
    const back = await confirm(fixture, [first.id])
    assert.ok(back)
    const wrong = { ...fixture, app: { ...fixture.app, appSecret: 'other' } }
    await assert.rejects(exchange(wrong, back), failsAs('reauth', /Whoever runs the installation/))
  })

  it('is accepted at once where the simulator is told to', async (t) => {
    const fixture = await startFixture(t, { portal: 'accept' })
    const response = await fetch(await startUrl(fixture), { redirect: 'manual' })
    const settings = await exchange(fixture, new URL(response.headers.get('location') ?? ''))
    assert.equal(settings.advertiserIds, accounts.map(({ id }) => id).join(','))
  })
})

describe('the host for developers, which lists no accounts', () => {
  it('is asked who is signed in, for the accounts whose IDs were entered', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.isSandbox = true
    const settings = { token: fixture.token, advertiserIds: first.id }
    const account = await tiktokads.check(fixture.ctx({ settings }))
    assert.deepEqual([account.name, account.currency, account.zone], ['Sandbox Marketing', 'EUR', 'Europe/Berlin'])
    const none = tiktokads.check(fixture.ctx({ settings: { token: fixture.token } }))
    await assert.rejects(none, failsAs('bad_request', /Enter the IDs of the ad accounts/))
  })
})

describe('a token', () => {
  it('that ends is renewed before it does, and after TikTok says so', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.tokenSeconds = 86_400
    const back = await confirm(fixture, [first.id])
    assert.ok(back)
    const settings = await exchange(fixture, back)
    assert.equal(settings.accessTokenExpiresAt, '2026-11-22T12:00:00.000Z')
    const stored = { settings }
    const renew = async (
      _spent: ConnectionSettings,
      grant: (now: ConnectionSettings) => Promise<ConnectionSettings>,
    ) => {
      stored.settings = { ...stored.settings, ...(await grant(stored.settings)) }
      return stored.settings
    }
    fixture.time.now = new Date('2026-11-22T11:58:00Z')
    await tiktokads.check(fixture.ctx({ settings, renew }))
    assert.notEqual(stored.settings.accessToken, settings.accessToken)
    const { accessTokenExpiresAt: _unknown, ...undated } = stored.settings
    fixture.time.now = new Date('2026-11-24T12:00:00Z')
    stored.settings = undated
    await tiktokads.check(fixture.ctx({ settings: undated, renew }))
    assert.ok(fixture.fake.requests.filter(({ path }) => path === 'oauth2/refresh_token/').length === 2)
  })

  it('that was pasted lets in with the app it belongs to', async (t) => {
    const fixture = await startFixture(t)
    const { appId, appSecret, ...installation } = fixture.app
    const settings = { token: fixture.token, appId: appId ?? '', appSecret: appSecret ?? '' }
    const listed = await ads?.listAccounts(fixture.ctx({ settings, app: installation }))
    assert.deepEqual(
      listed?.map(({ id }) => id),
      accounts.map(({ id }) => id),
    )
    const other = { ...settings, appId: '7100000000000000009' }
    await assert.rejects(tiktokads.check(fixture.ctx({ settings: other, app: installation })), failsAs('permission'))
  })

  it('that was pasted without a secret is read by the ids beside it', async (t) => {
    const fixture = await startFixture(t)
    const settings = { token: fixture.token, advertiserIds: `${first.id}, ${second.id}` }
    const listed = await ads?.listAccounts(
      fixture.ctx({ settings, app: { url: fixture.fake.url, requestsPerSecond: '1000' } }),
    )
    assert.deepEqual(
      listed?.map(({ name, zone }) => [name, zone]),
      [
        ['Socks EU', 'Europe/Berlin'],
        ['Socks US', 'Etc/GMT+8'],
      ],
    )
  })

  it('is given back when the connection is removed, unless it was pasted', async (t) => {
    const fixture = await startFixture(t)
    const pasted = fixture.fake.grant()
    await ads?.revoke?.(fixture.ctx({ settings: { token: pasted } }))
    await tiktokads.check(fixture.ctx({ settings: { token: pasted } }))
    await ads?.revoke?.(fixture.ctx())
    await assert.rejects(tiktokads.check(fixture.ctx()), failsAs('reauth'))
  })

  it('never stands in a message', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.revoke()
    await assert.rejects(tiktokads.check(fixture.ctx()), (error) => {
      assert.ok(isConnectorError(error) && !error.failure.message.includes(fixture.token))
      return true
    })
  })
})

describe('ad accounts', () => {
  it('are known by their reports where TikTok does not describe them', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.platform.infoRefused = true
    const listed = await ads?.listAccounts(fixture.ctx())
    assert.deepEqual(
      listed?.map(({ name, currency, zone, readable }) => [name, currency, zone, readable]),
      [
        ['Socks EU', 'EUR', 'Europe/Berlin', true],
        ['Socks US', 'USD', 'Etc/GMT+8', true],
      ],
    )
    const account = await tiktokads.check(fixture.ctx())
    assert.deepEqual(
      account.gaps?.map(({ what }) => what),
      ['permission Ad Account Management'],
    )
  })

  it('that never spent anything cannot be read then, and say why', async (t) => {
    const source = smallAds({ startsOn: parseDay('2026-12-24') })
    const fixture = await startFixture(t, { source })
    fixture.fake.platform.infoRefused = true
    const listed = await ads?.listAccounts(fixture.ctx())
    assert.ok(listed?.every(({ readable, note }) => !readable && /Ad Account Management/.test(note ?? '')))
  })

  it('are all listed, also those that are switched off or gone', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.account(first.id).status = 'STATUS_LIMIT'
    const before = await ads?.listAccounts(fixture.ctx())
    assert.deepEqual(
      before?.map(({ status, statusText }) => [status, statusText]),
      [
        ['limited', 'STATUS_LIMIT'],
        ['active', 'STATUS_ENABLE'],
      ],
    )
    fixture.fake.share(fixture.token, [])
    await assert.rejects(async () => await ads?.listAccounts(fixture.ctx()), failsAs('account_state'))
  })

  it('have their place in TikTok Ads Manager', () => {
    const place = { accountId: first.id, campaignId: '17', adSetId: '18', adId: '19' }
    const url = (level: 'account' | 'campaign' | 'ad_set' | 'ad') => ads?.managerUrl({ ...place, level })
    assert.equal(url('account'), `https://ads.tiktok.com/i18n/perf/campaign?aadvid=${first.id}`)
    assert.equal(url('ad'), `https://ads.tiktok.com/i18n/perf/creative?aadvid=${first.id}&keyword=19`)
  })
})
