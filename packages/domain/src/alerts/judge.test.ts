import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type Compared, judge, usualOf } from './judge.ts'
import type { FigureRule } from './rule.ts'

const usual = [1000, 1100, 950, 1050, 980, 1200, 1020, 990]
const anomaly: FigureRule = { kind: 'anomaly', window: 'day' }
const threshold = (op: 'below' | 'above', bound: { value: string } | number, minOrders = 0): FigureRule => ({
  kind: 'threshold',
  window: 'day',
  op,
  bound: typeof bound === 'number' ? { changeAgainst: 'same_weekday', percent: String(bound) } : bound,
  minOrders,
})
const compared = (value: number | null, before: readonly number[] = usual, orders = 40): Compared => ({
  value,
  orders,
  before: before.map((each) => ({ value: each, orders })),
})

suite('anomalies', () => {
  test('the worked example, to the digit', () => {
    const { median, spread } = usualOf(usual) ?? { median: 0, spread: 0 }
    assert.equal(median, 1010)
    assert.equal(spread.toFixed(4), '74.8713')
    const low = judge(anomaly, compared(640))
    assert.equal(low.verdict, 'beyond')
    assert.equal(low.z?.toFixed(2), '-4.94')
    const near = judge(anomaly, compared(920))
    assert.equal(near.verdict, 'within')
    assert.equal(near.z?.toFixed(2), '-1.20')
  })

  test('need four deviations, a fifth of the usual value and twenty expected orders, each', () => {
    const steady = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]
    assert.equal(judge(anomaly, compared(701, steady)).verdict, 'beyond')
    assert.equal(judge(anomaly, compared(704, steady)).verdict, 'between', 'less than four deviations, not yet 3.6')
    assert.equal(judge(anomaly, compared(750, steady)).verdict, 'within')
    assert.equal(judge(anomaly, compared(1300, steady)).verdict, 'beyond', 'both ways')
    assert.equal(judge(anomaly, compared(640, [...usual.slice(0, 7), 640])).verdict, 'beyond', 'whatever was once')
    const wide = [400, 1600, 700, 1300, 1000, 1000, 500, 1500]
    assert.equal(judge(anomaly, compared(0, wide)).verdict, 'within', 'far, but not unusual')
    assert.equal(judge(anomaly, compared(640, usual, 19)).verdict, 'unknown')
    assert.equal(judge(anomaly, compared(640, usual, 20)).verdict, 'beyond')
    assert.equal(judge(anomaly, compared(640, usual.slice(5))).verdict, 'unknown', 'three weeks say nothing')
  })

  test('orders that are missing today do not hide that they are missing', () => {
    assert.equal(judge(anomaly, { ...compared(0), orders: 0 }).verdict, 'beyond')
  })

  test('do not depend on the unit, and are the same on both sides', () => {
    const values = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(2, 4, 1024), (before, value, unit) => {
        const plain = judge(anomaly, compared(value, before))
        const scaled = judge(
          anomaly,
          compared(
            value * unit,
            before.map((each) => each * unit),
          ),
        )
        assert.equal(scaled.verdict, plain.verdict)
        assert.ok(Math.abs((scaled.z ?? 0) - (plain.z ?? 0)) < 1e-9)
      }),
    )
  })
})

suite('thresholds', () => {
  const verdicts = (rule: FigureRule, values: readonly number[]) =>
    values.map((value) => judge(rule, compared(value)).verdict)

  test('of a value: beyond it, and back within 90 % of it', () => {
    const below = threshold('below', { value: '900' })
    assert.deepEqual(verdicts(below, [899.99, 900, 999.99, 1000]), ['beyond', 'between', 'between', 'within'])
    const above = threshold('above', { value: '1000' })
    assert.deepEqual(verdicts(above, [1000.01, 1000, 900.01, 900]), ['beyond', 'between', 'between', 'within'])
  })

  test('below zero: a loss has to become smaller', () => {
    const loss = threshold('below', { value: '-100' })
    assert.deepEqual(verdicts(loss, [-101, -100, -91, -90]), ['beyond', 'between', 'between', 'within'])
    assert.deepEqual(verdicts(threshold('below', { value: '0' }), [-1, 0]), ['beyond', 'within'])
  })

  test('of a change against the same weekdays', () => {
    const drop = threshold('below', -30)
    assert.deepEqual(verdicts(drop, [706, 707, 737, 738]), ['beyond', 'between', 'between', 'within'])
    assert.deepEqual(verdicts(threshold('above', 50), [1516, 1515, 1464]), ['beyond', 'between', 'within'])
    assert.equal(judge(drop, compared(1, [0, 0, 0, 0])).verdict, 'unknown', 'nothing to compare with')
    assert.equal(judge(threshold('below', { value: '900' }), compared(1, [])).verdict, 'beyond', 'needs no history')
  })

  test('say nothing about too few orders or no value', () => {
    assert.equal(judge(threshold('below', -30, 41), compared(1)).verdict, 'unknown')
    assert.equal(judge(threshold('below', -30, 40), compared(1)).verdict, 'beyond')
    assert.equal(judge(threshold('below', { value: '1' }), compared(null)).verdict, 'unknown')
    assert.equal(judge(threshold('below', { value: '1' }, 1), { ...compared(0, []), orders: null }).verdict, 'unknown')
  })
})
