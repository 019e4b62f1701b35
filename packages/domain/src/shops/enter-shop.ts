import type { ShopId } from '@tillsight/core'
import { findShop, findShopByDomain } from '@tillsight/database'
import type { Warehouse } from '@tillsight/warehouse'
import { type Context, mayEnter, type ShopContext, shopNotFound } from '../context/index.ts'
import { toShop } from './shop.ts'

/** What a context needs to be bound to a shop. */
export interface ShopStores {
  readonly warehouse: Warehouse
  readonly identityKey: Uint8Array
}

/**
 * Binds an organisation's context to one of its shops, named by domain or id; {@link openShopFor} does it for a person.
 * Throws the same `not_found` for a shop that does not exist, belongs to another organisation or is closed to the actor.
 * Jobs, webhooks and the command line act for any organisation.
 */
export async function enterShop(
  ctx: Context,
  stores: ShopStores,
  named: { domain: string } | { id: ShopId },
): Promise<ShopContext> {
  const row =
    'id' in named
      ? await findShop(ctx.queries, named.id)
      : await findShopByDomain(ctx.queries, named.domain.toLowerCase())
  const isBound = ctx.actor.kind === 'person' || ctx.actor.kind === 'api_key'
  if (!row || !mayEnter(ctx.actor, row.id) || (isBound && row.organisationId !== ctx.organisation)) {
    throw shopNotFound('id' in named ? named.id : named.domain)
  }
  const { warehouse, identityKey } = stores
  return { ...ctx, organisation: row.organisationId, shop: toShop(row), warehouse: warehouse.for(row.id), identityKey }
}
