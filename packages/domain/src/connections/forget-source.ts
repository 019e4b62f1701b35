import { nextWriteVersion } from '@tillsight/database'
import { ledger, records, type Table } from '@tillsight/warehouse'
import { markHistory } from '../attribution/journeys/marks.ts'
import type { ShopContext } from '../context/index.ts'
import { markAllDays, recomputeCustomers } from '../ledger/index.ts'

/**
 * Takes everything that came from one source out of the shop's facts, as if it had never been connected. The source may
 * be connected again later and brings everything back. Harmless when repeated.
 */
export async function forgetSource(ctx: ShopContext, source: string): Promise<void> {
  await ctx.db.lockShop(ctx.shop.id, async () => {
    // Reports read the ledger itself until the summary is built anew, also when this is killed half-way.
    await markAllDays(ctx)
    await markHistory(ctx)
    const version = (await nextWriteVersion(ctx.db.kysely)).toString()
    // Records first: without them a later back-fill finds nothing known, and books every order anew.
    for (const table of [records, ledger]) {
      await ctx.warehouse.rewrite({ into: table.name, sql: tombstonesSql(table), params: { source, version } })
      // Hidden by now; what it says about people goes off the disks too.
      const where = 'source = {source:String} AND version < {version:UInt64}'
      await ctx.warehouse.purge({ from: table.name, where, params: { source, version } })
    }
  })
  await recomputeCustomers(ctx)
}

function tombstonesSql({ name, columns }: Table): string {
  const computed: Readonly<Record<string, string>> = {
    version: '{version:UInt64} AS version',
    is_deleted: '1 AS is_deleted',
    body: `'' AS body`,
  }
  const list = Object.keys(columns).map((column) => computed[column] ?? column)
  const read = Object.keys(columns).filter((column) => !(column in computed))
  return `SELECT ${list.join(', ')} FROM
    (SELECT ${read.join(', ')} FROM ${name} WHERE shop_id = {shop:UUID} AND source = {source:String})`
}
