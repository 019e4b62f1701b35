import type { ConnectionId } from '@tillsight/core'
import { addDays, countDays, dayOf } from '@tillsight/core/days'
import {
  type AdAccountRow,
  type Db,
  findSyncState,
  listAdAccounts,
  listAdReads,
  nextWriteVersion,
  updateAdAccounts,
} from '@tillsight/database'
import type {
  AdAccountRecord,
  AdClickRecord,
  AdDayRecord,
  AdHoursRecord,
  AdRecord,
  AdAccountProblem as ToldProblem,
} from '@tillsight/platforms/connectors'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { announceNewSpend } from '../ledger/index.ts'
import { AdAccountProblem, type AdBatch, type AdWrite, type AdWriteOutcome, changedBasics, newestOf } from './batch.ts'
import { writeDays, writeHours } from './write-days.ts'
import { writeEntities } from './write-entities.ts'

/** Days begin at different times by zone, so figures of the first and the last day may be missing. */
const daysApart = 2

/**
 * Writes what an ad platform reports to the shop's facts: whole account days, hours, names, click ids, and account problems.
 * One writer at a time per shop. Repeated, late or reordered records give the same figures.
 */
export async function writeAdRecords(ctx: WriteContext, batch: AdBatch): Promise<AdWriteOutcome> {
  return asOnlyWriter(ctx, (fresh) => writeBatch(fresh, batch))
}

async function writeBatch(ctx: WriteContext, batch: AdBatch): Promise<AdWriteOutcome> {
  const { kysely } = ctx.db
  const { source, records } = batch
  const write: AdWrite = { ctx, source, version: (await nextWriteVersion(kysely)).toString() }
  const taken = await sortOut(ctx, batch)
  const days = await writeDays(write, taken.days)
  const lateHours = await writeHours(write, taken.hours)
  const isRenamed = await writeEntities(write, taken)
  await writeClicks(write, taken.clicks)
  if (days.days > 0 || isRenamed || taken.hours.length > lateHours) await announceNewSpend(ctx)
  const left = count(records, 'ad_day') - taken.days.length + count(records, 'ad_hours') - taken.hours.length
  return {
    received: records.length,
    days: days.days,
    unchanged: days.unchanged,
    refused: days.outdated + lateHours + left,
  }
}

type OfType<T extends AdRecord['type']> = Extract<AdRecord, { readonly type: T }>

function ofType<T extends AdRecord['type']>(records: readonly AdRecord[], type: T): OfType<T>[] {
  return records.filter((record): record is OfType<T> => record.type === type)
}

function count(records: readonly AdRecord[], type: AdRecord['type']): number {
  return records.filter((record) => record.type === type).length
}

/** Selects the records to write: through a connection, only of accounts that are chosen there and have not changed. */
async function sortOut(ctx: WriteContext, { records, connection }: AdBatch) {
  const { kysely } = ctx.db
  const all = {
    days: ofType(records, 'ad_day'),
    hours: ofType(records, 'ad_hours'),
    entities: ofType(records, 'ad_entity'),
    clicks: ofType(records, 'ad_click'),
    accounts: ofType(records, 'ad_account'),
  }
  if (connection === undefined) return all
  const accounts = new Map((await listAdAccounts(kysely, connection)).map((row) => [row.accountId, row]))
  const noting = { connection, accounts }
  await noteAccounts(kysely, noting, all.accounts)
  const isRead = (accountId: string) => isChosen(accounts.get(accountId))
  return {
    days: await keepReadable(kysely, noting, all.days),
    hours: await keepReadable(kysely, noting, all.hours),
    entities: all.entities.filter(({ accountId }) => isRead(accountId)),
    clicks: all.clicks.filter(({ accountId }) => isRead(accountId)),
    accounts: all.accounts.filter(({ account }) => isRead(account.id)),
  }
}

function isChosen(row: AdAccountRow | undefined): boolean {
  return row?.chosen === true
}

/** Writes which ad each click id belongs to; the same rows again replace themselves. */
async function writeClicks({ ctx, source, version }: AdWrite, records: readonly AdClickRecord[]): Promise<void> {
  if (records.length === 0) return
  const clicks = newestOf(records, { nameOf: ({ clickId }) => clickId, at: ({ seenAt }) => seenAt })
  await ctx.warehouse.insert(
    'ad_clicks',
    clicks.map((click) => ({
      platform: source,
      click_id: click.clickId,
      day: click.day,
      account_id: click.accountId,
      campaign_id: click.campaignId,
      ad_set_id: click.adSetId,
      ad_id: click.adId,
      keyword: click.keyword ?? '',
      version,
      is_deleted: 0,
    })),
  )
}

interface Noting {
  readonly connection: ConnectionId
  readonly accounts: ReadonlyMap<string, AdAccountRow>
}

/** Stores the state of a connection's accounts, as its last sync found it. */
async function noteAccounts(
  db: Db,
  { connection, accounts }: Noting,
  records: readonly AdAccountRecord[],
): Promise<void> {
  const newest = newestOf(records, { nameOf: ({ account }) => account.id, at: ({ seenAt }) => seenAt })
  for (const { account, problem, seenAt, clickWindowDays, viewWindowDays, conversionsAre } of newest) {
    const known = accounts.get(account.id)
    if (!known || Date.parse(seenAt) < known.seenAt.getTime()) continue
    const told = problemNow(known, { account, problem })
    const isMended = told === null && known.problem !== null
    const misses = isMended && (await missesHistory(db, known))
    await updateAdAccounts(
      db,
      { connection, accounts: [account.id] },
      {
        // The currency and zone of stored days stay until somebody confirms a change.
        name: account.name === '' ? known.name : account.name,
        status: account.status,
        statusText: account.statusText,
        readable: account.readable,
        note: account.note,
        via: account.via,
        problem: told && { ...problemSince(told, { known, at: seenAt }) },
        seenAt: new Date(seenAt),
        // An account that could not be read reveals nothing about its attribution settings.
        ...(problem ? {} : { clickWindowDays, viewWindowDays, conversionsAre }),
        // As if newly chosen: its history is read from the beginning.
        ...(misses ? { taken: false } : {}),
      },
    )
  }
}

/**
 * The current problem of an account. A change is not cleared by a report that fails to mention it: a person has to decide.
 */
function problemNow(
  known: AdAccountRow,
  { account, problem }: Pick<AdAccountRecord, 'account' | 'problem'>,
): ToldProblem | null {
  const earlier = known.problem === null ? null : AdAccountProblem.parse(known.problem)
  if (earlier?.kind === 'changed') return problem?.kind === 'changed' ? problem : earlier
  const message = changedBasics(known, account)
  return problem ?? (message === undefined ? null : { kind: 'changed', message })
}

/**
 * Whether the history was (or is being) read without an account that can be read again now, so that days before its problem
 * began are missing. Days since then are caught up by incremental syncs.
 */
async function missesHistory(db: Db, known: AdAccountRow): Promise<boolean> {
  const { connectionId, shopId, platform, accountId, zone } = known
  const history = await findSyncState(db, { connectionId, stream: 'ad_days', mode: 'backfill' })
  const since = history?.completeSince
  // No history is complete yet: it is read anyway, unless it ended without any data.
  if (!since) return history?.lastSuccessAt != null
  const began = known.problem === null ? known.seenAt : new Date(AdAccountProblem.parse(known.problem).since)
  const range = { from: dayOf(since, zone), to: addDays(dayOf(began, zone), -1) }
  if (range.to < range.from) return false
  const reads = await listAdReads(db, { shop: shopId, platform, kind: 'day' }, { accounts: [accountId], range })
  return countDays(range) - reads.length > daysApart
}

/** The problem with the time since when it has lasted. */
function problemSince(
  reported: ToldProblem,
  { known, at }: { readonly known: Pick<AdAccountRow, 'problem'>; readonly at: string },
): AdAccountProblem {
  const earlier = known.problem === null ? undefined : AdAccountProblem.parse(known.problem)
  return { ...reported, since: earlier?.kind === reported.kind ? earlier.since : new Date(at).toISOString() }
}

/** Keeps the records of accounts that are read and unchanged; changed ones are recorded as a problem. */
async function keepReadable<R extends AdDayRecord | AdHoursRecord>(
  db: Db,
  { connection, accounts }: Noting,
  records: readonly R[],
): Promise<R[]> {
  const kept: R[] = []
  const changed = new Map<string, { message: string; at: string }>()
  for (const record of records) {
    const known = accounts.get(record.accountId)
    if (!known?.chosen) continue
    const message = changedBasics(known, record)
    if (message === undefined) kept.push(record)
    else changed.set(record.accountId, { message, at: record.fetchedAt })
  }
  for (const [account, { message, at }] of changed) {
    const known = accounts.get(account)
    if (!known) continue
    const problem = problemSince({ kind: 'changed', message }, { known, at })
    await updateAdAccounts(db, { connection, accounts: [account] }, { problem: { ...problem } })
  }
  return kept
}
