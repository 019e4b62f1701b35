import type { Day } from '@tillsight/core/days'
import {
  announceFacts,
  clearDirtyDays,
  type DirtyDay,
  findDailyState,
  listDirtyDays,
  markDaysDirty,
  nextWriteVersion,
  saveDailyState,
} from '@tillsight/database'
import { compileDaily, compileDailyParts, dailyFingerprint } from '@tillsight/metrics'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { healInterruptedWrite, writeInProgress } from './commit-plan.ts'
import { inPieces } from './facts-store.ts'
import { listLedgerTimes, listSummaryDays } from './ledger-store.ts'
import { createDayOf } from './number-changes.ts'

const daysPerQuery = 1000

/** Which days to rebuild: those of a write, or all marked days. */
export type DaysToRebuild = 'dirty' | { readonly days: readonly Day[]; readonly token: bigint }

/** Reports the number of days rebuilt so far, and in total. */
type ReportDays = (progress: { readonly done: number; readonly total: number }) => Promise<void>

/** Rebuilds the daily summary of the shop's whole history, after a change of zone or catalogue. */
export async function rebuildDaily(ctx: WriteContext, report?: ReportDays): Promise<void> {
  await asOnlyWriter(ctx, async (fresh) => {
    await healInterruptedWrite(fresh)
    await markAllDays(fresh)
    await rebuildDays(fresh, 'dirty', report)
  })
}

/**
 * Marks every day with rows in the ledger or the summary. The next rebuild covers them all; until then reports read the
 * ledger.
 */
export async function markAllDays(ctx: WriteContext): Promise<void> {
  const dayOf = createDayOf(ctx.shop.zone)
  const times = await listLedgerTimes(ctx.warehouse)
  const token = await nextWriteVersion(ctx.db.kysely)
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, {
    days: [...new Set([...times.map(dayOf), ...(await listSummaryDays(ctx.warehouse))])],
    token,
  })
}

/**
 * For callers that hold the shop's lock. A summary for another zone or catalogue is replaced completely. Afterwards listeners
 * are notified of the new figures.
 */
export async function rebuildDays(ctx: WriteContext, which: DaysToRebuild, report?: ReportDays): Promise<void> {
  try {
    await bringUpToDate(ctx, which, report)
  } catch (error) {
    // Days that could not be rebuilt stay marked, and reports read their new figures from the ledger.
    await announceNewFigures(ctx)
    throw error
  }
}

/** {@link announceNewFigures} of ads and other spend, after what follows from them is written. */
export async function announceNewSpend(ctx: WriteContext): Promise<void> {
  try {
    await ctx.follower.followDays(ctx, 'all')
  } finally {
    await announceNewFigures(ctx)
  }
}

/** Notifies every process that the shop has new figures. Call once they can be read. */
export async function announceNewFigures({ db, shop }: WriteContext): Promise<void> {
  await announceFacts(db.kysely, shop.id, await nextWriteVersion(db.kysely))
}

/**
 * The version is raised in the same step in which the marks are cleared: whoever sees no mark sees the version that includes
 * the write, and no result of the previous version is mistaken for one about these facts.
 */
async function bringUpToDate(ctx: WriteContext, which: DaysToRebuild, report?: ReportDays): Promise<void> {
  const { db, shop } = ctx
  const fingerprint = dailyFingerprint()
  const state = await findDailyState(db.kysely, shop.id)
  const isCurrent = state?.zone === shop.zone && state.fingerprint === fingerprint
  if (!isCurrent) await markAllDays(ctx)
  const marked = isCurrent && which !== 'dirty' ? toMarks(which) : await listDirtyDays(db.kysely, shop.id)
  const wanted = marked.filter(({ day }) => day !== writeInProgress)
  let done = 0
  for (const piece of inPieces(wanted, daysPerQuery)) {
    const version = await nextWriteVersion(db.kysely)
    const task = { days: piece.map(({ day }) => day), zone: shop.zone, version }
    const writing = [compileDaily(task), compileDailyParts(task)].map((each) => ctx.warehouse.rewrite(each))
    // Both are waited for also when one fails: the shop's lock is let go after that.
    const failed = (await Promise.allSettled(writing)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    await ctx.follower.followDays(ctx, task.days)
    await db.transaction(async (tx) => {
      await clearDirtyDays(tx, shop.id, piece)
      await announceFacts(tx, shop.id, await nextWriteVersion(tx))
    })
    done += piece.length
    await report?.({ done, total: wanted.length })
  }
  if (!isCurrent)
    await saveDailyState(db.kysely, { shopId: shop.id, zone: shop.zone, fingerprint, builtAt: ctx.clock.now() })
}

function toMarks({ days, token }: { days: readonly Day[]; token: bigint }): DirtyDay[] {
  return days.map((day) => ({ day, token }))
}
