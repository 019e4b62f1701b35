import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDecimals, divideDecimals, divideRounded, printFixed, readFixed, roundFixed } from './decimal.ts'

const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const scales = fc.integer({ min: 0, max: 16 })
const decimals = fc.tuple(digits, scales).map(([value, scale]) => printFixed(value, scale))

test('what is printed is read again as the same', () => {
  fc.assert(
    fc.property(digits, scales, (value, scale) => {
      assert.equal(readFixed(printFixed(value, scale), scale), value)
      assert.equal(roundFixed(printFixed(value, scale), scale), value)
    }),
  )
})

test('a decimal has as many digits behind its point as asked for', () => {
  assert.equal(printFixed(5n, 3), '0.005')
  assert.equal(printFixed(-12_345n, 2), '-123.45')
  assert.equal(printFixed(-7n, 0), '-7')
  assert.equal(printFixed(0n, 2), '0.00')
})

test('reading refuses to lose digits, rounding does it half away from zero', () => {
  assert.equal(readFixed('1.2300', 2), 123n)
  assert.equal(readFixed('1.2301', 2), undefined)
  assert.equal(roundFixed('1.235', 2), 124n)
  assert.equal(roundFixed('-1.235', 2), -124n)
  assert.equal(roundFixed('-1.2349999', 2), -123n)
  assert.equal(roundFixed('7', 2), 700n)
})

test('rounding is never more than half a unit away', () => {
  fc.assert(
    fc.property(digits, scales, scales, (value, scale, kept) => {
      const fine = Math.max(scale, kept)
      const rounded = roundFixed(printFixed(value, scale), kept)
      const away = rounded * 10n ** BigInt(fine - kept) - value * 10n ** BigInt(fine - scale)
      assert.ok((away < 0n ? -away : away) * 2n <= 10n ** BigInt(fine - kept))
    }),
  )
})

test('sums are exact where numbers are not', () => {
  assert.equal(addDecimals(['0.1', '0.2']), '0.3')
  assert.equal(addDecimals(['90071992547409931234.56', '-0.0600000001']), '90071992547409931234.4999999999')
  assert.equal(addDecimals(['12', '-12.50']), '-0.50')
  assert.equal(addDecimals([]), '0')
})

test('the order of what is added does not matter, and taking away undoes it', () => {
  fc.assert(
    fc.property(fc.array(decimals, { minLength: 1, maxLength: 8 }), (texts) => {
      assert.equal(addDecimals(texts), addDecimals(texts.toReversed()))
      const negated = texts.map((text) => (text.startsWith('-') ? text.slice(1) : `-${text}`))
      assert.match(addDecimals([...texts, ...negated]), /^0(\.0+)?$/)
    }),
  )
})

test('a ratio is rounded half away from zero, and there is none of nothing', () => {
  assert.equal(divideDecimals('10.00', '4'), '2.5000000000')
  assert.equal(divideDecimals('2', '3'), '0.6666666667')
  assert.equal(divideDecimals('-2', '3'), '-0.6666666667')
  assert.equal(divideDecimals('2', '-3', 2), '-0.67')
  assert.equal(divideDecimals('-1', '-8', 2), '0.13')
  assert.equal(divideDecimals('-1', '1000', 2), '0.00', 'nothing has no sign')
  assert.equal(divideDecimals('1', '0.00'), null)
  assert.equal(divideDecimals('0', '5'), '0.0000000000')
})

test('a product divided by one of its factors is the other', () => {
  const factors = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  fc.assert(
    fc.property(factors, factors, (one, other) => {
      const quotient = divideDecimals(printFixed(one * other, 8), printFixed(other, 4), 4)
      assert.equal(quotient, other === 0n ? null : printFixed(one, 4))
    }),
  )
})

test('integer division rounds halves away from zero on both sides', () => {
  assert.deepEqual([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(4n, 3n)], [3n, -3n, 1n])
})

test('what is no decimal is not taken for one', () => {
  for (const text of ['', '.5', '1e3', '1,5', 'NaN', '--1']) {
    assert.throws(() => addDecimals([text]), /is not a decimal/)
    assert.throws(() => roundFixed(text, 2), /is not a decimal/)
    assert.equal(readFixed(text, 2), undefined)
  }
})
