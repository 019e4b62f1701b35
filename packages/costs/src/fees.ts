import { type Amount, type Rate, rateDecimals, unitRate } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { CostRules, FeeRule } from './rules.ts'
import { ratio, toAmount } from './split.ts'
import type { CapturedPayment, CostedOrder, CostPart, CostState, Dispute } from './types.ts'

const rateUnit = 10n ** BigInt(rateDecimals)
const onePercent = 100_000_000n
const oneWhole = toAmount(1_000_000n)
const nothing = toAmount(0n)

/** Payment fees of an order: by payment, and what comes back with refunds (costs §3). */
export function feesOf(
  order: CostedOrder,
  rules: CostRules,
): { readonly parts: CostPart[]; readonly state: CostState } {
  const paid = order.payments.filter(({ amount, isEntered }) => amount > 0n || isEntered)
  const charged = paid.map((payment) => feeOf(payment, order, rules))
  const disputed = order.disputes.flatMap((dispute) => disputeFee(dispute, { order, rules }))
  const parts = [...charged.flatMap(({ parts: own }) => own), ...disputed]
  const isUnknown = [...charged, ...disputed].some(({ state }) => state === 'unknown')
  for (const back of order.giveBacks) {
    const captured = charged.filter(({ gateway }) => gateway === back.gateway)
    const byOwn = captured.filter(({ isActual }) => !isActual)
    const own = ruleFor(back.gateway, order.day, rules.fees)
    if (own) parts.push(...givenBack(own, back, { order, rules, captures: byOwn.length }))
    for (const rule of further(back.gateway, order.day, rules.fees)) {
      parts.push(...givenBack(rule, back, { order, rules, captures: captured.length }))
    }
  }
  return { parts, state: isUnknown ? 'unknown' : 'exact' }
}

interface ChargedFee {
  readonly gateway: string
  readonly parts: CostPart[]
  readonly state: CostState
  /** Told by the store, so that no rule says what comes back. */
  readonly isActual: boolean
}

function feeOf(payment: CapturedPayment, order: CostedOrder, rules: CostRules): ChargedFee {
  const { gateway } = payment
  const added = (payment.amount > 0n ? further(gateway, order.day, rules.fees) : []).map((rule) =>
    byRule(rule, payment, { order, rules }),
  )
  const actual = actualFee(payment, order, rules)
  const own = actual === undefined ? ruleFor(gateway, order.day, rules.fees) : undefined
  const first =
    actual === undefined
      ? own && byRule(own, payment, { order, rules })
      : part(actual, { source: payment.isEntered ? 'entered' : 'store' })
  const parts = [first ?? { ...part(nothing, { source: '' }), state: 'unknown' as const }, ...added]
  const isUnknown = parts.some(({ state }) => state === 'unknown')
  return { gateway, parts, state: isUnknown ? 'unknown' : 'exact', isActual: actual !== undefined }
}

/** The fee that the store tells, unless it cannot be true: a wrong currency or minor units. */
function actualFee(
  { amount, fee, feeCurrency, isEntered = false }: CapturedPayment,
  order: CostedOrder,
  rules: CostRules,
): Amount | undefined {
  if (fee === null) return undefined
  const rate =
    feeCurrency === null || feeCurrency === order.currency
      ? order.rate
      : feeCurrency === rules.currency
        ? unitRate
        : rules.rateOf(feeCurrency, order.day)
  if (rate === undefined) return undefined
  const own = ratio(fee * rate, rateUnit)
  const most = ratio(amount * order.rate, rateUnit * 5n) + oneWhole
  return isEntered || (own >= 0n && own <= most) ? own : undefined
}

/** The rule of a payment method on a day: the latest. */
function ruleFor(gateway: string, day: Day, rules: readonly FeeRule[]): FeeRule | undefined {
  return latest(
    rules.filter((rule) => rule.gateway === gateway),
    day,
  )
}

/** What the platform takes for payments by others, beside their own fee. */
function further(gateway: string, day: Day, rules: readonly FeeRule[]): FeeRule[] {
  const found = latest(
    rules.filter((rule) => rule.gateway === '*'),
    day,
  )
  return found === undefined || found.exclude.includes(gateway) ? [] : [found]
}

/** Of dated rules, the one in force on a day. */
export function latest<Rule extends { readonly from: Day | null }>(rules: readonly Rule[], day: Day): Rule | undefined {
  let found: Rule | undefined
  for (const rule of rules) {
    if (rule.from !== null && rule.from > day) continue
    if (found === undefined || (rule.from ?? '') >= (found.from ?? '')) found = rule
  }
  return found
}

/** What costs are worked out for. */
export interface Place {
  readonly order: CostedOrder
  readonly rules: CostRules
}

function percentageOf(rule: FeeRule, order: CostedOrder): bigint {
  const isForeign = rule.region.length > 0 && order.country !== '' && !rule.region.includes(order.country)
  const isConverted = rule.payoutCurrency !== '' && rule.payoutCurrency !== order.currency
  return rule.percent + (isForeign ? rule.foreignCard : 0n) + (isConverted ? rule.conversion : 0n)
}

function byRule(rule: FeeRule, { amount }: CapturedPayment, { order, rules }: Place): CostPart {
  const rate = rateFor(rule.currency, { order, rules })
  if (rate === undefined) return { ...part(nothing, { source: 'rule', rule: rule.id }), state: 'unknown' }
  const over = amount * order.rate * percentageOf(rule, order) + rule.fixed * rate * onePercent
  return part(ratio(over, rateUnit * onePercent), { source: 'rule', rule: rule.id })
}

/** The rate from a currency to the shop's on the day of the order; undefined if there is none. */
export function rateFor(currency: string, { order, rules }: Place): Rate | undefined {
  return currency === rules.currency ? unitRate : rules.rateOf(currency, order.day)
}

/** What a dispute costs: as told, else by the rule of its day, else unknown; a won one gives it back. */
function disputeFee({ event, gateway, day, fee, wonBy }: Dispute, { rules }: Place): CostPart[] {
  const told = fee === null ? feeByRule(ruleFor(gateway, day, rules.fees)) : { ...fee, source: 'entered', rule: '' }
  if (told === undefined) return [{ ...part(nothing, { source: '' }), event, state: 'unknown' }]
  const rate = told.currency === rules.currency ? unitRate : rules.rateOf(told.currency, day)
  if (rate === undefined) return [{ ...part(nothing, told), event, state: 'unknown' }]
  const own = { ...part(ratio(told.amount * rate, rateUnit), told), event }
  return wonBy === null ? [own] : [own, { ...own, event: wonBy, amount: toAmount(0n - own.amount) }]
}

function feeByRule(rule: FeeRule | undefined) {
  if (rule === undefined || rule.dispute === null) return undefined
  return { amount: rule.dispute, currency: rule.currency, source: 'rule', rule: rule.id }
}

/** What a refund gives back of the fees by a rule, less what it costs itself; a fixed part was taken for each capture. */
function givenBack(
  rule: FeeRule,
  back: CostedOrder['giveBacks'][number],
  { captures, ...place }: Place & { readonly captures: number },
): CostPart[] {
  const rate = rateFor(rule.currency, place)
  if (rate === undefined || captures === 0) return []
  const { order } = place
  const percent = rule.refund === 'kept' ? 0n : back.amount * order.rate * percentageOf(rule, order)
  const fixed = rule.refund === 'all' && back.completes ? rule.fixed * BigInt(captures) : 0n
  const amount = ratio((rule.refundFixed - fixed) * rate * onePercent - percent, rateUnit * onePercent)
  return amount === 0n ? [] : [{ ...part(amount, { source: 'rule', rule: rule.id }), event: back.event }]
}

function part(amount: Amount, { source, rule = '' }: { readonly source: string; readonly rule?: string }): CostPart {
  return { part: 'fee', event: 'order', soldLine: '', amount, state: 'exact', source, rule }
}
