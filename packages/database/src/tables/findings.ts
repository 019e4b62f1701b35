import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { ReconciliationRunsTable, ReconciliationsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db, HealthIssuesTable, ReportedIssuesTable } from '../schema.ts'

/** An issue of a shop's data, open or resolved. */
export type HealthIssueRow = Selectable<HealthIssuesTable>

/** Identifies an issue: `key` distinguishes several of one kind. */
export interface HealthIssueKey {
  readonly shopId: ShopId
  readonly kind: string
  readonly key: string
}

/** An issue that was just found. */
export interface FoundHealthIssue extends HealthIssueKey {
  readonly detail: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Opens the issue, or records that it still exists; a resolved one is reopened with a new start. */
export async function reportHealthIssue(db: Db, { detail, at, ...key }: FoundHealthIssue): Promise<void> {
  await db
    .insertInto('healthIssues')
    .values({ ...key, detail: toJson(detail), firstSeen: at, lastSeen: at })
    .onConflict((conflict) =>
      conflict.columns(['shopId', 'kind', 'key']).doUpdateSet((eb) => ({
        detail: toJson(detail),
        lastSeen: at,
        firstSeen: eb
          .case()
          .when('healthIssues.resolvedAt', 'is', null)
          .then(eb.fn<Date>('least', [eb.ref('healthIssues.firstSeen'), eb.ref('excluded.firstSeen')]))
          .else(at)
          .end(),
        resolvedAt: null,
      })),
    )
    .execute()
}

/** Closes the issue if it is open. */
export async function resolveHealthIssue(db: Db, { shopId, kind, key }: HealthIssueKey, at: Date): Promise<void> {
  await db
    .updateTable('healthIssues')
    .set({ resolvedAt: at })
    .where('shopId', '=', shopId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('resolvedAt', 'is', null)
    .execute()
}

/** Shops with an open issue of the kind. */
export async function listShopsWithIssue(db: Db, kind: string): Promise<ShopId[]> {
  const rows = await db
    .selectFrom('healthIssues')
    .select('shopId')
    .distinct()
    .where('kind', '=', kind)
    .where('resolvedAt', 'is', null)
    .execute()
  return rows.map(({ shopId }) => shopId)
}

/** Open issues of a shop, the oldest first. */
export async function listOpenHealthIssues(db: Db, shop: ShopId): Promise<HealthIssueRow[]> {
  return db
    .selectFrom('healthIssues')
    .selectAll()
    .where('shopId', '=', shop)
    .where('resolvedAt', 'is', null)
    .orderBy('firstSeen')
    .orderBy('kind')
    .orderBy('key')
    .execute()
}

/** An open issue that was already mailed. */
export type ReportedIssueRow = Selectable<ReportedIssuesTable>

/** The mailed issues of the shop. */
export async function readReported(db: Db, shop: ShopId): Promise<ReportedIssueRow[]> {
  return db.selectFrom('toldIssues').selectAll().where('shopId', '=', shop).orderBy('kind').orderBy('key').execute()
}

/** Saves exactly these as mailed; known ones keep their time. */
export async function saveReported(
  db: Db,
  shop: ShopId,
  { issues, at }: { issues: readonly { readonly kind: string; readonly key: string }[]; at: Date },
): Promise<void> {
  const before = await readReported(db, shop)
  const isKept = ({ kind, key }: ReportedIssueRow) => issues.some((issue) => issue.kind === kind && issue.key === key)
  for (const { kind, key } of before.filter((row) => !isKept(row))) {
    await db
      .deleteFrom('toldIssues')
      .where('shopId', '=', shop)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
  }
  if (issues.length === 0) return
  await db
    .insertInto('toldIssues')
    .values(issues.map(({ kind, key }) => ({ shopId: shop, kind, key, toldAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One day beside the store's own report. */
export type ReconciliationRow = Selectable<ReconciliationsTable>
/** The last reconciliation of a shop: its days and result. */
export type ReconciliationRunRow = Selectable<ReconciliationRunsTable>

/** The result for a day. */
export interface NewReconciliation {
  readonly day: Day
  readonly state: string
  readonly comparison: Readonly<Record<string, unknown>>
}

/** Saves days, replacing earlier results for them. */
export async function saveReconciliations(
  db: Db,
  shop: ShopId,
  { days, at }: { days: readonly NewReconciliation[]; at: Date },
): Promise<void> {
  for (const { day, state, comparison } of days) {
    const values = { state, comparison: toJson(comparison), comparedAt: at }
    await db
      .insertInto('reconciliations')
      .values({ shopId: shop, day, ...values })
      .onConflict((conflict) => conflict.columns(['shopId', 'day']).doUpdateSet(values))
      .execute()
  }
}

/** Compared days of a range, the oldest first. */
export async function listReconciliations(db: Db, shop: ShopId, { from, to }: DayRange): Promise<ReconciliationRow[]> {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .where('shopId', '=', shop)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** Which days of a shop are in that state, the oldest first. */
export async function listReconciledDays(db: Db, shop: ShopId, state: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('reconciliations')
    .select('day')
    .where('shopId', '=', shop)
    .where('state', '=', state)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/** Records the start of a reconciliation; replaces the previous run, but not its days. */
export async function beginReconciliation(
  db: Db,
  shop: ShopId,
  run: DayRange & { readonly connection: ConnectionId; readonly at: Date },
): Promise<void> {
  const values = {
    connectionId: run.connection,
    fromDay: run.from,
    toDay: run.to,
    beganAt: run.at,
    endedAt: null,
    problem: null,
    notes: JSON.stringify([]),
  }
  await db
    .insertInto('reconciliationRuns')
    .values({ shopId: shop, ...values })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(values))
    .execute()
}

/** Records the result of the reconciliation. */
export async function endReconciliation(
  db: Db,
  shop: ShopId,
  { at, problem, notes }: { at: Date; problem: string | null; notes: readonly string[] },
): Promise<void> {
  await db
    .updateTable('reconciliationRuns')
    .set({ endedAt: at, problem, notes: JSON.stringify(notes) })
    .where('shopId', '=', shop)
    .execute()
}

/** The last comparison of a shop, if there was one. */
export async function findReconciliationRun(db: Db, shop: ShopId): Promise<ReconciliationRunRow | undefined> {
  return db.selectFrom('reconciliationRuns').selectAll().where('shopId', '=', shop).executeTakeFirst()
}
