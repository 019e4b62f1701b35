import { amountText, parseAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type GoodsCostFields, type GoodsCostRow, listGoodsCosts } from '@tillsight/database'
import type { ShopContext } from '../../context/index.ts'
import type { GoodsCostInput } from '../../cost-inputs.ts'
import { findKnownGoods } from '../goods-costs.ts'
import { findNested, nestedText } from '../made-of.ts'
import { type GoodsSource, planGoods } from '../plan-steps.ts'
import { keyText, nameOfStep, type Step } from '../steps.ts'
import { findVariants } from './goods-names.ts'
import { namePartsIn } from './parts-cells.ts'
import type { CostFileRow, CostTable } from './read-cost-file.ts'
import { readGoodsRow, type Told, values } from './read-goods-row.ts'
import { openSheet, type PlannedFile, type Sheet } from './sheet.ts'

type Scope = GoodsCostInput['scope']
type FileSource = Exclude<GoodsSource, 'store'>

/** Works out what a file of costs of goods does: each row is an entry by itself, and a bad one is left out. */
export async function planGoodsFile(ctx: ShopContext, { rows }: CostTable): Promise<PlannedFile> {
  const sheet = openSheet()
  const filled = rows.filter((row) => values.some((column) => row.cell(column) !== '') || sheet.blank(row))
  const skus = filled.filter(isBySku).map((row) => row.cell('sku'))
  const variants = await findVariants(ctx, [...new Set(skus.filter(({ length }) => length <= longestSku))])
  const partOf = await namePartsIn(
    ctx,
    filled.flatMap((row) => row.cell('made_of') || []),
  )
  const read = filled.flatMap((row) => readGoodsRow(row, { variants, partOf, sheet }))
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
  const plain = await withPlainParts(ctx, { kept, steps, sheet })
  const moved = new Map(plain.map((step) => [nameOfStep(step), step.before === null ? 'added' : 'changed'] as const))
  for (const told of kept) sheet.settle(told.row, moved.get(keyOf(told)) ?? 'unchanged')
  for (const { row } of named) sheet.settle(row, 'unchanged')
  return { steps: plain, ...sheet }
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

/** Leaves out what would be made of what is made of others itself. */
async function withPlainParts(
  ctx: ShopContext,
  { kept, steps, sheet }: { readonly kept: readonly Told[]; readonly steps: readonly Step[]; readonly sheet: Sheet },
): Promise<readonly Step[]> {
  const left = new Set<string>()
  for (const [ref, part] of await findNested(ctx, steps)) {
    const made = kept.filter(({ entry }) => entry.madeOf !== undefined)
    const own = made.filter(({ entry }) => entry.ref === ref)
    const isOwn = own.length > 0
    for (const told of isOwn ? own : made.filter(({ entry }) => entry.ref === part)) {
      const problem = isOwn
        ? nestedText(part)
        : `“${ref}” is made of these goods: they cannot be made of others themselves.`
      sheet.refuse(told.row, { field: 'made_of', value: isOwn ? part : ref, problem })
      left.add(keyOf(told))
    }
  }
  return left.size === 0 ? steps : steps.filter((step) => !left.has(nameOfStep(step)))
}
