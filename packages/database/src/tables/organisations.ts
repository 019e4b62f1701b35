import { AppError, type OrganisationId, type PersonId, type ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import { prepare } from '../connect.ts'
import type { InvitationsTable, MembershipsTable } from '../identity-schema.ts'
import { toJson } from '../json.ts'
import type { Db, OrganisationsTable } from '../schema.ts'
import type { ShopRow } from './shops.ts'

/** A tenant as stored. */
export type OrganisationRow = Selectable<OrganisationsTable>

/** Adds a tenant. */
export async function createOrganisation(db: Db, organisation: { name: string }): Promise<OrganisationRow> {
  return db.insertInto('organisations').values(organisation).returningAll().executeTakeFirstOrThrow()
}

/** Throws `not_found`. */
export async function readOrganisation(db: Db, id: OrganisationId): Promise<OrganisationRow> {
  const row = await db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This organisation does not exist.')
  return row
}

/** All tenants, the oldest first. */
export async function listOrganisations(db: Db): Promise<OrganisationRow[]> {
  return db.selectFrom('organisations').selectAll().orderBy('createdAt').orderBy('id').execute()
}

/** Throws `not_found`. */
export async function renameOrganisation(db: Db, id: OrganisationId, name: string): Promise<OrganisationRow> {
  const row = await db.updateTable('organisations').set({ name }).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This organisation does not exist.')
  return row
}

/** From when on members need a second factor; null: they need none. */
export async function setFactorFrom(db: Db, id: OrganisationId, from: Date | null): Promise<void> {
  await db.updateTable('organisations').set({ factorFrom: from, factorRemindedAt: null }).where('id', '=', id).execute()
}

/** An invitation as stored: its token only as a hash. */
export type InvitationRow = Selectable<InvitationsTable>

/** The initial data of an invitation. */
export type NewInvitation = Omit<InvitationRow, 'id' | 'acceptedAt' | 'revokedAt' | 'replaced' | 'createdAt'> & {
  readonly createdAt?: Date
}

/** An invitation with its names; `inviterName` is null if the inviter is gone. */
export interface NamedInvitationRow extends InvitationRow {
  readonly organisationName: string
  readonly inviterName: string | null
}

/** Adds an invitation. */
export async function createInvitation(db: Db, invitation: NewInvitation): Promise<InvitationRow> {
  return db.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** Invitations that can be accepted at the instant, the newest first. */
export async function listOpenInvitations(db: Db, organisation: OrganisationId, at: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('organisationId', '=', organisation)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** The invitation of the token, in any state. */
export async function findInvitation(db: Db, tokenHash: string): Promise<NamedInvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('organisations', 'organisations.id', 'invitations.organisationId')
    .leftJoin('people', 'people.id', 'invitations.invitedBy')
    .selectAll('invitations')
    .select(['organisations.name as organisationName', 'people.name as inviterName'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Uses the invitation up: only the first call while it is open gets it. */
export async function takeInvitation(db: Db, tokenHash: string, at: Date): Promise<InvitationRow | undefined> {
  return db
    .updateTable('invitations')
    .set({ acceptedAt: at })
    .where('tokenHash', '=', tokenHash)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** The organisation's invitations that were made after an instant, in any state. */
export async function countInvitations(db: Db, organisation: OrganisationId, after: Date): Promise<number> {
  const rows = await db
    .selectFrom('invitations')
    .select('id')
    .where('organisationId', '=', organisation)
    .where('createdAt', '>', after)
    .execute()
  return rows.length
}

/** Revokes open invitations, by id or for an address, which another one then replaces; returns how many there were. */
export async function revokeInvitations(
  db: Db,
  { organisation, ...which }: { organisation: OrganisationId } & ({ id: string } | { email: string }),
  at: Date,
): Promise<number> {
  const open = db
    .updateTable('invitations')
    .set({ revokedAt: at, replaced: 'email' in which })
    .where('organisationId', '=', organisation)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
  const named = 'id' in which ? open.where('id', '=', which.id) : open.where('email', '=', which.email)
  return (await named.returning('id').execute()).length
}

/** A person's role in an organisation; `shopIds` null means all its shops. */
export type MembershipRow = Selectable<MembershipsTable>

/** Identifies a membership. */
export type MembershipKey = Pick<MembershipRow, 'organisationId' | 'personId'>

/** A membership with the name of its organisation. */
export interface NamedMembershipRow extends MembershipRow {
  readonly organisationName: string
  /** From when on the organisation asks for a second factor. */
  readonly factorFrom: Date | null
  readonly hasFactor: boolean
}

/** A membership with the person's data. */
export interface MemberRow extends MembershipRow {
  readonly name: string
  readonly email: string
  /** Whether their account had a second factor when it was last seen. */
  readonly hasFactor: boolean
}

/** A shop with the membership that gives access to it. */
export interface ShopAccessRow extends ShopRow {
  readonly role: string
  readonly shopIds: ShopId[] | null
  readonly seenOn: Day | null
  /** From when on the organisation asks for a second factor. */
  readonly factorFrom: Date | null
}

/** Adds the membership; an existing one is unchanged. */
export async function addMembership(db: Db, membership: Omit<MembershipRow, 'createdAt' | 'seenOn'>): Promise<void> {
  await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['organisationId', 'personId']).doNothing())
    .execute()
}

/** Makes the person the owner of every organisation without members; returns those. */
export async function claimMemberlessOrganisations(db: Db, person: PersonId): Promise<OrganisationId[]> {
  const rows = await db
    .insertInto('memberships')
    .columns(['organisationId', 'personId', 'role'])
    .expression((from) =>
      from
        .selectFrom('organisations')
        .select(['organisations.id', sql<PersonId>`${person}::uuid`.as('personId'), sql<string>`'owner'`.as('role')])
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('memberships')
                .select('role')
                .whereRef('memberships.organisationId', '=', 'organisations.id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('organisationId')
    .execute()
  return rows.map(({ organisationId }) => organisationId)
}

/** The membership, if the person belongs to the organisation. */
export async function findMembership(db: Db, key: MembershipKey): Promise<NamedMembershipRow | undefined> {
  return withName(db)
    .where('personId', '=', key.personId)
    .where('organisations.id', '=', key.organisationId)
    .executeTakeFirst()
}

/** The person's memberships, by organisation name. */
export async function listMemberships(db: Db, person: PersonId): Promise<NamedMembershipRow[]> {
  return withName(db).where('personId', '=', person).orderBy('organisations.name').orderBy('organisations.id').execute()
}

/** The people of the organisation, by name. */
export async function listMembers(db: Db, organisation: OrganisationId): Promise<MemberRow[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .selectAll('memberships')
    .select(['people.name', 'people.email', 'people.hasFactor'])
    .where('organisationId', '=', organisation)
    .orderBy('people.name')
    .orderBy('people.email')
    .orderBy('personId')
    .execute()
}

/** All memberships of the organisation, locked until the transaction ends, so that nobody else changes members meanwhile. */
export async function lockMemberships(db: Db, organisation: OrganisationId): Promise<MembershipRow[]> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('organisationId', '=', organisation)
    .orderBy('personId')
    .forUpdate()
    .execute()
}

/** Changes the role and the shops. */
export async function updateMembership(
  db: Db,
  { organisationId, personId }: MembershipKey,
  change: Pick<MembershipRow, 'role' | 'shopIds'>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set(change)
    .where('organisationId', '=', organisationId)
    .where('personId', '=', personId)
    .execute()
}

/**
 * Makes keys and webhooks of a member the organisation's own, pauses what they had sent to a bucket, which may be theirs, and ends
 * an offer to them or by them.
 */
export async function endTies(db: Db, { organisationId, personId }: MembershipKey): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ createdBy: null })
    .where('organisationId', '=', organisationId)
    .where('createdBy', '=', personId)
    .execute()
  await db
    .deleteFrom('ownershipOffers')
    .where('organisationId', '=', organisationId)
    .where((where) => where.or([where('fromPerson', '=', personId), where('toPerson', '=', personId)]))
    .execute()
  await db
    .updateTable('webhookEndpoints')
    .set({ createdBy: null })
    .where('createdBy', '=', personId)
    .where('shopId', 'in', db.selectFrom('shops').select('shops.id').where('organisationId', '=', organisationId))
    .execute()
  await db
    .updateTable('exports')
    .set({ state: 'paused', nextAt: null })
    .where('personId', '=', personId)
    .where('sealed', 'is not', null)
    .where('shopId', 'in', db.selectFrom('shops').select('shops.id').where('organisationId', '=', organisationId))
    .execute()
}

/** Ends the membership. */
export async function deleteMembership(db: Db, { organisationId, personId }: MembershipKey): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('organisationId', '=', organisationId)
    .where('personId', '=', personId)
    .execute()
}

/** Notes that the person was here on a day; a day that is noted already costs nothing. */
export async function noteSeen(db: Db, { organisationId, personId }: MembershipKey, day: Day): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ seenOn: day })
    .where('organisationId', '=', organisationId)
    .where('personId', '=', personId)
    .where((where) => where.or([where('seenOn', 'is', null), where('seenOn', '<', day)]))
    .execute()
}

function withName(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('organisations', 'organisations.id', 'memberships.organisationId')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .selectAll('memberships')
    .select(['organisations.name as organisationName', 'organisations.factorFrom', 'people.hasFactor'])
}

type Value = Readonly<Record<string, unknown>>

/** A fact about this installation, such as the fingerprint of its secret. */
export async function findInstallationValue(db: Db, key: string): Promise<Value | undefined> {
  const [row] = await installationValues(db, [key])
  return row?.value
}

const installationValues = prepare<{ readonly value: Value }>(
  'installation_values',
  'SELECT value FROM installation WHERE key = $1',
)

/** Sets the value, replacing an earlier one. */
export async function saveInstallationValue(db: Db, key: string, value: Value): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value: toJson(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: toJson(value) }))
    .execute()
}
