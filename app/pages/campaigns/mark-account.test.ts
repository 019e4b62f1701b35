import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { markAccount as markIn } from './mark-account.ts'
import { pageWords } from './words.server.ts'

const shop = { currency: 'EUR', zone: 'Europe/Berlin', today: parseDay('2026-11-21') }

const markAccount = (account: Parameters<typeof markIn>[0], from: Parameters<typeof markIn>[1]) =>
  markIn(account, from, pageWords.say('en'))

test('an account like the shop has no mark', () => {
  assert.equal(markAccount({ currency: 'EUR', zone: 'Europe/Berlin' }, shop), null)
  assert.equal(markAccount({ currency: 'EUR', zone: 'Europe/Paris' }, shop), null, 'the same days by another name')
  assert.equal(markAccount({ currency: '', zone: '' }, shop), null, 'nothing is known')
  assert.equal(markAccount({ currency: 'EUR', zone: 'Mars/Olympus' }, shop), null)
})

test('an account whose days begin later or earlier says by how much', () => {
  const west = markAccount({ currency: 'EUR', zone: 'America/New_York' }, shop)
  assert.equal(west?.short, '+6 h')
  assert.match(west?.long ?? '', /start 6 h later .* \(America\/New_York\)/)
  const east = markAccount({ currency: 'EUR', zone: 'Asia/Kolkata' }, shop)
  assert.equal(east?.short, '−4.5 h')
  assert.match(east?.long ?? '', /4\.5 h earlier/)
})

test('an account in another currency says so', () => {
  assert.deepEqual(markAccount({ currency: 'USD', zone: 'Europe/Berlin' }, shop), {
    short: 'USD',
    long: 'Amounts are in USD, converted at each day’s rate.',
  })
  assert.equal(markAccount({ currency: 'USD', zone: 'America/New_York' }, shop)?.short, '+6 h · USD')
})
