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
    const [{ adAccounts }, entries, kinds] = await Promise.all([
      reads.standing(),
      listCustomSpend(queries, shop.id),
      listKinds(ctx),
    ])
    return {
      accounts: adAccounts.filter(({ chosen, taken }) => chosen || taken).map(toFacts),
      entries: entries.map(({ id, channel }) => ({ id, channel })),
      kinds: kinds.map(({ kind }) => kind),
    }
  },
})

/** Cached per facts version: whoever changes a campaign's set-up raises the version afterwards. */
async function listKinds(ctx: ShopContext): Promise<z.infer<typeof KindRow>[]> {
  const { facts, shop, warehouse, reads = createShopReads(ctx) } = ctx
  const ask = () => warehouse.read({ sql: kindsSql, params: {} }, KindRow, { lookup: true })
  const state = facts && (await reads.factsState())
  if (!facts || !state?.isSettled) return ask()
  const { known, keep } = facts.rows.at(`${shop.id} ${state.version} kinds`)
  const rows = await (known ?? keep(ask()))
  return rows.map((row) => KindRow.parse(row))
}

/** Superseded rows may add a kind too many, which does no harm: merging rows would take most of the time. */
const kindsSql = `SELECT DISTINCT toString(kind) AS kind FROM ad_entities
  WHERE shop_id = {shop:UUID} AND level = 'campaign' AND ad_entities.kind != '' AND is_deleted = 0
  ORDER BY kind LIMIT 100 SETTINGS final = 0`

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
