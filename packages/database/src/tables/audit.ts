import { type OrganisationId, type ShopId, toOrganisationId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { AuditChainsTable, AuditEntriesTable } from '../audit-schema.ts'
import type { Db, Tx } from '../schema.ts'

/** Stands for the installation itself, whose own log is a chain like those of its organisations. No organisation has this id. */
export const installationLog: OrganisationId = toOrganisationId('00000000-0000-0000-0000-000000000000')

/** An entry of the audit log as stored. */
export type AuditEntryRow = Selectable<AuditEntriesTable>

/** An entry that has no place in the chain yet. */
export type NewAuditEntry = Omit<AuditEntryRow, 'number' | 'hash'>

/** Where a chain stands. */
export type AuditChainRow = Selectable<AuditChainsTable>

/**
 * Adds entries; the database gives them their places when the transaction commits. Those of several organisations are added in
 * one order, so that their chains are locked in it.
 */
export async function addAuditEntries(db: Db, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const sorted = entries.toSorted((a, b) => (a.organisationId < b.organisationId ? -1 : 1))
  await db.insertInto('auditEntries').values(sorted).execute()
}

/** Which entries of an organisation are looked for. */
export interface AuditSearch {
  readonly organisation: OrganisationId
  /** At this instant or later. */
  readonly since?: Date | undefined
  /** Before this instant. */
  readonly until?: Date | undefined
  readonly actor?: string | undefined
  readonly actions?: readonly string[] | undefined
  readonly shop?: ShopId | undefined
  /** Only what is about no other shops than these. */
  readonly within?: readonly ShopId[] | undefined
  /** Only what comes after this one in the list. */
  readonly after?: { readonly at: Date; readonly number: number } | undefined
  readonly limit: number
}

/** Entries, the newest first. */
export async function listAuditEntries(db: Db, search: AuditSearch): Promise<AuditEntryRow[]> {
  const { organisation, since, until, actor, actions, shop, within, after, limit } = search
  let query = db.selectFrom('auditEntries').selectAll().where('organisationId', '=', organisation)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  if (actor !== undefined) query = query.where('actorId', '=', actor)
  if (actions) query = query.where('action', 'in', actions)
  if (shop !== undefined) query = query.where(sql<boolean>`shop_ids @> ${[shop]}::uuid[]`)
  if (within) query = query.where(sql<boolean>`shop_ids <@ ${[...within]}::uuid[]`)
  if (after) query = query.where(sql<boolean>`(at, number) < (${after.at}::timestamptz, ${after.number}::integer)`)
  return query.orderBy('at', 'desc').orderBy('number', 'desc').limit(limit).execute()
}

/** Somebody who did something: their id, and one of their newest entries. */
export type AuditActorRow = Pick<AuditEntryRow, 'actorId' | 'body'>

/** Who stands in the organisation's entries, each once, from the newest entries on. */
export async function listAuditActors(
  db: Db,
  { organisation, within }: Pick<AuditSearch, 'organisation' | 'within'>,
): Promise<AuditActorRow[]> {
  const open = within ? sql`AND shop_ids <@ ${[...within]}::uuid[]` : sql``
  // Leaps from one actor to the next: as many looks at the index as there are actors.
  const { rows } = await sql<AuditActorRow>`
    WITH RECURSIVE actors AS (
      (SELECT actor_id, body FROM audit_entries WHERE organisation_id = ${organisation} ${open}
        ORDER BY actor_id, at DESC, number DESC LIMIT 1)
      UNION ALL
      SELECT next.actor_id, next.body FROM actors, LATERAL (
        SELECT actor_id, body FROM audit_entries
        WHERE organisation_id = ${organisation} AND actor_id > actors.actor_id ${open}
        ORDER BY actor_id, at DESC, number DESC LIMIT 1
      ) AS next
    )
    SELECT actor_id, body FROM actors LIMIT 1000`.execute(db)
  return rows
}

/** Where the organisation's chain stands; undefined: it has no entry yet. */
export async function findAuditChain(db: Db, organisation: OrganisationId): Promise<AuditChainRow | undefined> {
  return db.selectFrom('auditChains').selectAll().where('organisationId', '=', organisation).executeTakeFirst()
}

/** A chain with the name of its organisation; null: the organisation is gone, or it is {@link installationLog}. */
export interface NamedAuditChainRow {
  readonly organisationId: OrganisationId
  readonly name: string | null
  /** For how many days its entries are kept; null: as usual. */
  readonly auditDays: number | null
}

/** All chains, those of organisations that are gone last. */
export async function listAuditChains(db: Db): Promise<NamedAuditChainRow[]> {
  return db
    .selectFrom('auditChains')
    .leftJoin('organisations', 'organisations.id', 'auditChains.organisationId')
    .select(['auditChains.organisationId', 'organisations.name', 'organisations.auditDays'])
    .orderBy('organisations.createdAt')
    .orderBy('auditChains.organisationId')
    .execute()
}

/** Entries in the order of the chain, those without a place in it last. */
export async function readAuditChain(
  db: Db,
  {
    organisation,
    after,
    limit,
  }: { readonly organisation: OrganisationId; readonly after: number; readonly limit: number },
): Promise<AuditEntryRow[]> {
  const own = db.selectFrom('auditEntries').selectAll().where('organisationId', '=', organisation).limit(limit)
  const inOrder = await own.where('number', '>', after).orderBy('number').execute()
  // In a query of their own: with both in one, each read would begin at the first entry.
  return inOrder.length === limit ? inOrder : [...inOrder, ...(await own.where('number', 'is', null).execute())]
}

/**
 * Deletes the organisation's entries from before the instant, as far as nothing newer stands before them, and keeps the hash
 * before the oldest that stays. Answers how many.
 */
export async function pruneAuditEntries(tx: Tx, organisation: OrganisationId, before: Date): Promise<number> {
  await tx
    .selectFrom('auditChains')
    .select('baseNumber')
    .where('organisationId', '=', organisation)
    .forUpdate()
    .execute()
  const { rows } = await sql<{ number: number; hash: Buffer }>`
    SELECT number, hash FROM audit_entries WHERE organisation_id = ${organisation} AND at < ${before}
      AND number < coalesce(
        (SELECT min(number) FROM audit_entries WHERE organisation_id = ${organisation} AND at >= ${before}), 2147483647)
    ORDER BY number DESC LIMIT 1`.execute(tx)
  const [base] = rows
  if (!base) return 0
  await tx
    .updateTable('auditChains')
    .set({ baseNumber: base.number, baseHash: base.hash })
    .where('organisationId', '=', organisation)
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('auditEntries')
    .where('organisationId', '=', organisation)
    .where('number', '<=', base.number)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes all entries of the organisation that have a place, and keeps the hash behind them: what comes next goes on from it. */
export async function dropAuditEntries(tx: Tx, organisation: OrganisationId): Promise<void> {
  await tx
    .updateTable('auditChains')
    .set((eb) => ({ baseNumber: eb.ref('lastNumber'), baseHash: eb.ref('lastHash') }))
    .where('organisationId', '=', organisation)
    .execute()
  await tx
    .deleteFrom('auditEntries')
    .where('organisationId', '=', organisation)
    .where('number', 'is not', null)
    .execute()
}

/** Deletes the chain where nothing hangs on it any more: neither an entry nor an organisation. That of the installation stays. */
export async function deleteEmptyChain(tx: Tx, organisation: OrganisationId): Promise<void> {
  await sql`DELETE FROM audit_chains WHERE organisation_id = ${organisation} AND organisation_id <> ${installationLog}
    AND NOT EXISTS (SELECT FROM audit_entries WHERE organisation_id = ${organisation})
    AND NOT EXISTS (SELECT FROM organisations WHERE id = ${organisation})`.execute(tx)
}

/** For how many days entries are kept from now on. */
export async function setAuditDays(db: Db, organisation: OrganisationId, days: number): Promise<void> {
  await db.updateTable('organisations').set({ auditDays: days }).where('id', '=', organisation).execute()
}
