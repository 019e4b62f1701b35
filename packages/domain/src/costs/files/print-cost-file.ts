import { AppError } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import { type GoodsCostRow, listAllGoodsCosts, listCostRules, listOrderCosts } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { readRule, type StoredRule } from '../../cost-rules.ts'
import { type OwnCost, readOrderCost } from '../../own-costs.ts'
import { listGoods } from '../goods-costs.ts'
import { joinList, toCsv } from './cells.ts'
import { type CostFileKind, costFileKinds, costFiles, orderPartOf, type RuleColumn, ruleColumns } from './columns.ts'
import { nameVariants } from './goods-names.ts'
import { printParts } from './parts-cells.ts'

/** A file of costs as text, without a byte order mark. */
export const CostFileText = z.object({ name: z.string(), rows: z.number(), csv: z.string() })
export type CostFileText = z.infer<typeof CostFileText>

/** Prints what stands of one kind: importing it again changes nothing, and after whatever change brings it back. */
export const exportCostFile = defineVerb({
  name: 'costs.export',
  needs: 'costs:read',
  access: 'read',
  input: z.object({ kind: z.enum(costFileKinds) }),
  output: CostFileText,
  async run(ctx: ShopContext, { kind }): Promise<CostFileText> {
    const { columns, rows } = await readCostFile(ctx, kind)
    return { name: `costs-${kind}.csv`, rows: rows.length, csv: toCsv([...columns], [...rows]) }
  },
})

/** The rows of the file of one kind: text, by column. */
export async function readCostFile(
  ctx: ShopContext,
  kind: CostFileKind,
): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Readonly<Record<string, string>>[] }> {
  return { columns: Object.keys(costFiles[kind].columns), rows: await rowsOf(ctx, kind) }
}

async function rowsOf(ctx: ShopContext, kind: CostFileKind): Promise<Record<string, string>[]> {
  if (kind === 'goods') return goodsRows(ctx)
  return orderPartOf(kind) === undefined ? ruleRows(ctx, kind) : orderRows(ctx, kind)
}

async function orderRows({ queries, shop }: ShopContext, kind: CostFileKind): Promise<Record<string, string>[]> {
  const own = (await listOrderCosts(queries, shop.id, 'any')).map(({ body }) => readOrderCost(body, shop.currency))
  return own.flatMap((cost) => (cost.part === orderPartOf(kind) ? [orderRow(cost)] : []))
}

function orderRow(cost: OwnCost): Record<string, string> {
  const { order, ref, currency, note } = cost
  const common = { order, currency, note }
  switch (cost.part) {
    case 'fee':
      return { ...common, gateway: ref, fee: tidy(cost.amount) }
    case 'label':
      return { ...common, parcel: ref, cost: tidy(cost.amount) }
    case 'line':
      return { ...common, line_id: ref, [cost.per === 'piece' ? 'cost' : 'line_cost']: tidy(cost.amount) }
    case 'dispute': {
      const { amount, fee, began, ended, outcome } = cost
      const known = { ...(amount !== null && { amount: tidy(amount) }), ...(fee !== null && { fee: tidy(fee) }) }
      return { ...common, ...known, dispute: ref, began, ended: ended ?? '', outcome }
    }
  }
}

async function goodsRows(ctx: ShopContext): Promise<Record<string, string>[]> {
  const entries = await listAllGoodsCosts(ctx.queries, ctx.shop.id)
  const variants = entries.flatMap(({ scope, ref }) => (scope === 'variant' ? [ref] : []))
  const parts = entries.flatMap(({ madeOf }) => madeOf ?? [])
  const names = await nameVariants(ctx, [...new Set([...variants, ...parts.map(({ variant }) => variant)])])
  const print = await printParts(ctx, { parts, names })
  return entries.map((entry) => ({
    ...goodsRow(entry, entry.scope === 'variant' ? names.get(entry.ref) : undefined),
    ...(entry.madeOf && { made_of: print(entry.madeOf) }),
  }))
}

function goodsRow(
  { scope, ref, kind, minQuantity, fromDay, ...entry }: GoodsCostRow,
  named: { readonly sku: string; readonly title: string } | undefined,
): Record<string, string> {
  const { currency, country, steps, source, note } = entry
  const value =
    kind === 'percent' ? { percent: tidy(entry.percent) } : kind === 'amount' ? { cost: tidy(entry.amount) } : {}
  const own = scope === 'variant' || scope === 'product' ? `${scope}_id` : scope
  return {
    ...(scope === 'shop' ? {} : { [own]: ref }),
    scope,
    sku: named?.sku ?? '',
    name: named?.title ?? '',
    ...value,
    currency,
    from: fromDay ?? '',
    country,
    min_quantity: String(minQuantity),
    steps,
    source,
    note,
  }
}

/** Without zeros at the end. */
function tidy(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

async function ruleRows({ queries, shop }: ShopContext, kind: CostFileKind): Promise<Record<string, string>[]> {
  const { rules } = costFiles[kind]
  const own = (await listCostRules(queries, shop.id)).flatMap((row) => readRule(row) ?? [])
  return own.filter((rule) => rules.includes(rule.kind)).map(ruleRow)
}

function ruleRow({ id, kind, body }: StoredRule): Record<string, string> {
  const fields: Readonly<Record<string, unknown>> = body
  const cells = ruleColumns[kind].map((column) => [column.column, cellOf(column, fields[column.field])])
  return { id, rule: kind, ...Object.fromEntries(cells) }
}

const Bands = z.array(z.object({ upTo: z.number(), amount: z.string() }))
const Products = z.array(z.object({ product: z.string(), perUnit: z.string() }))

function cellOf({ field, kind }: RuleColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'list') return joinList(z.array(z.string()).parse(value))
  // Percentages stay as they were typed.
  if (typeof value === 'string') return kind === 'number' && /^\d+\.\d{6}$/.test(value) ? tidy(value) : value
  return joinList(
    field === 'bands'
      ? Bands.parse(value).map(({ upTo, amount }) => `${upTo}:${tidy(amount)}`)
      : Products.parse(value).map(({ product, perUnit }) => `${product}:${tidy(perUnit)}`),
  )
}

const mostMissing = 20_000
const usualDays = 365

/** Prints the goods that were sold at an unknown cost, most net sales first, to be filled in and imported. */
export const listMissingCosts = defineVerb({
  name: 'costs.missing',
  needs: 'costs:read',
  access: 'read',
  input: z.object({ from: z.string().optional(), to: z.string().optional() }),
  output: CostFileText,
  async run(ctx: ShopContext, days): Promise<CostFileText> {
    const to = days.to ?? dayOf(ctx.clock.now(), ctx.shop.zone)
    const from = days.from ?? addDays(dayOf(ctx.clock.now(), ctx.shop.zone), -usualDays)
    if (from > to) throw new AppError('invalid_input', `The first day, ${from}, is after the last, ${to}.`)
    const rows: Record<string, string>[] = []
    for (;;) {
      const page = await listGoods.run(ctx, { from, to, only: 'unknown', limit: 500, skip: rows.length })
      rows.push(
        ...page.rows.map(({ variant, sku, title }) => ({
          variant_id: variant,
          sku,
          name: title,
          currency: page.currency,
        })),
      )
      if (page.rows.length < 500 || rows.length >= mostMissing) break
    }
    return { name: 'costs-missing.csv', rows: rows.length, csv: toCsv(missingColumns, rows) }
  },
})

const missingColumns = ['variant_id', 'sku', 'name', 'cost', 'currency', 'from']
