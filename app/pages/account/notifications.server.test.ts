import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDigests, readNotifications } from './notifications.server.ts'

const before = {
  dataHealth: true,
  productNews: false,
  pushFigures: false,
  digestAt: '07:30',
  figures: ['sales', 'orders', 'mer', 'returns', 'aov'],
  quiet: null,
}

function formOf(...fields: readonly (readonly [name: string, value: string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a switch that is not sent is off, and one that nobody can press yet keeps what was chosen', () => {
  const fields = [
    ['digestAt', '18:00'],
    ...before.figures.map((key) => ['figure', key] as const),
    ['figure', ''],
  ] as const
  assert.deepEqual(readNotifications(formOf(...fields, ['productNews', 'on']), before), {
    ...before,
    dataHealth: false,
    digestAt: '18:00',
  })
  assert.deepEqual(
    readNotifications(formOf(...fields, ['dataHealth', 'on'], ['quietFrom', '22:00'], ['quietUntil', '']), before)
      .quiet,
    { from: '22:00', until: '' },
    'half of it is refused where it is saved',
  )
})

test('ticked digests are read by period and shop, and nothing else is', () => {
  assert.deepEqual(
    readDigests(formOf(['digest', 'week:'], ['digest', 'day:abc'], ['digest', 'hour:'], ['other', 'day:'])),
    [
      { every: 'week', shop: null },
      { every: 'day', shop: 'abc' },
    ],
  )
})
