import type { ShopId } from '@tillsight/core'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ExportRunsTable, ExportsTable } from '../exports-schema.ts'
import type { Db } from '../schema.ts'

/** An export as a person defines it. */
export type ExportDefinitionRow = Selectable<ExportsTable>

/** A run of an export. */
export type ExportRunRow = Selectable<ExportRunsTable>

/** Identifies an export of a shop. */
export interface ExportKey {
  readonly shop: ShopId
  readonly id: string
}

/** Adds an export. */
export async function createExport(db: Db, row: Insertable<ExportsTable>): Promise<ExportDefinitionRow> {
  return db.insertInto('exports').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The shop's exports, the oldest first. */
export async function listExports(db: Db, shop: ShopId): Promise<ExportDefinitionRow[]> {
  return db.selectFrom('exports').selectAll().where('shopId', '=', shop).orderBy('createdAt').orderBy('id').execute()
}

/** The export, locked until the transaction ends. */
export async function lockExport(db: Db, { shop, id }: ExportKey): Promise<ExportDefinitionRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes fields of an export. */
export async function changeExport(db: Db, id: string, change: Updateable<ExportsTable>): Promise<void> {
  await db.updateTable('exports').set(change).where('id', '=', id).execute()
}

/** Removes an export with its runs. */
export async function deleteExport(db: Db, { shop, id }: ExportKey): Promise<void> {
  await db.deleteFrom('exports').where('shopId', '=', shop).where('id', '=', id).execute()
}

/** An export that is due, locked; those that others hold are left to them. */
export async function lockDueExport(db: Db, until: Date): Promise<ExportDefinitionRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('nextAt', '<=', until)
    .orderBy('nextAt')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Adds a run; undefined where the export has one of the period. */
export async function addExportRun(db: Db, row: Insertable<ExportRunsTable>): Promise<ExportRunRow | undefined> {
  return db
    .insertInto('exportRuns')
    .values(row)
    .onConflict((conflict) => conflict.columns(['exportId', 'period']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** A run with its export. */
export interface RunWithExport {
  readonly run: ExportRunRow
  readonly definition: ExportDefinitionRow
}

/** The run; its row is locked until the transaction ends if `locked`. */
export async function findExportRun(db: Db, id: string, how: 'locked' | 'plain' = 'plain') {
  const found = db.selectFrom('exportRuns').selectAll().where('id', '=', id)
  const run = await (how === 'locked' ? found.forNoKeyUpdate() : found).executeTakeFirst()
  if (run === undefined) return undefined
  const definition = await db.selectFrom('exports').selectAll().where('id', '=', run.exportId).executeTakeFirst()
  return definition && ({ run, definition } satisfies RunWithExport)
}

/** Which part of a list. */
export interface RunsPage {
  readonly limit: number
  /** The last run of the part before. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined
}

/** Runs of an export, the newest first. */
export async function listExportRuns(db: Db, id: string, { limit, after }: RunsPage): Promise<ExportRunRow[]> {
  return db
    .selectFrom('exportRuns')
    .selectAll()
    .where('exportId', '=', id)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('createdAt', '<', after?.createdAt ?? new Date(0)),
          eb.and([eb('createdAt', '=', after?.createdAt ?? new Date(0)), eb('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The last run of each of the shop's exports. */
export async function listLastExportRuns(db: Db, shop: ShopId): Promise<ExportRunRow[]> {
  return db
    .selectFrom('exportRuns')
    .innerJoin('exports', 'exports.id', 'exportRuns.exportId')
    .selectAll('exportRuns')
    .distinctOn('exportRuns.exportId')
    .where('exports.shopId', '=', shop)
    .orderBy('exportRuns.exportId')
    .orderBy('exportRuns.createdAt', 'desc')
    .execute()
}

/** The last day that a finished or waiting run of the export reaches; undefined: none yet. */
export async function lastExportedDay(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('exportRuns')
    .select((eb) => eb.fn.max('toDay').as('day'))
    .where('exportId', '=', id)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  return row?.day ?? undefined
}

/** Runs that are due and wait. */
export async function listDueExportRuns(db: Db, until: Date, limit: number): Promise<ExportRunRow[]> {
  return db
    .selectFrom('exportRuns')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', until)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

/** Whether an export or a run of one is due. */
export async function isExportDue(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`SELECT EXISTS (SELECT 1 FROM exports WHERE next_at <= ${at})
    OR EXISTS (SELECT 1 FROM export_runs WHERE state = 'waiting' AND due_at <= ${at}) AS due`.execute(db)
  return rows[0]?.due === true
}

/** Changes a run. */
export async function changeExportRun(db: Db, id: string, change: Updateable<ExportRunsTable>): Promise<void> {
  await db.updateTable('exportRuns').set(change).where('id', '=', id).execute()
}

/** Runs that ended before and still have their file. */
export async function listOldExportFiles(db: Db, before: Date, limit: number): Promise<ExportRunRow[]> {
  return db
    .selectFrom('exportRuns')
    .selectAll()
    .where('state', '=', 'done')
    .where('removedAt', 'is', null)
    .where('endedAt', '<', before)
    .orderBy('endedAt')
    .limit(limit)
    .execute()
}

/** The run that has this file; undefined where none does any more. */
export async function findRunOfFile(
  db: Db,
  name: string,
): Promise<(Pick<ExportRunRow, 'id' | 'exportId'> & { readonly shopId: ShopId }) | undefined> {
  return db
    .selectFrom('exportRuns')
    .innerJoin('exports', 'exports.id', 'exportRuns.exportId')
    .select(['exportRuns.id', 'exportRuns.exportId', 'exports.shopId'])
    .where('exportRuns.fileName', '=', name)
    .where('exportRuns.removedAt', 'is', null)
    .executeTakeFirst()
}

/** Which of these are names of files that a run knows of. */
export async function filterExportFiles(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('exportRuns').select('fileName').where('fileName', 'in', names).execute()
  return new Set(rows.flatMap(({ fileName }) => fileName ?? []))
}
