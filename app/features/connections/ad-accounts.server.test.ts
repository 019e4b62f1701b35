import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AdAccountView, ConnectionView, ConnectorView } from '../../connecting.ts'
import type { ShopServices } from '../../services.ts'
import { changeConnections } from './change-connections.server.ts'
import { loadIntegrations } from './load-integrations.server.ts'
import { printCard } from './print-card.server.ts'
import { sampleConnection } from './testing.ts'

const now = '2026-11-21T09:10:00Z'

function account(change: Partial<AdAccountView> = {}): AdAccountView {
  return {
    id: '1234',
    name: 'Shop',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    statusText: 'ACTIVE',
    isActive: true,
    readable: true,
    note: null,
    chosen: true,
    problem: null,
    countsGoals: false,
    ...change,
  }
}

function adConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  const store = { name: 'Jane Doe', currency: 'EUR', zone: 'UTC', country: null, version: null }
  const updates = { state: 'unsupported', ensuredAt: null, active: 0, reactivatedAt: [] } as const
  const own = { id: 'm', connector: 'metaads', connectorLabel: 'Meta Ads', account: 'Jane Doe', kind: 'ads' } as const
  return sampleConnection({ ...own, access: 'read', values: {}, store, updates, adAccounts: [account()], ...change })
}

const connector: ConnectorView = {
  id: 'metaads',
  kind: 'ads',
  label: 'Meta Ads',
  description: '',
  fields: [],
  redirectFields: [],
  beginAt: null,
  missingVariables: [],
  asksToWrite: false,
  hasGuide: true,
}

/** Of a shop that reads this and nothing else. */
function servicesOf(connection: ConnectionView, calls: unknown[] = []): ShopServices {
  const services = {
    shop: { platform: 'woocommerce', zone: 'Europe/Berlin' },
    may: { changeConnections: true },
    connections: async () => [connection],
    connectors: () => [connector],
    connectionDetails: async (counting: readonly string[]) => [
      {
        connection: 'm',
        orders: null,
        adDays: counting.length > 0 ? 1_520 : null,
        deliveries: { lastAt: null, lately: 0, waiting: 0 },
        notes: [],
      },
    ],
    connectAttempt: async () => null,
    chooseAdAccounts: async (id: string, accounts: readonly string[]) => {
      calls.push([id, ...accounts])
      return 'The history is being read.'
    },
    refreshAdAccounts: async () => 3,
  }
  // Holds because the page asks for nothing else.
  return services as unknown as ShopServices
}

async function questionOf(connection: ConnectionView, search = '') {
  const { cards } = await loadIntegrations(servicesOf(connection), now, new URLSearchParams(search))
  return cards[0]?.question
}

suite('accounts of an ad platform', () => {
  test('are told apart by number, currency and zone, with what is wrong', () => {
    const problem = { message: 'Access was taken away.', since: '2026-11-20T08:00:00Z' }
    const adAccounts = [
      account({ problem }),
      account({
        id: '5',
        name: '',
        isActive: false,
        statusText: 'CLOSED',
        chosen: false,
        readable: false,
        note: 'No.',
      }),
      account({ id: '6', countsGoals: true }),
    ]
    const printed = printCard(adConnection({ adAccounts }), { zone: 'Europe/Berlin', now, details: undefined })
    assert.deepEqual(
      printed.accounts.map(({ name, basics, state, canChoose }) => [name, basics, state, canChoose]),
      [
        ['Shop', '1234 · EUR · Europe/Berlin', null, true],
        ['5', '5 · EUR · Europe/Berlin', 'CLOSED', false],
        ['Shop', '6 · EUR · Europe/Berlin', null, true],
      ],
    )
    assert.match(printed.accounts[0]?.problem?.since ?? '', /20 Nov/)
    assert.match(printed.accounts[2]?.note ?? '', /reports no purchases/)
  })

  test('a card says who signed in and how many accounts are read, and nothing of instant updates', () => {
    const printed = printCard(adConnection(), { zone: 'Europe/Berlin', now, details: undefined })
    assert.deepEqual(printed.glance.at(-1), { name: 'Accounts read', value: '1' })
    assert.ok(printed.facts.some(({ name, value }) => name === 'Signed in as' && value === 'Jane Doe'))
    assert.ok(!printed.facts.some(({ name }) => /store/.test(name)))
    assert.ok(!printed.gaps.some(({ what }) => /Instant/.test(what)))
  })

  test('are asked about by themselves until somebody has chosen, and whenever somebody wants to', async () => {
    assert.deepEqual(await questionOf(adConnection({ awaitsChoice: true })), { kind: 'accounts' })
    assert.equal(await questionOf(adConnection()), null)
    assert.deepEqual(await questionOf(adConnection(), 'ask=accounts&connection=m'), { kind: 'accounts' })
    assert.deepEqual(await questionOf(adConnection({ needsReconnect: true })), { kind: 'reconnect' })
  })

  test('a disconnect counts the days that would leave', async () => {
    assert.deepEqual(await questionOf(adConnection(), 'ask=disconnect&connection=m'), {
      kind: 'disconnect',
      facts: '1,520 days',
      hasFacts: true,
    })
  })

  test('coming back from the platform leads on to the choice', async () => {
    const search = new URLSearchParams('connected=metaads')
    const { returned } = await loadIntegrations(servicesOf(adConnection({ awaitsChoice: true })), now, search)
    assert.deepEqual([returned.connected, returned.isChoosing], ['Meta Ads', true])
  })

  test('the form hands over every account that is ticked', async () => {
    const calls: unknown[] = []
    const form = new FormData()
    form.set('intent', 'accounts')
    form.set('connection', 'm')
    form.append('account', '1')
    form.append('account', '2')
    assert.deepEqual(
      await changeConnections(servicesOf(adConnection(), calls), form, new Request('http://localhost')),
      {
        kind: 'done',
        message: 'The history is being read.',
      },
    )
    assert.deepEqual(calls, [['m', '1', '2']])
    form.set('intent', 'look')
    assert.deepEqual(await changeConnections(servicesOf(adConnection()), form, new Request('http://localhost')), {
      kind: 'done',
      message: '3 accounts are shown now.',
    })
  })
})
