import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type ErrorCode, isAppError, toPersonId } from '@tillsight/core'
import { createStreamPlaces } from './live-shops.ts'

function isRefusal(code: ErrorCode) {
  return (error: unknown) => isAppError(error) && error.code === code
}

test('nobody holds more streams than they may, nor all together more than the process carries', () => {
  const places = createStreamPlaces({ perPerson: 2, perProcess: 3 })
  const [ann, bob] = [toPersonId(randomUUID()), toPersonId(randomUUID())]
  const free = places.take(ann)
  places.take(ann)
  assert.throws(() => places.take(ann), isRefusal('limit_reached'))
  places.take(bob)
  assert.throws(() => places.take(bob), isRefusal('unavailable'))
  free()
  free()
  places.take(bob)
  assert.throws(() => places.take(ann), isRefusal('unavailable'))
})
