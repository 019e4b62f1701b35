import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { listCostChanges } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { previewPlanned, SavedCosts, saveCosts } from '../change-costs.ts'
import { CostPreview } from '../tell-preview.ts'
import { costFileKinds } from './columns.ts'
import { CostFileInput, type PlannedCostFile, planCostFile } from './plan-cost-file.ts'
import { printReadRows } from './read-cost-file.ts'

/** What was found in a file, row by row. */
export const CostFileReport = z.object({
  fileName: z.string(),
  kind: z.enum(costFileKinds),
  /** Rows with anything in them, beside the headings: each is one of the following. */
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Without a cost: left for later. */
  blank: z.number(),
  /** About the same as a later row, which counts. */
  repeated: z.number(),
  delimiter: z.enum(['comma', 'semicolon', 'tab']),
  decimals: z.enum(['point', 'comma', 'unclear']),
  encoding: z.string(),
  /** The first refused cells, by row as in a spreadsheet. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  /** What somebody might not expect, though it is no mistake. */
  notes: z.array(z.object({ row: z.number(), text: z.string() })),
  noteCount: z.number(),
  /** Headings that mean nothing here. */
  ignored: z.array(z.string()),
})
export type CostFileReport = z.infer<typeof CostFileReport>

/** What a file would do; `latest` is the latest change of costs, which importing tells as `seen`. */
export const CheckedCostFile = z.object({
  report: CostFileReport,
  preview: CostPreview,
  latest: z.string().nullable(),
  /** Where it was asked for: what was read of the file, for the second step, in Base64 and packed with gzip. */
  packed: z.string().optional(),
})
export type CheckedCostFile = z.infer<typeof CheckedCostFile>

const mostProblems = 200
const mostNotes = 50

/** The first step: reads a file of costs and says what it would do, row by row and to profit. Nothing is written. */
export const checkCostFile = defineVerb({
  name: 'costs.check_file',
  needs: 'costs:read',
  access: 'read',
  input: z.strictObject({
    file: CostFileInput,
    /** Gives back what was read of the file, without what means nothing: it need not be kept for the second step. */
    pack: z.boolean().default(false),
  }),
  output: CheckedCostFile,
  async run(ctx: ShopContext, { file, pack }): Promise<CheckedCostFile> {
    const [latest] = await listCostChanges(ctx.queries, ctx.shop.id, 1)
    const planned = await planCostFile(ctx, file)
    const preview = await previewPlanned(ctx, planned.steps)
    const packed = pack ? { packed: Buffer.from(await packRead(planned)).toString('base64') } : {}
    return { report: toReport(file.name, planned), preview, latest: latest?.id ?? null, ...packed }
  },
})

/** What a file did. */
export const ImportedCostFile = SavedCosts.extend({ report: CostFileReport })
export type ImportedCostFile = z.infer<typeof ImportedCostFile>

/** The second step: saves the good rows of a file as one change, which can be undone. The same file again changes nothing. */
export const importCostFile = defineVerb({
  name: 'costs.import_file',
  needs: 'costs:write',
  access: 'work',
  input: z.strictObject({
    file: CostFileInput,
    reason: z.string().trim().max(500).optional(),
    /** The latest change when the file was checked, null for none: what others changed since then is a conflict. */
    seen: z.uuid().nullable().optional(),
  }),
  output: ImportedCostFile,
  async run(ctx: ShopContext, { file, ...saving }): Promise<ImportedCostFile> {
    const planned = await planCostFile({ ...ctx, queries: ctx.db.kysely }, file)
    // What is planned once nobody else writes is the same rows, without reading all of a large file again.
    const read = { ...file, kind: planned.table.kind, content: await packRead(planned) }
    return {
      ...(await saveCosts.run(ctx, { change: { file: read }, ...saving })),
      report: toReport(file.name, planned),
    }
  },
})

async function packRead({ table }: PlannedCostFile): Promise<Uint8Array<ArrayBuffer>> {
  return promisify(gzip)(printReadRows(table))
}

function toReport(fileName: string, { table, fates, problems, notes }: PlannedCostFile): CostFileReport {
  const count = (wanted: string): number => [...fates.values()].filter((fate) => fate === wanted).length
  return {
    fileName,
    kind: table.kind,
    rows: table.count,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    blank: count('blank'),
    repeated: count('repeated'),
    delimiter: table.delimiter,
    decimals: table.decimals,
    encoding: table.encoding,
    problems: problems.slice(0, mostProblems),
    problemCount: problems.length,
    notes: notes.slice(0, mostNotes),
    noteCount: notes.length,
    ignored: [...table.ignored],
  }
}
