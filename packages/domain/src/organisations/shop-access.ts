import { AppError, type ShopId } from '@tillsight/core'
import { listShops } from '@tillsight/database'
import { type Actor, type Context, mayEnter, shopNotFound } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'

/**
 * The ids of shops that are named by domain or id; null: all. Throws the same `not_found` for a shop of another organisation
 * and for one that does not exist, and `invalid_input` where an owner would be limited.
 */
export async function readShops(
  { actor, queries, organisation }: Context,
  { role, shops }: { readonly role: Role; readonly shops: readonly string[] | null },
): Promise<ShopId[] | null> {
  if (shops === null) return null
  if (role === 'owner') {
    throw new AppError('invalid_input', 'An owner sees all shops. Choose another role, or leave the shops open.', {
      details: { field: 'shops' },
    })
  }
  const own = (await listShops(queries, organisation)).filter(({ id }) => mayEnter(actor, id))
  const ids = shops.map((name) => {
    const shop = own.find(({ id, domain }) => id === name.toLowerCase() || domain === name.toLowerCase())
    if (!shop) throw shopNotFound(name)
    return shop.id
  })
  return [...new Set(ids)]
}

/** Prints the shops of memberships by domain, and only those that the actor sees. */
export async function shopPrinter({
  actor,
  queries,
  organisation,
}: Context): Promise<(ids: readonly ShopId[] | null) => string[] | null> {
  const shops = (await listShops(queries, organisation)).filter(({ id }) => mayEnter(actor, id))
  return (ids) => ids && shops.filter(({ id }) => ids.includes(id)).map(({ domain }) => domain)
}

/** Whether the actor sees any of the shops; people who share none with them are not shown to them. */
export function sharesShops(actor: Actor, ids: readonly ShopId[] | null): boolean {
  return ids === null || ids.some((id) => mayEnter(actor, id))
}
