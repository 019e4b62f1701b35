import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { windowOf } from './window-of.ts'

const lineHeight = 52

test('whatever is seen is drawn, and not much more', () => {
  fc.assert(
    fc.property(fc.nat(6000), fc.nat(300_000), fc.integer({ min: 100, max: 2000 }), (count, top, height) => {
      const scrolled = Math.min(top, Math.max(0, count * lineHeight - height))
      const { start, end } = windowOf({ top: scrolled, height, lineHeight, count })
      assert.ok(start >= 0 && start <= end && end <= count)
      for (
        let line = Math.floor(scrolled / lineHeight);
        line < Math.min(count, (scrolled + height) / lineHeight);
        line += 1
      ) {
        assert.ok(line >= start && line < end, `line ${line} of ${start}–${end}`)
      }
      assert.ok(end - start <= height / lineHeight + 40)
    }),
  )
})

test('scrolling by a line draws nothing new most of the time', () => {
  const windows = Array.from({ length: 60 }, (_, line) =>
    JSON.stringify(windowOf({ top: 5000 + line * lineHeight, height: 600, lineHeight, count: 5000 })),
  )
  assert.ok(new Set(windows).size <= 22)
})
