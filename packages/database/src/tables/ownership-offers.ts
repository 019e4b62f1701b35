import type { OrganisationId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { OwnershipOffersTable } from '../identity-schema.ts'
import type { Db } from '../schema.ts'

/** An organisation that its owner offers to another member. */
export type OwnershipOfferRow = Selectable<OwnershipOffersTable>

/** Sets the offer, which replaces an earlier one of the organisation. */
export async function saveOwnershipOffer(db: Db, offer: OwnershipOfferRow): Promise<void> {
  const { organisationId: _, ...rest } = offer
  await db
    .insertInto('ownershipOffers')
    .values(offer)
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet(rest))
    .execute()
}

/** The organisation's offer while it can be accepted. */
export async function findOwnershipOffer(
  db: Db,
  organisation: OrganisationId,
  at: Date,
): Promise<OwnershipOfferRow | undefined> {
  return db
    .selectFrom('ownershipOffers')
    .selectAll()
    .where('organisationId', '=', organisation)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
}

/** Ends the offer; false if there is none. */
export async function deleteOwnershipOffer(db: Db, organisation: OrganisationId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ownershipOffers')
    .where('organisationId', '=', organisation)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
