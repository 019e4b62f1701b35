import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, isAppError } from '@tillsight/core'
import { createAttempts } from '../identity/attempts.ts'
import { takeFile, takeUpload } from './take-file.ts'

function stage() {
  let nowMs = Date.parse('2026-11-21T08:00:00Z')
  const attempts = createAttempts({ now: () => new Date(nowMs) })
  return {
    take: (person: string) => takeFile(attempts, person),
    wait: (seconds: number) => {
      nowMs += seconds * 1000
    },
  }
}

function refusal(work: () => void): { readonly message: string; readonly seconds: unknown } {
  try {
    work()
  } catch (error) {
    assert.ok(isAppError(error) && error.code === 'limit_reached')
    return { message: error.message, seconds: error.details.retryAfterSeconds }
  }
  return assert.fail('It was not refused.')
}

test('the sixty-first file within a quarter of an hour is refused, with the time to wait for', () => {
  const { take, wait } = stage()
  for (let file = 0; file < 60; file += 1) take('ada')
  wait(179.5)
  assert.deepEqual(
    refusal(() => take('ada')),
    {
      message: 'You have asked for 60 files within a quarter of an hour, which is the limit. Try again in 13 minutes.',
      seconds: 721,
    },
  )
  wait(700)
  assert.match(refusal(() => take('ada')).message, /in a minute\.$/)
})

test('whoever waited as long as asked to may go on, and nobody waits for another', () => {
  const { take, wait } = stage()
  for (let file = 0; file < 60; file += 1) take('ada')
  const { seconds } = refusal(() => take('ada'))
  take('grace')
  wait(Number(seconds))
  take('ada')
})

test('files that an outage kept out are not counted, files that were wrong are', async () => {
  const attempts = createAttempts({ now: () => new Date('2026-11-21T08:00:00Z') })
  const send = (code: 'unavailable' | 'invalid_input') =>
    takeUpload(attempts, 'ada', async () => {
      throw new AppError(code, 'No.')
    })
  for (let file = 0; file < 100; file += 1) await assert.rejects(send('unavailable'), { code: 'unavailable' })
  for (let file = 0; file < 30; file += 1) await assert.rejects(send('invalid_input'), { code: 'invalid_input' })
  await assert.rejects(send('invalid_input'), { code: 'limit_reached' })
})
