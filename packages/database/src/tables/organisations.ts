import { AppError, type OrganisationId } from '@tillsight/core'
import type { Selectable } from 'kysely'
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
