import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAmounts, parseAmount } from '@tillsight/core'
import fc from 'fast-check'
import { decimalText, smallestCoin, spreadAmount } from './amounts.ts'

const spread = (amount: string, weights: readonly bigint[], currency = 'EUR') =>
  spreadAmount(parseAmount(amount), weights, smallestCoin(currency)).map(decimalText)

test('what is left over goes to the largest remainders', () => {
  assert.deepEqual(spread('10.00', [1n, 1n, 1n]), ['3.34', '3.33', '3.33'])
  // 0.05 in the ratio 1 : 2 : 3 is 0.8, 1.7 and 2.5 cents.
  assert.deepEqual(spread('0.05', [1n, 2n, 3n]), ['0.01', '0.02', '0.02'])
  assert.deepEqual(spread('5.00', [0n, 3n, 0n]), ['0', '5', '0'])
})

test('coins are those of the currency', () => {
  assert.deepEqual(spread('100', [1n, 1n, 1n], 'JPY'), ['34', '33', '33'])
  assert.deepEqual(spread('1.000', [1n, 1n, 1n], 'KWD'), ['0.334', '0.333', '0.333'])
})

test('without any weight the first part is all of it, and what is finer than a coin is kept', () => {
  assert.deepEqual(spread('7.00', [0n, 0n]), ['7', '0'])
  assert.deepEqual(spread('1.005', [1n, 3n]), ['0.25', '0.755'])
})

test('parts add up to the amount, and none is further than a coin from its exact share', () => {
  const cents = fc.bigInt({ min: 0n, max: 10_000_000n })
  const weights = fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(cents, weights, (amount, shares) => {
      const whole = parseAmount(`${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`)
      const parts = spreadAmount(whole, shares, 10_000n)
      assert.equal(addAmounts(...parts), whole)
      const all = shares.reduce((sum, share) => sum + share, 0n)
      if (all === 0n) return
      for (const [index, part] of parts.entries()) {
        const off = part * all - whole * (shares[index] ?? 0n)
        assert.ok(off > -10_000n * all && off < 10_000n * all)
      }
    }),
  )
})
