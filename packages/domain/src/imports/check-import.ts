import { Readable } from 'node:stream'
import { clipValue, isAppError } from '@tillsight/core'
import {
  deleteImportFile,
  findImport,
  findMapping,
  type ImportChange,
  type ImportRow,
  updateImportIn,
} from '@tillsight/database'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { type ImportSource, inspectText, openCsv, readRows } from '../files/index.ts'
import { importSource } from '../ledger/index.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { type ColumnMapping, importFormat, suggestFormat } from './formats.ts'
import { confirmedStates, planningStates, toReport } from './import-states.ts'
import { previewOrders } from './preview-orders.ts'
import { storedFile, storeFile } from './stored-file.ts'

const OrderRow = z.object({ id: z.string() })
const idsPerQuery = 5000

/** Which of these orders belong to a connection of the shop: a file must not replace them. */
export async function findTakenOrders(warehouse: ShopWarehouse, ids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  const [connected] = await warehouse.read(
    {
      sql: "SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND source != {source:String} LIMIT 1",
      params: { source: importSource },
    },
    OrderRow,
  )
  if (!connected) return taken
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const rows = await warehouse.read(
      {
        sql: `SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = ''
          AND id IN {ids:Array(String)} AND source != {source:String}`,
        params: { ids: ids.slice(start, start + idsPerQuery), source: importSource },
      },
      OrderRow,
      { lookup: true },
    )
    for (const { id } of rows) taken.add(id)
  }
  return taken
}

/** The first row of a file, with sample values below each heading. */
export const FileHeader = z.object({
  headings: z.array(z.string()).default([]),
  samples: z.record(z.string(), z.array(z.string())).default({}),
})
export type FileHeader = z.infer<typeof FileHeader>

/** Heading by column. */
export const StoredMapping = z.record(z.string(), z.string()).catch({})

/** Which import to check, and its callbacks. */
interface CheckImport {
  readonly id: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { done: number; total: number | null; message: string }) => Promise<void> | void
}

/** Number of problems available for download; a file with more is not of this format. */
const problemsKept = 100_000
const sampledRows = 200
const samplesShown = 3

/**
 * Checks an uploaded file: its format, what it would import and what is wrong with it. A file that cannot be read becomes
 * `refused`, with the reason. Repeatable; does nothing to an import that has begun.
 */
export async function checkImport(ctx: ShopContext, check: CheckImport): Promise<void> {
  const { db, shop } = ctx
  if (!(await findImport(db.kysely, shop.id, check.id))) return
  const row = await updateIfPlanned(ctx, check.id, { state: 'checking', problem: null })
  if (!row) return
  const source = storedFile(db.kysely, { importId: row.id, kind: 'file' }, row.fileName)
  try {
    const header = await readHeader(source)
    const plan = row.format === '' ? await choosePlan(ctx, header.headings) : planOf(row)
    await updateIfPlanned(ctx, row.id, { header, ...plan })
    await preview(ctx, { row, source, plan, check })
  } catch (error) {
    if (!isAppError(error) || error.code !== 'invalid_input') throw error
    await updateIfPlanned(ctx, row.id, { state: 'refused', problem: error.message, preview: null })
  }
}

function updateIfPlanned({ db }: ShopContext, id: string, change: ImportChange) {
  return updateImportIn(db.kysely, { id, states: planningStates, change })
}

interface Plan {
  readonly format: string
  readonly mapping: ColumnMapping
}

function planOf({ format, mapping }: ImportRow): Plan {
  return { format, mapping: StoredMapping.parse(mapping) }
}

/** The plan of the last file with the same headings; else one derived from the headings. */
async function choosePlan({ db, shop }: ShopContext, headings: readonly string[]): Promise<Plan> {
  const known = await findMapping(db.kysely, shop.id, { headings, states: confirmedStates })
  if (known) return { format: known.format, mapping: StoredMapping.parse(known.mapping) }
  return { format: suggestFormat(headings) ?? 'generic', mapping: {} }
}

async function readHeader(source: ImportSource): Promise<FileHeader> {
  const file = await openCsv(source, await inspectText(source))
  const samples = new Map<string, Set<string>>(file.header.map((heading) => [heading, new Set()]))
  let rows = 0
  for await (const row of readRows(file)) {
    for (const [index, heading] of file.header.entries()) {
      const value = clipValue(row.cells[index] ?? '')
      const found = samples.get(heading)
      if (value !== '' && found && found.size < samplesShown) found.add(value)
    }
    rows += 1
    if (rows >= sampledRows) break
  }
  return { headings: [...file.header], samples: Object.fromEntries([...samples].map(([key, set]) => [key, [...set]])) }
}

interface Previewed {
  readonly row: ImportRow
  readonly source: ImportSource
  readonly plan: Plan
  readonly check: CheckImport
}

async function preview(ctx: ShopContext, { row, source, plan, check }: Previewed): Promise<void> {
  const { db, shop, clock } = ctx
  const format = importFormat(plan.format)
  const { signal } = check
  const checked = await checkFile({
    source,
    format,
    mapping: plan.mapping,
    shop: { currency: shop.currency, zone: shop.zone, now: clock.now() },
    problems: problemsKept,
    ...(signal === undefined ? {} : { signal }),
    findTaken: (groups) => findTakenOrders(ctx.warehouse, groups),
    onRows: (done) => check.onProgress?.({ done, total: null, message: 'Checking rows' }),
  })
  const orders = await previewOrders(ctx, checked, async (done) => {
    signal?.throwIfAborted()
    await check.onProgress?.({ done, total: checked.rowsGood, message: 'Adding up orders' })
  })
  await keepProblems(ctx, row.id, checked)
  const report = toReport(shop, { fileName: row.fileName, preview: true, format, checked })
  // If the plan was changed meanwhile, a later job of its own checks it.
  const now = await findImport(db.kysely, shop.id, row.id)
  const { format: id, mapping } = plan
  if (!now || JSON.stringify(planOf(now)) !== JSON.stringify({ format: id, mapping: StoredMapping.parse(mapping) }))
    return
  await updateIfPlanned(ctx, row.id, {
    state: 'ready',
    report,
    preview: orders,
    rowsGood: checked.rowsGood,
    rowsBad: checked.rowsBad,
  })
}

async function keepProblems({ db }: ShopContext, importId: string, { problems }: CheckedFile): Promise<void> {
  await deleteImportFile(db.kysely, importId, 'problems')
  if (problems.length === 0) return
  const bytes = Readable.from([Buffer.from(JSON.stringify(problems))])
  await storeFile(db.kysely, { importId, kind: 'problems' }, { bytes })
}
