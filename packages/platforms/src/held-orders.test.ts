import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isNews, olderStretches } from './held-orders.ts'

describe('The time before the window', () => {
  const stretches = (counts: Record<string, number>, until: string) =>
    [...olderStretches(new Map(Object.entries(counts)), until)].map(
      ({ from, to, month, held }) => `${from.slice(0, 10)} ${to.slice(0, 10)} ${month} ${held}`,
    )

  it('is cut into months and what lies between them, up to the window and without a gap', () => {
    assert.deepEqual(stretches({ '2026-08': 4, '2026-03': 2, '2026-04': 1 }, '2026-08-22T12:00:00Z'), [
      '1970-01-01 2026-03-01 null 0',
      '2026-03-01 2026-04-01 2026-03 2',
      '2026-04-01 2026-05-01 2026-04 1',
      '2026-05-01 2026-08-01 null 0',
      '2026-08-01 2026-08-22 2026-08 4',
    ])
    assert.deepEqual(stretches({ '2025-12': 1 }, '2026-02-01T00:00:00Z'), [
      '1970-01-01 2025-12-01 null 0',
      '2025-12-01 2026-01-01 2025-12 1',
      '2026-01-01 2026-02-01 null 0',
    ])
  })

  it('takes what is no month for nothing, and orders of 1970 for what they are', () => {
    assert.deepEqual(stretches({ '': 3, '1970-01': 2 }, '1970-03-01T00:00:00Z'), [
      '1970-01-01 1970-02-01 1970-01 2',
      '1970-02-01 1970-03-01 null 0',
    ])
  })
})

describe('A listed order', () => {
  it('is read when it is not held, or held as of another change', () => {
    const held = { id: '7', updatedAt: '2026-03-01T00:00:00Z' }
    assert.ok(isNews(undefined, null))
    assert.ok(isNews(held, '2026-03-02T00:00:00Z'))
    assert.ok(!isNews(held, '2026-03-01T00:00:00Z'))
    assert.ok(!isNews(held, null))
    assert.ok(!isNews({ id: '7' }, '2026-03-02T00:00:00Z'))
  })
})
