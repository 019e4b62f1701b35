import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConnectionSettings } from '../contract.ts'
import type { SetupFinding } from '../guide.ts'
import { examineStore } from './guide.ts'
import { type Fixture, startFixture } from './testing.ts'

interface Look {
  readonly way?: string
  readonly wantsWriting?: boolean
  readonly settings?: ConnectionSettings
  readonly isHeard?: boolean
}

async function look({ ctx }: Fixture, { way = 'keys', wantsWriting = true, settings, isHeard = false }: Look = {}) {
  return await examineStore(ctx(settings && { settings }), { way, wantsWriting, returnUrl: null, isHeard })
}

function states(findings: readonly SetupFinding[]): string[] {
  return findings.map(({ id, state }) => `${id} ${state}`)
}

function wrong(findings: readonly SetupFinding[]): string[] {
  return findings.filter(({ state }) => state === 'wrong').map(({ id }) => id)
}

const reached = ['store_address ok', 'rest_root ok']

suite('looking at a WooCommerce store', () => {
  test('everything is right, as far as the store tells', async (t) => {
    const fixture = await startFixture(t)
    assert.deepEqual(states(await look(fixture)), [...reached, 'keys ok', 'write_permission ok', 'way_out unknown'])
    assert.deepEqual(fixture.fake.webhooks.list(), [], 'nothing was registered')
    fixture.fake.faults.add({
      kind: 'status',
      status: 200,
      body: '{"environment":{"version":"10.5.0","remote_post_successful":true}}',
      route: 'system_status',
    })
    assert.deepEqual(states(await look(fixture)).at(-1), 'way_out ok')
  })

  test('without keys it says what stands in the way of them', async (t) => {
    const fixture = await startFixture(t)
    const settings = { url: fixture.fake.url }
    assert.deepEqual(states(await look(fixture, { settings })), [...reached, 'keys unknown'])
    assert.deepEqual(states(await look(fixture, { settings: {} })), ['store_address unknown'])
  })

  test('an address that is none, and one that nobody answers at', async (t) => {
    const fixture = await startFixture(t)
    assert.deepEqual(states(await look(fixture, { settings: { url: 'my shop' } })), ['store_address wrong'])
    assert.deepEqual(states(await look(fixture, { settings: { url: 'http://127.0.0.1:9' } })), ['store_address wrong'])
  })

  test('a site without the REST API', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'status', status: 404, body: '<html>Not found</html>', route: 'root' })
    assert.deepEqual(states(await look(fixture)), ['store_address ok', 'rest_root wrong'])
  })

  test('WooCommerce that is switched off', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.site.features = { ...fixture.fake.site.features, active: false }
    assert.deepEqual(wrong(await look(fixture)), ['woocommerce'])
  })

  test('plain permalinks stand in the way of approving only', async (t) => {
    const fixture = await startFixture(t, { permalinks: 'plain' })
    assert.deepEqual(wrong(await look(fixture, { way: 'screen' })), ['permalinks'])
    assert.deepEqual(wrong(await look(fixture, { way: 'keys' })), [])
  })

  test('a firewall, whatever it lets through', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'shield', brand: 'wordfence', route: 'orders' })
    const findings = await look(fixture)
    assert.deepEqual(wrong(findings), ['firewall'])
    assert.match(findings.at(-1)?.text ?? '', /Wordfence.*192\.0\.2\.7/)
  })

  test('keys that the store does not know', async (t) => {
    const fixture = await startFixture(t)
    const settings = { ...fixture.settings, secret: `cs_${'0'.repeat(40)}` }
    const findings = await look(fixture, { settings })
    assert.deepEqual(wrong(findings), ['keys'])
    assert.ok(!JSON.stringify(findings).includes(settings.secret))
  })

  test('a key that may only read is wrong where instant updates are wanted', async (t) => {
    const fixture = await startFixture(t)
    const { consumerKey: key, consumerSecret: secret } = fixture.fake.keys.add({ permissions: 'read' })
    const settings = { url: fixture.fake.url, key, secret }
    assert.deepEqual(wrong(await look(fixture, { settings })), ['write_permission'])
    assert.deepEqual(wrong(await look(fixture, { settings, wantsWriting: false })), [])
  })

  test('a store that reaches no other server', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({
      kind: 'status',
      status: 200,
      body: '{"environment":{"version":"10.5.0","remote_post_successful":false}}',
      route: 'system_status',
    })
    assert.deepEqual(wrong(await look(fixture)), ['way_out'])
    assert.deepEqual(wrong(await look(fixture, { isHeard: true })), [], 'webhooks that arrive prove the contrary')
  })

  test('a store that fails for the moment says nothing about the set-up', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'status', status: 500, route: 'orders' })
    const findings = await look(fixture)
    assert.deepEqual(wrong(findings), [])
    assert.equal(states(findings).at(-1), 'store_answer unknown')
  })
})
