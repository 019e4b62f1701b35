import type { OrganisationId, PersonId } from '@tillsight/core'
import { claimMemberlessOrganisations, type Database } from '@tillsight/database'

/**
 * Makes the person the owner of organisations that nobody belongs to, as those made before anybody could sign in. Only
 * for whoever runs the installation.
 */
export async function claimOwnerlessOrganisations(db: Database, person: PersonId): Promise<OrganisationId[]> {
  return claimMemberlessOrganisations(db.kysely, person)
}
