import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { defaultPreference } from '../../preference/complete.ts'
import type { MetricView, ShopServices } from '../../services.ts'
import type { FigureQuery } from '../../testing.ts'
import { loadCampaignsScreen } from './load-campaigns.server.ts'
import { account, stage } from './testing.ts'

const attribution = {
  model: 'last_non_direct',
  clickWindowDays: 28,
  viewWindowDays: 1,
  directPolicy: 'include',
  journeyScope: 'window',
  halfLifeDays: 7,
  value: 'orderRevenue',
}

const silent = new AppError('unavailable', 'The warehouse does not answer.')

const figures = ['orders', 'orderRevenue', 'aov', 'newCustomerShare'].map(
  (key): MetricView => ({
    key,
    label: key,
    description: key,
    formula: key,
    unit: 'count',
    better: 'higher',
    additive: true,
    dimensions: [],
    counting: [],
    about: 'orders',
    terms: [],
  }),
)

/** A shop with an ad account whose warehouse has no ads data, nor data for what follows the table. */
function openShop(fails: (query: FigureQuery) => Error | undefined): ShopServices {
  const { services } = stage({
    rows: { campaign: { 'metaads/1/10': '60.00' } },
    fails,
    verbs: {
      'campaigns.choices': async () => ({ accounts: [account], entries: [], kinds: [] }),
      'tracking.settings': async () => ({ settings: { attribution }, knownDomains: [] }),
      'metrics.origins': () => Promise.reject(silent),
      'health.list': async () => [],
      'connection.list': async () => [],
      'connector.list': async () => [],
      'work.list': async () => [],
    },
  }).question
  const { metrics } = services.catalogue()
  const shop: Partial<ShopServices> = {
    ...services,
    catalogue: () => ({
      metrics: [...figures, ...metrics] as MetricView[],
      dimensions: [],
      platforms: [],
    }),
    viewer: async () => ({ zone: 'UTC', today: parseDay('2026-11-21') }),
    factsVersion: async () => '1',
    may: { openOrders: true } as ShopServices['may'],
  }
  // Any other property is missing, so that using it fails the test.
  return shop as ShopServices
}

async function unhandledDuring(work: () => Promise<void>): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const note = (reason: unknown) => void seen.push(reason)
  process.on('unhandledRejection', note)
  try {
    await work()
    // Rejections are reported once a turn's promises have settled; later parts begin some turns after the table.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  } finally {
    process.off('unhandledRejection', note)
  }
  return seen
}

const load = (services: ShopServices) =>
  loadCampaignsScreen({
    services,
    state: stage({}).question.state,
    preference: defaultPreference,
    now: '2026-11-21T09:30:00Z',
  })

const isOfAds = ({ dimensions }: FigureQuery) => dimensions?.[0] === 'campaign'
const isOfOrders = ({ dimensions }: FigureQuery) => dimensions?.[0] === 'coupon'

test('a page that cannot be shown leaves nothing behind that would end the process', async () => {
  const bug = new Error('bug')
  const shop = openShop((query) => (isOfAds(query) ? bug : isOfOrders(query) ? silent : undefined))
  assert.deepEqual(await unhandledDuring(() => assert.rejects(load(shop), bug)), [])
})

test('what comes after the table may fail without taking the page along', async () => {
  const shop = openShop((query) => (isOfOrders(query) ? silent : undefined))
  const unhandled = await unhandledDuring(async () => {
    const { ads, visits, recorded } = await load(shop)
    assert.equal(ads?.state, 'ready')
    await assert.rejects(visits, silent)
    await assert.rejects(recorded.table, silent)
  })
  assert.deepEqual(unhandled, [])
})
