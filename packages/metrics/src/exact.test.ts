import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dividedBy, minus, plus, quotientText, readDecimal, relativeChange, sumText, zero } from './exact.ts'

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.nat({ max: 999_999 }))
  .map(([sign, whole, fraction]) => `${sign}${whole}.${String(fraction).padStart(6, '0')}`)

test('sums keep every decimal and drop trailing zeros beyond those asked for', () => {
  assert.equal(sumText(readDecimal('54.000000'), 2), '54.00')
  assert.equal(sumText(readDecimal('54.002'), 2), '54.002')
  assert.equal(sumText(readDecimal('-0.5'), 2), '-0.50')
  assert.equal(sumText(readDecimal('-0.000001'), 0), '-0.000001')
  assert.equal(sumText(readDecimal('100'), 0), '100')
  assert.equal(sumText(zero, 2), '0.00')
})

test('what is added can be taken away again, whatever the scales', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const sum = plus(readDecimal(a), readDecimal(b))
      assert.equal(sumText(minus(sum, readDecimal(b)), 6), sumText(readDecimal(a), 6))
    }),
  )
  assert.equal(sumText(plus(readDecimal('0.1'), readDecimal('0.0000000002')), 0), '0.1000000002')
  assert.equal(sumText(plus(readDecimal('3'), readDecimal('0.25')), 0), '3.25')
})

test('quotients are rounded half away from zero at the tenth decimal', () => {
  const quotient = (a: string, b: string): string => {
    const value = dividedBy(readDecimal(a), readDecimal(b))
    assert.ok(value)
    return quotientText(value, 0)
  }
  assert.equal(quotient('114.24', '270.01'), '0.4230954409')
  assert.equal(quotient('2', '3'), '0.6666666667')
  assert.equal(quotient('-2', '3'), '-0.6666666667')
  assert.equal(quotient('2', '-3'), '-0.6666666667')
  assert.equal(quotient('270.01', '5'), '54.002')
  assert.equal(quotient('0', '5'), '0')
})

test('dividing by zero has no value, whatever is divided', () => {
  assert.equal(dividedBy(readDecimal('1'), zero), null)
  assert.equal(dividedBy(zero, readDecimal('0.000000')), null)
})

test('a change is relative to the size of what was before', () => {
  const change = (now: string, before: string): string | null => {
    const value = relativeChange(readDecimal(now), readDecimal(before))
    return value && quotientText(value, 0)
  }
  assert.equal(change('120', '100'), '0.2')
  assert.equal(change('50', '-100'), '1.5')
  assert.equal(change('-150', '-100'), '-0.5')
  assert.equal(change('5', '0'), null)
})
