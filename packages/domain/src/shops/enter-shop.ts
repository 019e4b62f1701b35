import { findShop, findShopsByDomain, type ShopRow } from '@tillsight/database'
import type { Warehouse } from '@tillsight/warehouse'
import { type Context, mayEnter, type OrderFollower, type ShopContext, shopNotFound, toShop } from '../context/index.ts'
import { chooseNamed, domainOf, readShopName, type ShopName } from './shop-name.ts'

/** What a context needs to be bound to a shop. */
export interface ShopStores {
  readonly warehouse: Warehouse
  readonly identityKey: Uint8Array
  readonly orderFollower: OrderFollower
}

/**
 * Binds an organisation's context to one of its shops, named by domain or id; {@link openShopFor} does it for a person.
 * Throws the same `not_found` for a shop that does not exist, belongs to another organisation or is closed to the actor.
 * Jobs, webhooks and the command line act for any organisation, and have to say which of several shops of a domain they
 * mean where none is of their own: `conflict`.
 */
export async function enterShop(ctx: Context, stores: ShopStores, named: ShopName): Promise<ShopContext> {
  const row = await find(ctx, named)
  const isBound = ctx.actor.kind === 'person' || ctx.actor.kind === 'api_key'
  if (!row || !mayEnter(ctx.actor, row.id) || (isBound && row.organisationId !== ctx.organisation)) {
    throw shopNotFound('id' in named ? named.id : named.domain)
  }
  const { warehouse, identityKey, orderFollower } = stores
  const bound = { shop: toShop(row), warehouse: warehouse.for(row.id), identityKey, orderFollower }
  return { ...ctx, ...bound, organisation: row.organisationId }
}

async function find({ queries, organisation }: Context, named: ShopName): Promise<ShopRow | undefined> {
  const name = 'id' in named ? named : readShopName(named.domain)
  if ('id' in name) return await findShop(queries, name.id)
  const all = await findShopsByDomain(queries, domainOf(name.domain))
  const own = all.filter((row) => row.organisationId === organisation)
  return chooseNamed(own.length > 0 ? own : all, name)
}
