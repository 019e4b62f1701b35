import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, listDays, parseDay } from '@tillsight/core/days'
import { sampleAds } from './sample-ads.ts'

const startsOn = parseDay('2026-01-01')
const size = {
  seed: 3,
  idDigits: 16,
  accounts: [{ id: '1', name: 'Account', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' }],
  campaigns: 4,
  adSetsPerCampaign: 2,
  adsPerAdSet: 10,
  startsOn,
} as const
const days = listDays({ from: startsOn, to: addDays(startsOn, 299) })

test('ads that come and go run once, for no longer than they may, and some of them on every day', () => {
  const source = sampleAds({ ...size, lives: { days: [10, 40], over: days.length } })
  const runs = new Map<string, number[]>()
  for (const [at, day] of days.entries()) {
    const rows = source.day('1', day)
    assert.ok(rows.length > 0 && rows.length < 40, `${rows.length} of 80 ads on ${day}`)
    for (const { adId } of rows) runs.set(adId, [...(runs.get(adId) ?? []), at])
  }
  for (const [ad, at] of runs) {
    const [first = 0, last = 0] = [at[0], at.at(-1)]
    assert.ok(at.length <= 40, `${ad} ran ${at.length} days`)
    assert.equal(last - first + 1, at.length, `${ad} paused`)
  }
})

test('without lives each ad runs on every day', () => {
  const source = sampleAds(size)
  for (const day of days.slice(0, 5)) assert.equal(source.day('1', day).length, 80)
})
