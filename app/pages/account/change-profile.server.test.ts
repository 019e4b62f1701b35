import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { personVerbsOf } from '../../testing.ts'
import { changeProfile, readNotifications } from './change-profile.server.ts'

function services(calls: string[]) {
  return {
    run: personVerbsOf({
      'profile.save': async ({ name, language, zone }) => void calls.push(`profile ${name} ${language} ${zone}`),
      'picture.save': async ({ image }) => void calls.push(`picture ${image.length}`),
      'picture.remove': async () => void calls.push('remove'),
    }),
  }
}

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('each form of the profile does its own thing', async () => {
  const calls: string[] = []
  const picture = new File([new Uint8Array(3)], 'me.png', { type: 'image/png' })
  await changeProfile(services(calls), form({ intent: 'profile', name: ' Ada ', language: 'en', zone: 'UTC' }))
  assert.equal(await changeProfile(services(calls), form({ intent: 'picture', picture })), 'picture')
  await changeProfile(services(calls), form({ intent: 'remove-picture' }))
  assert.deepEqual(calls, ['profile Ada en UTC', 'picture 3', 'remove'])
})

test('a file that cannot be a picture is refused at its field', async () => {
  const files = [
    new File([], 'none.png', { type: 'image/png' }),
    new File(['x'], 'a.pdf', { type: 'application/pdf' }),
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    'text',
  ]
  for (const picture of files) {
    await assert.rejects(
      changeProfile(services([]), form({ intent: 'picture', picture })),
      (failure) => isAppError(failure) && failure.details.field === 'picture',
    )
  }
})

test('a switch that is not sent is off, and one that nobody can press yet keeps what was chosen', () => {
  const before = { dataHealth: true, weeklySummary: true, productNews: false }
  assert.deepEqual(readNotifications(form({ productNews: 'on' }), before), {
    dataHealth: false,
    weeklySummary: true,
    productNews: false,
  })
  assert.deepEqual(readNotifications(form({ dataHealth: 'on' }), before), before)
})
