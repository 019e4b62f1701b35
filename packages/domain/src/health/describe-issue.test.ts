import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionView } from '../connections/index.ts'
import { ShopSettings } from '../inputs/index.ts'
import { listStatusIssues } from './connection-issues.ts'
import { describeIssue, placeOf } from './describe-issue.ts'

const now = new Date('2026-11-20T12:00:00Z')

function connection(change: Partial<ConnectionView> = {}): ConnectionView {
  const stream = {
    id: 'orders',
    label: 'Orders',
    complete: true,
    done: 5,
    total: 5,
    syncedThrough: null,
    completeSince: null,
    restateFrom: null,
    oldestAvailable: null,
    lastSuccessAt: '2026-11-20T11:00:00.000Z',
    nextLookAt: null,
    problem: null,
  }
  return {
    id: 'c',
    connector: 'woocommerce',
    label: 'WooCommerce',
    status: 'healthy',
    message: null,
    since: null,
    waiting: null,
    paused: false,
    pausedAt: null,
    access: 'read',
    account: null,
    warnings: [],
    gaps: [],
    values: {},
    webhooks: null,
    streams: [stream],
    createdAt: '2026-11-01T00:00:00.000Z',
    isStore: true,
    adAccounts: [],
    orderPage: null,
    accessEndsAt: null,
    ...change,
  }
}

const shop = { zone: 'Europe/Berlin', currency: 'EUR', settings: ShopSettings.parse({}) }

function kindsOf(view: ConnectionView, at = now): string[] {
  return listStatusIssues([view], { now: at, shop }).map(({ kind }) => kind)
}

test('a healthy connection is no issue', () => {
  assert.deepEqual(kindsOf(connection()), [])
})

test('a history that is not complete and a sync that is old are told', () => {
  const [stream] = connection().streams
  assert.ok(stream)
  assert.deepEqual(kindsOf(connection({ streams: [{ ...stream, complete: false }] })), ['incomplete_history'])
  assert.deepEqual(kindsOf(connection({ streams: [{ ...stream, lastSuccessAt: '2026-11-20T05:00:00.000Z' }] })), [
    'stale_sync',
  ])
})

test('a connection that waits for a person is one issue, not one per stream', () => {
  const [stream] = connection().streams
  assert.ok(stream)
  const view = connection({
    status: 'needs_reauth',
    message: 'Reconnect.',
    streams: [{ ...stream, lastSuccessAt: null }],
  })
  assert.deepEqual(kindsOf(view), ['connection'])
})

test('an access that ends within two weeks is told while there is time, and no longer once it was renewed', () => {
  const view = connection({ accessEndsAt: '2026-12-04T12:00:00.000Z' })
  assert.deepEqual(kindsOf(view, new Date('2026-11-20T11:59:00Z')), [])
  assert.deepEqual(kindsOf(view, new Date('2026-11-20T12:00:00Z')), ['token_expiring'])
  const [paused] = listStatusIssues([{ ...view, paused: true, status: 'paused' }], { now, shop }).slice(1)
  assert.match(paused?.advice ?? '', /Resume it/)
  assert.deepEqual(paused?.place, { page: 'connections', connection: 'c' })
  const [over] = listStatusIssues([view], { now: new Date('2026-12-04T12:00:00Z'), shop })
  assert.deepEqual([over?.kind, over?.severity], ['token_expiring', 'error'])
  assert.deepEqual(kindsOf({ ...view, accessEndsAt: '2027-02-18T12:00:00.000Z' }), [], 'a reading moved the end on')
  assert.deepEqual(kindsOf({ ...view, status: 'needs_reauth', message: 'Reconnect.' }), ['connection'], 'told once')
})

test('a store without a city’s zone is told what that does to its days, until somebody chooses one', () => {
  const account = { id: 's', name: 'Nord', currency: 'EUR', zone: '+01:00', country: null, version: null }
  const view = connection({ account })
  const kinds = (zone: string) =>
    listStatusIssues([view], { now, shop: { ...shop, zone } }).map(({ kind, place }) => [kind, place.page])
  assert.deepEqual(kinds('+01:00'), [['zone_missing', 'basics']])
  assert.deepEqual(kinds('Europe/Berlin'), [['zone_differs', 'basics']])
})

test('a zone or currency other than the store’s is told until somebody decides, of stores only', () => {
  const account = { id: 's', name: 'Nord', currency: 'GBP', zone: 'Europe/London', country: null, version: null }
  const view = connection({ account })
  assert.deepEqual(kindsOf(view), ['zone_differs', 'currency_differs'])
  assert.deepEqual(kindsOf({ ...view, account: { ...account, currency: 'EUR' } }), ['zone_differs'])
  assert.deepEqual(kindsOf({ ...view, isStore: false }), [])
  const decided = { ...shop, settings: { ...shop.settings, keepsOwnBasics: true } }
  assert.deepEqual(listStatusIssues([view], { now, shop: decided }), [])
})

test('every noted issue says what it means, and unknown kinds show what they hold', () => {
  const known = describeIssue('missing_rate', { order: '#12', currency: 'USD' })
  assert.equal(known.title, 'No exchange rate for order #12')
  assert.match(known.advice, /USD/)
  const costs = { products: 2, share: 12, net: '80.500000', currency: 'EUR', names: 'Socks, Hat', known: 'some' }
  assert.match(describeIssue('missing_costs', costs).advice, /80\.50 EUR of net sales.* 12 % .*Socks, Hat/)
  assert.equal(describeIssue('missing_costs', { ...costs, known: 'none' }).severity, 'note')
  assert.match(describeIssue('lost_costs', { variants: 1, names: 'Socks' }).title, /for 1 variant$/)
  assert.deepEqual(describeIssue('odd_thing', { order: 7 }), {
    severity: 'warning',
    title: 'odd thing',
    advice: 'order: 7',
  })
})

test('every issue leads to where it is mended', () => {
  assert.deepEqual(placeOf('order_arithmetic', '12', { order: '#12' }), { page: 'order', order: '12' })
  assert.deepEqual(placeOf('sales_drop', 'orders', { day: '2026-11-19' }), { page: 'summary', day: '2026-11-19' })
  assert.deepEqual(placeOf('webhooks_refused', 'c', { connection: 'c' }), { page: 'connections', connection: 'c' })
  assert.deepEqual(placeOf('odd_thing', '', {}), { page: 'connections' })
})
