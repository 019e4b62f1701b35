import { addDays, countDays, type Day, type DayRange, listDays, parseDay } from '@tillsight/core/days'
import type { AdAccount, AdDayRecord } from '../ad-records.ts'
import type { AdDayTotals } from '../ads.ts'
import { isConnectorError } from '../failures.ts'
import { allCounted, isCounted, isPurchase, type Reports, sumPurchases, toDayRows } from './day-rows.ts'
import { isTooOld } from './failures.ts'
import {
  accountDays,
  adDays,
  adGroupDays,
  assetGroupDays,
  campaignActions,
  campaignDays,
  deepActions,
} from './queries.ts'
import type { Counting, OpenedAccount, Session } from './session.ts'
import type { Row } from './values.ts'

/** Google keeps daily rows for 37 months. */
export const keptDays = 1_110

/** Complete days of one account: only days read to the last row on every level. */
export interface ReadDays {
  readonly days: readonly AdDayRecord[]
  /** The first day that Google still has, where it refused earlier ones; the one after the range where it refused all. */
  readonly oldest?: Day | undefined
}

interface DaysQuery {
  readonly range: DayRange
  readonly now: Date
}

/** Reads days of one account. Those that Google does not have any more are left out: they are not days without anything. */
export async function readDays(session: Session, opened: OpenedAccount, { range, now }: DaysQuery): Promise<ReadDays> {
  try {
    return { days: await readWhole(session, opened, { range, now }) }
  } catch (error) {
    if (!isConnectorError(error) || !isTooOld(error.failure)) throw error
    const count = countDays(range)
    if (count === 1) return { days: [], oldest: addDays(range.to, 1) }
    const middle = addDays(range.from, Math.floor(count / 2) - 1)
    const newer = await readDays(session, opened, { range: { from: addDays(middle, 1), to: range.to }, now })
    // Google also refuses everything older than a refused day.
    if (newer.oldest !== undefined) return newer
    const older = await readDays(session, opened, { range: { from: range.from, to: middle }, now })
    return { days: [...older.days, ...newer.days], oldest: older.oldest }
  }
}

/** The totals of an account's days: two queries, because some conversions are only reported by campaign. */
export async function readTotals(
  session: Session,
  account: AdAccount,
  range: DayRange,
): Promise<ReadonlyMap<Day, AdDayTotals>> {
  const whole = await session.report(account, accountDays, range)
  const campaigns = whole.length === 0 ? [] : await session.report(account, campaignDays, range)
  const days = toDayRows({ ...nothingAtAll, account: whole, campaigns })
  return new Map(
    [...days].flatMap(([day, rows]): [Day, AdDayTotals][] => {
      const row = rows.find(({ level }) => level === 'account')
      if (!row) return []
      // Which of the conversions are purchases is not queried.
      const { spend, impressions, clicks, claims } = row
      return [[parseDay(day), { spend, impressions, clicks, claims }]]
    }),
  )
}

async function readWhole(
  session: Session,
  { account, counting }: OpenedAccount,
  { range, now }: DaysQuery,
): Promise<AdDayRecord[]> {
  const rows = toDayRows(await readReports(session, { account, counting }, range))
  return listDays(range).map((day) => ({
    type: 'ad_day',
    accountId: account.id,
    day,
    currency: account.currency,
    zone: account.zone,
    attribution: attributionOf(counting),
    fetchedAt: now.toISOString(),
    rows: rows.get(day) ?? [],
  }))
}

/** `30d_click, click day, purchases`: conversions are dated to the click. */
function attributionOf({ clickWindowDays, conversionsAre }: Counting): string {
  return `${clickWindowDays}d_click, click, ${conversionsAre}`
}

async function readReports(session: Session, { account, counting }: OpenedAccount, range: DayRange): Promise<Reports> {
  const whole = await session.report(account, accountDays, range)
  // If nothing is reported for the account, there is nothing below it either.
  if (whole.length === 0) return nothingAtAll
  // At most four concurrent queries per account.
  const [campaigns, adGroups, ads, assetGroups] = await Promise.all([
    session.report(account, campaignDays, range),
    session.report(account, adGroupDays, range),
    session.report(account, adDays, range),
    session.report(account, assetGroupDays, range),
  ])
  const reports = { account: whole, campaigns, adGroups, ads, assetGroups }
  if (counting.conversionsAre === 'goals') return { ...reports, purchases: undefined }
  const actions = campaigns.some(isCounted) ? await session.report(account, campaignActions, range) : []
  const isMixed = actions.some((row) => isCounted(row) && !isPurchase(row))
  const purchases = isMixed
    ? sumPurchases([
        { kind: 'campaign', rows: actions },
        ...(await readDeepActions(session, { account, counting }, range)),
      ])
    : allCounted([
        { kind: 'campaign', rows: campaigns },
        { kind: 'adGroup', rows: adGroups },
        { kind: 'assetGroup', rows: assetGroups },
        { kind: 'ad', rows: ads },
      ])
  return { ...reports, purchases }
}

const none: readonly Row[] = []
const nothingAtAll: Reports = {
  account: none,
  campaigns: none,
  adGroups: none,
  ads: none,
  assetGroups: none,
  purchases: undefined,
}

async function readDeepActions(session: Session, { account }: OpenedAccount, range: DayRange) {
  const [adGroups, ads, assetGroups] = await Promise.all([
    session.report(account, deepActions.adGroups, range),
    session.report(account, deepActions.ads, range),
    session.report(account, deepActions.assetGroups, range),
  ])
  return [
    { kind: 'adGroup', rows: adGroups },
    { kind: 'ad', rows: ads },
    { kind: 'assetGroup', rows: assetGroups },
  ] as const
}
