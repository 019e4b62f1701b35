import { deleteAccountChanges, deleteAdPictures, deleteAdReads, nextWriteVersion } from '@tillsight/database'
import { adClickIds, adDays, adEntities, adHours, adReach, type Table } from '@tillsight/warehouse'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { announceNewFigures } from '../ledger/index.ts'

/** Whose facts go: of a platform, or of some of its accounts only. */
export interface ForgottenAds {
  readonly platform: string
  readonly accounts?: readonly string[]
}

/**
 * Takes everything that was read of ad accounts out of the shop's facts. They may be read again later, which brings back
 * what the platform still keeps. Harmless when repeated.
 */
export async function forgetAds(ctx: WriteContext, { platform, accounts }: ForgottenAds): Promise<void> {
  if (accounts?.length === 0) return
  const filter = accounts === undefined ? '' : ' AND account_id IN {accounts:Array(String)}'
  const params = { platform, ...(accounts === undefined ? {} : { accounts: [...accounts] }) }
  await asOnlyWriter(ctx, async (fresh) => {
    const { kysely } = fresh.db
    const version = (await nextWriteVersion(kysely)).toString()
    // First: what is known of when days were read must not keep them from being written again.
    const which = { shop: fresh.shop.id, platform, ...(accounts ? { accounts } : {}) }
    await deleteAdReads(kysely, which)
    await deleteAccountChanges(kysely, which)
    for (const table of [adDays, adHours, adReach, adEntities, adClickIds]) {
      const sql = tombstonesSql(table, `platform = {platform:String}${filter}`)
      await fresh.warehouse.rewrite({ into: table.name, sql, params: { ...params, version } })
    }
    // Ids of clicks are about people: they go off the disks too.
    await fresh.warehouse.purge({ from: adClickIds.name, where: `platform = {platform:String}${filter}`, params })
    for (const begin of accounts?.map((account) => `${platform}.${account}.`) ?? [`${platform}.`]) {
      await deleteAdPictures(kysely, fresh.shop.id, begin)
    }
    await announceNewFigures(fresh)
  })
}

function tombstonesSql({ name, columns }: Table, where: string): string {
  const computed: Readonly<Record<string, string>> = {
    version: '{version:UInt64} AS version',
    is_deleted: '1 AS is_deleted',
  }
  const list = Object.keys(columns).map((column) => computed[column] ?? column)
  const read = Object.keys(columns).filter((column) => !(column in computed))
  return `SELECT ${list.join(', ')} FROM
    (SELECT ${read.join(', ')} FROM ${name} WHERE shop_id = {shop:UUID} AND ${where})`
}
