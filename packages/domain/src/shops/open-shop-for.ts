import { findShopsOfPerson, listShopsOfPerson, type ShopAccessRow } from '@tillsight/database'
import { type PersonContext, type ShopContext, shopNotFound, toShop } from '../context/index.ts'
import { toPersonActor } from '../organisations/index.ts'
import type { ShopStores } from './enter-shop.ts'
import { chooseNamed, domainOf, readShopName, type ShopName, shopAddress } from './shop-name.ts'

/**
 * Binds a person's context to one of the shops of any of their organisations, in the role they have there; one query.
 * Throws the same `not_found` for a shop that does not exist, is somebody else's or is closed to the person, and `conflict`
 * for a domain that several of the person's shops have.
 */
export async function openShopFor(ctx: PersonContext, stores: ShopStores, named: ShopName): Promise<ShopContext> {
  const name = 'id' in named ? named : readShopName(named.domain)
  const asked = 'id' in name ? name : { domain: domainOf(name.domain) }
  const rows = await findShopsOfPerson(ctx.queries, ctx.person, asked)
  const row = chooseNamed(rows, name)
  if (!row) throw shopNotFound('id' in named ? named.id : named.domain)
  return bind(ctx, stores, { row, among: rows })
}

/** All shops that are open to the person, by name, each in the role they have there; one query. */
export async function openShopsFor(ctx: PersonContext, stores: ShopStores): Promise<ShopContext[]> {
  const rows = await listShopsOfPerson(ctx.queries, ctx.person)
  return rows.map((row) => bind(ctx, stores, { row, among: rows }))
}

function bind(
  { person, db, queries, clock, log }: PersonContext,
  stores: ShopStores,
  { row, among }: { readonly row: ShopAccessRow; readonly among: readonly ShopAccessRow[] },
): ShopContext {
  return {
    actor: toPersonActor({ ...row, personId: person }),
    organisation: row.organisationId,
    db,
    queries,
    clock,
    log,
    shop: { ...toShop(row), address: shopAddress(row, among) },
    warehouse: stores.warehouse.for(row.id),
    identityKey: stores.identityKey,
    orderFollower: stores.orderFollower,
  }
}
