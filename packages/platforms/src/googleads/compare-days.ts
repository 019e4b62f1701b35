import { addDays, type DayRange, dayOf } from '@tillsight/core/days'
import { differingDays, nextMonth } from '../ad-comparison.ts'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { HeldAdDays } from '../ads.ts'
import type { CompareWindow, ConnectorContext, Page } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { isTooOld } from './failures.ts'
import { keptDays, readDays, readTotals } from './read-days.ts'
import { openReadings } from './readings.ts'
import { isCancelled, openSession, type Session } from './session.ts'

/**
 * Re-reads days that Google has restated in one older month; for each account without restatements, this takes one short
 * query.
 */
export async function* compareDays(
  ctx: ConnectorContext,
  { adDays: held, from }: CompareWindow,
): AsyncIterable<Page<AdRecord>> {
  const now = ctx.clock.now()
  const month = held && nextMonth({ from, held, now, oldest: addDays(dayOf(now, 'UTC'), -keptDays) })
  if (!held || !month) return
  const session = await openSession(ctx)
  const readings = openReadings(session)
  let done = 0
  for (const account of session.accounts.filter((one) => one.readable && !isCancelled(one))) {
    ctx.signal.throwIfAborted()
    const range = month.of(account)
    if (!range) continue
    const days = await readings.attempt(account, async () => restatedDays(session, account, { range, held, now }))
    const records = [...(days ?? []), ...readings.problems(now)]
    done += records.length
    if (records.length > 0) yield { records, checkpoint: from ?? {}, progress: { done, total: null }, warnings: [] }
  }
  readings.finish()
  yield { records: [], checkpoint: month.checkpoint, progress: { done, total: done }, warnings: [] }
}

interface Comparison {
  readonly range: DayRange
  readonly held: HeldAdDays
  readonly now: Date
}

async function restatedDays(
  session: Session,
  account: AdAccount,
  { range, held, now }: Comparison,
): Promise<readonly AdRecord[]> {
  try {
    const told = await readTotals(session, account, range)
    const span = differingDays(range, { told, held: await held.totals(account.id, range) })
    if (!span) return []
    return (await readDays(session, await session.open(account), { range: span, now })).days
  } catch (error) {
    // Days that Google no longer has keep their figures.
    if (isConnectorError(error) && isTooOld(error.failure)) return []
    throw error
  }
}
