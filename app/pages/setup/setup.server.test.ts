import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { ConnectionView } from '@tillsight/domain'
import { sampleStatus, statusStream } from '../../blocks/connections/testing.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadCatalogue } from './catalogue.server.ts'
import { confirmStep, loadChecklist } from './checklist.server.ts'

interface Status {
  readonly connections?: readonly ConnectionView[]
  readonly connectors?: readonly string[]
  readonly keepsOwnBasics?: boolean
  readonly preference?: object
  readonly members?: number
  readonly firstDay?: string | null
  readonly role?: 'owner' | 'viewer'
  readonly calls?: unknown[]
  /** States of the compared days; absent: none were compared. */
  readonly compared?: readonly string[]
  /** Of the page; English when absent. */
  readonly language?: 'de'
}

const stat = { metric: 'sales', label: 'Sales', description: 'Money kept from sales.', isCurrency: true }
const platforms = [
  { id: 'shopify', name: 'Shopify', type: 'store', description: '', stats: [stat], hasConnectStep: true },
  { id: 'woocommerce', name: 'WooCommerce', type: 'store', description: '', stats: [stat, stat], hasConnectStep: true },
  { id: 'googleads', name: 'Google Ads', type: 'ads', description: '', stats: [stat], hasConnectStep: false },
  { id: 'metaads', name: 'Meta Ads', type: 'ads', description: '', stats: [stat], hasConnectStep: true },
  { id: 'tiktokads', name: 'TikTok Ads', type: 'ads', description: '', stats: [stat], hasConnectStep: false },
]

const basics = { id: '1', name: 'nord.test', country: null, version: null }
const store = sampleStatus({
  account: { ...basics, zone: 'Europe/Berlin', currency: 'EUR' },
  streams: [statusStream()],
})
const usual = { language: 'en', theme: 'system', currency: 'USD', decimal: 2, numbers: 'auto' }

/** Services of a WooCommerce shop in Berlin; nothing else is implemented. */
function servicesOf(standing: Status): ShopServices {
  const isOwner = standing.role !== 'viewer'
  const services = {
    shop: {
      domain: 'nord.test',
      name: 'Nord',
      platform: 'woocommerce',
      zone: 'Europe/Berlin',
      today: '2026-11-20',
      currency: 'EUR',
      firstDay: standing.firstDay === undefined ? '2024-11-21' : standing.firstDay,
      display: { currency: 'EUR', decimals: 2, language: standing.language ?? 'en', numbers: 'auto' },
    },
    may: { changeConnections: isOwner, changeSettings: isOwner, seeMembers: isOwner },
    viewer: async () => ({ zone: 'Europe/Berlin', today: parseDay('2026-11-20') }),
    catalogue: () => ({ platforms }),
    run: shopVerbsOf({
      'connection.list': async () => standing.connections ?? [store],
      'connector.list': async () =>
        (standing.connectors ?? ['woocommerce']).map((id) => ({ id, hasGuide: id !== 'metaads' })),
      'work.list': async () => [],
      'shop.get': async () => ({ settings: { keepsOwnBasics: standing.keepsOwnBasics ?? false } }),
      'shop.update': async (change) => void standing.calls?.push(change),
      'shop.usage': async () => ({ orders: 7648, members: standing.members ?? 1 }),
      'preference.get': async () => ({
        ...usual,
        summary: { layout: { grid: 4, fluid: false } },
        ...standing.preference,
      }),
      'reconciliation.list': async () => ({
        last: standing.compared ? { endedAt: '2026-11-20T03:00:00Z', problem: null } : null,
        days: (standing.compared ?? []).map((state) => ({ state })),
      }),
      'preference.change': async ({ preference }) => void standing.calls?.push(preference),
    }),
  }
  return services as unknown as ShopServices
}

async function doneOf(standing: Status): Promise<string[]> {
  return (await loadChecklist(servicesOf(standing))).filter(({ isDone }) => isDone).map(({ id }) => id)
}

suite('the checklist', () => {
  test('ticks itself from what is there', async () => {
    assert.deepEqual(await doneOf({}), ['shop', 'store', 'history', 'figures', 'basics'])
    assert.deepEqual(await doneOf({ connections: [], firstDay: null }), ['shop'])
    assert.deepEqual(await doneOf({ members: 2, preference: { theme: 'dark' } }), [
      'shop',
      'store',
      'history',
      'figures',
      'basics',
      'preferences',
      'invite',
    ])
  })

  test('is not done while history comes in or the store needs somebody', async () => {
    const importing = { ...store, status: 'backfilling' as const, streams: [statusStream({ complete: false })] }
    assert.deepEqual(await doneOf({ connections: [importing] }), ['shop', 'store', 'figures', 'basics'])
    assert.deepEqual(await doneOf({ connections: [{ ...store, status: 'broken' }] }), ['shop', 'figures', 'basics'])
  })

  test('ends with the last weeks agreeing with the store, to the cent or for a known reason', async () => {
    const stepOf = async (compared?: readonly string[]) => {
      const steps = await loadChecklist(servicesOf(compared ? { compared } : {}))
      return steps.find(({ id }) => id === 'agreement') ?? assert.fail('there is no such step')
    }
    const before = await stepOf()
    assert.deepEqual([before.isDone, before.action], [false, null])
    const exact = await stepOf(['agrees', 'agrees'])
    assert.deepEqual([exact.isDone, exact.text], [true, 'The last 2 days agree with your store to the cent.'])
    assert.equal(exact.action?.to, '/shop/nord.test/integrations/reconciliation')
    const known = await stepOf(['agrees', 'explained', 'agrees'])
    assert.equal(known.isDone, true)
    assert.match(known.text, /2 to the cent, 1 with a known reason/)
    const differing = await stepOf(['agrees', 'differs'])
    assert.equal(differing.isDone, false)
    assert.match(differing.text, /1 of the last 2 days differ/)
    const none = await stepOf([])
    assert.equal(none.isDone, false)
    assert.match(none.text, /No day is finished yet/)
  })

  test('speaks the language of the page', async () => {
    const [shop, store, history] = await loadChecklist(servicesOf({ language: 'de' }))
    assert.equal(shop?.title, 'Registrieren und Shop benennen')
    assert.equal(store?.text, 'nord.test ist verbunden.')
    assert.match(history?.text ?? '', /^7\.648 Bestellungen sind importiert/)
  })

  test('asks about a zone or currency that the store contradicts, until that is wanted so', async () => {
    const connections = [{ ...store, account: { ...basics, zone: 'Europe/London', currency: 'GBP' } }]
    const step = (await loadChecklist(servicesOf({ connections }))).find(({ id }) => id === 'basics')
    assert.equal(step?.text, 'Days follow Europe/Berlin, amounts are in EUR. The store uses Europe/London and GBP.')
    assert.deepEqual([step?.isDone, step?.confirm], [false, 'Keep them as they are'])
    assert.ok((await doneOf({ connections, keepsOwnBasics: true })).includes('basics'))
    const calls: unknown[] = []
    await confirmStep(servicesOf({ calls }), 'basics')
    await confirmStep(servicesOf({ calls }), 'preferences')
    await confirmStep(servicesOf({ calls }), 'nothing')
    assert.deepEqual(calls, [{ settings: { keepsOwnBasics: true } }, { setup: { preferences: true } }])
    assert.ok((await doneOf({ preference: { setup: { preferences: true } } })).includes('preferences'))
  })

  test('asks for ad platforms until one is read, or the shop does without', async () => {
    const adsOf = async (standing: Status) =>
      (await loadChecklist(servicesOf(standing))).find(({ id }) => id === 'ads') ?? assert.fail('there is no such step')
    assert.equal((await adsOf({})).action?.to, '/shop/nord.test/setup/integrations')
    const meta = sampleStatus({ id: 'm', connector: 'metaads', label: 'Meta Ads', isStore: false })
    const waiting = await adsOf({ connections: [store, { ...meta, status: 'choose_accounts' }] })
    assert.match(waiting.text, /which accounts on Meta Ads belong to this shop/)
    assert.deepEqual([waiting.isDone, waiting.action?.to], [false, '/shop/nord.test/integrations'])
    const reading = await adsOf({ connections: [store, meta] })
    assert.deepEqual([reading.isDone, reading.text], [true, 'Ad spend on Meta Ads is included.'])
    const without = await adsOf({ preference: { setup: { ads: true } } })
    assert.deepEqual([without.isDone, without.action, without.confirm], [true, null, null])
    const calls: unknown[] = []
    await confirmStep(servicesOf({ calls }), 'ads')
    assert.deepEqual(calls, [{ setup: { ads: true } }])
  })

  test('offers a viewer nothing that would be refused', async () => {
    const connections = [{ ...store, account: { ...basics, zone: 'UTC', currency: 'USD' } }]
    const steps = await loadChecklist(servicesOf({ role: 'viewer', connections }))
    assert.deepEqual(
      steps.map(({ id, action, confirm }) => [id, action?.label ?? null, confirm]),
      [
        ['shop', null, null],
        ['store', null, null],
        ['history', null, null],
        ['figures', 'Open the summary', null],
        ['agreement', null, null],
        ['ads', null, 'Skip'],
        ['basics', null, null],
        ['preferences', 'Choose', 'Fine as they are'],
      ],
    )
  })
})

suite('the catalogue', () => {
  test('has every platform with its stats, the shop’s own store first', async () => {
    const { stores, ads, hasStore } = await loadCatalogue(servicesOf({}))
    assert.deepEqual(
      [...stores, ...ads].map(({ id, state, stats }) => [id, state, stats.length]),
      [
        ['woocommerce', 'connected', 2],
        ['shopify', 'unavailable', 1],
        ['googleads', 'unavailable', 1],
        ['metaads', 'unavailable', 1],
        ['tiktokads', 'unavailable', 1],
      ],
    )
    assert.equal(hasStore, true)
  })

  test('leads to connecting what can be connected, and to the links of ads that cannot', async () => {
    const open = await loadCatalogue(servicesOf({ connections: [], connectors: ['woocommerce', 'shopify', 'metaads'] }))
    assert.deepEqual(
      [...open.stores, ...open.ads].map(({ state, action }) => [state, action?.to]),
      [
        ['connectable', '/shop/nord.test/integrations'],
        ['elsewhere', '/register'],
        ['unavailable', '/shop/nord.test/tracking/googleads'],
        ['connectable', '/shop/nord.test/integrations?connect=metaads'],
        ['unavailable', '/shop/nord.test/tracking/tiktokads'],
      ],
    )
    const guides = [...open.stores, ...open.ads].flatMap(({ guide }) => guide ?? [])
    assert.deepEqual(guides, ['/shop/nord.test/setup/guide/woocommerce'], 'of what this shop can connect, and has one')
    const viewer = await loadCatalogue(servicesOf({ connections: [], role: 'viewer' }))
    assert.deepEqual([viewer.stores[0]?.action, viewer.stores[0]?.guide], [null, null])
  })
})
