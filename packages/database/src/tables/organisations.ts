import { AppError, type OrganisationId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { InvitationsTable } from '../identity-schema.ts'
import type { Db, OrganisationsTable } from '../schema.ts'

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

/** An invitation as stored: its token only as a hash. */
export type InvitationRow = Selectable<InvitationsTable>

/** What an invitation starts with. */
export type NewInvitation = Omit<InvitationRow, 'id' | 'acceptedAt' | 'revokedAt' | 'createdAt'>

/** An invitation with the names around it; `inviterName` is null when whoever invited is gone. */
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

/** The invitation of the token, in whatever state it is. */
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

/** Takes back what nobody has accepted, by id or for an address; returns how many there were. */
export async function revokeInvitations(
  db: Db,
  { organisation, ...which }: { organisation: OrganisationId } & ({ id: string } | { email: string }),
  at: Date,
): Promise<number> {
  const open = db
    .updateTable('invitations')
    .set({ revokedAt: at })
    .where('organisationId', '=', organisation)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
  const named = 'id' in which ? open.where('id', '=', which.id) : open.where('email', '=', which.email)
  return (await named.returning('id').execute()).length
}
