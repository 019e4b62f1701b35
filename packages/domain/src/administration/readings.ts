import { isAppError, type ShopId } from '@tillsight/core'
import {
  countShopRows,
  listConnectorUse,
  listInstalledShops,
  listLostObjects,
  listSentMails,
  listTableSizes,
  measureObjects,
} from '@tillsight/database'
import { z } from 'zod'
import { type AdminContext, adminVerb, ListInput, pageRows, partOf, toPlainText } from './context.ts'

const dayMs = 86_400_000
const usualDays = 7
const mostDays = 30

/** What each connector does here: connections, requests, refusals and limits of the platform. */
export const listConnectorRequests = adminVerb({
  name: 'admin.connectors',
  access: 'read',
  input: z.object({ days: z.number().int().min(1).max(mostDays).default(usualDays) }),
  output: z.object({
    days: z.number(),
    items: z.array(
      z.object({
        connector: z.string(),
        connections: z.number(),
        troubled: z.number(),
        requests: z.number(),
        refused: z.number(),
        limited: z.number(),
        failed: z.number(),
        pausedUntil: z.iso.datetime().nullable(),
      }),
    ),
  }),
  async run({ queries, clock }: AdminContext, { days }) {
    const now = clock.now()
    const rows = await listConnectorUse(queries, { since: new Date(now.getTime() - days * dayMs), now })
    return { days, items: rows.map((row) => ({ ...row, pausedUntil: row.pausedUntil?.toISOString() ?? null })) }
  },
})

/** Mails that were sent, or refused by the mail server. Of addresses only what they are recognised by. */
export const listMails = adminVerb({
  name: 'admin.mails',
  access: 'read',
  input: ListInput.extend({ state: z.enum(['all', 'failed']).default('all') }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        recipient: z.string(),
        subject: z.string(),
        error: z.string().nullable(),
      }),
    ),
    total: z.number(),
    pageRows: z.number(),
  }),
  async run({ queries }: AdminContext, { state, ...input }) {
    const { rows, total } = await listSentMails(queries, { ...partOf(input), isFailed: state === 'failed' })
    const items = rows.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }))
    return { items, total, pageRows }
  },
})

const Size = z.object({ table: z.string(), rows: z.number(), bytes: z.number() })

/** What both stores take: by table, and by shop the rows of a page of shops. */
export const getStorage = adminVerb({
  name: 'admin.storage',
  access: 'read',
  input: ListInput,
  output: z.object({
    database: z.array(Size),
    /** Null: the warehouse does not answer at present. */
    warehouse: z.array(Size).nullable(),
    /** Stored files, and those of them whose bytes were missing in the last night, as `bucket/name`. */
    files: z.object({ count: z.number(), bytes: z.number(), lost: z.array(z.string()) }),
    shops: z.array(
      z.object({
        shop: z.string(),
        domain: z.string(),
        organisation: z.string(),
        databaseRows: z.number(),
        /** Null: the warehouse does not answer at present. */
        warehouseRows: z.number().nullable(),
        /** The share of the warehouse's bytes that the shop's rows are. */
        warehouseBytes: z.number().nullable(),
      }),
    ),
    total: z.number(),
    pageRows: z.number(),
  }),
  async run(ctx: AdminContext, input) {
    const [database, files, lost, warehouse, { rows, total }] = await Promise.all([
      listTableSizes(ctx.queries),
      measureObjects(ctx.queries),
      listLostObjects(ctx.queries),
      orNothing(ctx, () => ctx.installation.warehouse.sizes()),
      listInstalledShops(ctx.queries, partOf(input)),
    ])
    const shops = rows.flatMap(({ shop, domain, organisationName }) =>
      shop === null ? [] : [{ shop, domain: domain ?? '', organisation: organisationName }],
    )
    const counted = await countShopRows(
      ctx.queries,
      shops.map(({ shop }) => shop),
    )
    const inDatabase = Map.groupBy(counted, ({ shop }) => shop)
    const found = await Promise.all(
      shops.map(async (one) => ({
        ...one,
        databaseRows: (inDatabase.get(one.shop) ?? []).reduce((sum, { rows: count }) => sum + count, 0),
        ...(await takenBy(ctx, one.shop, warehouse)),
      })),
    )
    const tables = database.map(({ name, ...size }) => ({ table: name, ...size }))
    return {
      database: tables,
      warehouse: warehouse && [...warehouse],
      files: { ...files, lost: lost.map(({ bucket, name }) => `${bucket}/${name}`) },
      shops: found,
      total,
      pageRows,
    }
  },
})

const Count = z.object({ rows: z.coerce.number() })
const facts = ['records', 'ledger', 'events', 'touches', 'journeys', 'daily', 'ad_days', 'ad_hours'] as const

/** Rows of the shop in the tables that grow, with every version that is still stored. */
async function takenBy(
  ctx: AdminContext,
  shop: ShopId,
  sizes: readonly z.infer<typeof Size>[] | null,
): Promise<{ warehouseRows: number | null; warehouseBytes: number | null }> {
  const own = ctx.installation.warehouse.for(shop)
  const counts = await orNothing(ctx, () =>
    Promise.all(
      facts.map(async (table) => {
        const sql = `SELECT toString(count()) AS rows FROM ${table} WHERE shop_id = {shop:UUID}`
        const [row] = await own.read({ sql, params: {} }, Count, { unmerged: true })
        return { table, rows: row?.rows ?? 0 }
      }),
    ),
  )
  if (counts === null) return { warehouseRows: null, warehouseBytes: null }
  const bytes = counts.reduce((sum, { table, rows }) => {
    const whole = sizes?.find((size) => size.table === table || size.table === `${table}_local`)
    return whole && whole.rows > 0 ? sum + (whole.bytes * rows) / whole.rows : sum
  }, 0)
  return { warehouseRows: counts.reduce((sum, { rows }) => sum + rows, 0), warehouseBytes: Math.round(bytes) }
}

async function orNothing<T>({ log }: AdminContext, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!isAppError(error)) throw error
    log.warn({ err: error }, 'the warehouse could not be measured')
    return null
  }
}

/** The line of a mail as it is kept: without what somebody could sign in with. */
export function toSubject(subject: string): string {
  return toPlainText(subject).slice(0, 200)
}
