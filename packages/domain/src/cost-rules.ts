// What a shop has told about its costs, as stored, and how booking gets it.
import { parseAmount } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import type {
  CostRules,
  CostSettings,
  FeeRule,
  GoodsEntry,
  HandlingRule,
  OrderExpense,
  ReturnRule,
  ShippingRule,
} from '@tillsight/costs'
import { type CostRuleRow, type GoodsCostRow, listCostRules, listGoodsCosts } from '@tillsight/database'
import type { z } from 'zod'
import type { WriteContext } from './context/index.ts'
import { CostSettingsInput, type RuleKind, ruleInputs, ruleKinds } from './cost-inputs.ts'
import { loadRates } from './currencies/index.ts'

/** A stored rule with its body as it was given. */
export type StoredRule = {
  [Kind in RuleKind]: { readonly id: string; readonly kind: Kind; readonly body: z.output<(typeof ruleInputs)[Kind]> }
}[RuleKind]

/** Reads a stored rule; undefined for the shop's choices. */
export function readRule({ id, kind, body }: Pick<CostRuleRow, 'id' | 'kind' | 'body'>): StoredRule | undefined {
  const known = ruleKinds.find((each) => each === kind)
  // Holds because the body was parsed by the schema of its kind when it was stored.
  return known && ({ id, kind: known, body: ruleInputs[known].parse(body) } as StoredRule)
}

/** The shop's choices among its stored rules; defaults without any. */
export function readCostSettings(rows: readonly Pick<CostRuleRow, 'kind' | 'body'>[]): CostSettingsInput {
  return CostSettingsInput.parse(rows.find(({ kind }) => kind === 'settings')?.body ?? {})
}

/** Goods and orders that costs are wanted for. */
export interface CostNeeds {
  readonly variants: readonly string[]
  readonly products: readonly string[]
  readonly suppliers: readonly string[]
  readonly categories: readonly string[]
  /** Shop days of the orders and of what happened to them. */
  readonly days: readonly Day[]
}

/** What a shop has told, as stored. */
export interface StoredCosts {
  readonly goods: readonly GoodsCostRow[]
  readonly rules: readonly CostRuleRow[]
  /** What was told about single orders. */
  readonly orders: readonly CostRuleRow[]
}

/**
 * Reads what a shop has told that concerns these goods, and the goods that they are made of; about single orders see
 * {@link readOwnCosts}. `change` shows what would be if the shop had told something else.
 */
export async function readStoredCosts(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  needs: CostNeeds,
  change: (stored: StoredCosts) => StoredCosts = (stored) => stored,
): Promise<StoredCosts> {
  const refs = {
    variant: needs.variants,
    product: needs.products,
    supplier: needs.suppliers,
    category: needs.categories,
  }
  const [goods, rules] = await Promise.all([
    listGoodsCosts(db.kysely, shop.id, refs),
    listCostRules(db.kysely, shop.id),
  ])
  const told = change({ goods, rules, orders: [] })
  const parts = furtherParts(told, needs)
  if (parts.length === 0) return told
  const ofParts = await listGoodsCosts(db.kysely, shop.id, { variant: parts, product: [], supplier: [], category: [] })
  // What is told of the parts may be changed, too.
  return change({ goods: [...goods, ...ofParts.filter(({ scope }) => scope === 'variant')], rules, orders: [] })
}

/** Variants that these goods are made of, which were not asked for themselves. */
function furtherParts({ goods }: StoredCosts, { variants, products }: CostNeeds): string[] {
  const asked = { variant: new Set(variants), product: new Set(products) }
  const parts = goods.flatMap(({ scope, ref, madeOf }) =>
    madeOf && (scope === 'variant' || scope === 'product') && asked[scope].has(ref) ? madeOf : [],
  )
  return [...new Set(parts.map(({ variant }) => variant))].filter((variant) => !asked.variant.has(variant))
}

/** Prepares what a shop has told for working out costs, with the exchange rates that it takes. */
export async function toCostRules(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  { goods, rules }: StoredCosts,
  {
    days,
    currencies,
  }: Pick<CostNeeds, 'days'> & {
    /** Those of costs of the orders themselves. */
    readonly currencies: readonly string[]
  },
): Promise<CostRules> {
  const own = rules.flatMap((row) => readRule(row) ?? [])
  const body = <Kind extends RuleKind>(kind: Kind) =>
    own.flatMap((rule) =>
      rule.kind === kind ? [{ id: rule.id, ...(rule.body as z.output<(typeof ruleInputs)[Kind]>) }] : [],
    )
  const used = [
    ...goods.map(({ currency }) => currency),
    ...own.flatMap(({ body: told }) => ('currency' in told ? (told.currency ?? []) : [])),
    ...currencies,
  ]
  const lookup = await loadRatesOf({ db, shop }, used, days)
  const inCurrency = (currency: string | undefined): string => currency ?? shop.currency
  const settings = readCostSettings(rules)
  return {
    currency: shop.currency,
    rateOf: (currency, day) => lookup?.(currency, shop.currency, day),
    goods: goods.map(toGoodsEntry),
    fees: body('fee').map((rule) => toFeeRule(rule, inCurrency(rule.currency))),
    shipping: body('shipping').map(
      (rule): ShippingRule => ({
        ...rule,
        from: toDay(rule.from),
        amount: parseAmount(rule.amount),
        currency: inCurrency(rule.currency),
        bands: rule.bands.map(({ upTo, amount }) => ({ upTo: BigInt(upTo), amount: parseAmount(amount) })),
        perKgAbove: rule.perKgAbove === null ? null : parseAmount(rule.perKgAbove),
      }),
    ),
    handling: body('handling').map(
      (rule): HandlingRule => ({
        ...rule,
        from: toDay(rule.from),
        perOrder: parseAmount(rule.perOrder),
        perUnit: parseAmount(rule.perUnit),
        currency: inCurrency(rule.currency),
        products: rule.products.map(({ product, perUnit }) => ({ product, perUnit: parseAmount(perUnit) })),
      }),
    ),
    returns: body('return').map(
      (rule): ReturnRule => ({
        ...rule,
        from: toDay(rule.from),
        label: parseAmount(rule.label),
        currency: inCurrency(rule.currency),
      }),
    ),
    expenses: body('expense').map(
      (rule): OrderExpense => ({
        ...rule,
        amount: parseAmount(rule.amount),
        percent: parseAmount(rule.percent),
        currency: inCurrency(rule.currency),
        start: parseDay(rule.start),
        end: toDay(rule.end),
      }),
    ),
    settings: toSettings(settings),
  }
}

function toFeeRule(rule: { readonly id: string } & z.output<typeof ruleInputs.fee>, currency: string): FeeRule {
  return {
    ...rule,
    from: toDay(rule.from),
    percent: parseAmount(rule.percent),
    fixed: parseAmount(rule.fixed),
    currency,
    foreignCard: parseAmount(rule.foreignCard),
    conversion: parseAmount(rule.conversion),
    refundFixed: parseAmount(rule.refundFixed),
    dispute: rule.dispute === null ? null : parseAmount(rule.dispute),
  }
}

/** Exchange rates of the currencies on these days; undefined if there are none but the shop's. */
async function loadRatesOf(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  used: readonly string[],
  days: readonly Day[],
) {
  const foreign = [...new Set(used)].filter((currency) => currency !== shop.currency)
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  if (foreign.length === 0 || from === undefined || to === undefined) return undefined
  return loadRates({ queries: db.kysely }, [...foreign, shop.currency], { from, to })
}

function toSettings({ whoDecides, restockDefault, groups, defaultGrams }: CostSettingsInput): CostSettings {
  return { whoDecides, restockDefault, groups, defaultGrams: defaultGrams === null ? null : BigInt(defaultGrams) }
}

function toDay(text: string | null): Day | null {
  return text === null ? null : parseDay(text)
}

function toGoodsEntry(row: GoodsCostRow): GoodsEntry {
  return {
    ...(row.madeOf && { madeOf: row.madeOf }),
    id: row.id,
    // Holds for these because they were checked when the entry was stored.
    scope: row.scope as GoodsEntry['scope'],
    steps: row.steps as GoodsEntry['steps'],
    kind: row.kind as GoodsEntry['kind'],
    source: row.source as GoodsEntry['source'],
    ref: row.ref,
    from: row.fromDay,
    country: row.country,
    minQuantity: row.minQuantity,
    amount: parseAmount(row.amount),
    percent: parseAmount(row.percent),
    currency: row.currency,
    seenFrom: row.seenFrom,
  }
}
