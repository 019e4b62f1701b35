import { createHash } from 'node:crypto'
import type { SqlText } from '@tillsight/attribution'
import { z } from 'zod'
import { createShopReads, type ShopContext } from '../../context/index.ts'
import { findJourneyState } from '../../journey-marks/index.ts'

const Row = z.record(z.string(), z.unknown())

/**
 * Reads rows of journeys and the ledger, or returns the cached rows of the same statement and facts version. Deriving
 * journeys raises the version afterwards, except while a history is being read: until its end nothing is cached.
 */
export async function readKnown<T>(ctx: ShopContext, query: SqlText, row: z.ZodType<T>): Promise<T[]> {
  const { facts, shop, warehouse, queries, reads = createShopReads(ctx) } = ctx
  if (facts === undefined) return warehouse.read(query, row)
  const { version, isSettled } = await reads.factsState()
  if (!isSettled || (await findJourneyState(queries, shop.id)).history) return warehouse.read(query, row)
  const statement = createHash('sha256').update(JSON.stringify(query)).digest('base64')
  const { known, keep } = facts.rows.at(`${shop.id} ${version} ${statement}`)
  const rows = await (known ?? keep(warehouse.read(query, Row)))
  return rows.map((each) => row.parse(each))
}
