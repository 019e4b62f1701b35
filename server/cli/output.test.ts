import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress, toTable } from './output.ts'

/** Progress written to a recorder, with a clock that the test controls. */
function watched(isTTY: boolean) {
  const written: string[] = []
  const time = { ms: 0 }
  const progress = createProgress('Importing', {
    output: { isTTY, write: (text) => written.push(text) },
    elapsed: () => time.ms,
  })
  return { written, time, progress }
}

test('a pipe gets a line at the start, every ten seconds and at the end, and none twice', () => {
  const { written, time, progress } = watched(false)
  progress(0, null)
  for (let tick = 1; tick <= 100; tick += 1) {
    time.ms += 300
    progress(tick * 10, 1000)
  }
  for (let tick = 0; tick < 50; tick += 1) {
    time.ms += 300
    progress(1000, 1000)
  }
  assert.deepEqual(written, [
    'Importing: 0\n',
    'Importing: 340 of 1,000 (34 %), 33 a second, about 20 s left\n',
    'Importing: 680 of 1,000 (68 %), 33 a second, about 10 s left\n',
    'Importing: 1,000 of 1,000 (100 %)\n',
  ])
})

test('a terminal gets one line that rewrites itself and ends once', () => {
  const { written, time, progress } = watched(true)
  for (const done of [1, 2, 2, 3, 3]) {
    progress(done, 3)
    time.ms += 150
  }
  assert.deepEqual(
    written.map((text) => text.replace('\r\u001b[K', '')),
    ['Importing: 1 of 3 (33 %)', 'Importing: 2 of 3 (66 %)', 'Importing: 3 of 3 (100 %)\n'],
  )
})

test('rate and remaining time are left out until they mean something', () => {
  const { written, time, progress } = watched(false)
  progress(500, 100_000)
  time.ms += 10_000
  progress(500, 100_001)
  time.ms += 10_000
  progress(502, 100_000)
  time.ms += 10_000
  progress(700, null)
  assert.deepEqual(written, [
    'Importing: 500 of 100,000 (0 %)\n',
    'Importing: 500 of 100,001 (0 %)\n',
    'Importing: 502 of 100,000 (0 %), 0.1 a second, about 276 h left\n',
    'Importing: 700, 6.7 a second\n',
  ])
})

test('a table lines numbers up to the right and tells unknown from nought', () => {
  const text = toTable(
    ['metric', 'value'],
    [
      ['sales', '1,234.50'],
      ['orders', 0],
      ['aov', null],
    ],
  )
  assert.deepEqual(text.split('\n'), [
    'metric     value',
    '──────  ────────',
    'sales   1,234.50',
    'orders         0',
    'aov            –',
  ])
})
