import { nextWriteVersion } from '@tillsight/database'
import { ledger, records, type Table } from '@tillsight/warehouse'
import type { ShopContext } from '../context/index.ts'
import { recomputeCustomers } from '../ledger/index.ts'

/**
 * Takes everything that came from one source out of the shop's facts, as if it had never been connected. The source may
 * be connected again later and brings everything back. Harmless when repeated.
 */
export async function forgetSource(ctx: ShopContext, source: string): Promise<void> {
  await ctx.db.lockShop(ctx.shop.id, async () => {
    const version = (await nextWriteVersion(ctx.db.kysely)).toString()
    for (const table of [ledger, records]) {
      await ctx.warehouse.rewrite({ into: table.name, sql: tombstonesSql(table), params: { source, version } })
    }
  })
  await recomputeCustomers(ctx)
}

function tombstonesSql({ name, columns }: Table): string {
  const computed: Readonly<Record<string, string>> = {
    version: '{version:UInt64} AS version',
    is_deleted: '1 AS is_deleted',
  }
  const list = Object.keys(columns).map((column) => computed[column] ?? column)
  const read = Object.keys(columns).filter((column) => !(column in computed))
  return `SELECT ${list.join(', ')} FROM
    (SELECT ${read.join(', ')} FROM ${name} WHERE shop_id = {shop:UUID} AND source = {source:String})`
}
