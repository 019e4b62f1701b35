import { AppError, type ConnectionId } from '@tillsight/core'
import { type ConnectionRow, findConnection } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'

/** A connection of the context's shop; throws the same `not_found` for one that is gone and for one of another shop. */
export async function findOwnConnection({ queries, shop }: ShopContext, id: ConnectionId): Promise<ConnectionRow> {
  const row = await findConnection(queries, id)
  if (row && row.shopId === shop.id) return row
  throw new AppError('not_found', `${shop.domain} has no such connection. It may have been removed meanwhile.`)
}
