import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { ConversionTargetsTable } from '../conversions-schema.ts'
import { toJson, toOptionalJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** Where orders are told, as stored. */
export type ConversionTargetRow = Selectable<ConversionTargetsTable>

/** Which one is meant. */
export interface ConversionTargetName {
  readonly shop: ShopId
  readonly platform: string
}

/** What may change of it. */
export type ConversionTargetChange = Partial<
  Pick<ConversionTargetRow, 'enabled' | 'since' | 'secrets' | 'correctedAt'>
> & {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly problem?: Readonly<Record<string, unknown>> | null
}

/** The set-up for a platform, if there is one. */
export async function findConversionTarget(
  db: Db,
  { shop, platform }: ConversionTargetName,
): Promise<ConversionTargetRow | undefined> {
  return db
    .selectFrom('conversionTargets')
    .selectAll()
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Everything that is switched on, of all shops. */
export async function listEnabledConversionTargets(db: Db): Promise<ConversionTargetName[]> {
  const rows = await db
    .selectFrom('conversionTargets')
    .select(['shopId', 'platform'])
    .where('enabled', '=', true)
    .execute()
  return rows.map(({ shopId, platform }) => ({ shop: shopId, platform }))
}

/** Sets a platform up, or changes what is named of it. */
export async function saveConversionTarget(
  db: Db,
  { shop, platform }: ConversionTargetName,
  { settings, problem, ...plain }: ConversionTargetChange,
): Promise<void> {
  const change = {
    ...plain,
    ...(settings === undefined ? {} : { settings: toJson(settings) }),
    ...(problem === undefined ? {} : { problem: toOptionalJson(problem) }),
  }
  await db
    .insertInto('conversionTargets')
    .values({ shopId: shop, platform, settings: toJson({}), ...change })
    .onConflict((conflict) => conflict.columns(['shopId', 'platform']).doUpdateSet(change))
    .execute()
}
