import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divideRounded } from '@tillsight/core'
import fc from 'fast-check'
import {
  dividedBy,
  minus,
  plus,
  quotientText,
  readDecimal,
  relativeChange,
  sumNumber,
  sumText,
  times,
  zero,
} from './exact.ts'

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

/** Decimals as whole numbers of their last decimal: small ones, those around the largest safe number, and beyond it. */
const scaled = fc
  .tuple(
    fc.oneof(
      fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
      ...[2n ** 51n, 2n ** 53n, 10n ** 25n].map((edge) => fc.bigInt({ min: edge - 99n, max: edge + 99n })),
      fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }),
    ),
    fc.constantFrom(0, 2, 6, 10, 16),
    fc.boolean(),
  )
  .map(([whole, decimals, isBelow]) => ({ whole: isBelow ? -whole : whole, decimals }))

/** As the warehouse prints a decimal. */
function decimalText(whole: bigint, decimals: number): string {
  const digits = `${whole < 0n ? -whole : whole}`.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${whole < 0n ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)}`
}

test('sums, products and quotients of any size are those of whole numbers without a limit', () => {
  const all = 16
  const asWhole = ({ whole, decimals }: { readonly whole: bigint; readonly decimals: number }): bigint =>
    whole * 10n ** BigInt(all - decimals)
  const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  fc.assert(
    fc.property(scaled, scaled, (a, b) => {
      const [one, other] = [a, b].map(({ whole, decimals }) => readDecimal(decimalText(whole, decimals)))
      assert.ok(one !== undefined && other !== undefined)
      const [x, y] = [asWhole(a), asWhole(b)]
      assert.equal(sumText(one, 0), plain(decimalText(x, all)))
      assert.equal(sumText(plus(one, other), 0), plain(decimalText(x + y, all)))
      assert.equal(sumText(minus(one, other), 0), plain(decimalText(x - y, all)))
      assert.equal(sumText(times(one, 1000), 0), plain(decimalText(x * 1000n, all)))
      assert.equal(sumNumber(one), Number(decimalText(x, all)))
      const quotient = dividedBy(one, other)
      if (y === 0n) assert.equal(quotient, null)
      else assert.equal(quotient && quotientText(quotient, 0), plain(decimalText(divide(x, y), 10)))
      const change = relativeChange(one, other)
      assert.equal(
        change && quotientText(change, 0),
        y === 0n ? null : plain(decimalText(divide(x - y, y < 0n ? -y : y), 10)),
      )
    }),
    { numRuns: 2_000 },
  )
})

/** Rounded at the tenth decimal. */
function divide(over: bigint, by: bigint): bigint {
  return divideRounded((by < 0n ? -over : over) * 10n ** 10n, by < 0n ? -by : by)
}

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
