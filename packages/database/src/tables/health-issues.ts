import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import { toJson } from '../json.ts'
import type { Db, HealthIssuesTable, ToldIssuesTable } from '../schema.ts'

/** Something about a shop's data that needs attention, or needed it. */
export type HealthIssueRow = Selectable<HealthIssuesTable>

/** Which issue is meant: `key` tells several of a kind apart. */
export interface HealthIssueKey {
  readonly shopId: ShopId
  readonly kind: string
  readonly key: string
}

/** What was found now. */
export interface FoundHealthIssue extends HealthIssueKey {
  readonly detail: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Opens the issue, or notes that it is still there; a resolved one opens again with a new beginning. */
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

/** An issue that people have been told of and that is still open. */
export type ToldIssueRow = Selectable<ToldIssuesTable>

/** What people have been told about the shop. */
export async function readTold(db: Db, shop: ShopId): Promise<ToldIssueRow[]> {
  return db.selectFrom('toldIssues').selectAll().where('shopId', '=', shop).orderBy('kind').orderBy('key').execute()
}

/** Keeps exactly these as told; one that was known keeps its time. */
export async function saveTold(
  db: Db,
  shop: ShopId,
  { issues, at }: { issues: readonly { readonly kind: string; readonly key: string }[]; at: Date },
): Promise<void> {
  const before = await readTold(db, shop)
  const isKept = ({ kind, key }: ToldIssueRow) => issues.some((issue) => issue.kind === kind && issue.key === key)
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
