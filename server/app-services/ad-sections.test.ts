import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { Preference } from '@tillsight/domain/inputs'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { sampleConnection } from '../../app/blocks/connections/testing.ts'
import { arrange } from '../../app/pages/summary/arrange.ts'
import { toSummaryCatalogue } from '../../app/pages/summary/load-catalogue.server.ts'
import { printFigures } from '../../app/pages/summary/print-figures.server.ts'
import { dimensionsOf } from '../../app/pages/summary/summary-catalogue.ts'
import { parseSearch } from '../../app/search/index.ts'
import { resolvePeriod } from '../../app/search/resolve-period.server.ts'
import type { Result, ShopView } from '../../app/services.ts'

const shop: ShopView = {
  id: 'id',
  organisation: 'organisation',
  domain: 'nord.test',
  name: 'Nord',
  platform: 'woocommerce',
  zone: 'Europe/Berlin',
  currency: 'EUR',
  weekStartsOn: 1,
  today: parseDay('2026-11-21'),
  firstDay: parseDay('2024-11-21'),
  display: { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' },
}
const catalogue = { ...describeCatalogue(), platforms }
const { summary } = Preference.parse({})

function arranged(connectors: readonly string[]) {
  const connections = connectors.map((connector) => sampleConnection({ id: connector, connector }))
  const options = toSummaryCatalogue(catalogue, shop, connections)
  return { options, ...arrange(summary, options, { metric: 'sales', by: 'country' }) }
}

test('each ad platform has a section with exactly the stats that the specification gives it', () => {
  const { sections } = arranged(['metaads'])
  const statsOf = (id: string) => sections.find((section) => section.id === id)?.widgets.map(({ stat }) => stat)
  assert.deepEqual(
    statsOf('googleads'),
    ['spend', 'conversions', 'cpa', 'cpc', 'roas'].map((stat) => `googleads.${stat}`),
  )
  assert.deepEqual(
    statsOf('metaads'),
    ['spend', 'conversions', 'cpa', 'cpc', 'roas', 'reach', 'impressions'].map((stat) => `metaads.${stat}`),
  )
  assert.deepEqual(
    statsOf('tiktokads'),
    ['spend', 'conversions', 'cpa', 'cpc', 'views', 'clicks'].map((stat) => `tiktokads.${stat}`),
  )
  const standing = sections.map(({ id, isConnected }) => [id, isConnected])
  assert.deepEqual(standing, [
    ['woocommerce', true],
    ['blended', true],
    ['googleads', false],
    ['metaads', true],
    ['tiktokads', false],
  ])
})

test('what the shop earns on its ads stands in front once a platform is connected', () => {
  const inFront = (connectors: readonly string[]) => {
    const { pinned, sections } = arranged(connectors)
    const blended = sections.find(({ id }) => id === 'blended')?.widgets ?? []
    return [pinned, blended.slice(0, 4)].map((widgets) => widgets.map(({ metric }) => metric))
  }
  assert.deepEqual(inFront([]), [
    ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers'],
    ['newCustomerShare', 'aovNew', 'aovReturning', 'repeatRate'],
  ])
  assert.deepEqual(inFront(['tiktokads']), [
    ['sales', 'orders', 'blendedAdSpend', 'mer', 'aov'],
    ['blendedRoas', 'adSpendShare', 'ncac', 'cpaBlended'],
  ])
})

test('figures of the store offer nothing of ads, and those of ads nothing of orders', () => {
  const { options } = arranged(['metaads'])
  const store = options.stats.filter(({ section }) => section === 'woocommerce')
  assert.ok(store.some(({ metric }) => metric === 'sales'))
  assert.ok(!store.some(({ metric }) => metric === 'mer' || metric.includes('.')))
  const keysOf = (key: string) =>
    dimensionsOf(
      options,
      options.stats.find((stat) => stat.key === key),
    ).map((dimension) => dimension.key)
  assert.ok(keysOf('woocommerce.sales').includes('country') && !keysOf('woocommerce.sales').includes('campaign'))
  assert.ok(keysOf('metaads.spend').includes('campaign') && !keysOf('metaads.spend').includes('country'))
})

/** A figure of a result in which only Meta Ads is late. */
function figureOf(metric: string, key: string, warnings: readonly string[] = []) {
  const { pinned, sections } = arranged(['metaads'])
  const frame = [...pinned, ...sections.flatMap(({ widgets }) => widgets)].find((widget) => widget.key === key)
  assert.ok(frame, key)
  const answer: Result = {
    range: { from: parseDay('2026-10-22'), to: parseDay('2026-11-20') },
    timezone: shop.zone,
    currency: 'EUR',
    totals: { [metric]: '3.5', orders: 100 },
    partial: true,
    partialMetrics: ['metaads.roas', 'claimedRoas'],
    series: [{ at: '2026-10-22', values: { [metric]: '3.5', orders: 100 } }],
    warnings: [...warnings],
    freshness: {},
    maturing: { from: '2026-11-15', platforms: ['metaads'], since: { metaads: '2026-11-15' } },
  }
  const question = { period: resolvePeriod(parseSearch(''), shop), now: '2026-11-21T09:30:00Z' }
  const [printed] = printFigures([frame], { shop, catalogue, answer, question, notes: [] })
  const load = printed?.[1]
  assert.ok(load?.state === 'ready' && load.kind === 'number')
  return load.content
}

const notesOf = (metric: string, key: string) => figureOf(metric, key).notes.map(({ short }) => short)

test('what is to be known of people reached is said at that figure', () => {
  const warning = 'Reach is the sum of 2 ad accounts: people reached by two accounts are counted twice.'
  const described = (metric: string) => figureOf(metric, metric, [warning]).description
  assert.ok(described('metaads.reach').endsWith(warning))
  assert.ok(!described('metaads.impressions').includes(warning))
})

test('what a platform claims is said to be its claim, and which of it still grows; others are left alone', () => {
  assert.deepEqual(notesOf('metaads.roas', 'metaads.roas'), ['Partial', 'Reported by Meta Ads', 'Not final'])
  assert.deepEqual(notesOf('claimedRoas', 'blended.claimedRoas'), ['Partial', 'Reported by platforms', 'Not final'])
  assert.deepEqual(notesOf('metaads.spend', 'metaads.spend'), [])
  assert.deepEqual(notesOf('googleads.roas', 'googleads.roas'), ['Reported by Google Ads'])
  assert.deepEqual(notesOf('sales', 'woocommerce.sales'), [], 'an ad account that lags makes no sales partial')
})
