import type { PersonId, ShopId } from '@tillsight/core'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AlertEpisodesTable, AlertsTable } from '../alerts-schema.ts'
import type { Db } from '../schema.ts'

/** An alert of a person. */
export type AlertRow = Selectable<AlertsTable>

/** A time that an alert fired. */
export type AlertEpisodeRow = Selectable<AlertEpisodesTable>

/** Whose alert it is, on which shop. */
export interface AlertOwner {
  readonly personId: PersonId
  readonly shopId: ShopId
}

/** Waits for others who change alerts of the person, until the transaction ends. */
export async function lockAlertsOf(db: Db, person: PersonId): Promise<void> {
  await db.selectFrom('people').select('id').where('id', '=', person).forNoKeyUpdate().execute()
}

/** Adds an alert. */
export async function createAlert(db: Db, alert: Insertable<AlertsTable>): Promise<AlertRow> {
  return db.insertInto('alerts').values(alert).returningAll().executeTakeFirstOrThrow()
}

/** The person's alerts on the shop, the oldest first. */
export async function listAlerts(db: Db, { personId, shopId }: AlertOwner): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** All alerts on the shop that are on. */
export async function listAlertsOfShop(db: Db, shop: ShopId): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('shopId', '=', shop)
    .where('enabled', '=', true)
    .orderBy('personId')
    .orderBy('id')
    .execute()
}

/** The person's alert on the shop. */
export async function findAlert(db: Db, { personId, shopId }: AlertOwner, id: string): Promise<AlertRow | undefined> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirst()
}

/** Changes fields of an alert. */
export async function changeAlert(db: Db, id: string, change: Updateable<AlertsTable>): Promise<void> {
  await db.updateTable('alerts').set(change).where('id', '=', id).execute()
}

/** Notes what a look found, unless somebody changed or removed the alert meanwhile; then it answers false. */
export async function noteAlertLook(
  db: Db,
  { id, changedAt }: Pick<AlertRow, 'id' | 'changedAt'>,
  standing: Pick<AlertRow, 'state' | 'beyond' | 'beyondAt' | 'firedAt' | 'looked' | 'lookedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set(standing)
    .where('id', '=', id)
    .where('changedAt', '=', changedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes an alert with its episodes; false if there is none. */
export async function deleteAlert(db: Db, { personId, shopId }: AlertOwner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes that an alert fired. */
export async function beginEpisode(
  db: Db,
  { alertId, firedAt, found }: Pick<AlertEpisodeRow, 'alertId' | 'firedAt'> & { readonly found: object },
): Promise<AlertEpisodeRow> {
  return db
    .insertInto('alertEpisodes')
    .values({ alertId, firedAt, found: JSON.stringify(found) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends the open episode of an alert, and answers it. */
export async function endEpisode(db: Db, alert: string, at: Date): Promise<AlertEpisodeRow | undefined> {
  return db
    .updateTable('alertEpisodes')
    .set({ resolvedAt: at })
    .where('alertId', '=', alert)
    .where('resolvedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The last episodes of alerts, the newest first. */
export async function listEpisodes(db: Db, alerts: readonly string[], limit: number): Promise<AlertEpisodeRow[]> {
  if (alerts.length === 0) return []
  return db
    .selectFrom('alertEpisodes')
    .selectAll()
    .where('alertId', 'in', alerts)
    .orderBy('firedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Episodes of the shop whose beginning or end nobody was told of yet, the oldest first. */
export async function listUntoldEpisodes(db: Db, shop: ShopId): Promise<AlertEpisodeRow[]> {
  return db
    .selectFrom('alertEpisodes')
    .innerJoin('alerts', 'alerts.id', 'alertEpisodes.alertId')
    .selectAll('alertEpisodes')
    .where('shopId', '=', shop)
    .where((where) =>
      where.or([
        where('toldAt', 'is', null),
        where.and([where('resolvedAt', 'is not', null), where('resolvedToldAt', 'is', null)]),
      ]),
    )
    .orderBy('alertEpisodes.firedAt')
    .orderBy('alertEpisodes.id')
    .execute()
}

/** When the person was last told that an alert on the shop fired; null if never. */
export async function lastAlertTold(db: Db, { personId, shopId }: AlertOwner): Promise<Date | null> {
  const row = await db
    .selectFrom('alertEpisodes')
    .innerJoin('alerts', 'alerts.id', 'alertEpisodes.alertId')
    .select(({ fn }) => fn.max('toldAt').as('at'))
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Notes that people were told of the beginning of episodes, or of their end. */
export async function markEpisodesTold(
  db: Db,
  ids: readonly string[],
  { what, at }: { readonly what: 'toldAt' | 'resolvedToldAt'; readonly at: Date },
): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('alertEpisodes')
      .set({ [what]: at })
      .where('id', 'in', ids)
      .execute()
}

/** Forgets episodes that fired before then and are over. */
export async function pruneEpisodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('alertEpisodes').where('firedAt', '<', before).where('resolvedAt', 'is not', null).execute()
}

/** Stops the mails of all alerts of the person on the shop of this one, by the link in a mail. */
export async function endAlertMails(db: Db, { personId, shopId }: AlertOwner): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ mail: false })
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .execute()
}

/** The alert, whoever's it is; for links in mails. */
export async function findAlertOfLink(db: Db, id: string): Promise<AlertRow | undefined> {
  return db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
}
