import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Journeys } from './journeys.ts'
import { makeOrder } from './orders.testing.ts'

const createdAt = '2026-03-01T10:00:00Z'
const at = (minutes: number) => Date.parse(createdAt) + minutes * 60_000

function pending(ready: boolean) {
  return makeOrder('1', { createdAt, customerJourneySummary: { ready } })
}

it('looks again after ten minutes, an hour, six hours and a day, and then takes it as unknown', () => {
  let journeys = new Journeys()
  const { id } = pending(false)
  const looks: number[] = []
  journeys.note(pending(false), at(0))
  for (let minute = 1; minute <= 3 * 24 * 60; minute += 1) {
    journeys = Journeys.read(journeys.toText())
    if (!journeys.due(at(minute)).includes(id)) continue
    looks.push(minute)
    journeys.note(pending(false), at(minute))
  }
  assert.deepEqual(looks, [10, 60, 360, 1440])
  assert.equal(journeys.toText(), '')
})

it('stops looking once it is known, and never waits for orders that have none', () => {
  const journeys = new Journeys()
  journeys.note(pending(false), at(0))
  assert.notEqual(journeys.toText(), '')
  journeys.note(pending(true), at(5))
  assert.equal(journeys.toText(), '')
  journeys.note(makeOrder('1', { createdAt, customerJourneySummary: null }), at(0))
  assert.equal(journeys.toText(), '')
  assert.equal(Journeys.read('nonsense 1@x/9').toText(), '')
})
