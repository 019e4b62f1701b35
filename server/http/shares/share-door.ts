import { isAppError, type PersonId, type ShopId } from '@tillsight/core'
import { createPersonReads, followFacts, openShopFor, personActor, type ShareDoor } from '@tillsight/domain'
import type { Runtime } from '../../runtime.ts'

/** Opens shops as whoever made a link sees them now; without any session. */
export function createShareDoor({ stores, clock, log, identityKey, facts }: Runtime): ShareDoor {
  const { database: db, warehouse } = stores
  return {
    queries: db.kysely,
    clock,
    async openShop(person: PersonId, id: ShopId) {
      const personReads = createPersonReads(db.kysely, person)
      const ctx = { actor: personActor(person), person, db, queries: db.kysely, clock, log, personReads }
      try {
        const shop = await openShopFor(ctx, { warehouse, identityKey, follower: followFacts }, { id })
        return { ...shop, facts }
      } catch (error) {
        // Gone, or closed to the person: also where a second factor is asked for that they lack.
        if (isAppError(error) && (error.code === 'not_found' || error.code === 'forbidden')) return undefined
        throw error
      }
    },
  }
}
