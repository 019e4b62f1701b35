import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectorContext } from '../contract.ts'
import { guide } from './guide.ts'
import { accounts, startFixture } from './testing.ts'

const returnUrl = 'https://tillsight.example/connect/return/tiktokads'

async function findings(ctx: ConnectorContext, way: 'screen' | 'token' = 'screen') {
  const found = await guide.examine(ctx, { way, wantsWriting: false, returnUrl })
  return found.map(({ id, state }) => `${id} ${state}`)
}

describe('looking at a setup', () => {
  it('finds everything right', async (t) => {
    const { ctx } = await startFixture(t, { redirectUrls: [returnUrl] })
    assert.deepEqual(await findings(ctx()), [
      'app_accepted ok',
      'redirect_allowed ok',
      'access ok',
      'accounts ok',
      'account_details ok',
      'gmv_max ok',
    ])
  })

  it('tells before anybody connects whether TikTok knows the app and comes back here', async (t) => {
    const { ctx, app } = await startFixture(t, { redirectUrls: [returnUrl] })
    assert.deepEqual(await findings(ctx({ settings: {} })), ['app_accepted ok', 'redirect_allowed unknown'])
    const wrongSecret = { ...app, appSecret: 'other' }
    assert.deepEqual(await findings(ctx({ settings: {}, app: wrongSecret })), ['app_accepted wrong'])
    assert.deepEqual(await findings(ctx({ settings: {} }), 'token'), ['access unknown'])
  })

  it('names an address that TikTok refuses to come back to', async (t) => {
    const { ctx } = await startFixture(t, { redirectUrls: ['https://other.example/'] })
    assert.deepEqual(await findings(ctx({ settings: {} })), ['app_accepted ok', 'redirect_allowed wrong'])
  })

  it('names what was not granted, and accounts that cannot be read', async (t) => {
    const { ctx, fake, token } = await startFixture(t)
    fake.platform.infoRefused = true
    fake.platform.refusedPaths.add('gmv_max/store/list/')
    assert.deepEqual((await findings(ctx())).slice(2), [
      'access ok',
      'accounts ok',
      'account_details wrong',
      'gmv_max unknown',
    ])
    fake.share(token, [])
    assert.deepEqual((await findings(ctx())).slice(2), ['accounts wrong'])
    fake.share(token, [accounts[0].id])
    fake.revoke(token)
    assert.deepEqual((await findings(ctx(), 'token')).slice(0), ['access wrong'])
  })

  it('says that it does not know while TikTok is down', async (t) => {
    const { ctx, fake } = await startFixture(t)
    fake.faults.add({ kind: 'gateway_timeout' })
    assert.deepEqual(await findings(ctx(), 'token'), ['access unknown'])
  })
})

describe('values of the app', () => {
  it('are looked at before TikTok is asked', () => {
    assert.deepEqual(guide.misread?.({ appId: '7100000000000000001', appSecret: 'a1b2c3' }), {})
    const wrong = guide.misread?.({ appId: 'My app', appSecret: '"a1"', requestsPerSecond: 'many' })
    assert.deepEqual(Object.keys(wrong ?? {}), ['appId', 'appSecret', 'requestsPerSecond'])
  })
})
