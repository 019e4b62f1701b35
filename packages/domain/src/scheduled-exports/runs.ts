import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { addExportRun, findExportRun, lastExportedDay, listExportRuns as listRows } from '@tillsight/database'
import { checkRange, DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { ownExport } from './change-exports.ts'
import { type ExportFormat, ExportRunView, readDefinition, toExportRunView } from './definition.ts'
import { checkQuestion } from './kinds.ts'
import { rangeOf } from './timing.ts'

const usualPage = 50
const mostOfPage = 1000

/** Makes an export now, of its own days or of others. Throws `conflict` where none of its days is new. */
export const runExport = defineVerb({
  name: 'export.run',
  needs: 'exports:write',
  access: 'write',
  input: z
    .object({ export: z.uuid(), from: DayInput.optional(), to: DayInput.optional() })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      error: 'Name both days, or neither.',
      path: ['to'],
    })
    .superRefine(({ from, to }, context) => {
      if (from !== undefined && to !== undefined) checkRange({ from, to }, context)
    }),
  output: ExportRunView,
  async run(ctx: ShopContext, { export: id, from, to }) {
    const { queries, shop, clock } = ctx
    const row = await ownExport(ctx, id)
    const { what, question, range: ownRange } = readDefinition(row)
    await checkQuestion(ctx, what, question)
    const at = clock.now()
    const today = dayOf(at, shop.zone)
    const own = () => lastExportedDay(queries, id).then((last) => rangeOf(ownRange, { today, last }))
    const range = from === undefined || to === undefined ? await own() : { from, to }
    if (range === null) {
      throw new AppError(
        'conflict',
        'Every day that is over has been exported already. Name days to export them again.',
      )
    }
    const [last] = await listRows(queries, id, { limit: 1 })
    // Asked twice, it is made once.
    if (last?.state === 'waiting' && last.fromDay === range.from && last.toDay === range.to)
      return toExportRunView(last)
    const period = `by hand ${randomUUID()}`
    const run = await addExportRun(queries, {
      exportId: id,
      period,
      fromDay: range.from,
      toDay: range.to,
      state: 'waiting',
      createdAt: at,
      dueAt: at,
    })
    if (run === undefined) throw new AppError('internal', `the export ${id} has a run “${period}”`)
    await recordAudit(ctx, {
      action: 'export.run',
      target: { kind: 'export', id, name: row.name },
      changes: [{ field: 'days', before: null, after: `${range.from} to ${range.to}` }],
    })
    return toExportRunView(run)
  },
})

const Place = z.object({ createdAt: z.coerce.date(), id: z.uuid() })

/** The runs of an export, the newest first. */
export const listExportRuns = defineVerb({
  name: 'export.runs',
  needs: 'exports:write',
  access: 'read',
  input: z.object({
    export: z.uuid(),
    cursor: z.string().max(200).optional(),
    limit: z.number().int().min(1).max(mostOfPage).default(usualPage),
  }),
  output: z.object({ items: z.array(ExportRunView), next: z.string().nullable() }),
  async run(ctx: ShopContext, { export: id, cursor, limit }) {
    await ownExport(ctx, id)
    const after = cursor === undefined ? undefined : readCursor(cursor)
    const rows = await listRows(ctx.queries, id, { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const next = rows.length > limit && last ? cursorOf(last) : null
    return { items: items.map(toExportRunView), next }
  },
})

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** A run that the actor may have the file of. Throws `not_found`, and `forbidden` for figures that the actor does not see. */
export async function findReadableRun(ctx: ShopContext, id: string) {
  const found = await findExportRun(ctx.queries, id)
  if (found?.definition.shopId !== ctx.shop.id) throw runNotFound()
  const { what, question, format } = readDefinition(found.definition)
  // Whoever defined it may have asked for more than this actor sees.
  await checkQuestion(ctx, what, question)
  return { ...found, format }
}

/** The file of a run, by the name under which it is kept and the one under which it is downloaded. Throws `forbidden` for figures that the actor does not see. */
export const openExportRun = defineVerb({
  name: 'export.download',
  needs: 'exports:write',
  access: 'write',
  input: z.object({ run: z.uuid() }),
  output: z.object({ file: z.string(), name: z.string(), type: z.string(), bytes: z.number() }),
  async run(ctx: ShopContext, { run: id }) {
    const { run, definition, format } = await findReadableRun(ctx, id)
    const { state, manifest } = toExportRunView(run)
    if (state === 'removed') throw fileGone()
    if (manifest === null || run.fileName === null) {
      throw new AppError('conflict', 'This run has no file yet. Look at its state first.')
    }
    await recordAudit(ctx, {
      action: 'export.download',
      target: { kind: 'export', id: definition.id, name: definition.name },
      changes: [{ field: 'days', before: null, after: `${run.fromDay} to ${run.toDay}` }],
    })
    return {
      file: run.fileName,
      name: `${ctx.shop.domain} ${definition.name} ${run.fromDay} to ${run.toDay}.${format}`.replaceAll(
        /[^\w. -]/g,
        '_',
      ),
      type: types[format],
      bytes: manifest.bytes,
    }
  },
})

/** The same for a run that does not exist and for one of another shop. */
export function runNotFound(): AppError {
  return new AppError('not_found', 'There is no such run of an export here.')
}

/** The file is not there any more. */
export function fileGone(): AppError {
  return new AppError('not_found', 'The file is gone: files of exports are kept for 30 days. Run the export again.')
}

function cursorOf({ createdAt, id }: z.output<typeof Place>): string {
  return Buffer.from(JSON.stringify({ createdAt, id })).toString('base64url')
}

function readCursor(cursor: string): z.output<typeof Place> {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new AppError('invalid_input', '“cursor” is not one that this list gave. Ask for the first page again.', {
      details: { field: 'cursor' },
      cause,
    })
  }
}
