import { amountText, parseAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type GoodsCostFields, type GoodsCostRow, listGoodsCosts } from '@tillsight/database'
import type { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { GoodsCostInput } from '../../cost-inputs.ts'
import { findKnownGoods } from '../goods-costs.ts'
import { type GoodsSource, planGoods } from '../plan-steps.ts'
import { keyText, nameOfStep, type Step } from '../steps.ts'
import { findVariants } from './goods-names.ts'
import type { CostFileRow, CostTable } from './read-cost-file.ts'
import { openSheet, type PlannedFile, problemText, type Sheet } from './sheet.ts'

type Scope = GoodsCostInput['scope']
type FileSource = Exclude<GoodsSource, 'store'>

/** One entry that a row tells. */
interface Told {
  readonly row: number
  readonly entry: GoodsCostInput
  readonly source: GoodsSource
}

const scopeColumns = [
  ['variant_id', 'variant'],
  ['sku', 'variant'],
  ['product_id', 'product'],
  ['supplier', 'supplier'],
  ['category', 'category'],
] as const satisfies readonly (readonly [string, Scope])[]

const columnsOf: Readonly<Record<string, string>> = { amount: 'cost', minQuantity: 'min_quantity' }
const sources: readonly string[] = ['entered', 'file', 'api', 'store']

/** Works out what a file of costs of goods does: each row is an entry by itself, and a bad one is left out. */
export async function planGoodsFile(ctx: ShopContext, { rows }: CostTable): Promise<PlannedFile> {
  const sheet = openSheet()
  const filled = rows.filter((row) => row.cell('cost') !== '' || row.cell('percent') !== '' || sheet.blank(row))
  const skus = filled.filter(isBySku).map((row) => row.cell('sku'))
  const variants = await findVariants(ctx, [...new Set(skus.filter(({ length }) => length <= longestSku))])
  const read = filled.flatMap((row) => readRow(row, { variants, sheet }))
  const known = await findKnownGoods(ctx, [...new Set(read.flatMap(({ entry }) => idOf(entry) ?? []))])
  const named = read.filter(({ row, entry }) => {
    const id = idOf(entry)
    if (id === undefined || known.has(id)) return true
    const field = entry.scope === 'variant' ? 'variant_id' : 'product_id'
    return sheet.refuse(row, { field, value: id, problem: 'The shop has no goods with this id.' })
  })
  const stored = await readStored(ctx, named)
  const moving = named.flatMap((told) => sourceOf(told, stored, ctx.shop.currency) ?? [])
  const last = withFirstSteps(keepLast(moving, sheet), stored, sheet)
  const kept = last.filter(({ row }) => sheet.fates.get(row) !== 'refused')
  for (const told of kept)
    if (told.source === 'file' && stored.has(keyOf({ ...told, source: 'entered' }))) sheet.note(told.row, behind)
  const steps: Step[] = []
  for (const [source, own] of Map.groupBy(kept, (told) => told.source as FileSource)) {
    steps.push(...(await planGoods(ctx, { entries: own.map(({ entry }) => entry), remove: [], source })))
  }
  const moved = new Map(steps.map((step) => [nameOfStep(step), step.before === null ? 'added' : 'changed'] as const))
  for (const told of kept) sheet.settle(told.row, moved.get(keyOf(told)) ?? 'unchanged')
  for (const { row } of named) sheet.settle(row, 'unchanged')
  return { steps, ...sheet }
}

/** Longer ones are none: nothing in the shop has them. */
const longestSku = 200
const behind = 'A cost that was entered by hand for the same day comes first: this one is kept, and not used.'

function isBySku(row: CostFileRow): boolean {
  return row.cell('sku') !== '' && row.cell('variant_id') === ''
}

function idOf({ scope, ref }: GoodsCostInput): string | undefined {
  return scope === 'variant' || scope === 'product' ? ref : undefined
}

/** The entries of a row: several where variants share its SKU, none where it is refused. */
function readRow(
  row: CostFileRow,
  { variants, sheet }: { readonly variants: ReadonlyMap<string, readonly string[]>; readonly sheet: Sheet },
): Told[] {
  const [column, scope] = scopeColumns.find(([name]) => row.cell(name) !== '') ?? ['scope', 'shop']
  const refs = refsOf(row, column, variants)
  const wrong = problemOf(row, column, refs)
  if (wrong !== undefined) {
    sheet.refuse(row.number, { ...wrong, value: row.cell(wrong.field) })
    return []
  }
  if (refs.length > 1) {
    sheet.note(row.number, `${refs.length} variants share the SKU “${row.cell('sku')}”: all get it.`)
  }
  const told: Told[] = []
  for (const ref of refs) {
    const checked = GoodsCostInput.safeParse({ ...fieldsOf(row), scope, ref })
    if (!checked.success) return refuseIssues(row, checked.error, { sheet, column })
    // Holds because it was checked with the row's other choices.
    told.push({ row: row.number, entry: checked.data, source: (row.cell('source') || 'file') as GoodsSource })
  }
  return told
}

function refsOf(row: CostFileRow, column: string, variants: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (column === 'sku') return variants.get(row.cell('sku')) ?? []
  return [column === 'scope' ? '' : row.cell(column)]
}

/** What is wrong with a row beside the values of its entry. */
function problemOf(
  row: CostFileRow,
  column: string,
  refs: readonly string[],
): { readonly field: string; readonly problem: string } | undefined {
  if (column === 'scope' && row.cell('scope') !== 'shop')
    return { field: 'sku', problem: 'It is missing what this is the cost of.' }
  if (refs.length === 0) return { field: 'sku', problem: 'The shop has no goods with this SKU.' }
  if (row.cell('cost') !== '' && row.cell('percent') !== '')
    return { field: 'percent', problem: 'Give a cost or a percentage.' }
  if (!/^\d{0,9}$/.test(row.cell('min_quantity')))
    return { field: 'min_quantity', problem: 'This is not a number of pieces: write it like 5.' }
  const source = row.cell('source')
  if (source !== '' && !sources.includes(source))
    return { field: 'source', problem: 'Write entered, file, api or store, or leave it empty.' }
  return undefined
}

function fieldsOf(row: CostFileRow): Readonly<Record<string, unknown>> {
  return {
    from: row.cell('from') || null,
    country: row.cell('country'),
    minQuantity: Number(row.cell('min_quantity') || '1'),
    steps: row.cell('steps') || 'whole',
    kind: row.cell('cost') === '' ? 'percent' : 'amount',
    ...textOf(row, 'amount', 'cost'),
    ...textOf(row, 'percent', 'percent'),
    ...textOf(row, 'currency', 'currency'),
    note: row.cell('note'),
  }
}

function textOf(row: CostFileRow, name: string, column: string): Readonly<Record<string, string>> {
  const text = row.cell(column)
  return text === '' ? {} : { [name]: text }
}

function refuseIssues(
  row: CostFileRow,
  error: z.ZodError,
  { sheet, column }: { readonly sheet: Sheet; readonly column: string },
): [] {
  // The first thing that is wrong with a cell says enough.
  const issues = new Map(error.issues.toReversed().map((issue) => [String(issue.path[0] ?? 'ref'), issue]))
  for (const [name, issue] of issues) {
    const field = name === 'ref' ? column : (columnsOf[name] ?? name)
    sheet.refuse(row.number, { field, value: row.cell(field), problem: problemText(issue) })
  }
  return []
}

type Stored = ReadonlyMap<string, GoodsCostRow>

async function readStored({ queries, shop }: ShopContext, told: readonly Told[]): Promise<Stored> {
  const named = (wanted: Scope) => [
    ...new Set(told.flatMap(({ entry: { scope, ref } }) => (scope === wanted ? [ref] : []))),
  ]
  const rows = await listGoodsCosts(queries, shop.id, {
    variant: named('variant'),
    product: named('product'),
    supplier: named('supplier'),
    category: named('category'),
  })
  return new Map(rows.map((row) => [keyText(row), row]))
}

function keyOf({ entry, source }: Told, more: Partial<GoodsCostFields> = {}): string {
  const { scope, ref, from, country, minQuantity } = entry
  return keyText({ scope, ref, source, fromDay: from === null ? null : (from as Day), country, minQuantity, ...more })
}

/** An exported cost of the store stands by itself; one that was changed in the file is the file's. */
function sourceOf(told: Told, stored: Stored, usual: string): Told | undefined {
  if (told.source !== 'store') return told
  const own = stored.get(keyOf(told))
  const { amount = '0', currency = usual } = told.entry
  const isSame = own && amountText(parseAmount(own.amount)) === amount && own.currency === currency
  return isSame ? undefined : { ...told, source: 'file' }
}

function keepLast(all: readonly Told[], sheet: Sheet): Told[] {
  const last = new Map<string, Told>()
  for (const told of all) {
    const key = keyOf(told)
    const earlier = last.get(key)
    if (earlier !== undefined && earlier.row !== told.row) {
      sheet.settle(earlier.row, 'repeated')
      sheet.note(earlier.row, `Row ${told.row} is about the same: the later row counts.`)
    }
    last.set(key, told)
  }
  return [...last.values()]
}

/** Leaves out steps of quantities without one for a single piece, which would leave small orders without a cost. */
function withFirstSteps(all: readonly Told[], stored: Stored, sheet: Sheet): Told[] {
  const keys = new Set(all.map((told) => keyOf(told)))
  return all.filter((told) => {
    const first = keyOf(told, { minQuantity: 1 })
    if (keys.has(first) || stored.has(first)) return true
    return sheet.refuse(told.row, {
      field: 'min_quantity',
      value: String(told.entry.minQuantity),
      problem: 'A cost from several pieces on needs one from 1 piece on, of the same day and country.',
    })
  })
}
