import { isAppError, type ShopId } from '@tillsight/core'
import { listInstalledShops } from '@tillsight/database'
import { z } from 'zod'
import { type AdminContext, adminVerb, ListInput, pageRows, partOf } from './context.ts'

const Row = z.object({
  organisation: z.string(),
  name: z.string(),
  members: z.number(),
  /** Whether its owners let administrators look in. */
  supportAllowed: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null: there are no plans here. */
  plan: z.string().nullable(),
  shop: z
    .object({
      id: z.string(),
      domain: z.string(),
      platform: z.string(),
      /** Null: the warehouse does not say at present. */
      orders: z.number().nullable(),
      lastSyncAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})

/** Organisations with their shops, a row for each shop, and one for an organisation without any. */
export const listOrganisationsOf = adminVerb({
  name: 'admin.organisations',
  access: 'read',
  input: ListInput,
  output: z.object({ items: z.array(Row), total: z.number(), pageRows: z.number() }),
  async run(ctx: AdminContext, input) {
    const { rows, total } = await listInstalledShops(ctx.queries, partOf(input))
    const items = await Promise.all(
      rows.map(async (row) => ({
        organisation: row.organisation,
        name: row.organisationName,
        members: row.members,
        supportAllowed: row.supportAllowed,
        createdAt: row.createdAt.toISOString(),
        plan: await ctx.installation.planOf(row.organisation),
        shop:
          row.shop === null
            ? null
            : {
                id: row.shop,
                domain: row.domain ?? '',
                platform: row.platform ?? '',
                orders: await countOrders(ctx, row.shop),
                lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
              },
      })),
    )
    return { items, total, pageRows }
  },
})

const Count = z.object({ orders: z.coerce.number() })
const ordersSql = "SELECT toString(uniqExact(id)) AS orders FROM records WHERE shop_id = {shop:UUID} AND type = 'order'"

/** Null where the warehouse does not answer: the list is there all the same. */
async function countOrders({ installation, log }: AdminContext, shop: ShopId): Promise<number | null> {
  try {
    const [row] = await installation.warehouse.for(shop).read({ sql: ordersSql, params: {} }, Count)
    return row?.orders ?? 0
  } catch (error) {
    if (!isAppError(error)) throw error
    log.warn({ shop, err: error }, 'orders of a shop could not be counted')
    return null
  }
}
