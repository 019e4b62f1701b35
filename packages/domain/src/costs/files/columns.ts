import { AppError } from '@tillsight/core'
import type { RuleKind } from '../../cost-inputs.ts'
import type { OrderCostKey } from '../../own-costs.ts'
import { mostOrderCosts } from '../plan-order-costs.ts'

// Files of costs: which there are, and their columns (costs §9).

/** What a column holds: `pairs` are names with numbers, `list` several texts; `info` is exported for people and not read. */
export type ColumnKind = 'text' | 'number' | 'list' | 'pairs' | 'info'

/** Where a field of a rule stands in a file. */
export interface RuleColumn {
  readonly column: string
  /** Its name in the rule. */
  readonly field: string
  readonly kind: Exclude<ColumnKind, 'info'>
}

const text = (column: string, field = column): RuleColumn => ({ column, field, kind: 'text' })
const number = (column: string, field = column): RuleColumn => ({ column, field, kind: 'number' })
const currency = text('currency')
const from = text('from')

/** Fields of each kind of rule, in the order of its file. */
export const ruleColumns: Readonly<Record<RuleKind, readonly RuleColumn[]>> = {
  fee: [
    text('gateway'),
    number('percent'),
    number('fixed'),
    currency,
    from,
    number('foreign_card', 'foreignCard'),
    { column: 'region', field: 'region', kind: 'list' },
    number('conversion'),
    text('payout_currency', 'payoutCurrency'),
    text('refund'),
    number('refund_fixed', 'refundFixed'),
    number('dispute'),
    { column: 'exclude', field: 'exclude', kind: 'list' },
  ],
  shipping: [
    text('type'),
    text('region'),
    text('method'),
    number('amount'),
    currency,
    from,
    { column: 'bands', field: 'bands', kind: 'pairs' },
    number('per_kg_above', 'perKgAbove'),
  ],
  handling: [
    number('per_order', 'perOrder'),
    number('per_unit', 'perUnit'),
    currency,
    from,
    { column: 'products', field: 'products', kind: 'pairs' },
  ],
  return: [number('label'), currency, from, text('region')],
  expense: [text('name'), number('amount'), number('percent'), currency, text('kind'), text('start'), text('end')],
  // Where a store keeps costs is told on screen and by API: files hold costs.
  feeMeta: [],
  labelMeta: [],
}

const goodsColumns: Readonly<Record<string, ColumnKind>> = {
  sku: 'text',
  variant_id: 'text',
  product_id: 'text',
  supplier: 'text',
  category: 'text',
  scope: 'text',
  cost: 'number',
  percent: 'number',
  made_of: 'text',
  currency: 'text',
  from: 'text',
  country: 'text',
  min_quantity: 'text',
  steps: 'text',
  source: 'text',
  note: 'text',
  name: 'info',
}

const ofOrders = { most: mostOrderCosts, rules: [] } as const

interface FileLayout {
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Of each choice at least one column has to be there. */
  readonly needed: readonly (readonly string[])[]
  /** Kinds of rules in it; none for goods and for costs of single orders. */
  readonly rules: readonly RuleKind[]
  /** Rows of one file. */
  readonly most: number
}

function ofRules(rules: readonly RuleKind[], needed: FileLayout['needed'], more: readonly string[] = []): FileLayout {
  const own = rules.flatMap((rule) => ruleColumns[rule])
  const columns = Object.fromEntries(own.map(({ column, kind }) => [column, kind]))
  return {
    columns: { ...Object.fromEntries(['id', ...more].map((column) => [column, 'text'])), ...columns },
    needed,
    rules,
    most: 2_000,
  }
}

/** The kinds of files. */
export const costFileKinds = [
  'goods',
  'fees',
  'shipping',
  'handling',
  'expenses',
  'order-lines',
  'order-shipping',
  'order-fees',
  'disputes',
] as const
/** One of {@link costFileKinds}. */
export type CostFileKind = (typeof costFileKinds)[number]

/** The part of an order that a file of costs of single orders is about; undefined for others. */
export function orderPartOf(kind: CostFileKind): OrderCostKey['part'] | undefined {
  switch (kind) {
    case 'order-lines':
      return 'line'
    case 'order-shipping':
      return 'label'
    case 'order-fees':
      return 'fee'
    case 'disputes':
      return 'dispute'
    default:
      return undefined
  }
}

/** What stands in a file of each kind. */
export const costFiles: Readonly<Record<CostFileKind, FileLayout>> = {
  goods: {
    columns: goodsColumns,
    needed: [
      ['sku', 'variant_id', 'product_id', 'supplier', 'category', 'scope'],
      ['cost', 'percent', 'made_of'],
    ],
    rules: [],
    most: 100_000,
  },
  fees: ofRules(['fee'], [['gateway'], ['percent', 'fixed']]),
  shipping: ofRules(['shipping'], [['type']]),
  handling: ofRules(['handling', 'return'], [['per_order', 'per_unit', 'label']], ['rule']),
  // These belong to expenses by the month, which are refused by row.
  expenses: ofRules(
    ['expense'],
    [['name'], ['amount', 'percent'], ['start']],
    ['every', 'category', 'flags', 'channel'],
  ),
  'order-lines': {
    columns: {
      order: 'text',
      line_id: 'text',
      sku: 'text',
      cost: 'number',
      line_cost: 'number',
      currency: 'text',
      note: 'text',
      name: 'info',
    },
    needed: [['order'], ['sku', 'line_id'], ['cost', 'line_cost']],
    ...ofOrders,
  },
  'order-shipping': {
    columns: {
      order: 'text',
      cost: 'number',
      currency: 'text',
      parcel: 'text',
      at: 'info',
      note: 'text',
      name: 'info',
    },
    needed: [['order'], ['cost']],
    ...ofOrders,
  },
  'order-fees': {
    columns: {
      order: 'text',
      transaction: 'text',
      fee: 'number',
      currency: 'text',
      gateway: 'text',
      at: 'info',
      note: 'text',
      name: 'info',
    },
    needed: [['order', 'transaction'], ['fee']],
    ...ofOrders,
  },
  disputes: {
    columns: {
      order: 'text',
      began: 'text',
      amount: 'number',
      currency: 'text',
      fee: 'number',
      outcome: 'text',
      ended: 'text',
      dispute: 'text',
      note: 'text',
      name: 'info',
    },
    needed: [['order'], ['began'], ['outcome']],
    ...ofOrders,
  },
}

/** What a file is about, from its headings. Throws `invalid_input` where they say nothing. */
export function kindOf(headings: readonly string[]): CostFileKind {
  const fits = costFileKinds
    .filter((kind) => costFiles[kind].needed.every((choice) => choice.some((column) => headings.includes(column))))
    // A file of expenses has a category and a percentage, as one of goods may.
    .toSorted((one, other) => costFiles[other].needed.length - costFiles[one].needed.length)
  const [best, next] = fits
  const isClear =
    next === undefined || best === undefined || costFiles[best].needed.length > costFiles[next].needed.length
  if (best !== undefined && isClear) return best
  throw new AppError(
    'invalid_input',
    'The columns do not say which costs these are. Choose the kind of file, and name its columns as an exported file does. Nothing was imported.',
  )
}
