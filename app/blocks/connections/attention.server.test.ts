import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectAttention } from './attention.server.ts'
import { sampleConnection } from './testing.ts'

const connection = sampleConnection({ id: 'c1' })

test('a healthy shop needs no attention', () => {
  assert.deepEqual(collectAttention({ connections: [connection], health: [], warnings: [] }, 'en'), [])
})

test('the worst comes first, and no sentence is said twice', () => {
  const items = collectAttention(
    {
      connections: [
        { ...connection, status: 'late' },
        { ...connection, id: 'c2', status: 'broken', message: 'The key is gone.' },
      ],
      health: [{ id: 'h', severity: 'warning', message: 'Two days have no rate.', place: { page: 'summary' } }],
      warnings: ['Two days have no rate.', 'One day is partial.'],
    },
    'en',
  )
  assert.deepEqual(
    items.map(({ severity, message }) => [severity, message]),
    [
      ['serious', 'The key is gone.'],
      ['warning', 'WooCommerce can’t be reached at the moment.'],
      ['warning', 'Two days have no rate.'],
      ['info', 'One day is partial.'],
    ],
  )
})
