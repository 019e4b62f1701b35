import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Amount, packFigures, printFigure, unpackFigures } from './figure.ts'
import { figureText } from './figures.ts'

const format = { currency: 'EUR', decimals: 2 }
const money = { unit: 'money', better: 'higher' } as const
const marks = { isMaturing: false, isUnjudged: false, isAsked: false }

test('a figure is printed by its unit and currency; what is not known is a dash, and what is on its way says so', () => {
  assert.equal(printFigure({ value: '1234.5', ...money }, format), '€1,234.50')
  assert.equal(printFigure({ value: '1234.5', ...money, currency: 'USD' }, format), '$1,234.50')
  assert.equal(printFigure({ value: null, ...money }, format), '–')
  assert.equal(printFigure({ value: null, unit: 'count', isAsked: true }, format), 'being asked')
})

test('what is not exact says so with a sign, within the isolation of a figure in text of the other direction', () => {
  assert.equal(printFigure({ value: '-5', ...money, bound: 'at_most' }, format), '≤\u00a0−\u2060€5.00')
  assert.equal(printFigure({ value: '5', ...money, bound: 'at_least' }, format), '≥\u00a0€5.00')
  assert.equal(printFigure({ value: '5', ...money, bound: 'exact' }, format), '€5.00')
  assert.equal(printFigure({ value: null, ...money, bound: 'about' }, format), '–')
  const arabic = { ...format, language: 'ar' } as const
  assert.equal(printFigure({ value: '5', ...money, bound: 'about' }, arabic), '\u2066≈\u00a0€5.00\u2069')
})

test('figures are the same after they have travelled as one text, each with the measure of its column', () => {
  const sent: readonly (Amount | null)[] = [
    { value: '1.05', before: '-2.5', ...marks, isUnjudged: true },
    { value: null, before: null, ...marks, isMaturing: true },
    null,
    { value: '0', ...marks },
    { value: null, ...marks, isAsked: true },
    { value: '7', ...marks, bound: 'at_most' },
    { value: '7', before: '8', ...marks, isMaturing: true, bound: 'about' },
  ]
  const columns = sent.map((figure) => ({ measure: figure && money }))
  const arrived = unpackFigures(packFigures(sent), columns)
  assert.deepEqual(
    arrived,
    sent.map((figure) => figure && { ...money, ...figure }),
  )
  assert.deepEqual(unpackFigures('', [{ measure: money }]), [{ ...money, ...marks, value: null }])
})

test('digits that no unit shows are left behind without another figure on the screen', () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,12})\.\d{7,12}$/)
  fc.assert(
    fc.property(digits, fc.constantFrom('money', 'ratio', 'percent', 'count', 'days'), (value, unit) => {
      const [figure] = unpackFigures(packFigures([{ value }]), [{ measure: { unit } }])
      assert.ok(figure)
      assert.equal(printFigure(figure, format), figureText(value, unit, format))
    }),
  )
})
