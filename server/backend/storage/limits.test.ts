import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { StorageError } from '@tillsight/storage'
import { createStorageLimits } from './limits.ts'

const isTooMany = (error: unknown) =>
  (isAppError(error) && error.code === 'limit_reached') || (error instanceof StorageError && error.code === 'SlowDown')

test('requests, transformations and networks are counted each for themselves', () => {
  const limits = createStorageLimits(fixedClock('2026-06-30T12:00:00Z'), 3)
  for (let count = 0; count < 3; count += 1) limits.takePerson('ann')
  assert.throws(() => limits.takePerson('ann'), isTooMany)
  limits.takePerson('bob')
  for (let count = 0; count < 60; count += 1) limits.takeTransform('192.0.2.0')
  assert.throws(() => limits.takeTransform('192.0.2.0'), isTooMany)
  for (let count = 0; count < 120; count += 1) limits.takeNetwork('192.0.2.0')
  assert.throws(() => limits.takeNetwork('192.0.2.0'), isTooMany)
})

test('four uploads of a person run at once, and a place is free again however one ends', async () => {
  const limits = createStorageLimits(fixedClock('2026-06-30T12:00:00Z'), 100)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const running = Array.from({ length: 4 }, () => limits.whileUploading('ann', () => promise))
  await assert.rejects(
    limits.whileUploading('ann', async () => {}),
    isTooMany,
  )
  await limits.whileUploading('bob', async () => {})
  reject(new Error('broke off'))
  assert.equal((await Promise.allSettled(running)).filter(({ status }) => status === 'rejected').length, 4)
  await limits.whileUploading('ann', async () => {})
  resolve()
})
