import { amountText } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import {
  type CustomSpendRow,
  deleteCustomSpend,
  listSpendShares,
  listUnwrittenCustomSpend,
  nextWriteVersion,
  noteCustomSpendWritten,
} from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { announceNewSpend } from '../ledger/index.ts'
import { toEntityRows } from './entities.ts'
import { toCounting, toSpending } from './entry.ts'
import { isOfSpend, readShareDays } from './shares.ts'
import { lastDayOf, type SpentDay, spreadOverDays } from './spread.ts'

/** Used in place of an ad platform's id in the facts. */
export const customPlatform = 'custom'

const entriesPerWrite = 200
const rowsPerInsert = 20_000

/**
 * Updates the facts to the current entries: new, changed and deleted ones, and the next days of those without an end, up to
 * tomorrow. Idempotent; after being killed it continues where it stopped.
 */
export async function writeSpendDays(ctx: WriteContext): Promise<void> {
  await asOnlyWriter(ctx, writeUnwritten)
}

/** {@link writeSpendDays} for callers that hold the shop's lock. Returns how many entries were processed. */
export async function writeUnwritten(ctx: WriteContext): Promise<number> {
  const { db, shop } = ctx
  const through = tomorrowOf(ctx)
  const rows = await listUnwrittenCustomSpend(db.kysely, shop.id, through)
  const amounts = rows.filter(({ percentOf }) => percentOf === null)
  await writePieces(ctx, amounts, { through, daysOf: (row) => spreadOverDays(toSpending(row), through) })
  // Entries that are percentages follow when the new figures are announced.
  if (rows.length > 0) await announceNewSpend(ctx)
  return rows.length
}

/**
 * Writes the days of entries that are percentages of other figures anew, for callers that hold the shop's lock: those among the days
 * that changed, and every day of entries that were changed themselves. Percentages of ad spend come last, for percentages of revenue
 * can be ad spend.
 */
export async function writeShares(ctx: WriteContext, changed: readonly Day[] | 'all'): Promise<void> {
  const rows = await listSpendShares(ctx.db.kysely, ctx.shop.id)
  if (rows.length === 0) return
  const through = tomorrowOf(ctx)
  const isWhole = changed === 'all' || rows.some((row) => isRemoved(row) || row.writtenThrough === null)
  const days = isWhole ? rows.flatMap(({ firstDay }) => [firstDay, through]) : changed
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)]
  if (from === undefined || to === undefined) return
  const range = { from, to }
  // Days from before a change of an entry may lie anywhere.
  const compared = isWhole ? {} : { range }
  const [ofSpend, others] = [
    rows.filter((row) => isOfSpend(row.percentOf ?? '')),
    rows.filter((row) => !isOfSpend(row.percentOf ?? '')),
  ]
  for (const group of [others, ofSpend])
    await writePieces(ctx, group, { through, ...compared, daysOf: await readShareDays(ctx, group, range) })
}

function tomorrowOf({ shop, clock }: Pick<WriteContext, 'shop' | 'clock'>): Day {
  return addDays(dayOf(clock.now(), shop.zone), 1)
}

interface Writing {
  /** Up to where entries without an end go. */
  readonly through: Day
  /** The days that are compared with the facts; all without it. */
  readonly range?: DayRange
  readonly daysOf: (row: CustomSpendRow) => Iterable<SpentDay>
}

async function writePieces(ctx: WriteContext, rows: readonly CustomSpendRow[], writing: Writing): Promise<void> {
  for (let start = 0; start < rows.length; start += entriesPerWrite)
    await writePiece(ctx, rows.slice(start, start + entriesPerWrite), writing)
}

async function writePiece(ctx: WriteContext, rows: readonly CustomSpendRow[], writing: Writing): Promise<void> {
  const { db, warehouse, clock } = ctx
  const version = (await nextWriteVersion(db.kysely)).toString()
  const stored = await readStored(ctx, rows, writing.range)
  const insert = createInserter(ctx)
  for (const row of rows) {
    const known = stored.get(row.id) ?? new Map<string, StoredDay>()
    for (const day of wantedDays(row, writing)) {
      const same = known.get(keyOf(day))
      known.delete(keyOf(day))
      if (same === undefined || !isSame(same, day))
        await insert({ ...day, ...emptyFigures, zone: ctx.shop.zone, fetched_at: clock.now(), version, is_deleted: 0 })
    }
    // Remaining rows no longer exist.
    for (const { account_id, campaign_id, day } of known.values())
      await insert({ ...placeOf(account_id, campaign_id), day, version, is_deleted: 1 })
  }
  await insert.rest()
  const entities = await toEntityRows(ctx, rows, version)
  if (entities.length > 0) await warehouse.insert('ad_entities', entities)
  const [gone, there] = [rows.filter(isRemoved), rows.filter((row) => !isRemoved(row))]
  await noteCustomSpendWritten(
    db.kysely,
    there.map((row) => ({ id: row.id, through: lastDayOf(toSpending(row), writing.through) })),
  )
  await deleteCustomSpend(
    db.kysely,
    gone.map(({ id }) => id),
  )
}

type Row = Parameters<WriteContext['warehouse']['insert']>[1][number]

/** Collects rows and inserts them in batches. */
function createInserter({ warehouse }: WriteContext) {
  let waiting: Row[] = []
  const rest = async (): Promise<void> => {
    if (waiting.length > 0) await warehouse.insert('ad_days', waiting)
    waiting = []
  }
  const insert = async (row: Row): Promise<void> => {
    waiting.push(row)
    if (waiting.length >= rowsPerInsert) await rest()
  }
  return Object.assign(insert, { rest })
}

const StoredDay = z.object({
  day: z.string().transform(parseDay),
  account_id: z.string(),
  campaign_id: z.string(),
  channel: z.string(),
  counts_as: z.string(),
  currency: z.string(),
  spend: z.string(),
})
type StoredDay = z.infer<typeof StoredDay>

const storedSql = `SELECT toString(day) AS day, account_id, campaign_id, channel, toString(counts_as) AS counts_as,
    currency, toString(spend) AS spend
  FROM ad_days WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND account_id IN {ids:Array(String)}
    AND ad_days.day >= toDate({from:String}) AND ad_days.day <= toDate({to:String})`

const allDays = { from: '1970-01-01', to: '2149-01-01' }

/** Stored facts of entries, by entry and campaign. */
async function readStored(
  { warehouse }: WriteContext,
  rows: readonly CustomSpendRow[],
  range: DayRange | undefined,
): Promise<Map<string, Map<string, StoredDay>>> {
  const params = { platform: customPlatform, ids: rows.map(({ id }) => id), ...(range ?? allDays) }
  const byEntry = new Map<string, Map<string, StoredDay>>()
  for await (const day of warehouse.stream({ sql: storedSql, params }, StoredDay)) {
    const days = byEntry.get(day.account_id) ?? new Map<string, StoredDay>()
    days.set(keyOf(day), day)
    byEntry.set(day.account_id, days)
  }
  return byEntry
}

function* wantedDays(row: CustomSpendRow, { daysOf }: Writing) {
  if (isRemoved(row)) return
  const { id, campaign, channel, currency } = row
  const said = { ...placeOf(id, campaign), channel, currency, counts_as: toCounting(row.countsAs) }
  for (const { day, amount } of daysOf(row)) yield { ...said, day, spend: amountText(amount) }
}

/** An entry is an account of its own; it has nothing below its campaign. */
function placeOf(account_id: string, campaign_id: string) {
  return { platform: customPlatform, account_id, campaign_id, ad_set_id: '', ad_id: '' }
}

const emptyFigures = {
  impressions: 0,
  clicks: 0,
  link_clicks: 0,
  views: 0,
  purchases: '0',
  purchase_value: '0',
  claim_rules: [],
  claim_purchases: [],
  claim_values: [],
  attribution: '',
} as const

function keyOf({ day, campaign_id }: Pick<StoredDay, 'day' | 'campaign_id'>): string {
  return `${day} ${campaign_id}`
}

function isSame(a: StoredDay, b: Omit<StoredDay, 'account_id' | 'campaign_id'>): boolean {
  const isWritten = a.channel === b.channel && a.counts_as === b.counts_as && a.currency === b.currency
  return isWritten && sameDecimals(a.spend, b.spend)
}

/** The warehouse omits trailing zeros. */
function sameDecimals(a: string, b: string): boolean {
  const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return plain(a) === plain(b)
}

function isRemoved({ removedAt }: CustomSpendRow): boolean {
  return removedAt !== null
}
