import { type Amount, divideRounded } from '@tillsight/core'
import { toAmount } from './split.ts'

/** What a period earned; money in millionths of one currency. */
export interface ProfitFacts {
  readonly orders: bigint
  readonly netSales: Amount
  readonly grossProfit: Amount
  /** Everything between gross profit and contribution before marketing: less is worse. */
  readonly variableCost: Amount
  readonly marketing: Amount
  readonly fixed: Amount
}

/** What each cause adds to the change of profit; the parts add up to it exactly. */
export interface ProfitChange {
  readonly orders: Amount
  /** Net sales of an order. */
  readonly basket: Amount
  /** Share of net sales that is left after goods. */
  readonly margin: Amount
  /** Variable cost of an order. */
  readonly variable: Amount
  readonly marketing: Amount
  readonly fixed: Amount
  readonly total: Amount
}

interface Fraction {
  readonly over: bigint
  readonly by: bigint
}

/**
 * Why profit changed: gross profit is orders × basket × margin and variable cost is orders × cost of an order; each factor gets
 * its Shapley value, the mean of what it adds over every order in which the factors can change. Exact; rounded to the millionth
 * by largest remainder. Without orders or sales in one of the periods everything is due to orders.
 */
export function explainProfit(before: ProfitFacts, after: ProfitFacts): ProfitChange {
  const marketing = toAmount(before.marketing - after.marketing)
  const fixed = toAmount(before.fixed - after.fixed)
  const gross = after.grossProfit - before.grossProfit
  const variable = before.variableCost - after.variableCost
  const rest = { marketing, fixed, total: toAmount(gross + variable + marketing + fixed) }
  if ([before, after].some(({ orders, netSales }) => orders <= 0n || netSales === 0n)) {
    return { orders: toAmount(gross + variable), basket: zero, margin: zero, variable: zero, ...rest }
  }
  const [grossOrders = none, basket = none, margin = none] = shapley([before, after].map(grossFactors))
  const [costOrders = none, cost = none] = shapley([before, after].map(costFactors))
  const exact = [add(grossOrders, negative(costOrders)), basket, margin, negative(cost)]
  const [ofOrders = zero, ofBasket = zero, ofMargin = zero, ofCost = zero] = roundParts(exact, gross + variable)
  return { orders: ofOrders, basket: ofBasket, margin: ofMargin, variable: ofCost, ...rest }
}

const zero = toAmount(0n)
const none: Fraction = { over: 0n, by: 1n }

function grossFactors({ orders, netSales, grossProfit }: ProfitFacts): Fraction[] {
  return [
    { over: orders, by: 1n },
    { over: netSales, by: orders },
    { over: grossProfit, by: netSales },
  ]
}

function costFactors({ orders, variableCost }: ProfitFacts): Fraction[] {
  return [
    { over: orders, by: 1n },
    { over: variableCost, by: orders },
  ]
}

/** The Shapley value of each factor of a product, from the factors before to those after. */
function shapley([before = [], after = []]: readonly (readonly Fraction[])[]): Fraction[] {
  const count = before.length
  return before.map((factor, own) => {
    const change = add(after[own] ?? none, negative(factor))
    let sum = none
    for (let changed = 0; changed < 2 ** count; changed += 1) {
      if ((changed >> own) & 1) continue
      const others = before.flatMap((old, index) =>
        index === own ? [] : [((changed >> index) & 1 ? after[index] : old) ?? none],
      )
      const size = others.length
      const already = popCount(changed)
      const ways = { over: factorial(already) * factorial(size - already), by: factorial(count) }
      sum = add(sum, [...others, change, ways].reduce(multiply))
    }
    return sum
  })
}

function popCount(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + popCount(bits >> 1)
}

function factorial(value: number): bigint {
  return value <= 1 ? 1n : BigInt(value) * factorial(value - 1)
}

function add(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.by + b.over * a.by, by: a.by * b.by }
}

function multiply(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, by: a.by * b.by }
}

function negative({ over, by }: Fraction): Fraction {
  return { over: -over, by }
}

/** Rounds fractions so that they add up to a whole: what rounding leaves goes to those that lost most. */
function roundParts(parts: readonly Fraction[], whole: bigint): Amount[] {
  const rounded = parts.map(({ over, by }) => (by < 0n ? divideRounded(-over, -by) : divideRounded(over, by)))
  const left = whole - rounded.reduce((sum, part) => sum + part, 0n)
  const step = left < 0n ? -1n : 1n
  const lost = parts
    .map(({ over, by }, index) => ({
      index,
      loss: Number(((over - (rounded[index] ?? 0n) * by) * 1_000_000n) / by) * Number(step),
    }))
    .toSorted((a, b) => b.loss - a.loss)
  for (let index = 0; index < Math.abs(Number(left)); index += 1) {
    const at = lost[index % lost.length]?.index ?? 0
    rounded[at] = (rounded[at] ?? 0n) + step
  }
  return rounded.map(toAmount)
}
