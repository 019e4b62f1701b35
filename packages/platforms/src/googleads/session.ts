import type { DayRange } from '@tillsight/core/days'
import { addDays, countDays } from '@tillsight/core/days'
import type { AdAccount, AdAccountProblem, AdAccountRecord } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError, type ConnectorFailure, isConnectorError } from '../failures.ts'
import { type Discovery, discover, toAccount } from './accounts.ts'
import { openClient, type Query } from './client.ts'
import { isPathClosed, isTooOld } from './failures.ts'
import { accountQuery, conversionActionsQuery, type DayReport } from './queries.ts'
import { countAt, dashed, type Row, textAt, valueAt } from './values.ts'

/** How an account counts conversions. */
export interface Counting {
  readonly clickWindowDays: number
  readonly viewWindowDays: number
  readonly conversionsAre: 'purchases' | 'goals'
}

/** An account whose state was read. */
export interface OpenedAccount {
  readonly account: AdAccount
  readonly counting: Counting
}

/** The chosen accounts of a connection while they are read. */
export interface Session {
  /** Sorted by id. */
  readonly accounts: readonly AdAccount[]
  /** Whether Google answers at all; see the client. */
  isWell(): Promise<boolean>
  ask(account: AdAccount, question: Query): Promise<Row[]>
  /** A report over days; split into smaller ranges if Google requires that. */
  report(account: AdAccount, report: DayReport, range: DayRange): Promise<Row[]>
  counting(account: AdAccount): Promise<Counting>
  /** Reads the account; throws if it is no longer the one that was selected. */
  open(account: AdAccount): Promise<OpenedAccount>
}

/** Opens the selected accounts; all readable ones if none is selected. */
export async function openSession(ctx: ConnectorContext): Promise<Session> {
  ctx.signal.throwIfAborted()
  const client = openClient(ctx)
  const known: { discovery?: Promise<Discovery> } = {}
  const ways = new Map<string, string | null>()
  const search = async () => {
    known.discovery ??= discover(client)
    return await known.discovery
  }
  const accounts = ctx.accounts ?? (await search()).accounts.filter(({ readable }) => readable)

  const wayTo = (account: AdAccount) => ways.get(account.id) ?? (ways.has(account.id) ? null : account.via)

  const ask = async (account: AdAccount, question: Query): Promise<Row[]> => {
    const tried = wayTo(account)
    try {
      return await client.query({ account: account.id, via: tried }, question)
    } catch (error) {
      if (!isConnectorError(error) || !isPathClosed(error.failure) || ways.has(account.id)) throw error
      // Access has moved to another manager: every other way is tried once.
      const others = (await search()).paths(account.id).filter((via) => via !== tried)
      for (const via of others) {
        ways.set(account.id, via)
        const rows = await client.query({ account: account.id, via }, question).catch(passOverClosedPath)
        if (rows) return rows
      }
      ways.set(account.id, tried)
      throw error
    }
  }

  const counting = once((account) => readCounting(ask, account))
  return {
    accounts: [...accounts].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    isWell: () => client.isWell(),
    ask,
    report: async (account, report, range) => await askInPortions((part) => ask(account, report(part)), range),
    counting,
    open: once(async (account) => {
      const [row] = await ask(account, accountQuery)
      if (row && valueAt(row, 'customer.manager') === true) throw managerInstead(account)
      const told = row ? toAccount(row, 'customer', wayTo(account)) : account
      if (told.statusText === 'CLOSED') throw closedMeanwhile(account, told.statusText)
      // Google may continue to report on a cancelled account: it is read until its figures are final.
      const now = isCancelled(told) ? { ...told, readable: true, note: stillFinal } : told
      if (now.currency !== account.currency || now.zone !== account.zone) throw changed(account, now)
      return { account: now, counting: await counting(account) }
    }),
  }
}

const stillFinal =
  'Cancelled in Google Ads. Its last 90 days are read once a week until they are final; it is read as usual once it is reactivated there.'

/** Whether the account no longer has new activity. */
export function isCancelled({ status }: Pick<AdAccount, 'status'>): boolean {
  return status === 'closed'
}

function passOverClosedPath(error: unknown): undefined {
  if (isConnectorError(error) && isPathClosed(error.failure)) return undefined
  throw error
}

/** Caches the result for each account, including failures. */
function once<T>(read: (account: AdAccount) => Promise<T>): (account: AdAccount) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (account) => {
    const found = known.get(account.id) ?? read(account)
    known.set(account.id, found)
    return found
  }
}

/** Queries a range at once, or in halves if it was too big or kept failing; each part is read completely. */
async function askInPortions(ask: (range: DayRange) => Promise<Row[]>, range: DayRange): Promise<Row[]> {
  try {
    return await ask(range)
  } catch (error) {
    if (!isConnectorError(error)) throw error
    const { kind } = error.failure
    const days = countDays(range)
    // A refused range must not be taken for days without activity.
    if (isTooOld(error.failure) || days === 1 || (kind !== 'too_big' && kind !== 'transient')) throw error
    const middle = addDays(range.from, Math.floor(days / 2) - 1)
    const older = await askInPortions(ask, { from: range.from, to: middle })
    return [...older, ...(await askInPortions(ask, { from: addDays(middle, 1), to: range.to }))]
  }
}

const usualCounting: Counting = { clickWindowDays: 30, viewWindowDays: 1, conversionsAre: 'purchases' }
const longestWindowDays = 90

async function readCounting(ask: Session['ask'], account: AdAccount): Promise<Counting> {
  const rows = await ask(account, conversionActionsQuery)
  const enabled = rows.filter((row) => textAt(row, 'conversionAction.status') === 'ENABLED')
  const longest = (field: string) => Math.max(0, ...enabled.map((row) => countAt(row, `conversionAction.${field}`)))
  const counts = (row: Row) =>
    textAt(row, 'conversionAction.category') === 'PURCHASE' &&
    valueAt(row, 'conversionAction.includeInConversionsMetric') === true
  return {
    clickWindowDays: Math.min(longestWindowDays, longest('clickThroughLookbackWindowDays') || 30),
    viewWindowDays: Math.min(longestWindowDays, longest('viewThroughLookbackWindowDays') || 1),
    conversionsAre: enabled.some(counts) ? 'purchases' : 'goals',
  }
}

/** How many days back figures may still change. */
export function reReadDays({ clickWindowDays }: Counting): number {
  return Math.min(longestWindowDays, Math.max(30, clickWindowDays))
}

/** The record of an account after it was read. */
export function toAccountRecord({ account, counting }: OpenedAccount, now: Date): AdAccountRecord {
  return { type: 'ad_account', account, problem: null, ...counting, seenAt: now.toISOString() }
}

/** The record of an account that cannot be read, with the reason; stored figures are kept. */
export function toProblemRecord(account: AdAccount, failure: ConnectorFailure, now: Date): AdAccountRecord {
  const { message } = failure
  const problem = { kind: problemKind(failure), message }
  return { type: 'ad_account', account, problem, ...usualCounting, seenAt: now.toISOString() }
}

function problemKind({ kind, platformCode }: ConnectorFailure): AdAccountProblem['kind'] {
  if (platformCode === 'changed') return 'changed'
  if (kind === 'transient' || kind === 'too_big') return 'failing'
  return kind === 'permission' || kind === 'not_found' ? kind : 'account_state'
}

function changed(before: AdAccount, now: AdAccount): ConnectorError {
  const what =
    before.currency === now.currency
      ? `its time zone is ${now.zone} now and was ${before.zone}`
      : `its currency is ${now.currency} now and was ${before.currency}`
  return new ConnectorError({
    kind: 'account_state',
    message: `The Google Ads account ${dashed(before.id)} is not as it was chosen: ${what}. New figures would not fit the earlier ones, so none are read. Choose the account again under Integrations to read it afresh.`,
    platformCode: 'changed',
  })
}

function closedMeanwhile({ id }: AdAccount, statusText: string): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `The Google Ads account ${dashed(id)} is closed (${statusText}). Its data up to now is kept; it is looked at once a day and read again as soon as it is open.`,
    platformCode: 'authorizationError.CUSTOMER_NOT_ENABLED',
  })
}

function managerInstead({ id }: AdAccount): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `${dashed(id)} is a manager account and has no figures of its own. Choose the accounts below it under Integrations instead.`,
    platformCode: 'queryError.REQUESTED_METRICS_FOR_MANAGER',
  })
}
