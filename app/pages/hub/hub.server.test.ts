import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sampleConnection, sampleStream } from '../../blocks/connections/testing.ts'
import { changeOf } from '../../charts/change.ts'
import { printFigure } from '../../format/index.ts'
import { parseSearch } from '../../search/index.ts'
import type { AppServices, ShopServices } from '../../services.ts'
import { shopVerbsOf, testShop } from '../../testing.ts'
import { loadHub } from './load-hub.server.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { HubFigures } from './model.ts'
import { toRow, toTotal } from './rows.ts'
import { healthOf } from './standing.ts'
import { sampleMetrics, sampleReading } from './testing.ts'
import { todosOf } from './todos.ts'
import { pageWords } from './words.server.ts'

const say = pageWords.say('en')

const showing = { currency: 'EUR', metrics: sampleMetrics, language: 'en', say } as const
const format = { currency: 'EUR', decimals: 2 }
const asked = { state: parseSearch('?range=7d'), currency: 'EUR', say }
const other = testShop({}, { domain: 'sud.test', name: 'Süd', currency: 'GBP' })
const lacking = sampleReading({
  shop: other,
  basics: { zone: 'Europe/Berlin', currency: 'GBP' },
  missingRates: 3,
  figures: { now: { orders: 2, newCustomers: 1, sales: null }, before: undefined, series: [], isSoFar: false },
})

function totalOf(...readings: ShopReading[]) {
  return toTotal(
    readings.map((reading) => ({ shop: reading.shop, reading })),
    showing,
  )
}

function textsOf({ figures }: HubFigures) {
  return Object.fromEntries(figures.map((figure) => [figure.key, printFigure(figure, format)]))
}

function firstChangeOf({ figures: [first], caveat }: HubFigures) {
  return first && changeOf(first, format, caveat)
}

suite('the total', () => {
  test('adds exactly and takes ratios of the sums', () => {
    const small = sampleReading({
      shop: other,
      figures: {
        now: { sales: '0.205', orders: 1, aov: '900', newCustomers: 0, returns: '0', orderRevenue: '900.00' },
        before: { sales: '0.1', orders: 1, newCustomers: 0, returns: '0', orderRevenue: '0.1' },
        series: [{ sales: '0.2', orders: 1 }, {}],
        isSoFar: false,
      },
    })
    const total = totalOf(sampleReading(), small)
    assert.deepEqual(textsOf(total), {
      sales: '€1,000.31',
      orders: '41',
      // 2000 ÷ 41, not the mean of 27.50 and 900.
      aov: '€48.78',
      newCustomers: '5',
      returns: '€99.90',
    })
    assert.deepEqual([total.counted, total.leftOut], [2, []])
    assert.deepEqual(total.figures[0]?.spark, [1000, null])
    assert.equal(firstChangeOf(total)?.text, '+25.0%')
  })

  test('leaves out visibly what has no rate, nothing connected, nothing loaded, or failed', () => {
    const readings = [
      sampleReading(),
      lacking,
      sampleReading({ shop: testShop({}, { name: 'New', firstDay: null }), connections: [] }),
      sampleReading({
        shop: testShop({}, { name: 'Fresh' }),
        figures: { now: { sales: null, orders: null }, before: undefined, series: [], isSoFar: false },
      }),
    ]
    const total = toTotal(
      [...readings.map((reading) => ({ shop: reading.shop, reading })), { shop: { name: 'Gone' }, reading: 'failed' }],
      showing,
    )
    assert.deepEqual([total.counted, textsOf(total)['sales']], [1, '€1,000.10'])
    assert.deepEqual(total.leftOut, [
      'Without Süd: no rate from GBP to EUR for 3 days.',
      'Without New: nothing is connected yet.',
      'Without Fresh: nothing is loaded yet for these days.',
      'Without Gone: its numbers didn’t load.',
    ])
  })

  test('names many that lack the same together', () => {
    const empty = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      sampleReading({ shop: testShop({}, { name, firstDay: null }), connections: [] }),
    )
    assert.deepEqual(totalOf(...empty).leftOut, ['Without A, B, C, and 2 more: nothing is connected yet.'])
  })

  test('compares nothing when one of its shops cannot be compared, and says what is partial', () => {
    const { figures } = sampleReading()
    const total = totalOf(
      sampleReading(),
      sampleReading({ shop: other, isPartial: true, figures: { ...figures, before: {} } }),
    )
    assert.equal(firstChangeOf(total)?.text, '–')
    assert.match(total.notes.join(' '), /^Partial: not all days of Süd are loaded yet\./)
  })

  test('has no course of shops with days of their own, and says that they have', () => {
    const { figures } = sampleReading()
    const total = totalOf(
      sampleReading(),
      sampleReading({ shop: other, days: '1 Dec 2010 – 30 Nov 2020', figures: { ...figures, series: [] } }),
    )
    assert.deepEqual(total.figures[0]?.spark, [])
    assert.equal(total.notes[0], 'Each shop counts its own days, as named below.')
  })

  test('of nothing has no figures that look like zero', () => {
    assert.equal(textsOf(totalOf(lacking))['sales'], '–')
    assert.equal(textsOf(totalOf(lacking))['orders'], '–')
  })
})

suite('a shop in the hub', () => {
  test('shows its own figures, and a mark where the total lacks them', () => {
    const row = toRow(sampleReading(), showing)
    assert.deepEqual([row.standing, row.leftOut, textsOf(row)['aov']], ['figures', null, '€27.50'])
    assert.equal(toRow(lacking, showing).leftOut, 'no rate from GBP to EUR for 3 days.')
    assert.equal(toRow('failed', showing).standing, 'failed')
    assert.deepEqual(
      toRow(sampleReading({ shop: testShop({}, { firstDay: null }), connections: [] }), showing).figures,
      [],
    )
  })

  test('does not colour changes of a few orders', () => {
    const few = { sales: '10', orders: 3 }
    const row = toRow(
      sampleReading({ figures: { now: few, before: { ...few, sales: '5' }, series: [], isSoFar: false } }),
      showing,
    )
    const change = firstChangeOf(row)
    assert.deepEqual([change?.tone, change?.caveat?.short], ['neutral', 'few orders'])
  })

  test('says how its data stand: trouble first, then imports, then findings', () => {
    const streams = [sampleStream({ state: 'importing', done: 1200, total: 10_023, completeSince: null })]
    const lines = healthOf(
      sampleReading({
        connections: [
          sampleConnection({ id: 'i', status: 'importing', streams }),
          sampleConnection({ id: 'b', status: 'broken', message: 'The key was revoked.' }),
        ],
        findings: [
          { id: 'f', severity: 'warning', message: 'An order does not add up.', place: { page: 'order', order: '12' } },
        ],
      }),
      showing,
    )
    assert.deepEqual(
      lines.map(({ tone, text }) => [tone, text]),
      [
        ['bad', 'The key was revoked.'],
        ['info', 'Importing from WooCommerce: 1,200 of 10,023'],
        ['warn', 'An order does not add up.'],
      ],
    )
    assert.equal(lines[0]?.to, '/shop/nord.test/integrations#c-b')
    assert.equal(lines[2]?.to, '/shop/nord.test?open=orders&order=12')
    assert.match(
      healthOf(sampleReading(), showing)[0]?.text ?? '',
      /^History complete · first orders on Thu 21 Nov 2024/,
    )
  })
})

suite('what is to do', () => {
  const actionsOf = (change: Partial<ShopReading>) => todosOf(sampleReading(change), asked).map(({ action }) => action)

  test('is nothing where all is well', () => {
    assert.deepEqual(actionsOf({}), [])
  })

  test('follows from what is there, each with its place', () => {
    assert.deepEqual(actionsOf({ connections: [] }), ['Connect the store'])
    assert.deepEqual(actionsOf({ connections: [sampleConnection({ status: 'broken' })] }), ['Review'])
    assert.deepEqual(actionsOf({ basics: { zone: 'Europe/London', currency: 'EUR' } }), [
      'Confirm time zone and currency',
    ])
    assert.deepEqual(actionsOf({ basics: { zone: 'UTC', currency: 'EUR' }, keepsOwnBasics: true }), [])
    const nothing = { done: 0, total: null, estimatedEndAt: null, message: null, isDue: false }
    const work = { id: 'j', what: 'recalculation', about: 's', label: '', ...nothing } as const
    assert.deepEqual(actionsOf({ jobs: [{ ...work, state: 'failed' }] }), ['See why'])
    const [rates] = todosOf(lacking, asked)
    assert.deepEqual([rates?.shop, rates?.action, rates?.to], ['Süd', 'Show in GBP', '?range=7d&currency=GBP'])
  })

  test('is only what the role allows', () => {
    const may = { ...sampleReading().may, changeConnections: false, changeSettings: false }
    assert.deepEqual(actionsOf({ may, connections: [], basics: { zone: 'UTC', currency: 'USD' } }), [])
  })
})

test('a shop that fails or never answers keeps nobody waiting for the others', async () => {
  const patience = new AbortController()
  const failures: unknown[] = []
  const own = testShop()
  const names = ['fails', 'hangs', 'hangs too', 'waits', 'waits too', 'never begins']
  const shops = names.map((name) => testShop({}, { name, domain: `${name}.test` }))
  const opened: string[] = []
  const services = {
    listShops: async () => [...shops, testShop({}, { name: 'Elsewhere', organisation: 'another' })],
    logos: async () => ({}),
    async shop(domain: string) {
      opened.push(domain)
      if (domain === 'fails.test') throw new Error('broken')
      return new Promise(() => {})
    },
  }
  const current = {
    shop: own,
    may: { seeMembers: true },
    catalogue: () => ({ metrics: sampleMetrics, dimensions: [] }),
    run: shopVerbsOf({ 'shop.usage': async () => ({ members: 1 }) }),
  }
  const hub = await loadHub({
    // Safe because nothing else is called before a shop is opened.
    services: services as unknown as AppServices,
    current: current as unknown as ShopServices,
    state: parseSearch(''),
    patience: patience.signal,
    report: (failure) => failures.push(failure),
  })
  assert.equal((await hub.shops[0]?.row)?.standing, 'failed')
  patience.abort()
  const rows = await Promise.all(hub.shops.map(({ row }) => row))
  assert.deepEqual(
    rows.map(({ standing }) => standing),
    ['failed', 'late', 'late', 'late', 'late', 'late'],
  )
  assert.deepEqual([failures.length, opened.includes('never begins.test')], [1, false])
  const { leftOut } = await hub.total
  assert.equal(
    leftOut[1],
    'Without hangs, hangs too, waits, and 2 more: its numbers take longer than usual. Try again in a moment.',
  )
  assert.deepEqual(
    (await hub.todos).map(({ action }) => action),
    ['Invite someone'],
  )
})
