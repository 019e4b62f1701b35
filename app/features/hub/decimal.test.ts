import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDecimals, divideDecimals } from './decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 16 }))
  .map(([digits, scale]) => {
    const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const sign = digits < 0n ? '-' : ''
    return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
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
  assert.equal(divideDecimals('1', '0.00'), null)
  assert.equal(divideDecimals('0', '5'), '0.0000000000')
})

test('what is no decimal is not taken for one', () => {
  for (const text of ['', '1e3', '1,5', 'NaN']) assert.throws(() => addDecimals([text]))
})
