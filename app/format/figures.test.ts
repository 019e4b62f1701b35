import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisText, figureText, shareText, signedFigure } from './figures.ts'

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
  assert.equal(figureText('-114.24', 'money', euro), '−\u2060€114.24')
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
  assert.equal(axisText(-500, 'money', euro), '−\u2060€500')
  assert.equal(axisText(40, 'count', euro), '40')
})

test('a share of nothing is no share', () => {
  assert.equal(shareText('25', '100'), '25.0%')
  assert.equal(shareText('25', '0'), '–')
  assert.equal(shareText(null, '100'), '–')
})

test('figures are American whatever the language of the page, unless the person chose a locale', () => {
  assert.equal(figureText('1234.5', 'money', { ...euro, language: 'de' }), '€1,234.50')
  assert.equal(figureText('-1234.5', 'money', { ...euro, numbers: 'de-DE' }).replaceAll(/\s/g, ' '), '−1.234,50 €')
  assert.equal(axisText(1_250_000, 'money', { ...euro, numbers: 'en-GB' }), '€1.25m')
  assert.equal(figureText('3.5', 'days', { ...euro, language: 'fr' }), '3.5 j')
})

test('what is added has its sign where the language has it', () => {
  assert.equal(signedFigure('184.44', 'money', euro), '+\u2060€184.44')
  assert.equal(signedFigure('0', 'money', euro), '€0.00')
  assert.equal(signedFigure('184.44', 'money', { ...euro, numbers: 'nl-NL' }).replaceAll(/\s/g, ' '), '€ +184,44')
  assert.equal(signedFigure('-2', 'count', euro), '−2')
})

test('a figure keeps its sign in front where the text around it runs the other way', () => {
  assert.equal(figureText('-114.24', 'money', { ...euro, language: 'ar' }), '\u2066−\u2060€114.24\u2069')
  assert.equal(signedFigure('114.24', 'money', { ...euro, language: 'ar' }), '\u2066+\u2060€114.24\u2069')
  assert.equal(signedFigure('3', 'count', { ...euro, language: 'ar' }), '\u2066+3\u2069')
  assert.match(figureText('-114.24', 'money', { ...euro, numbers: 'ar-EG' }), /^\u2067.*١١٤.*\u2069$/)
  assert.doesNotMatch(figureText('12', 'count', { ...euro, language: 'ar', numbers: 'ar-EG' }), /[\u2066-\u2069]/)
})
