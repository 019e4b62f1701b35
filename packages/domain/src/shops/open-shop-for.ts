import type { ShopId } from '@tillsight/core'
import { findShopOfPerson, listShopsOfPerson, type ShopAccessRow } from '@tillsight/database'
import { type PersonContext, type ShopContext, shopNotFound } from '../context/index.ts'
import { toPersonActor } from '../organisations/index.ts'
import type { ShopStores } from './enter-shop.ts'
import { toShop } from './shop.ts'

/**
 * Binds a person's context to one of the shops of any of their organisations, in the role they have there; one query.
 * Throws the same `not_found` for a shop that does not exist, is somebody else's or is closed to the person.
 */
export async function openShopFor(
  ctx: PersonContext,
  stores: ShopStores,
  named: { domain: string } | { id: ShopId },
): Promise<ShopContext> {
  const name = 'id' in named ? named : { domain: named.domain.toLowerCase() }
  const row = await findShopOfPerson(ctx.queries, ctx.person, name)
  if (!row) throw shopNotFound('id' in named ? named.id : named.domain)
  return bind(ctx, stores, row)
}

/** All shops that are open to the person, by name, each in the role they have there; one query. */
export async function openShopsFor(ctx: PersonContext, stores: ShopStores): Promise<ShopContext[]> {
  return (await listShopsOfPerson(ctx.queries, ctx.person)).map((row) => bind(ctx, stores, row))
}

function bind({ person, db, queries, clock, log }: PersonContext, stores: ShopStores, row: ShopAccessRow): ShopContext {
  return {
    actor: toPersonActor({ ...row, personId: person }),
    organisation: row.organisationId,
    db,
    queries,
    clock,
    log,
    shop: toShop(row),
    warehouse: stores.warehouse.for(row.id),
    identityKey: stores.identityKey,
  }
}
