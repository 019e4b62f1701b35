import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { GrantOptions } from '../../../../simulators/metaads/index.ts'
import type { ConnectorContext } from '../contract.ts'
import { examineMeta, guide } from './guide.ts'
import { type Fixture, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/metaads'

async function examine(fixture: Fixture, way: string, more: Partial<ConnectorContext> = {}) {
  const findings = await examineMeta(fixture.ctx(more), { way, wantsWriting: false, returnUrl })
  return new Map(findings.map((one) => [one.id, one]))
}

/** A user who has just connected. */
function granted({ fake, clock }: Fixture, grant: GrantOptions) {
  return { settings: { accessToken: fake.grant(grant), exchangedAt: clock.now().toISOString() } }
}

it('finds nothing wrong where everything is right', async (t) => {
  const fixture = await startFixture(t)
  const found = await examine(fixture, 'screen')
  assert.deepEqual(
    [...found].map(([id, { state }]) => `${id} ${state}`),
    ['app_accepted ok', 'redirect_allowed ok', 'access ok', 'permissions ok', 'accounts ok', 'end ok'],
  )
  assert.match(found.get('end')?.title ?? '', /until 2027-01-20/)
})

it('says that the app’s ID or secret is wrong', async (t) => {
  const fixture = await startFixture(t)
  for (const wrong of [{ appSecret: 'f'.repeat(32) }, { appId: '77' }]) {
    const found = await examine(fixture, 'screen', { settings: {}, app: { ...fixture.app, ...wrong } })
    assert.equal(found.get('app_accepted')?.state, 'wrong')
    assert.match(found.get('app_accepted')?.text ?? '', /META_APP_SECRET/)
  }
})

it('says that Facebook refuses to come back here', async (t) => {
  const fixture = await startFixture(t, { app: { redirectUrls: ['https://elsewhere.example/'] } })
  const found = await examine(fixture, 'screen', { settings: {} })
  assert.equal(found.get('redirect_allowed')?.state, 'wrong')
  assert.match(found.get('redirect_allowed')?.text ?? '', /tillsight\.example\/connect\/return\/metaads/)
})

it('does not know about the address before anybody agreed, when nothing speaks against it', async (t) => {
  const found = await examine(await startFixture(t), 'screen', { settings: {} })
  assert.equal(found.get('redirect_allowed')?.state, 'unknown')
})

it('says what was not granted', async (t) => {
  const fixture = await startFixture(t)
  const token = (scopes: string[]) => granted(fixture, { scopes })
  const part = await examine(fixture, 'token', token(['ads_read']))
  assert.equal(part.get('permissions')?.state, 'wrong')
  assert.match(part.get('permissions')?.text ?? '', /belong to a business/)
  const none = await examine(fixture, 'token', token(['business_management']))
  assert.match(none.get('permissions')?.text ?? '', /ads_read/)
})

it('says when access ends soon, or that no account was shared', async (t) => {
  const fixture = await startFixture(t)
  const soon = await examine(fixture, 'token', granted(fixture, { life: 5 * 86_400 }))
  assert.equal(soon.get('end')?.state, 'wrong')
  const none = await examine(fixture, 'token', granted(fixture, { accounts: [] }))
  assert.equal(none.get('accounts')?.state, 'wrong')
})

it('blames nobody for trouble that passes', async (t) => {
  const fixture = await startFixture(t)
  fixture.fake.faults.add({ kind: 'error', code: 2 })
  const found = await examine(fixture, 'screen')
  assert.deepEqual([found.get('app_accepted')?.state, found.get('access')?.state], ['unknown', 'unknown'])
})

it('asks for the token where there is none', async (t) => {
  const found = await examine(await startFixture(t), 'token', { settings: {} })
  assert.deepEqual([...found.keys()], ['access'])
})

it('sees mistakes of copying before Meta is asked', () => {
  const misread = (app: Readonly<Record<string, string>>) => Object.keys(guide.misread?.(app) ?? {})
  assert.deepEqual(
    misread({ appId: '1234567890123456', appSecret: 'a'.repeat(32), version: 'v26.0', configId: '77' }),
    [],
  )
  assert.deepEqual(misread({ appId: 'Tillsight', appSecret: 'EAAbc', version: '26', configId: 'x' }), [
    'appId',
    'appSecret',
    'configId',
    'version',
  ])
})
