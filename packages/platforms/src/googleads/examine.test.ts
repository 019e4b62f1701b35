import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionSettings } from '../contract.ts'
import { guide } from './guide.ts'
import { type Fixture, type FixtureOptions, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/googleads'

async function findingsOf(
  fixture: Fixture,
  settings: ConnectionSettings = {},
  way = 'screen',
): Promise<Map<string, string>> {
  const findings = await guide.examine(fixture.ctx({ settings }), { way, wantsWriting: false, returnUrl })
  return new Map(findings.map(({ id, state }) => [id, state]))
}

async function textOf(fixture: Fixture, id: string, settings: ConnectionSettings = fixture.settings): Promise<string> {
  const findings = await guide.examine(fixture.ctx({ settings }), { way: 'screen', wantsWriting: false, returnUrl })
  return findings.find((finding) => finding.id === id)?.text ?? ''
}

describe('Looking at how Google Ads is set up', () => {
  it('finds the client right and the rest not known before anybody has signed in', async (t) => {
    const fixture = await startFixture(t)
    assert.deepEqual(
      [...(await findingsOf(fixture))],
      [
        ['app_accepted', 'ok'],
        ['redirect_allowed', 'unknown'],
        ['access', 'unknown'],
      ],
    )
    assert.deepEqual([...(await findingsOf(fixture, {}, 'token'))], [['access', 'unknown']])
  })

  it('finds wrong credentials and a redirect address that Google does not know', async (t) => {
    const fixture = await startFixture(t, { redirectUrls: ['https://elsewhere.example/'] })
    assert.equal((await findingsOf(fixture)).get('redirect_allowed'), 'wrong')
    assert.match(await textOf(fixture, 'redirect_allowed', {}), /connect\/return\/googleads/)
    fixture.fake.app.clientSecret = 'GOCSPX-reset'
    assert.deepEqual([...(await findingsOf(fixture))].slice(0, 1), [['app_accepted', 'wrong']])
  })

  it('says which accounts are open, and what is wrong with the others', async (t) => {
    const accounts = [
      { id: '1234567890', name: 'Shop', currency: 'EUR', zone: 'Europe/Vienna', status: 'active' },
      { id: '2234567890', name: 'Old shop', currency: 'EUR', zone: 'Europe/Vienna', status: 'closed' },
    ] as const
    const options: FixtureOptions = { ads: { accounts } }
    const fixture = await startFixture(t, options)
    assert.deepEqual(
      [...(await findingsOf(fixture, fixture.settings))],
      [
        ['app_accepted', 'ok'],
        ['redirect_allowed', 'ok'],
        ['access', 'ok'],
        ['scopes', 'ok'],
        ['accounts', 'unknown'],
        ['api_version', 'ok'],
      ],
    )
    assert.equal(await textOf(fixture, 'access'), 'Shop.')
    assert.match(await textOf(fixture, 'accounts'), /223-456-7890/)
  })

  it('finds the consent screen in Testing, the interface switched off, and the box left empty', async (t) => {
    const fixture = await startFixture(t)
    const testing = { ...fixture.settings, refreshTokenExpiresAt: '2026-11-27T12:00:00Z' }
    assert.equal((await findingsOf(fixture, testing)).get('consent_screen'), 'wrong')
    const unticked = { ...fixture.settings, grantedScopes: 'openid' }
    assert.equal((await findingsOf(fixture, unticked)).get('scopes'), 'wrong')
    const older = fixture.fake.grant(undefined, ['openid'])
    const { accessToken, refreshToken } = older
    assert.equal((await findingsOf(fixture, { ...fixture.settings, accessToken, refreshToken })).get('scopes'), 'wrong')
    fixture.fake.faults.add({ kind: 'edge', status: 403, word: 'PERMISSION_DENIED', reason: 'SERVICE_DISABLED' })
    assert.equal((await findingsOf(fixture, fixture.settings)).get('api_enabled'), 'wrong')
    fixture.fake.faults.clear()
    fixture.fake.faults.add({ kind: 'status', status: 503 })
    assert.equal((await findingsOf(fixture, fixture.settings)).get('access'), 'unknown')
  })
})

it('sees mistakes of copying in the installation’s own values', () => {
  const right = { clientId: '123-abc.apps.googleusercontent.com', clientSecret: 'GOCSPX-abc_1' }
  assert.deepEqual(guide.misread?.(right), {})
  assert.deepEqual(Object.keys(guide.misread?.({ clientId: 'GOCSPX-abc', clientSecret: right.clientId }) ?? {}), [
    'clientId',
    'clientSecret',
  ])
  assert.deepEqual(Object.keys(guide.misread?.({ ...right, clientSecret: '"GOCSPX-abc"' }) ?? {}), ['clientSecret'])
})
