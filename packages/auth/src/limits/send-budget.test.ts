import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendBudget, parseSendLimit, type SendBudget } from './send-budget.ts'

function movableClock() {
  let nowMs = Date.parse('2026-11-21T08:00:00Z')
  return {
    now: () => new Date(nowMs),
    move(ms: number) {
      nowMs += ms
    },
  }
}

function budgetOf(text: string) {
  const limit = parseSendLimit(text)
  assert.ok(limit)
  const clock = movableClock()
  return { budget: createSendBudget(limit, clock), clock }
}

function drain(budget: SendBudget): number {
  let count = 0
  while (count < 1000 && budget.take()) count += 1
  return count
}

test('a plain number is a fixed window of an hour', () => {
  const { budget, clock } = budgetOf('30')
  assert.equal(drain(budget), 30)
  clock.move(3_599_999)
  assert.equal(budget.take(), false)
  clock.move(1)
  assert.equal(drain(budget), 30)
  clock.move(5.5 * 3_600_000)
  assert.equal(drain(budget), 30)
  clock.move(0.5 * 3_600_000)
  assert.equal(drain(budget), 30, 'windows keep their rhythm')
})

test('a number over a duration is a bucket', () => {
  const { budget, clock } = budgetOf('10/10m')
  assert.equal(drain(budget), 10)
  clock.move(59_999)
  assert.equal(budget.take(), false)
  clock.move(1)
  assert.equal(drain(budget), 1)
  clock.move(3 * 60_000)
  assert.equal(drain(budget), 3)
})

test('what was given back can be taken again, and never more than that', () => {
  for (const text of ['2', '2/1h']) {
    const { budget } = budgetOf(text)
    budget.giveBack()
    assert.equal(drain(budget), 2)
    budget.giveBack()
    assert.equal(drain(budget), 1)
  }
})

test('0 refuses always', () => {
  for (const text of ['0', '0/1h']) {
    const { budget, clock } = budgetOf(text)
    assert.equal(budget.take(), false)
    clock.move(100 * 3_600_000)
    assert.equal(budget.take(), false)
  }
})

test('a clock that is set back starts a window instead of prolonging one', () => {
  const { budget, clock } = budgetOf('2')
  assert.equal(drain(budget), 2)
  clock.move(-5 * 3_600_000)
  assert.equal(drain(budget), 2)
  assert.equal(budget.take(), false)
})

test('other texts are no limit', () => {
  for (const text of ['', 'x', '-1', '1.5', '3/', '3/0', '3/-1h', '3/1h/2', '3/h']) {
    assert.equal(parseSendLimit(text), undefined, text)
  }
})
