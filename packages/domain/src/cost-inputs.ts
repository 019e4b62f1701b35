// What people and files may say about the costs of a shop, and what is wrong with it.
import { type Amount, amountText, isCurrency, parseAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'

const decimal = /^\d{1,20}(?:\.\d{1,10})?$/
const most = parseAmount('10000000')

/** Money that something costs, as decimal text: up to ten million with up to ten decimals, kept to the millionth. */
export const CostAmount = z
  .string()
  .trim()
  .transform((text, ctx): string => {
    const problem = problemOf(text)
    if (problem === undefined) return amountText(readAmount(text))
    ctx.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

function problemOf(text: string): string | undefined {
  if (text === '') return 'The amount is missing. Write it like 12.50.'
  if (text.startsWith('-')) return `“${text.slice(0, 30)}” is below zero: a cost is 0 or more.`
  if (!decimal.test(text)) {
    return `“${text.slice(0, 30)}” is not an amount: write it like 1234.50, with a point before at most ten decimals and nothing else.`
  }
  return readAmount(text) > most ? `“${text.slice(0, 30)}” is more than ten million.` : undefined
}

/** Amounts are kept to the millionth; what is beyond is rounded. */
function readAmount(text: string): Amount {
  const [whole = '0', decimals = ''] = text.split('.')
  const kept = parseAmount(`${whole}.${decimals.slice(0, 6) || '0'}`)
  return (decimals[6] ?? '0') >= '5' ? ((kept + 1n) as Amount) : kept
}

/** Percent points from 0 to 100, as decimal text. */
export const CostPercent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(?:\.\d{1,6})?$/, 'Write a number from 0 to 100, such as 1.4.')
  .refine((text) => Number(text) <= 100, 'It is more than 100 percent.')

/** An ISO 4217 code. */
export const CostCurrency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'This currency is not known. Use an ISO 4217 code: EUR, USD, GBP, …')

/** A shop day. */
export const CostDay = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day like 2026-03-31.')
  .refine(isDay, 'This is not an existing day.')

/** A shop day; null: since ever, or without end. */
export const OpenDay = CostDay.nullable().default(null)

function isDay(text: string): boolean {
  try {
    parseDay(text)
    return true
  } catch {
    return false
  }
}

const otherCodes: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

const Countries = z
  .array(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Write countries as two letters: DE, GB, US, …')
      .transform((code) => otherCodes[code] ?? code),
  )
  .max(300)
  .default([])

/** A country, or the name of a group of the shop; empty: everywhere. */
const Region = z
  .string()
  .trim()
  .max(40)
  .default('')
  .transform(
    (text) => otherCodes[text.toUpperCase()] ?? (/^[a-z]{2}(-[a-z0-9]{1,3})?$/i.test(text) ? text.toUpperCase() : text),
  )

/** What identifies a dated cost of goods, beside who told it. */
export const GoodsCostKeyInput = z.strictObject({
  scope: z.enum(['variant', 'product', 'supplier', 'category', 'shop']),
  ref: z.string().trim().max(200).default(''),
  from: OpenDay,
  country: Region,
  minQuantity: z.int().min(1).max(1_000_000).default(1),
})

const mostParts = 50

/** What a piece consists of: pieces of other variants, whose own dated costs are added up. */
export const GoodsParts = z
  .array(
    z.strictObject({
      variant: z.string().trim().min(1, 'It is missing which goods these are.').max(200),
      quantity: z
        .int('Write a whole number of pieces.')
        .min(1, 'Write a number of pieces from 1 on.')
        .max(1_000_000, 'These are more than a million pieces.'),
    }),
  )
  .min(1, 'Name what it is made of.')
  .max(mostParts, `It is made of more than ${mostParts} different goods. Name at most ${mostParts}.`)
  .refine(
    (parts) => new Set(parts.map(({ variant }) => variant)).size === parts.length,
    'The same goods stand here twice. Name them once, with all their pieces.',
  )
export type GoodsParts = z.output<typeof GoodsParts>

const missingValues = {
  amount: 'The amount is missing. Write it like 12.50.',
  percent: 'The percentage is missing. Write it like 45.',
  madeOf: 'Name what it is made of.',
} as const

interface GivenCost {
  readonly kind: string
  readonly steps: string
  readonly amount?: string | undefined
  readonly percent?: string | undefined
  readonly madeOf?: GoodsParts | undefined
}

/** What is wrong with the parts of goods beside each of them. */
function partsProblem(
  { scope, ref }: { readonly scope: string; readonly ref: string },
  { kind, steps, amount, percent, madeOf }: GivenCost,
): string | undefined {
  if (kind !== 'madeOf') return madeOf && 'Give parts only to what is made of other goods.'
  if (amount !== undefined || percent !== undefined) return 'What is made of other goods has no cost of its own.'
  if (scope !== 'variant' && scope !== 'product') return 'Only a variant or a product is made of other goods.'
  if (steps !== 'whole') return 'What is made of other goods has no steps of its own: those of its parts count.'
  return madeOf?.some(({ variant }) => variant === ref) ? 'It cannot be made of itself.' : undefined
}

/** A dated cost of goods as people and files give it. A cost of nothing is written as 0: one that is left out is a mistake. */
export const GoodsCostInput = z
  .strictObject({
    ...GoodsCostKeyInput.shape,
    steps: z.enum(['whole', 'graduated']).default('whole'),
    kind: z.enum(['amount', 'percent', 'madeOf']).default('amount'),
    amount: CostAmount.optional(),
    percent: CostPercent.optional(),
    madeOf: GoodsParts.optional(),
    currency: CostCurrency.optional(),
    note: z.string().trim().max(500).default(''),
  })
  .superRefine(({ scope, ref, kind, ...entry }, ctx) => {
    if (entry[kind] === undefined) ctx.addIssue({ code: 'custom', path: [kind], message: missingValues[kind] })
    const problem = partsProblem({ scope, ref }, { kind, ...entry })
    if (problem) ctx.addIssue({ code: 'custom', path: ['madeOf'], message: problem })
    if ((scope === 'shop') !== (ref === '')) {
      const message =
        scope === 'shop' ? 'A cost of the whole shop names no goods.' : 'It is missing what this is the cost of.'
      ctx.addIssue({ code: 'custom', path: ['ref'], message })
    }
  })
export type GoodsCostInput = z.output<typeof GoodsCostInput>

/** What a payment provider keeps. `*` is a further fee of the platform for all methods but the excluded. */
export const FeeInput = z.strictObject({
  gateway: z.string().trim().min(1, 'The payment method is missing.').max(120),
  exclude: z.array(z.string().trim().max(120)).max(50).default([]),
  from: OpenDay,
  percent: CostPercent.default('0'),
  fixed: CostAmount.default('0.000000'),
  currency: CostCurrency.optional(),
  foreignCard: CostPercent.default('0'),
  region: Countries,
  conversion: CostPercent.default('0'),
  payoutCurrency: z.union([z.literal(''), CostCurrency]).default(''),
  refund: z.enum(['kept', 'percent', 'all']).default('kept'),
  refundFixed: CostAmount.default('0.000000'),
  /** For each dispute; null: not known. */
  dispute: CostAmount.nullable().default(null),
})

const Grams = z.int().min(1).max(10_000_000)

/** What carriers charge: by weight and region, by method, per order, per piece, what the buyer paid, or nothing. */
export const ShippingInput = z.strictObject({
  type: z.enum(['table', 'method', 'perOrder', 'perUnit', 'asCharged', 'nothing']),
  region: Region,
  from: OpenDay,
  method: z.string().trim().max(120).default(''),
  amount: CostAmount.default('0.000000'),
  currency: CostCurrency.optional(),
  bands: z
    .array(z.strictObject({ upTo: Grams, amount: CostAmount }))
    .max(100)
    .default([]),
  perKgAbove: CostAmount.nullable().default(null),
})

/** Picking and packing. */
export const HandlingInput = z.strictObject({
  from: OpenDay,
  perOrder: CostAmount.default('0.000000'),
  perUnit: CostAmount.default('0.000000'),
  currency: CostCurrency.optional(),
  products: z
    .array(z.strictObject({ product: z.string().trim().min(1).max(120), perUnit: CostAmount }))
    .max(5_000)
    .default([]),
})

/** Labels for goods sent back. */
export const ReturnInput = z.strictObject({
  from: OpenDay,
  label: CostAmount,
  currency: CostCurrency.optional(),
  region: Region,
})

/** An expense that orders bring with them. */
export const ExpenseInput = z.strictObject({
  name: z.string().trim().min(1, 'The name is missing.').max(120),
  kind: z.enum(['perOrder', 'perPaidOrder', 'perUnit', 'percent']),
  amount: CostAmount.default('0.000000'),
  percent: CostPercent.default('0'),
  currency: CostCurrency.optional(),
  start: CostDay,
  end: OpenDay,
})

/** Where a cost stands among the meta that plug-ins of the store keep with orders. */
const metaSource = {
  /** The key of the meta. */
  key: z.string().trim().min(1, 'The name of the field is missing.').max(120),
  /** Of meta that is an object or a list of them: where the amount is in it, such as `paypal_fee.value`. */
  field: z.string().trim().max(120).default(''),
  /** Whose currency the amount is in. */
  in: z.enum(['order', 'shop', 'key']).default('order'),
  /** Where the currency stands: a key of the meta, or a place in the same object. */
  currencyKey: z.string().trim().max(120).default(''),
  /** What the amount is multiplied by: some plug-ins write cents, or amounts below zero. */
  scale: z.enum(['1', '0.01', '-1', '-0.01']).default('1'),
} as const

function withCurrency({ in: where, currencyKey }: { readonly in: string; readonly currencyKey: string }): boolean {
  return where !== 'key' || currencyKey !== ''
}
const noCurrency = { path: ['currencyKey'], message: 'Say which field has the currency.' }

/** Where the store keeps what a payment provider took. */
const FeeMetaInput = z
  .strictObject({
    ...metaSource,
    /** Only of payments by this method; empty: by any. */ gateway: z.string().trim().max(120).default(''),
  })
  .refine(withCurrency, noCurrency)
export type FeeMetaRule = z.output<typeof FeeMetaInput>

/** Where the store keeps what carriers charged. */
const LabelMetaInput = z
  .strictObject({
    ...metaSource,
    /** Whether several parcels add up; otherwise the first counts. */
    addsUp: z.boolean().default(true),
    /** A parcel with anything at this place in its object was refunded and costs nothing. */
    refundedField: z.string().trim().max(120).default(''),
  })
  .refine(withCurrency, noCurrency)
export type LabelMetaRule = z.output<typeof LabelMetaInput>

/** Choices of the shop. */
export const CostSettingsInput = z.strictObject({
  whoDecides: z.enum(['order', 'entries']).default('order'),
  restockDefault: z.boolean().default(false),
  groups: z.record(z.string().trim().min(3).max(40), Countries).default({}),
  defaultGrams: Grams.nullable().default(null),
  /** Last day whose figures nobody but an owner may move by costs; null: none. */
  closedThrough: OpenDay,
})
export type CostSettingsInput = z.output<typeof CostSettingsInput>

/** Input of a rule, by kind. */
export const ruleInputs = {
  fee: FeeInput,
  shipping: ShippingInput,
  handling: HandlingInput,
  return: ReturnInput,
  expense: ExpenseInput,
  feeMeta: FeeMetaInput,
  labelMeta: LabelMetaInput,
} as const
/** One of the kinds of rules. */
export type RuleKind = keyof typeof ruleInputs
export const ruleKinds = [
  'fee',
  'shipping',
  'handling',
  'return',
  'expense',
  'feeMeta',
  'labelMeta',
] as const satisfies readonly RuleKind[]
