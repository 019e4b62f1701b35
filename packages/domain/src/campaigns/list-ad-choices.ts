import { type AdAccountRow, listCustomSpend } from '@tillsight/database'
import { z } from 'zod'
import { createShopReads, defineVerb, type ShopContext } from '../context/index.ts'
import { AdChoices } from './outputs.ts'

const KindRow = z.object({ kind: z.string() })

/** The accounts, channels without a connector and kinds of campaign by which a table of campaigns can be filtered. */
export const listAdChoices = defineVerb({
  name: 'campaigns.choices',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: AdChoices,
  async run(ctx): Promise<AdChoices> {
    const { shop, queries, reads = createShopReads(ctx) } = ctx
    const [{ adAccounts }, entries, kinds, imported] = await Promise.all([
      reads.standing(),
      listCustomSpend(queries, shop.id),
      remembered(ctx, { name: 'kinds', sql: kindsSql, row: KindRow }),
      remembered(ctx, { name: 'imported accounts', sql: importedSql, row: ImportedRow }),
    ])
    const known = adAccounts.filter(({ chosen, taken }) => chosen || taken).map(toFacts)
    const isKnown = (key: string) => known.some((account) => account.key === key)
    return {
      accounts: [...known, ...imported.map(importedFacts).filter(({ key }) => !isKnown(key))],
      entries: entries.map(({ id, channel }) => ({ id, channel })),
      kinds: kinds.map(({ kind }) => kind),
    }
  },
})

interface Lookup<T> {
  readonly name: string
  readonly sql: string
  readonly row: z.ZodType<T>
}

/** Cached per facts version: whoever changes a campaign's set-up raises the version afterwards. */
async function remembered<T extends Readonly<Record<string, unknown>>>(
  ctx: ShopContext,
  { name, sql, row }: Lookup<T>,
): Promise<T[]> {
  const { facts, shop, warehouse, reads = createShopReads(ctx) } = ctx
  const ask = () => warehouse.read({ sql, params: {} }, row, { lookup: true })
  const state = facts && (await reads.factsState())
  if (!facts || !state?.isSettled) return ask()
  const { known, keep } = facts.rows.at(`${shop.id} ${state.version} ${name}`)
  const rows = await (known ?? keep(ask()))
  return rows.map((found) => row.parse(found))
}

/** Superseded rows may add a kind too many, which does no harm: merging rows would take most of the time. */
const kindsSql = `SELECT DISTINCT toString(kind) AS kind FROM ad_entities
  WHERE shop_id = {shop:UUID} AND level = 'campaign' AND ad_entities.kind != '' AND is_deleted = 0
  ORDER BY kind LIMIT 100 SETTINGS final = 0`

/** Accounts that only files tell of: no connection names them. */
const importedSql = `SELECT toString(platform) AS platform, account_id, any(toString(currency)) AS currency, any(toString(zone)) AS zone
  FROM ad_days WHERE shop_id = {shop:UUID} AND attribution = 'import' AND is_deleted = 0
  GROUP BY platform, account_id ORDER BY platform, account_id LIMIT 100 SETTINGS final = 0`

const ImportedRow = z.object({ platform: z.string(), account_id: z.string(), currency: z.string(), zone: z.string() })

function importedFacts({ platform, account_id: id, currency, zone }: z.infer<typeof ImportedRow>) {
  return { key: `${platform}/${id}`, platform, name: id, currency, zone, clickWindowDays: 0, countsGoals: false }
}

function toFacts(row: AdAccountRow): AdChoices['accounts'][number] {
  const { platform, accountId, name, currency, zone, clickWindowDays, conversionsAre } = row
  return {
    key: `${platform}/${accountId}`,
    platform,
    name: name || accountId,
    currency,
    zone,
    clickWindowDays,
    countsGoals: conversionsAre === 'goals',
  }
}
