import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDays, countDays, type Day, listDays, parseDay } from '@tillsight/core/days'
import { bucketsOf, type Cell, type Course, compareIn, windowAt } from './course.ts'
import { usualOf } from './judge.ts'
import { replay } from './replay.ts'
import type { FigureRule } from './rule.ts'

const days = { from: parseDay('2024-06-01'), to: parseDay('2026-05-31') }
const warmUpDays = 56
const judged = { from: addDays(days.from, warmUpDays), to: days.to }
const months = countDays(judged) / 30.44
const anomaly: FigureRule = { kind: 'anomaly', window: 'day' }
const none: ReadonlySet<string> = new Set()

/** The same numbers from the same seed, from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function poisson(random: () => number, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

interface ShopKind {
  readonly ordersADay: number
  /** Growth within a year. */
  readonly growth: number
  /** How much a day differs from what is expected of it, beyond chance: weather, newsletters. */
  readonly mood: number
  readonly basketSpread: number
}

const weekday = [1.05, 1, 0.95, 0.95, 1, 1.1, 1.25]

/** Two years of a shop by the hour: seasons, weekdays, hours, growth, moods of days, chance of orders and of baskets. */
function history(seed: number, shop: ShopKind, fault: (day: Day) => number = () => 1) {
  const random = randomFrom(seed)
  const sales = new Map<Day, Cell[]>()
  const orders = new Map<Day, Cell[]>()
  listDays(days).forEach((day, index) => {
    const season = 1 + 0.25 * Math.cos((2 * Math.PI * (index - 180)) / 365)
    const mean = shop.ordersADay * season * (1 + shop.growth) ** (index / 365) * (weekday[index % 7] ?? 1)
    const mood = Math.exp(shop.mood * normal(random))
    const cells = Array.from({ length: 24 }, (_, hour) => {
      const share = (1 + Math.sin(((hour - 9) / 24) * 2 * Math.PI)) / 24
      const count = poisson(random, mean * mood * share * fault(day))
      let money = 0
      for (let order = 0; order < count; order += 1) {
        money += Math.round(5000 * Math.exp(shop.basketSpread * normal(random) - shop.basketSpread ** 2 / 2)) / 100
      }
      return { count, money }
    })
    sales.set(
      day,
      cells.map(({ money, count }) => ({ over: money, by: null, orders: count })),
    )
    orders.set(
      day,
      cells.map(({ count }) => ({ over: count, by: null, orders: count })),
    )
  })
  const course = (of: Map<Day, Cell[]>): Course => ({ isQuotient: false, days: of })
  return { sales: course(sales), orders: course(orders) }
}

const shops: readonly ShopKind[] = [
  { ordersADay: 30, growth: 0.3, mood: 0.1, basketSpread: 0.6 },
  { ordersADay: 120, growth: 0.6, mood: 0.12, basketSpread: 0.5 },
  { ordersADay: 400, growth: 0, mood: 0.15, basketSpread: 0.8 },
  { ordersADay: 900, growth: -0.2, mood: 0.08, basketSpread: 0.4 },
]

suite('two years of history', () => {
  const falseAlarms = (rule: FigureRule, of = shops) =>
    of.flatMap((shop, seed) =>
      Object.values(history(seed + 1, shop)).map(
        (course) => replay({ rule, course, noted: none, days: judged }).length / months,
      ),
    )

  test('bring at most one false alarm per shop, metric and month', () => {
    const alarms = falseAlarms(anomaly)
    assert.equal(alarms.length, 8)
    assert.ok(Math.max(...alarms) <= 1, `false alarms a month: ${alarms.map((each) => each.toFixed(2)).join(', ')}`)
  })

  test('and the measure would notice a rule that cries wolf', () => {
    const nervous: FigureRule = {
      kind: 'threshold',
      window: 'day',
      op: 'below',
      bound: { changeAgainst: 'same_weekday', percent: '-10' },
      minOrders: 0,
    }
    assert.ok(Math.max(...falseAlarms(nervous, shops.slice(0, 1))) > 1)
  })

  test('days on which most orders are missing are noticed', () => {
    const wrong = listDays(judged).filter((_, index) => index % 45 === 20)
    const { sales } = history(9, shops[1] as ShopKind, (day) => (wrong.includes(day) ? 0.15 : 1))
    const fired = new Set(replay({ rule: anomaly, course: sales, noted: none, days: judged }).map(({ at }) => at.day))
    const found = wrong.filter((day) => fired.has(day)).length
    assert.ok(found / wrong.length >= 0.8, `${found} of ${wrong.length}`)
    const noted = replay({ rule: anomaly, course: sales, noted: new Set(wrong), days: judged })
    assert.equal(noted.filter(({ at }) => wrong.includes(at.day)).length, 0, 'muted on noted days')
  })
})

suite('windows', () => {
  const day = parseDay('2026-05-20')
  test('go as far as whole hours, and are compared with the same ones', () => {
    assert.deepEqual(windowAt('day', 'hour', { day, hour: 14 }), { from: day, to: day, hours: { from: 0, until: 14 } })
    assert.deepEqual(windowAt('hour', 'hour', { day, hour: 14 })?.hours, { from: 13, until: 14 })
    assert.equal(windowAt('day', 'hour', { day, hour: 0 }), undefined)
    assert.equal(windowAt('day', 'day', { day, hour: 14 })?.to, '2026-05-19')
    assert.deepEqual(windowAt('7d', 'day', { day, hour: 14 }), {
      from: '2026-05-13',
      to: '2026-05-19',
      hours: undefined,
    })
  })

  test('of quotients are whole days, whose parts are added first', () => {
    const rule: FigureRule = { kind: 'threshold', window: 'day', op: 'below', bound: { value: '2' }, minOrders: 0 }
    assert.equal(bucketsOf({ ...rule, op: 'above' }, true), 'day')
    assert.equal(bucketsOf({ ...rule, op: 'above' }, false), 'hour')
    assert.equal(bucketsOf(rule, false), 'day', 'a day is below a bound until it is over')
    const cells = [
      { over: 10, by: 1, orders: 1 },
      { over: 20, by: 9, orders: 1 },
    ]
    const course = {
      isQuotient: true,
      days: new Map(listDays({ from: addDays(day, -1), to: day }).map((each, index) => [each, cells.slice(index)])),
    }
    const window = { from: addDays(day, -1), to: day, hours: undefined }
    assert.equal(compareIn(course, window, none).value, 50 / 19)
    assert.equal(compareIn(course, { ...window, from: addDays(day, -2) }, none).value, null, 'a day is not known')
  })

  test('of weeks with notes say nothing about what is usual', () => {
    const { sales } = history(1, shops[1] as ShopKind)
    const window = { from: day, to: day, hours: { from: 0, until: 14 } }
    const noted = new Set([addDays(day, -7), addDays(day, -21)])
    const all = compareIn(sales, window, none)
    const some = compareIn(sales, window, noted)
    assert.deepEqual([all.before.length, some.before.length], [8, 6])
    assert.notEqual(usualOf(all.before.map(({ value }) => value ?? 0)), undefined)
  })
})
