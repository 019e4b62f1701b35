import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { AdAccountView, ConnectorView, ConnectionView as StandingView } from '@tillsight/domain'
import { changeConnections } from '../../blocks/connections/change-connections.server.ts'
import type { ConnectionView } from '../../blocks/connections/connections.ts'
import { sampleConnection, sampleStatus } from '../../blocks/connections/testing.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadIntegrations } from './load-integrations.server.ts'
import { printCard } from './print-card.server.ts'

const now = '2026-11-21T09:10:00Z'

function account(change: Partial<AdAccountView> = {}): AdAccountView {
  return {
    id: '1234',
    name: 'Shop',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    status: 'active',
    statusText: 'ACTIVE',
    readable: true,
    note: null,
    via: null,
    chosen: true,
    problem: null,
    clickWindowDays: 7,
    viewWindowDays: 1,
    conversionsAre: 'purchases',
    ...change,
  }
}

function adConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  const store = { id: '1', name: 'Jane Doe', currency: 'EUR', zone: 'UTC', country: null, version: null }
  const updates = { state: 'unsupported', ensuredAt: null, active: 0, reactivatedAt: [] } as const
  const own = { id: 'm', connector: 'metaads', connectorLabel: 'Meta Ads', account: 'Jane Doe', kind: 'ads' } as const
  return sampleConnection({ ...own, access: 'read', values: {}, store, updates, adAccounts: [account()], ...change })
}

/** The same ad connection, as the verbs return it. */
function adStatus(change: Partial<StandingView> = {}): StandingView {
  return sampleStatus({ id: 'm', connector: 'metaads', label: 'Meta Ads', isStore: false, values: {}, ...change })
}

const connector: ConnectorView = {
  id: 'metaads',
  kind: 'ads',
  label: 'Meta Ads',
  description: '',
  fields: [],
  apiVersion: '24',
  redirectFields: [],
  updates: 'unsupported',
  beginAt: null,
  missingVariables: [],
  asksToWrite: false,
  hasGuide: true,
}

/** Services of a shop that reads only this. */
function servicesOf(connection: StandingView, calls: unknown[] = []): ShopServices {
  const services = {
    shop: { platform: 'woocommerce', display: { language: 'en' }, zone: 'Europe/Berlin' },
    may: { changeConnections: true },
    viewer: async () => ({ zone: 'Europe/Berlin', today: parseDay('2026-11-21') }),
    run: shopVerbsOf({
      'connection.list': async () => [connection],
      'connector.list': async () => [connector],
      'work.list': async () => [],
      'health.list': async () => [],
      'connection.details': async ({ counting = [] }) => [
        {
          connection: 'm',
          orders: null,
          adDays: counting.length > 0 ? 1_520 : null,
          deliveries: { lastAt: null, lately: 0, waiting: 0 },
        },
      ],
      'connection.attempt': async () => null,
      'ads.chooseAccounts': async ({ connection: id, accounts }) => {
        calls.push([id, ...accounts])
        return { message: 'The history is being read.' }
      },
      'ads.accounts': async ({ refresh }) => (refresh ? [1, 2, 3] : []),
    }),
  }
  // Safe because the page uses nothing else.
  return services as unknown as ShopServices
}

async function questionOf(connection: StandingView, search = '') {
  const { cards } = await loadIntegrations(servicesOf(connection), now, new URLSearchParams(search))
  return cards[0]?.question
}

suite('accounts of an ad platform', () => {
  test('are told apart by number, currency and zone, with what is wrong', () => {
    const problem = { kind: 'permission' as const, message: 'Access was taken away.', since: '2026-11-20T08:00:00Z' }
    const adAccounts = [
      account({ problem }),
      account({
        id: '5',
        name: '',
        status: 'closed',
        statusText: 'CLOSED',
        chosen: false,
        readable: false,
        note: 'No.',
      }),
      account({ id: '6', conversionsAre: 'goals' }),
    ]
    const printed = printCard(adConnection({ adAccounts }), {
      zone: 'Europe/Berlin',
      now,
      language: 'en',
      details: undefined,
    })
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
    const printed = printCard(adConnection(), { zone: 'Europe/Berlin', now, language: 'en', details: undefined })
    assert.deepEqual(printed.glance.at(-1), { name: 'Accounts in use', value: '1' })
    assert.ok(printed.facts.some(({ name, value }) => name === 'Signed in as' && value === 'Jane Doe'))
    assert.ok(!printed.facts.some(({ name }) => /store/.test(name)))
    assert.ok(!printed.gaps.some(({ what }) => /Instant/.test(what)))
  })

  test('are asked about by themselves until somebody has chosen, and whenever somebody wants to', async () => {
    assert.deepEqual(await questionOf(adStatus({ status: 'choose_accounts' })), { kind: 'accounts' })
    assert.equal(await questionOf(adStatus()), null)
    assert.deepEqual(await questionOf(adStatus(), 'ask=accounts&connection=m'), { kind: 'accounts' })
    assert.deepEqual(await questionOf(adStatus({ status: 'needs_reauth' })), { kind: 'reconnect' })
  })

  test('a disconnect counts the days that would leave', async () => {
    assert.deepEqual(await questionOf(adStatus(), 'ask=disconnect&connection=m'), {
      kind: 'disconnect',
      facts: '1,520 days',
      hasFacts: true,
    })
  })

  test('coming back from the platform leads on to the choice', async () => {
    const search = new URLSearchParams('connected=metaads')
    const { returned } = await loadIntegrations(servicesOf(adStatus({ status: 'choose_accounts' })), now, search)
    assert.deepEqual([returned.connected, returned.isChoosing], ['Meta Ads', true])
  })

  test('the form hands over every account that is ticked', async () => {
    const calls: unknown[] = []
    const form = new FormData()
    form.set('intent', 'accounts')
    form.set('connection', 'm')
    form.append('account', '1')
    form.append('account', '2')
    assert.deepEqual(await changeConnections(servicesOf(adStatus(), calls), form, new Request('http://localhost')), {
      kind: 'done',
      message: 'The history is being read.',
    })
    assert.deepEqual(calls, [['m', '1', '2']])
    form.set('intent', 'look')
    assert.deepEqual(await changeConnections(servicesOf(adStatus()), form, new Request('http://localhost')), {
      kind: 'done',
      message: '3 accounts are shown now.',
    })
  })
})
