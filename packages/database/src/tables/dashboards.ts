import type { ShopId } from '@tillsight/core'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DashboardsTable, OwnMetricsTable } from '../boards-schema.ts'
import type { Db } from '../schema.ts'
import type { PreferenceKey } from './preferences.ts'

/** A dashboard with the name of whoever made it, or their address. */
export interface DashboardRow extends Selectable<DashboardsTable> {
  readonly makerName: string
}

/** An own figure of a shop. */
export type OwnMetricRow = Selectable<OwnMetricsTable>

function visible(db: Db, { personId, shopId }: PreferenceKey) {
  return db
    .selectFrom('dashboards')
    .innerJoin('people', 'people.id', 'makerId')
    .selectAll('dashboards')
    .select(sql<string>`coalesce(nullif(people.name, ''), people.email)`.as('makerName'))
    .where('shopId', '=', shopId)
    .where((where) => where.or([where('isShared', '=', true), where('makerId', '=', personId)]))
}

/** The dashboards of the shop that the person may see: their own and shared ones, by name. */
export async function listDashboards(db: Db, key: PreferenceKey): Promise<DashboardRow[]> {
  return visible(db, key).orderBy(sql`lower(dashboards.name)`).orderBy('dashboards.id').execute()
}

/** One of them. */
export async function findDashboard(db: Db, key: PreferenceKey, id: string): Promise<DashboardRow | undefined> {
  return visible(db, key).where('dashboards.id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockDashboard(db: Db, key: PreferenceKey, id: string): Promise<DashboardRow | undefined> {
  return visible(db, key).where('dashboards.id', '=', id).forUpdate('dashboards').executeTakeFirst()
}

/** How many dashboards of the shop the person has made. */
export async function countDashboards(db: Db, { personId, shopId }: PreferenceKey): Promise<number> {
  const { made } = await db
    .selectFrom('dashboards')
    .select(sql<number>`count(*)::integer`.as('made'))
    .where('shopId', '=', shopId)
    .where('makerId', '=', personId)
    .executeTakeFirstOrThrow()
  return made
}

/** Adds a dashboard; answers its id. */
export async function createDashboard(db: Db, dashboard: Insertable<DashboardsTable>): Promise<string> {
  const { id } = await db.insertInto('dashboards').values(dashboard).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a dashboard, whose version grows. */
export async function changeDashboard(db: Db, id: string, change: Updateable<DashboardsTable>): Promise<void> {
  await db
    .updateTable('dashboards')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a dashboard. */
export async function deleteDashboard(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dashboards').where('id', '=', id).execute()
}

/** Waits for others who change the shop's own figures, until the transaction ends: one formula may name another. */
export async function lockOwnMetrics(db: Db, shop: ShopId): Promise<void> {
  await db.selectFrom('shops').select('id').where('id', '=', shop).forNoKeyUpdate().execute()
}

/** The shop's own figures, by name. */
export async function listOwnMetrics(db: Db, shop: ShopId): Promise<OwnMetricRow[]> {
  return db
    .selectFrom('ownMetrics')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy(sql`lower(name)`)
    .orderBy('key')
    .execute()
}

/** Adds an own figure. */
export async function createOwnMetric(db: Db, metric: Insertable<OwnMetricsTable>): Promise<OwnMetricRow> {
  return db.insertInto('ownMetrics').values(metric).returningAll().executeTakeFirstOrThrow()
}

/** Changes an own figure. */
export async function changeOwnMetric(db: Db, id: string, change: Updateable<OwnMetricsTable>): Promise<void> {
  await db.updateTable('ownMetrics').set(change).where('id', '=', id).execute()
}

/** Deletes an own figure. */
export async function deleteOwnMetric(db: Db, id: string): Promise<void> {
  await db.deleteFrom('ownMetrics').where('id', '=', id).execute()
}
