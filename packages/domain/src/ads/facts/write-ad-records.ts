import type { AdRecord } from '@tillsight/connectors'
import { type AdAccountRow, listAdAccounts, nextWriteVersion } from '@tillsight/database'
import { announceNewFigures, asOnlyWriter, type WriteContext } from '../../ledger/index.ts'
import type { AdBatch, AdWrite, AdWriteOutcome } from './batch.ts'
import { keepReadable, noteAccounts } from './note-accounts.ts'
import { writeClicks } from './write-clicks.ts'
import { writeDays } from './write-days.ts'
import { writeEntities } from './write-entities.ts'
import { writeHours } from './write-hours.ts'

/**
 * Takes what an ad platform says into the shop's facts: whole days of accounts, hours, names, click ids, and how accounts
 * stand. One at a time per shop. Everything twice, late or in another order gives the same figures.
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
  if (days.days > 0 || isRenamed || taken.hours.length > lateHours) await announceNewFigures(ctx)
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

/** What is to be written: through a connection, only of accounts that are chosen there and are what they were. */
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
