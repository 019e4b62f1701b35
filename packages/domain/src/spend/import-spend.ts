import { AppError } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import {
  createCustomSpendImport,
  type JobDefinition,
  listCustomSpend,
  listShopsWithUnwrittenSpend,
  markCustomSpendImportUndone,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { asOnlyWriter, defineVerb, type ShopContext } from '../context/index.ts'
import type { SyncJobServices } from '../sync/index.ts'
import { addEntries, fieldContextOf, writeOrLeave } from './entries.ts'
import { countings, personOf, shareLabelOf } from './entry.ts'
import { type ReadSpendFile, readSpendFile } from './read-spend-file.ts'
import { repetitions } from './spread.ts'
import { writeSpendDays } from './write-days.ts'

const File = z.object({ name: z.string().min(1).max(255), bytes: z.instanceof(Uint8Array) })

/** The result of importing a file, or of its preview. */
export const SpendFileReport = z.object({
  /** Id of the import; null for a preview, and if there was nothing to import. */
  id: z.string().nullable(),
  fileName: z.string(),
  rows: z.number(),
  entries: z.number(),
  /** Number of rows that already exist. */
  known: z.number(),
  leftOut: z.number(),
  /** The first entries to import; amounts are decimal text. */
  first: z.array(
    z.object({
      channel: z.string(),
      campaign: z.string(),
      name: z.string(),
      repeats: z.enum(repetitions),
      firstDay: z.string(),
      lastDay: z.string().nullable(),
      amount: z.string(),
      percentOf: z.string().nullable(),
      percentOfLabel: z.string().nullable(),
      currency: z.string(),
      countsAs: z.enum(countings),
    }),
  ),
  /** The first problems, by row. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  ignored: z.array(z.string()),
})
export type SpendFileReport = z.infer<typeof SpendFileReport>

const mostShown = 10
const mostProblems = 50

/** Previews the import of this file. Throws `invalid_input` for an unreadable file. */
export const previewSpend = defineVerb({
  name: 'spend.preview',
  needs: 'spend:write',
  access: 'read',
  input: File,
  output: SpendFileReport,
  async run(ctx: ShopContext, file) {
    const existing = await listCustomSpend(ctx.queries, ctx.shop.id)
    return toReport(file.name, await readSpendFile(file, fieldContextOf(ctx, existing), existing), null)
  },
})

/** Imports the valid rows of the file; the same file again adds nothing. Throws like the preview. */
export const importSpend = defineVerb({
  name: 'spend.import',
  needs: 'spend:write',
  access: 'work',
  input: File,
  output: SpendFileReport,
  async run(ctx: ShopContext, file) {
    return asOnlyWriter(ctx, async (fresh) => {
      const { db, shop } = fresh
      const existing = await listCustomSpend(db.kysely, shop.id)
      const read = await readSpendFile(file, fieldContextOf(fresh, existing), existing)
      if (read.entries.length === 0) return toReport(file.name, read, null)
      const personId = personOf(ctx)
      const count = read.entries.length
      const { id } = await db.transaction(async (tx) => {
        const made = await createCustomSpendImport(tx, {
          shopId: shop.id,
          fileName: file.name,
          entries: count,
          personId,
        })
        const entries = read.entries.map((fields) => ({ ...fields, shopId: shop.id, importId: made.id, personId }))
        await addEntries(tx, entries, existing)
        const target = { kind: 'spend_import', id: made.id, name: file.name }
        await recordAudit(
          { ...ctx, queries: tx },
          { action: 'spend.import', target, changes: changesBetween({}, { entries: count }) },
        )
        return made
      })
      await writeOrLeave(fresh)
      return toReport(file.name, read, id)
    })
  },
})

/** Removes all entries of an imported file, including ones changed since. Throws `not_found`. */
export const undoSpendImport = defineVerb({
  name: 'spend.undo',
  needs: 'spend:write',
  access: 'work',
  input: z.object({ import: z.string() }),
  output: z.object({ removed: z.number() }),
  async run(ctx: ShopContext, { import: id }) {
    return asOnlyWriter(ctx, async (fresh) => {
      const { db, shop, clock } = fresh
      const removed = z.uuid().safeParse(id).success
        ? await db.transaction(async (queries) => {
            const count = await markCustomSpendImportUndone(queries, { shop: shop.id, id }, clock.now())
            const target = { kind: 'spend_import', id, name: '' }
            if (count !== undefined) await recordAudit({ ...ctx, queries }, { action: 'spend.undo', target })
            return count
          })
        : undefined
      if (removed === undefined)
        throw new AppError('not_found', 'There is no such import in this shop, or it was undone before.')
      await writeOrLeave(fresh)
      return { removed }
    })
  },
})

function toReport(fileName: string, read: ReadSpendFile, id: string | null): SpendFileReport {
  const { rows, known, leftOut, ignored } = read
  const first = read.entries.slice(0, mostShown).map((entry) => ({ ...entry, percentOfLabel: shareLabelOf(entry) }))
  return {
    id,
    fileName,
    rows,
    entries: read.entries.length,
    known,
    leftOut,
    // The output schema selects the fields and checks their values.
    first: first as SpendFileReport['first'],
    problems: read.problems.slice(0, mostProblems),
    problemCount: read.problems.length,
    ignored: [...ignored],
  }
}

const goOnJob: JobDefinition<Record<string, never>> = {
  name: 'spend.go-on',
  payload: z.strictObject({}),
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  expireInSeconds: 1800,
  exclusiveBy: () => 'all',
  label: () => 'Adding the next day of recurring spend',
}

type SpendJobServices = Pick<SyncJobServices, 'db' | 'jobs' | 'log' | 'clock' | 'openShop'>

/** Keeps recurring costs up to date from this process, at once and then hourly, as midnight differs by shop. */
export async function handleSpendJobs(services: SpendJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(goOnJob, () => goOnWithSpend(services))
  await jobs.schedule(goOnJob, {}, { cron: '4 * * * *', zone: 'UTC' })
  await jobs.enqueue(goOnJob, {}, { unlessWaiting: true })
}

/** Writes missing days of every shop, up to its tomorrow. A shop that fails does not block the others. */
export async function goOnWithSpend({ db, clock, log, openShop }: Omit<SpendJobServices, 'jobs'>): Promise<void> {
  for (const shop of await listShopsWithUnwrittenSpend(db.kysely, latestTomorrow(clock.now()))) {
    try {
      await writeSpendDays(await openShop(shop))
    } catch (error) {
      log.error({ shop, err: error }, 'recurring spend of a shop could not be written')
    }
  }
}

/** Tomorrow in the zone where days begin first. */
function latestTomorrow(now: Date): Day {
  return addDays(dayOf(now, '+14:00'), 1)
}
