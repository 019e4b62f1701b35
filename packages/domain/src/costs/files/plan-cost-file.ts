import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import type { ImportSource } from '../../files/index.ts'
import { costFileKinds, orderPartOf } from './columns.ts'
import { planGoodsFile } from './plan-goods-file.ts'
import { planOrdersFile } from './plan-orders-file.ts'
import { planRulesFile } from './plan-rules-file.ts'
import { type CostTable, readCostFile } from './read-cost-file.ts'
import type { PlannedFile } from './sheet.ts'

/** A file of costs: its text, its bytes or what opens them; it may be packed with gzip. */
export const CostFileInput = z.strictObject({
  name: z.string().trim().min(1).max(255).default('file.csv'),
  /** Found out from the columns where it is left out. */
  kind: z.enum(costFileKinds).optional(),
  content: z.union([z.string(), z.instanceof(Uint8Array), z.custom<ImportSource['open']>(isOpening)]),
})
export type CostFileInput = z.output<typeof CostFileInput>

function isOpening(value: unknown): boolean {
  return typeof value === 'function'
}

async function planTable(ctx: ShopContext, table: CostTable): Promise<PlannedFile> {
  if (table.kind === 'goods') return planGoodsFile(ctx, table)
  const part = orderPartOf(table.kind)
  return part === undefined ? planRulesFile(ctx, table) : planOrdersFile(ctx, table, part)
}

/** What a file would do, and the file as it was read. */
export interface PlannedCostFile extends PlannedFile {
  readonly table: CostTable
}

/** Reads a file and works out what its good rows do. Throws `invalid_input` for a file that cannot be read as a whole. */
export async function planCostFile(ctx: ShopContext, file: CostFileInput): Promise<PlannedCostFile> {
  const table = await readCostFile(file)
  const planned = await planTable(ctx, table)
  const unread = new Set(table.problems.map(({ row }) => row))
  return {
    ...planned,
    table,
    fates: new Map([...planned.fates, ...[...unread].map((row) => [row, 'refused'] as const)]),
    problems: [...table.problems, ...planned.problems].toSorted((a, b) => a.row - b.row),
    notes: planned.notes.toSorted((a, b) => a.row - b.row),
  }
}
