import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { divideRounded } from './decimal.ts'
import { isAppError } from './errors.ts'
import {
  addAmounts,
  amountText,
  convertAmount,
  currencyDecimals,
  formatAmount,
  isCurrency,
  negateAmount,
  parseAmount,
  parseRate,
  rateText,
  subtractAmounts,
  unitRate,
  zeroAmount,
} from './money.ts'

const amounts = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([sign, whole, millionths]) => parseAmount(`${sign}${whole}.${String(millionths).padStart(6, '0')}`))

test('every amount survives being printed and read again', () => {
  fc.assert(fc.property(amounts, (amount) => parseAmount(amountText(amount)) === amount))
})

test('amounts are read with any number of decimals up to six', () => {
  assert.equal(parseAmount('12'), 12_000_000n)
  assert.equal(parseAmount('-0.5'), -500_000n)
  assert.equal(parseAmount('+1.'), 1_000_000n)
  assert.equal(parseAmount('0.000001'), 1n)
  assert.equal(parseAmount('1.50000000'), 1_500_000n, 'zeros beyond the sixth decimal change nothing')
})

test('what is not a decimal is refused with a message that shows what is expected', () => {
  for (const text of ['', '.5', '1,50', '1e3', 'NaN', '12.50 EUR', '--1', '0.0000001', '٣']) {
    assert.throws(
      () => parseAmount(text),
      { code: 'invalid_input', message: /expected a decimal such as 12\.50/ },
      text,
    )
  }
})

test('amounts of a million millions and more are refused', () => {
  assert.equal(parseAmount('999999999999.999999'), 10n ** 18n - 1n)
  for (const text of ['1000000000000', '-1000000000000']) {
    assert.throws(() => parseAmount(text), { code: 'invalid_input', message: /too large/ })
  }
})

test('a long text is cut in the message', () => {
  assert.throws(
    () => parseAmount('x'.repeat(500)),
    (error: unknown) => isAppError(error) && error.message.length < 150,
  )
})

test('adding and taking away are exact and undo each other', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, c) => {
      assert.equal(addAmounts(a, b, c), addAmounts(c, a, b))
      assert.equal(subtractAmounts(addAmounts(a, b, c), b, c), a)
      assert.equal(addAmounts(a, negateAmount(a)), zeroAmount)
    }),
  )
  assert.equal(amountText(addAmounts(parseAmount('0.1'), parseAmount('0.2'))), '0.300000')
})

test('formatting rounds half away from zero and prints exactly the decimals asked for', () => {
  assert.equal(formatAmount(parseAmount('54.005'), 2), '54.01')
  assert.equal(formatAmount(parseAmount('-54.005'), 2), '-54.01')
  assert.equal(formatAmount(parseAmount('54.0049'), 2), '54.00')
  assert.equal(formatAmount(parseAmount('1234.5'), 0), '1235')
  assert.equal(formatAmount(parseAmount('-0.5'), 0), '-1')
  assert.equal(formatAmount(parseAmount('1.2345'), 3), '1.235')
  assert.equal(formatAmount(parseAmount('7'), 6), '7.000000')
  assert.equal(formatAmount(parseAmount('-0.004'), 2), '0.00', 'a rounded zero has no sign')
})

test('formatting is at most half a unit of its last decimal away', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 5 }), (amount, decimals) => {
      const step = 10n ** BigInt(6 - decimals)
      const off = BigInt(formatAmount(amount, decimals).replace('.', '')) * step - amount
      assert.ok(off * 2n <= step && off * 2n >= -step)
    }),
  )
})

test('an order in another currency and its full refund convert to amounts that cancel out', () => {
  const rate = parseRate('0.0517')
  const order = convertAmount(parseAmount('580.00'), rate)
  assert.equal(formatAmount(order, 2), '29.99')
  assert.equal(addAmounts(order, convertAmount(parseAmount('-580.00'), rate)), zeroAmount)
  const rates = fc.integer({ min: 1, max: 10 ** 9 }).map((value) => parseRate(`${value}.5`))
  fc.assert(
    fc.property(amounts, rates, (a, r) => addAmounts(convertAmount(a, r), convertAmount(negateAmount(a), r)) === 0n),
  )
})

test('the rate of a currency to itself changes nothing', () => {
  fc.assert(fc.property(amounts, (amount) => convertAmount(amount, unitRate) === amount))
  assert.equal(rateText(unitRate), '1.0000000000')
})

test('a rate that is zero, negative, unreadable or too fine is refused', () => {
  for (const text of ['0', '-1', 'abc', '0.00000000001']) {
    assert.throws(() => parseRate(text), { code: 'invalid_input', message: /exchange rate/ }, text)
  }
})

test('rounded division goes half away from zero on both sides', () => {
  assert.deepEqual([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(4n, 3n)], [3n, -3n, 1n])
  assert.deepEqual([divideRounded(1n, 3n), divideRounded(-1n, 3n), divideRounded(0n, 7n)], [0n, 0n, 0n])
})

test('currencies are known by their upper-case code and print with the decimals they are paid in', () => {
  assert.equal(isCurrency('EUR'), true)
  assert.equal(isCurrency('eur'), false)
  assert.equal(isCurrency('EURO'), false)
  assert.deepEqual(['EUR', 'JPY', 'KRW', 'KWD', 'BHD'].map(currencyDecimals), [2, 0, 0, 3, 3])
})
