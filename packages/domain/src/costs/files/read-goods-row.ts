import type { z } from 'zod'
import { GoodsCostInput } from '../../cost-inputs.ts'
import type { GoodsSource } from '../plan-steps.ts'
import { type PartNames, splitParts } from './parts-cells.ts'
import type { CostFileRow } from './read-cost-file.ts'
import { problemText, type Sheet } from './sheet.ts'

// One row of a file of costs of goods.

type Scope = GoodsCostInput['scope']

/** One entry that a row tells. */
export interface Told {
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

const columnsOf: Readonly<Record<string, string>> = { amount: 'cost', minQuantity: 'min_quantity', madeOf: 'made_of' }
/** Each row has one of them. */
export const values = ['cost', 'percent', 'made_of'] as const
const sources: readonly string[] = ['entered', 'file', 'api', 'store']

interface Reading {
  readonly variants: ReadonlyMap<string, readonly string[]>
  readonly partOf: PartNames
  readonly sheet: Sheet
}

/** The entries of a row: several where variants share its SKU, none where it is refused. */
export function readGoodsRow(row: CostFileRow, { variants, partOf, sheet }: Reading): Told[] {
  const [column, scope] = scopeColumns.find(([name]) => row.cell(name) !== '') ?? ['scope', 'shop']
  const refs = refsOf(row, column, variants)
  const parts = partsOf(row, partOf)
  const wrong = problemOf(row, column, refs) ?? parts.wrong
  if (wrong !== undefined) {
    sheet.refuse(row.number, { ...wrong, value: row.cell(wrong.field) })
    return []
  }
  if (refs.length > 1) {
    sheet.note(row.number, `${refs.length} variants share the SKU “${row.cell('sku')}”: all get it.`)
  }
  const told: Told[] = []
  for (const ref of refs) {
    const checked = GoodsCostInput.safeParse({ ...fieldsOf(row), ...parts.fields, scope, ref })
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
  const [, second] = values.filter((name) => row.cell(name) !== '')
  if (second !== undefined) return { field: second, problem: 'Give either a cost, a percentage or what it is made of.' }
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

/** What a row says that goods are made of. */
function partsOf(row: CostFileRow, partOf: PartNames) {
  if (row.cell('made_of') === '') return {}
  const written = splitParts(row.cell('made_of')).map((part) => ({ ...part, ...partOf(part.name) }))
  const problem = written.find((part) => part.problem !== undefined)?.problem
  if (problem !== undefined) return { wrong: { field: 'made_of', problem } }
  return { fields: { kind: 'madeOf', madeOf: written.map(({ variant, quantity }) => ({ variant, quantity })) } }
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
