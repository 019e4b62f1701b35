import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { ConnectionView, ConnectorView, HealthIssue, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { changeConnections } from '../../blocks/connections/change-connections.server.ts'
import { sampleStatus, statusStream } from '../../blocks/connections/testing.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadIntegrations } from './load-integrations.server.ts'

const field = { help: '', type: 'text', required: false } as const

function connector(id: string, kind: ConnectorView['kind'] = 'store'): ConnectorView {
  return {
    id,
    kind,
    label: id,
    description: '',
    fields: [
      { ...field, key: 'url', label: 'Address', secret: false },
      { ...field, key: 'token', label: 'Token', secret: true },
    ],
    apiVersion: '3',
    redirectFields: ['url'],
    updates: 'possible',
    beginAt: null,
    missingVariables: [],
    asksToWrite: false,
    hasGuide: true,
  }
}

interface Status {
  readonly connections?: readonly ConnectionView[]
  readonly mayChange?: boolean
  readonly calls?: unknown[]
  readonly problem?: string
  readonly health?: readonly Partial<HealthIssue>[]
  readonly attempt?: VerbOutput<ShopVerbs['connection.attempt']>
}

/** Services of a WooCommerce shop; nothing else is implemented. */
function servicesOf(standing: Status): ShopServices {
  const { connections = [], mayChange = true, calls = [], health = [], problem, attempt } = standing
  const today = parseDay('2026-11-21')
  const services = {
    shop: { platform: 'woocommerce', display: { language: 'en' }, zone: 'UTC' },
    may: { changeConnections: mayChange },
    viewer: async () => ({ zone: 'UTC', today }),
    run: shopVerbsOf({
      'connection.list': async () => connections,
      'connector.list': async () => [connector('woocommerce'), connector('shopify'), connector('metaads', 'ads')],
      'work.list': async () => [],
      'health.list': async () => health,
      'connection.details': async ({ counting = [] }) =>
        connections.map(({ id }) => ({
          connection: id,
          orders: counting.includes(id) ? 12_345 : null,
          adDays: null,
          deliveries: { lastAt: null, lately: 0, waiting: 0 },
        })),
      'connection.attempt': async () => attempt ?? null,
      'connection.check': async () => ({ connection: connections[0], problem: problem ? { message: problem } : null }),
      'connection.disconnect': async ({ connection, data }) => void calls.push(['disconnect', connection, data]),
      'connection.reimport': async ({ connection }) => void calls.push(['reimport', connection]),
      'connection.pause': async ({ connection, paused }) => void calls.push(['pause', connection, paused]),
      'sync.request': async ({ connection }) => void calls.push(['sync', connection]),
    }),
  }
  // Holds because nothing else of the services is used here.
  return services as unknown as ShopServices
}

function load(standing: Status, search = '') {
  return loadIntegrations(servicesOf(standing), '2026-11-21T09:00:00Z', new URLSearchParams(search))
}

const connected = sampleStatus({ streams: [statusStream()] })

suite('the integrations page', () => {
  test('offers the shop’s own store, and what is not a store', async () => {
    assert.deepEqual(
      (await load({})).connectors.map(({ id }) => id),
      ['woocommerce', 'metaads'],
    )
    assert.deepEqual(
      (await load({ connections: [connected] })).connectors.map(({ id }) => id),
      ['metaads'],
    )
    assert.deepEqual((await load({ mayChange: false })).connectors, [])
  })

  test('opens the form that an address names, with what it may hold and nothing else', async () => {
    const search = 'connect=woocommerce&url=https://a.example&token=hush&unknown=1'
    assert.deepEqual((await load({}, search)).chosen, {
      connector: 'woocommerce',
      values: { url: 'https://a.example' },
    })
    assert.equal((await load({}, 'connect=nothing')).chosen, null)
    assert.equal((await load({ mayChange: false }, search)).chosen, null)
  })

  test('says so when the form is that of another platform', async () => {
    assert.equal((await load({}, 'connect=shopify')).misfit, 'shopify')
    assert.equal((await load({}, 'connect=woocommerce')).misfit, null)
  })

  test('offers to connect anew what is connected already, filled with what is known', async () => {
    const { cards } = await load({ connections: [connected] }, 'connect=woocommerce&url=https://b.example')
    assert.deepEqual(
      [cards[0]?.question, cards[0]?.again?.values],
      [{ kind: 'reconnect' }, { url: 'https://b.example' }],
    )
    const broken = await load({ connections: [{ ...connected, status: 'needs_reauth' }] })
    assert.deepEqual(broken.cards[0]?.question, { kind: 'reconnect' })
    assert.deepEqual(broken.cards[0]?.again?.values, { url: 'nord.test' })
  })

  test('says that an approval has not come back, unless it has just failed or is done', async () => {
    const attempt = { connector: 'shopify', begunAt: '2026-11-21T08:58:00Z', keysWait: false }
    assert.deepEqual((await load({ attempt })).attempt, { label: 'shopify', since: '2 min ago', keysWait: false })
    assert.equal((await load({ attempt }, 'failed=shopify&why=declined')).attempt, null)
    const own = { ...attempt, connector: 'woocommerce' }
    assert.equal((await load({ attempt: own, connections: [connected] })).attempt, null)
    assert.equal((await load({ attempt, mayChange: false })).attempt, null)
  })

  test('shows what was noted about a connection, and not again how it stands', async () => {
    const issue = {
      key: connected.id,
      severity: 'warning',
      title: 'Webhooks are silent',
      advice: 'Look at the store.',
    } as const
    const health = [
      { ...issue, kind: 'silent_webhooks' },
      { ...issue, kind: 'stale_sync' },
      { ...issue, kind: 'silent_webhooks', key: 'another' },
    ]
    const { cards } = await load({ connections: [connected], health })
    assert.deepEqual(cards[0]?.notes, [{ severity: 'warning', message: 'Webhooks are silent. Look at the store.' }])
  })

  test('counts what a disconnect would take away before it asks, and asks only who may', async () => {
    const search = `ask=disconnect&connection=${connected.id}`
    const { cards } = await load({ connections: [connected] }, search)
    assert.deepEqual(cards[0]?.question, { kind: 'disconnect', facts: '12,345 orders', hasFacts: true })
    assert.equal((await load({ connections: [connected], mayChange: false }, search)).cards[0]?.question, null)
    assert.equal((await load({ connections: [connected] }, 'ask=disconnect&connection=x')).cards[0]?.question, null)
    assert.equal((await load({ connections: [connected] }, 'ask=x&connection=c')).cards[0]?.question, null)
  })
})

suite('a form of the page', () => {
  const send = (standing: Status, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ connection: 'c', ...fields })) form.set(name, value)
    return changeConnections(servicesOf(standing), form, new Request('http://localhost'))
  }

  test('keeps the figures of a connection that ends, unless deleting them is chosen and ticked', async () => {
    const calls: unknown[] = []
    await send({ calls }, { intent: 'disconnect', data: 'keep' })
    await send({ calls }, { intent: 'disconnect', data: 'delete', sure: 'yes' })
    await assert.rejects(
      send({ calls }, { intent: 'disconnect', data: 'delete' }),
      (error) => isAppError(error) && error.code === 'invalid_input' && error.details.field === 'sure',
    )
    assert.deepEqual(calls, [
      ['disconnect', 'c', 'keep'],
      ['disconnect', 'c', 'delete'],
    ])
  })

  test('asks for the history once more', async () => {
    const calls: unknown[] = []
    await send({ calls }, { action: 'reimport' })
    assert.deepEqual(calls, [['reimport', 'c']])
    await assert.rejects(send({}, { action: 'drop' }), /not one of this page/)
  })

  test('pauses, goes on and reads at once', async () => {
    const calls: unknown[] = []
    for (const action of ['pause', 'resume', 'sync']) await send({ calls }, { action })
    assert.deepEqual(calls, [
      ['pause', 'c', true],
      ['pause', 'c', false],
      ['sync', 'c'],
    ])
  })

  test('checks a connection and says what is wrong, or what is missing, or that all is well', async () => {
    const gap = { what: 'x', cost: 'y', where: 'z', who: 'w' }
    const said = async (standing: Status) => {
      const outcome = await send(standing, { intent: 'check' })
      assert.ok(outcome.kind === 'checked')
      return [outcome.check.isWell, outcome.check.message]
    }
    assert.deepEqual(await said({ connections: [connected] }), [
      true,
      'nord.test answered just now. Its access works, and nothing is missing.',
    ])
    assert.match(String(await said({ connections: [{ ...connected, gaps: [gap, gap] }] })), /2 permissions are missing/)
    assert.deepEqual(await said({ connections: [connected], problem: 'The key is gone.' }), [false, 'The key is gone.'])
  })
})
