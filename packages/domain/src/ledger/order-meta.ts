import { isCurrency } from '@tillsight/core'
import type { ActualCost, CapturedPayment } from '@tillsight/costs'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { FeeMetaRule, LabelMetaRule } from '../cost-inputs.ts'
import { readAmount } from './decimals.ts'

// Costs that plug-ins of the store leave on orders under names of their own, as the shop says where they stand (costs §1.2, §1.3).

/** Where costs stand among the meta of orders. */
export interface OrderMetaRules {
  readonly fees: readonly FeeMetaRule[]
  readonly labels: readonly LabelMetaRule[]
}

type Meta = Pick<OrderRecord, 'meta' | 'metaObjects' | 'currency'>
type Source = FeeMetaRule | LabelMetaRule

const decimal = /^-?\d+(?:\.\d+)?$/

/** Payments with the fees that the order's meta tells, where the store itself tells none. */
export function withMappedFees(
  payments: readonly CapturedPayment[],
  order: Meta,
  { fees, shopCurrency }: Pick<OrderMetaRules, 'fees'> & { readonly shopCurrency: string },
): CapturedPayment[] {
  return payments.map((payment) => {
    if (payment.fee !== null) return payment
    for (const rule of fees) {
      if (rule.gateway !== '' && rule.gateway !== payment.gateway) continue
      const [found] = costsIn(order, rule, shopCurrency)
      if (found) return { ...payment, fee: found.amount, feeCurrency: found.currency }
    }
    return payment
  })
}

/** What carriers charged for the order's parcels by its meta: the first rule that finds anything counts. */
export function mappedLabels(
  order: Meta,
  { labels, shopCurrency }: Pick<OrderMetaRules, 'labels'> & { readonly shopCurrency: string },
): ActualCost[] {
  for (const rule of labels) {
    const found = costsIn(order, rule, shopCurrency).filter(({ amount }) => amount >= 0n)
    if (found.length > 0) return rule.addsUp ? found : found.slice(0, 1)
  }
  return []
}

/** Currencies that the meta of an order names, for which rates are needed. */
export function currenciesInMeta(order: Meta, { fees, labels }: OrderMetaRules, shopCurrency: string): string[] {
  return [...fees, ...labels].flatMap((rule) => costsIn(order, rule, shopCurrency).map(({ currency }) => currency))
}

function costsIn(order: Meta, rule: Source, shopCurrency: string): ActualCost[] {
  const text = order.meta[rule.key]
  const found: readonly Found[] = text === undefined ? foundIn(order.metaObjects?.[rule.key], rule) : [{ text }]
  return found.flatMap(({ text: amount, currency }) => {
    const plain = amount.trim()
    const code = currencyOf(order, rule, { own: currency, shopCurrency })
    return decimal.test(plain) && code !== undefined ? [{ amount: scaled(plain, rule.scale), currency: code }] : []
  })
}

interface Found {
  readonly text: string
  /** What an object says of its currency. */
  readonly currency?: string | undefined
}

function scaled(text: string, scale: Source['scale']): ActualCost['amount'] {
  // Minor units are hundredths; providers that book what they keep as an outflow write it below zero.
  const [factor, by] = scale.endsWith('0.01') ? [1n, 100n] : [1n, 1n]
  const signed = scale.startsWith('-') ? -factor : factor
  const amount = readAmount(text) * signed
  const half = amount < 0n ? -by / 2n : by / 2n
  // Holds because a share of an amount is one.
  return ((amount + half) / by) as ActualCost['amount']
}

function currencyOf(
  order: Meta,
  { in: where, currencyKey }: Source,
  { own, shopCurrency }: { readonly own: string | undefined; readonly shopCurrency: string },
): string | undefined {
  if (where === 'order') return order.currency
  if (where === 'shop') return shopCurrency
  const code = (own ?? order.meta[currencyKey] ?? '').trim().toUpperCase()
  return isCurrency(code) ? code : undefined
}

/** Amounts within an object or a list of them; parcels whose label was refunded are left out. */
function foundIn(json: string | undefined, rule: Source): Found[] {
  const root = parse(json)
  const entries = Array.isArray(root) ? root : root === undefined ? [] : [root]
  return entries.flatMap((entry) => {
    if ('refundedField' in rule && rule.refundedField !== '' && isTold(at(entry, rule.refundedField))) return []
    const value = rule.field === '' ? entry : at(entry, rule.field)
    const text = typeof value === 'number' ? String(value) : value
    const code = at(entry, rule.currencyKey)
    return typeof text === 'string' ? [{ text, currency: typeof code === 'string' ? code : undefined }] : []
  })
}

function isTold(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0
}

/** What stands at `paypal_fee.value` in an object. */
function at(entry: unknown, path: string): unknown {
  let value = entry
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json)
  } catch {
    // Another plug-in's idea of the key.
    return undefined
  }
}
