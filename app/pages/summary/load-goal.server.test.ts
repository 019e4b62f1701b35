import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadGoal } from './load-goal.server.ts'
import type { WidgetFrame } from './widget-frame.ts'

const shop = {
  domain: 'a.test',
  zone: 'UTC',
  currency: 'EUR',
  weekStartsOn: 1,
  today: '2026-11-21',
  firstDay: '2026-11-10',
  display: { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' },
}

test('a goal is judged by nothing while some of its days are not loaded', async () => {
  const metric = { key: 'sales', label: 'Sales', unit: 'money', better: 'higher', additive: true }
  const loadWith = (partial: boolean) => {
    const services = {
      shop,
      catalogue: () => ({ metrics: [metric] }),
      run: shopVerbsOf({ 'metrics.query': async () => ({ totals: { sales: '900.00' }, currency: 'EUR', partial }) }),
    }
    const state = parseSearch('')
    // Safe because nothing else of the shop and the widget is used.
    const shopServices = services as unknown as ShopServices
    const frame = { metric: 'sales', settings: { goal: '1000', goalPer: 'month' } } as unknown as WidgetFrame
    const period = resolvePeriod(state, shopServices.shop)
    return loadGoal(frame, { services: shopServices, state, period, now: '2026-11-21T10:00:00Z' })
  }
  assert.equal((await loadWith(false)).state, 'ready')
  assert.deepEqual(await loadWith(true), {
    state: 'not_loaded',
    message: 'Some days of the range are not loaded yet.',
  })
})
