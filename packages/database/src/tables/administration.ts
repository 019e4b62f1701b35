import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { SupportVisitsTable } from '../administration-schema.ts'
import type { Db } from '../schema.ts'
import { type AuditEntryRow, installationLog } from './audit.ts'

/** Whether the person administers the installation. */
export async function isAdministrator(db: Db, person: PersonId): Promise<boolean> {
  const row = await db.selectFrom('administrators').select('personId').where('personId', '=', person).executeTakeFirst()
  return row !== undefined
}

/** Makes the person an administrator; false if they are one. */
export async function addAdministrator(db: Db, personId: PersonId, createdAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('administrators')
    .values({ personId, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('personId')
    .executeTakeFirst()
  return row !== undefined
}

/** False if the person was none. */
export async function removeAdministrator(db: Db, person: PersonId): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('administrators').where('personId', '=', person).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A part of a list, and how many there are in all. */
export interface Paged<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** What is looked for in a list. */
export interface PageSearch {
  /** Empty: everything. */
  readonly search: string
  readonly offset: number
  readonly limit: number
}

/** A pattern for `ILIKE` that looks for the text anywhere. */
function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

async function paged<Row extends { readonly total: string }>(
  reading: Promise<{ readonly rows: readonly Row[] }>,
): Promise<Paged<Omit<Row, 'total'>>> {
  const { rows } = await reading
  return { rows: rows.map(({ total: _total, ...row }) => row), total: Number(rows[0]?.total ?? 0) }
}

/** A shop in its organisation; without one where the organisation has none. */
export interface InstalledShopRow {
  readonly organisation: OrganisationId
  readonly organisationName: string
  readonly members: number
  readonly supportAllowed: boolean
  readonly createdAt: Date
  readonly shop: ShopId | null
  readonly domain: string | null
  readonly platform: string | null
  readonly lastSyncAt: Date | null
}

/** Organisations with their shops, by name. */
export async function listInstalledShops(db: Db, { search, offset, limit }: PageSearch) {
  const pattern = anywhere(search)
  return paged(
    sql<InstalledShopRow & { readonly total: string }>`
      SELECT organisations.id AS organisation, organisations.name AS organisation_name, organisations.support_allowed,
        organisations.created_at, shops.id AS shop, shops.domain, shops.platform,
        (SELECT count(*)::int FROM memberships WHERE organisation_id = organisations.id) AS members,
        (SELECT max(last_success_at) FROM sync_states JOIN connections ON connections.id = connection_id
          WHERE connections.shop_id = shops.id) AS last_sync_at,
        count(*) OVER () AS total
      FROM organisations LEFT JOIN shops ON shops.organisation_id = organisations.id
      WHERE organisations.name ILIKE ${pattern} OR shops.name ILIKE ${pattern} OR shops.domain ILIKE ${pattern}
        OR organisations.id::text = ${search.toLowerCase()}
      ORDER BY organisations.name, organisations.id, shops.domain, shops.id LIMIT ${limit} OFFSET ${offset}`.execute(
      db,
    ),
  )
}

/** Somebody with an account, as administrators see them. */
export interface AccountRow {
  readonly person: PersonId
  readonly email: string
  readonly name: string
  readonly isConfirmed: boolean
  /** Null: not locked. */
  readonly lockedUntil: Date | null
  readonly lastSignInAt: Date | null
  readonly createdAt: Date
  readonly hasFactor: boolean
  readonly isAdministrator: boolean
  readonly organisations: readonly {
    readonly id: OrganisationId
    readonly name: string
    readonly role: string
    readonly supportAllowed: boolean
  }[]
}

/** Which accounts are looked for. */
export interface AccountSearch extends PageSearch {
  /** Only this one. */
  readonly person?: PersonId | undefined
  /** Only its members. */
  readonly organisation?: OrganisationId | undefined
  readonly state: 'all' | 'locked' | 'unconfirmed' | 'administrators'
  readonly now: Date
}

/**
 * Accounts, the newest first. With a hosted auth service only people who were here are known, and not whether they are locked.
 */
export async function listInstalledAccounts(db: Db, { organisation, person, state, now, ...part }: AccountSearch) {
  const { search, offset, limit } = part
  const pattern = anywhere(search)
  return paged(
    sql<AccountRow & { readonly total: string }>`
      SELECT * FROM (
        SELECT coalesce(people.id, auth_users.id) AS person,
          coalesce(nullif(auth_users.email, ''), people.email, auth_users.phone, '') AS email,
          coalesce(people.name, '') AS name,
          (auth_users.id IS NULL OR auth_users.email_confirmed_at IS NOT NULL OR auth_users.phone_confirmed_at IS NOT NULL)
            AS is_confirmed,
          CASE WHEN auth_users.banned_until > ${now} THEN auth_users.banned_until END AS locked_until,
          auth_users.last_sign_in_at, coalesce(auth_users.created_at, people.created_at) AS created_at,
          coalesce(people.has_factor, false) AS has_factor,
          EXISTS (SELECT FROM administrators WHERE person_id = people.id) AS is_administrator,
          (SELECT coalesce(json_agg(json_build_object('id', organisations.id, 'name', organisations.name,
              'role', memberships.role, 'supportAllowed', organisations.support_allowed)
              ORDER BY organisations.name, organisations.id), '[]')
            FROM memberships JOIN organisations ON organisations.id = organisation_id
            WHERE memberships.person_id = people.id) AS organisations,
          count(*) OVER () AS total
        FROM people FULL JOIN auth_users ON auth_users.id = people.id
        WHERE auth_users.deleted_at IS NULL AND NOT coalesce(auth_users.is_anonymous, false)
          AND (${person ?? null}::uuid IS NULL OR coalesce(people.id, auth_users.id) = ${person ?? null}::uuid)
          AND (${organisation ?? null}::uuid IS NULL OR EXISTS (SELECT FROM memberships
            WHERE person_id = people.id AND organisation_id = ${organisation ?? null}::uuid))
          AND (people.email ILIKE ${pattern} OR people.name ILIKE ${pattern} OR auth_users.email ILIKE ${pattern}
            OR auth_users.phone ILIKE ${pattern} OR coalesce(people.id, auth_users.id)::text = ${search.toLowerCase()})
          AND CASE ${state}
            WHEN 'locked' THEN auth_users.banned_until > ${now}
            WHEN 'unconfirmed' THEN auth_users.email_confirmed_at IS NULL AND auth_users.phone_confirmed_at IS NULL
              AND auth_users.id IS NOT NULL
            WHEN 'administrators' THEN EXISTS (SELECT FROM administrators WHERE person_id = people.id)
            ELSE true END
      ) AS accounts ORDER BY created_at DESC, person LIMIT ${limit} OFFSET ${offset}`.execute(db),
  )
}

/** Organisations whose only owner the person is. */
export async function listOwnedAlone(
  db: Db,
  person: PersonId,
): Promise<readonly { readonly id: OrganisationId; readonly name: string }[]> {
  const { rows } = await sql<{ id: OrganisationId; name: string }>`
    SELECT organisations.id, organisations.name FROM organisations
    WHERE EXISTS (SELECT FROM memberships WHERE organisation_id = organisations.id AND person_id = ${person} AND role = 'owner')
      AND NOT EXISTS (SELECT FROM memberships WHERE organisation_id = organisations.id AND person_id <> ${person} AND role = 'owner')
    ORDER BY organisations.name`.execute(db)
  return rows
}

/** Deletes what the product keeps of the person. */
export async function deletePerson(db: Db, person: PersonId): Promise<void> {
  await db.deleteFrom('people').where('id', '=', person).execute()
}

/** Ids and organisations of usable API keys that the person made. */
export async function listKeysMadeBy(
  db: Db,
  person: PersonId,
): Promise<readonly { readonly id: string; readonly name: string; readonly organisationId: OrganisationId }[]> {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'organisationId'])
    .where('createdBy', '=', person)
    .where('revokedAt', 'is', null)
    .execute()
}

/** What administrators did, the newest first: entries of the installation's own log. */
export async function listInstallationEntries(
  db: Db,
  { search, offset, limit }: PageSearch,
): Promise<Paged<AuditEntryRow>> {
  const pattern = anywhere(search)
  return paged(
    sql<AuditEntryRow & { readonly total: string }>`
      SELECT *, count(*) OVER () AS total FROM audit_entries
      WHERE organisation_id = ${installationLog} AND (action ILIKE ${pattern} OR body ILIKE ${pattern})
      ORDER BY at DESC, number DESC LIMIT ${limit} OFFSET ${offset}`.execute(db),
  )
}

/** A visit of an administrator. */
export type SupportVisitRow = Selectable<SupportVisitsTable>

/** Begins a visit. */
export async function addSupportVisit(
  db: Db,
  visit: Omit<SupportVisitRow, 'id' | 'endedAt'>,
): Promise<SupportVisitRow> {
  return db.insertInto('supportVisits').values(visit).returningAll().executeTakeFirstOrThrow()
}

/** The visit that the token opens at this instant, while the organisation allows it. */
export async function findSupportVisit(
  db: Db,
  { tokenHash, admin, now }: { readonly tokenHash: string; readonly admin: PersonId; readonly now: Date },
): Promise<(SupportVisitRow & { readonly personName: string; readonly organisationName: string }) | undefined> {
  const { rows } = await sql<SupportVisitRow & { personName: string; organisationName: string }>`
    SELECT support_visits.*, coalesce(nullif(people.name, ''), people.email) AS person_name,
      organisations.name AS organisation_name
    FROM support_visits JOIN people ON people.id = support_visits.person_id
      JOIN organisations ON organisations.id = support_visits.organisation_id
      JOIN memberships ON memberships.organisation_id = support_visits.organisation_id
        AND memberships.person_id = support_visits.person_id
      JOIN administrators ON administrators.person_id = support_visits.admin_id
    WHERE token_hash = ${tokenHash} AND admin_id = ${admin} AND ended_at IS NULL AND ends_at > ${now}
      AND organisations.support_allowed`.execute(db)
  return rows[0]
}

/** Gives an open visit of the administrator another token; undefined if there is none, or the organisation does not allow it any more. */
export async function enterSupportVisit(
  db: Db,
  { id, admin, tokenHash, now }: Readonly<{ id: string; admin: PersonId; tokenHash: string; now: Date }>,
): Promise<SupportVisitRow | undefined> {
  return db
    .updateTable('supportVisits')
    .from('organisations')
    .set({ tokenHash })
    .whereRef('organisations.id', '=', 'supportVisits.organisationId')
    .where('organisations.supportAllowed', '=', true)
    .where('supportVisits.id', '=', id)
    .where('adminId', '=', admin)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .returningAll('supportVisits')
    .executeTakeFirst()
}

/** A visit with the names in it. */
interface NamedVisitRow extends Pick<SupportVisitRow, 'id' | 'reason' | 'startedAt' | 'endsAt' | 'endedAt'> {
  readonly administrator: string
  readonly member: string
  readonly organisation: string
}

/** Visits of administrators, the newest first. */
export async function listSupportVisits(db: Db, { search, offset, limit }: PageSearch): Promise<Paged<NamedVisitRow>> {
  const pattern = anywhere(search)
  return paged(
    sql<NamedVisitRow & { readonly total: string }>`
      SELECT *, count(*) OVER () AS total FROM (
        SELECT support_visits.id, reason, started_at, ends_at, ended_at, organisations.name AS organisation,
          coalesce(nullif(admins.email, ''), admins.name, '') AS administrator,
          coalesce(nullif(members.email, ''), members.name, '') AS member
        FROM support_visits JOIN organisations ON organisations.id = organisation_id
          LEFT JOIN people AS admins ON admins.id = admin_id LEFT JOIN people AS members ON members.id = person_id
      ) AS visits
      WHERE administrator ILIKE ${pattern} OR member ILIKE ${pattern} OR organisation ILIKE ${pattern} OR reason ILIKE ${pattern}
      ORDER BY started_at DESC, id LIMIT ${limit} OFFSET ${offset}`.execute(db),
  )
}

/** Ends an open visit of the administrator; undefined if there is none. */
export async function endSupportVisit(
  db: Db,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<SupportVisitRow | undefined> {
  return db
    .updateTable('supportVisits')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Lets administrators look in, or not any more, which ends their visits. Answers what it was. */
export async function setSupportAllowed(
  db: Db,
  {
    organisation,
    isAllowed,
    now,
  }: { readonly organisation: OrganisationId; readonly isAllowed: boolean; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    UPDATE organisations SET support_allowed = ${isAllowed} FROM (
      SELECT id, support_allowed AS was FROM organisations WHERE id = ${organisation} FOR UPDATE
    ) AS before WHERE organisations.id = before.id RETURNING before.was`.execute(db)
  if (!isAllowed) {
    await db
      .updateTable('supportVisits')
      .set({ endedAt: now })
      .where('organisationId', '=', organisation)
      .where('endedAt', 'is', null)
      .execute()
  }
  return rows[0]?.was ?? false
}
