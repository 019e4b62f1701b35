import { listImportStates, nextWriteVersion } from '@tillsight/database'
import type { PlatformRecord, RecordType } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { asOnlyWriter, type ShopContext, type WriteContext } from '../context/index.ts'
import { encodeRecord, importSource, type RecordName, withoutErased } from '../ledger/index.ts'
import { statusStates } from './import-states.ts'

type Stores = Pick<ShopContext, 'db' | 'warehouse' | 'shop'>

/** A common id for all imports made before records were stored per import. */
const earlierImports = '00000000-0000-0000-0000-000000000000'

/** Stores the records of an import before they are written to the facts, so that none can be lost. */
export async function keepRecords(
  ctx: WriteContext,
  importId: string,
  records: readonly PlatformRecord[],
): Promise<void> {
  // As the only writer: an erasure covers everything stored, and later records lose the erased person.
  await asOnlyWriter(ctx, async (fresh) => {
    const version = (await nextWriteVersion(fresh.db.kysely)).toString()
    const kept = (await withoutErased(fresh, records)).map(encodeRecord)
    await fresh.warehouse.insert(
      'imported',
      kept.map(({ type, id, parentId, updatedAt, body }) => ({
        import_id: importId,
        type,
        id,
        parent_id: parentId,
        updated_at: new Date(updatedAt),
        body,
        version,
        is_deleted: 0,
      })),
    )
  })
}

const Found = z.object({ found: z.coerce.number() })

/**
 * Copies the records of imports by earlier versions, once: these imports cannot be undone, but their records can be replaced
 * by later imports and restored.
 */
export async function keepEarlierRecords({ db, warehouse, shop }: Stores): Promise<void> {
  const imports = await listImportStates(db.kysely, shop.id)
  if (imports.every(({ keptApart }) => keptApart)) return
  const [kept] = await warehouse.read(
    {
      sql: 'SELECT count() AS found FROM imported WHERE shop_id = {shop:UUID} AND import_id = {id:UUID}',
      params: { id: earlierImports },
    },
    Found,
  )
  if (kept && kept.found > 0) return
  await warehouse.rewrite({
    into: 'imported',
    sql: `SELECT shop_id, {id:UUID} AS import_id, type, id, parent_id, updated_at, body, version, 0 AS is_deleted
      FROM records WHERE shop_id = {shop:UUID} AND source = {source:String}`,
    params: { id: earlierImports, source: importSource },
  })
}

/** Number of records of an import. */
export async function countRecords({ warehouse }: Stores, importId: string): Promise<number> {
  const [row] = await warehouse.read(
    {
      sql: 'SELECT count() AS found FROM imported WHERE shop_id = {shop:UUID} AND import_id = {id:UUID}',
      params: { id: importId },
    },
    Found,
  )
  return row?.found ?? 0
}

const NameRow = z.object({ owner: z.string(), type: z.string(), parent_id: z.string(), id: z.string() })
type NameRow = z.infer<typeof NameRow>
const namesPerPage = 10_000

/** Keys of an import's records, in pages; an order and its refunds are never split. */
export async function* listRecordNames({ warehouse }: Stores, importId: string): AsyncGenerator<readonly RecordName[]> {
  let after = { owner: '', type: '', id: '' }
  let open: NameRow[] = []
  for (;;) {
    const rows = await warehouse.read(
      {
        sql: `SELECT if(parent_id = '', id, parent_id) AS owner, type, parent_id, id FROM imported
          WHERE shop_id = {shop:UUID} AND import_id = {import:UUID}
            AND (owner, type, id) > ({owner:String}, {type:String}, {id:String})
          ORDER BY owner, type, id LIMIT ${namesPerPage}`,
        params: { import: importId, ...after },
      },
      NameRow,
    )
    const last = rows.at(-1)
    const all = [...open, ...rows]
    if (!last || rows.length < namesPerPage) {
      if (all.length > 0) yield all.map(toName)
      return
    }
    // Further records of the last order may be on the next page.
    open = all.filter(({ owner }) => owner === last.owner)
    const whole = all.filter(({ owner }) => owner !== last.owner)
    if (whole.length > 0) yield whole.map(toName)
    after = { owner: last.owner, type: last.type, id: last.id }
  }
}

function toName({ type, parent_id, id }: NameRow): RecordName {
  // Holds because the table only contains encoded records.
  return { type: type as RecordType, parentId: parent_id, id }
}

const ReportedRow = z.object({
  import_id: z.string(),
  type: z.string(),
  parent_id: z.string(),
  id: z.string(),
  updated_at: z.string(),
  version: z.string(),
  body: z.string(),
})
type ReportedRow = z.infer<typeof ReportedRow>

const idsPerQuery = 5000

/**
 * The version of these records according to all imports that have not been undone: the newest version, and of equally new
 * ones the one imported last.
 */
export async function readStatus(ctx: Stores, names: readonly RecordName[]): Promise<PlatformRecord[]> {
  const imports = await listImportStates(ctx.db.kysely, ctx.shop.id)
  const withdrawn = imports.filter(({ state }) => !statusStates.some((known) => known === state)).map(({ id }) => id)
  const wanted = new Set(names.map(keyOf))
  const owners = [...new Set(names.map(({ parentId, id }) => (parentId === '' ? id : parentId)))]
  const best = new Map<string, ReportedRow>()
  for (let start = 0; start < owners.length; start += idsPerQuery) {
    const rows = await ctx.warehouse.read(
      {
        sql: `SELECT import_id, type, parent_id, id, updated_at, version, body FROM imported
          WHERE shop_id = {shop:UUID} AND import_id NOT IN {withdrawn:Array(UUID)}
            AND ((parent_id = '' AND id IN {ids:Array(String)}) OR parent_id IN {ids:Array(String)})`,
        params: { withdrawn, ids: owners.slice(start, start + idsPerQuery) },
      },
      ReportedRow,
      { lookup: true },
    )
    for (const row of rows) {
      const key = keyOf({ type: row.type, parentId: row.parent_id, id: row.id })
      const other = best.get(key)
      if (wanted.has(key) && (!other || isNewer(row, other))) best.set(key, row)
    }
  }
  // Holds because bodies are encoded records.
  return [...best.values()].map(({ body }) => JSON.parse(body) as PlatformRecord)
}

function isNewer(row: ReportedRow, other: ReportedRow): boolean {
  if (row.updated_at !== other.updated_at) return row.updated_at > other.updated_at
  return BigInt(row.version) > BigInt(other.version)
}

function keyOf({ type, parentId, id }: { type: string; parentId: string; id: string }): string {
  return `${type}\n${parentId}\n${id}`
}

/** Deletes the stored records of an import; it can no longer replace those of other imports. */
export async function forgetRecords({ warehouse, db }: Stores, importId: string): Promise<void> {
  const version = (await nextWriteVersion(db.kysely)).toString()
  await warehouse.rewrite({
    into: 'imported',
    sql: `SELECT shop_id, import_id, type, id, parent_id, updated_at, '' AS body, {version:UInt64} AS version, 1 AS is_deleted
      FROM (SELECT shop_id, import_id, type, id, parent_id, updated_at FROM imported
        WHERE shop_id = {shop:UUID} AND import_id = {id:UUID})`,
    params: { id: importId, version },
  })
}
