import type { ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Whose reads are meant, and of what. */
export interface AdReadsOf {
  readonly shop: ShopId
  readonly platform: string
  /** `day` or `hours`. */
  readonly kind: string
}

/** When a day of an account was read. */
export interface AdRead {
  readonly accountId: string
  readonly day: Day
  readonly fetchedAt: Date
}

const rowsPerStatement = 5000

/** When days of accounts were read last; days that never were are left out. */
export async function listAdReads(
  db: Db,
  { shop, platform, kind }: AdReadsOf,
  { accounts, range }: { readonly accounts: readonly string[]; readonly range: DayRange },
): Promise<AdRead[]> {
  if (accounts.length === 0) return []
  return db
    .selectFrom('adReads')
    .select(['accountId', 'day', 'fetchedAt'])
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('kind', '=', kind)
    .where('accountId', 'in', accounts)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .execute()
}

/** Notes when days were read; news that come late change nothing. */
export async function saveAdReads(db: Db, of: AdReadsOf, reads: readonly AdRead[]): Promise<void> {
  const rows = reads.map((read) => ({ ...read, shopId: of.shop, platform: of.platform, kind: of.kind }))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('adReads')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'platform', 'accountId', 'kind', 'day']).doUpdateSet((set) => ({
          fetchedAt: set.fn<Date>('greatest', [set.ref('adReads.fetchedAt'), set.ref('excluded.fetchedAt')]),
        })),
      )
      .execute()
  }
}

/** Takes a turn, unless somebody took it since then; whether it was taken. */
export async function takeAdTurn(
  db: Db,
  { shop, platform, kind }: AdReadsOf,
  { accountId, day, fetchedAt, unlessSince }: AdRead & { readonly unlessSince: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('adReads')
    .values({ shopId: shop, platform, kind, accountId, day, fetchedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['shopId', 'platform', 'accountId', 'kind', 'day'])
        .doUpdateSet({ fetchedAt })
        .where('adReads.fetchedAt', '<', unlessSince),
    )
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets the reads of a platform, or of some of its accounts. */
export async function deleteAdReads(
  db: Db,
  { shop, platform, accounts }: Pick<AdReadsOf, 'shop' | 'platform'> & { readonly accounts?: readonly string[] },
): Promise<void> {
  if (accounts?.length === 0) return
  const all = db.deleteFrom('adReads').where('shopId', '=', shop).where('platform', '=', platform)
  await (accounts === undefined ? all : all.where('accountId', 'in', accounts)).execute()
}

/** The accounts of a platform that days were read of. */
export async function listReadAdAccounts(db: Db, shop: ShopId, platform: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    SELECT DISTINCT account_id FROM ad_reads WHERE shop_id = ${shop} AND platform = ${platform} AND kind = 'day'`.execute(
    db,
  )
  return rows.map(({ accountId }) => accountId)
}
