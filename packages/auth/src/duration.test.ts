import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDuration } from './duration.ts'

test('durations are read as Go writes them', () => {
  const readings: [string, number][] = [
    ['24h', 86_400_000],
    ['1h30m', 5_400_000],
    ['300ms', 300],
    ['1.5s', 1500],
    ['.5s', 500],
    ['1.s', 1000],
    ['-2m', -120_000],
    ['+3s', 3000],
    ['0', 0],
    ['-0', 0],
    ['2us', 0.002],
    ['2µs', 0.002],
    ['1000000ns', 1],
    ['1m1h', 3_660_000],
  ]
  for (const [text, ms] of readings) assert.ok(Math.abs((parseDuration(text) ?? Number.NaN) - ms) < 1e-9, text)
})

test('anything else is no duration', () => {
  for (const text of ['', '5', '1h30', 'h', '.s', '1d', ' 1h', '1h ', '1h-30m', '--1h', '1 h', 'none', '3000000h']) {
    assert.equal(parseDuration(text), undefined, text)
  }
})

test('hours, minutes and seconds add up', () => {
  const small = fc.integer({ min: 0, max: 5000 })
  fc.assert(
    fc.property(small, small, small, (h, m, s) => {
      assert.equal(parseDuration(`${h}h${m}m${s}s`), ((h * 60 + m) * 60 + s) * 1000)
    }),
  )
})
