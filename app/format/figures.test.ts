import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisText, figureText, shareText } from './figures.ts'

const euro = { currency: 'EUR', decimals: 2 }

test('money has exactly the decimals of the preference, rounded half up', () => {
  assert.equal(figureText('1234.5', 'money', euro), '€1,234.50')
  assert.equal(figureText('54.005', 'money', euro), '€54.01')
  assert.equal(figureText('54.005', 'money', { currency: 'EUR', decimals: 0 }), '€54')
  assert.equal(figureText('1200', 'money', { currency: 'JPY', decimals: 0 }), '¥1,200')
  assert.equal(figureText('0.1235', 'money', { currency: 'KWD', decimals: 3 }).replace(/\s/, ' '), 'KWD 0.124')
})

test('money is never printed through a binary float', () => {
  assert.equal(figureText('99999999999999999.99', 'money', euro), '€99,999,999,999,999,999.99')
})

test('negative figures carry a minus sign, not a hyphen or brackets', () => {
  assert.equal(figureText('-114.24', 'money', euro), '−€114.24')
  assert.equal(figureText(-3, 'count', euro), '−3')
})

test('no value is a dash and never zero', () => {
  assert.equal(figureText(null, 'money', euro), '–')
  assert.equal(figureText(undefined, 'count', euro), '–')
  assert.equal(figureText(0, 'count', euro), '0')
})

test('counts keep decimals only where there are any, shares have one, ratios two', () => {
  assert.equal(figureText(1690, 'count', euro), '1,690')
  assert.equal(figureText('2.125', 'count', euro), '2.125')
  assert.equal(figureText('0.1408', 'percent', euro), '14.1%')
  assert.equal(figureText('3.4167', 'ratio', euro), '3.42×')
})

test('an axis is short', () => {
  assert.equal(axisText(12_500, 'money', euro), '€12.5K')
  assert.equal(axisText(-500, 'money', euro), '−€500')
  assert.equal(axisText(40, 'count', euro), '40')
})

test('a share of nothing is no share', () => {
  assert.equal(shareText('25', '100'), '25.0%')
  assert.equal(shareText('25', '0'), '–')
  assert.equal(shareText(null, '100'), '–')
})
