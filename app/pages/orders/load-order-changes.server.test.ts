import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueView } from '../../services.ts'
import { shopVerbsOf, testShop } from '../../testing.ts'
import { loadOrderChanges } from './load-order-changes.server.ts'

const shop = testShop()
const catalogue = { metrics: [{ key: 'cm2', label: 'Contribution', unit: 'money' }] } as unknown as CatalogueView

test('what an order changed is asked for from the shop day it was placed on, and printed with its cause', async () => {
  const asked: unknown[] = []
  const run = shopVerbsOf({
    'numbers.changes': async (input) => {
      asked.push(input)
      const change = { id: 'a', day: '2026-11-05', metric: 'cm2', cause: 'late_refund', difference: '2.5' }
      const seenAt = '2026-11-14T03:10:00.000Z'
      return {
        currency: 'EUR',
        changes: [
          { ...change, seenAt },
          { ...change, id: 'b', metric: 'unheardOf', difference: '-1', seenAt },
        ],
      }
    },
  })
  // Late in the evening of the day before by UTC.
  const order = { id: '7', placedAt: '2026-11-04T23:30:00Z' }
  const changes = await loadOrderChanges({ shop, run, catalogue: () => catalogue }, order)
  assert.deepEqual(asked, [{ from: '2026-11-05', to: '2026-11-21', order: '7', limit: 50 }])
  assert.deepEqual(
    changes.map(({ figure, difference, reason }) => [figure, difference, reason]),
    [
      ['Contribution', '+\u2060€2.50', 'Late refund'],
      ['unheardOf', '−\u2060€1.00', 'Late refund'],
    ],
  )
})
