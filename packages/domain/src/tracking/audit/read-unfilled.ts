import { placeholderPatterns } from '@tillsight/attribution'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import type { TaggedPlatform } from './platforms.ts'

/** Visits that came with a platform's placeholder such as `{{ad.id}}`, which it should have replaced by an id or a name. */
export const UnfilledMacros = z.object({
  /** With one of them at least. */
  visits: z.number(),
  /** The most frequent first, 50 at most. */
  parameters: z.array(
    z.object({
      /** As it stands in the address, in lower case: `utm_id`. */
      name: z.string(),
      /** What it says: `{{campaign.id}}`. */
      found: z.string(),
      visits: z.number(),
    }),
  ),
})
export type UnfilledMacros = z.infer<typeof UnfilledMacros>

/** How a platform writes its macros: tells whose a visit is that names no platform otherwise. */
const shapes: Readonly<Record<TaggedPlatform, string>> = {
  googleads: '^\\{[A-Za-z_]+\\}$',
  metaads: '\\{\\{',
  tiktokads: '^__?[A-Z]',
}

const AllRow = z.object({ visits: z.coerce.number(), parameters: UnfilledMacros.shape.parameters })

interface Asked {
  readonly platform: TaggedPlatform
  /** What visits call it. */
  readonly site: string
  readonly fromMs: number
}

/** Counts visits since an instant by the parameters that were not filled in. Machines' visits are left out. */
export async function readUnfilled(
  { warehouse }: ShopContext,
  { platform, site, fromMs }: Asked,
): Promise<UnfilledMacros> {
  const params = { site, platform, from_ms: fromMs, shape: shapes[platform], ...patterns }
  const [row] = await warehouse.read({ sql: unfilledSql, params }, AllRow)
  return { visits: row?.visits ?? 0, parameters: row?.parameters ?? [] }
}

const patterns = {
  macro_name: `(?i)${placeholderPatterns.name}`,
  macro_value: `(?i)${placeholderPatterns.value}`,
}

const mostParameters = 50

/** Nearly all addresses are put aside by a look at their letters; only the rest is taken apart. */
const unfilledSql = `WITH unfilled AS (
    SELECT touch_id, arrayDistinct(arrayFilter(x -> match(x.1, {macro_name:String}) AND match(x.2, {macro_value:String}),
      arrayMap(x -> (lower(substring(x, 1, position(x, '=') - 1)), trimBoth(decodeURLFormComponent(substring(x, position(x, '=') + 1)))),
        extractURLParameters(url)))) AS pairs
    FROM touches
    WHERE shop_id = {shop:UUID} AND touches.kind = 'click' AND bot != 'bot' AND origin IN ('pixel', 'server')
      AND at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND platform IN ({site:String}, {platform:String}, '')
      AND match(url, '\\\\{|%7B|%7b|=_')
      AND notEmpty(pairs) AND (platform != '' OR arrayExists(x -> match(x.2, {shape:String}), pairs))
  )
  SELECT (SELECT count() FROM unfilled) AS visits,
    groupArray(CAST((name, found, seen), 'Tuple(name String, found String, visits UInt32)')) AS parameters
  FROM (
    SELECT pair.1 AS name, pair.2 AS found, count() AS seen FROM unfilled ARRAY JOIN pairs AS pair
    GROUP BY name, found ORDER BY seen DESC, name, found LIMIT ${mostParameters}
  )`
