import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { Db, ToldIssuesTable } from '../schema.ts'

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
