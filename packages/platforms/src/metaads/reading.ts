import { addDays, addMonths, type Day, type DayRange, dayOf } from '@tillsight/core/days'
import type { AdAccount, AdAccountProblem, AdAccountRecord, AdDayRecord, AdRecord } from '../ad-records.ts'
import type { AdDayTotals } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { type ConnectorError, isConnectorError, refusalOf } from '../failures.ts'
import { accountRecord, isProblem, lookAt, problemOf } from './accounts.ts'
import { type Lack, readDays, readTotals } from './day-reader.ts'
import { hasCode, isAccountThrottle, isKind } from './failures.ts'
import { type Graph, openGraph } from './graph.ts'
import { isWell } from './ladder.ts'

const usualWindows = { click: 7, view: 1 }
/** Meta refuses days before 37 months ago. */
export const keptMonths = 36

/** Days read from an account. */
export interface AccountPart {
  readonly records: readonly AdRecord[]
  /** Whether its ads, or its campaigns as well, do not come although the account is read. */
  readonly lacks: boolean
}

/** The days to read of an account. */
export interface DaysOptions {
  readonly range: DayRange
  /** Reading its ads failed recently, so they are not requested. */
  readonly withoutAds?: boolean
}

/** The selected accounts while they are read: an account that fails drops out, the others go on. */
export class Reading {
  readonly graph: Graph
  readonly #seenAt: string
  readonly #readable = new Map<string, AdAccount>()
  readonly #windows = new Map<string, { readonly click: number; readonly view: number }>()
  /** The first day that Meta has of an account, once it has refused an earlier one. */
  readonly #oldest = new Map<string, Day>()
  readonly #failures: ConnectorError[] = []
  #waiting: ConnectorError | undefined
  #pending: { records: AdRecord[]; warnings: string[] } = { records: [], warnings: [] }

  private constructor(graph: Graph, seenAt: string) {
    this.graph = graph
    this.#seenAt = seenAt
  }

  /** Opens these accounts. Throws failures that concern all of them. */
  static async open(ctx: ConnectorContext, accounts: readonly AdAccount[], seenAt: string): Promise<Reading> {
    const reading = new Reading(openGraph(ctx), seenAt)
    for (const account of accounts) {
      await reading.#attempt(account, async () => {
        const found = await lookAt(reading.graph, account)
        if (isProblem(found)) reading.#giveUp(account, found, refusalOf(found))
        else reading.#readable.set(account.id, found)
      })
    }
    return reading
  }

  /** Whether the account can be read, as far as is known. */
  reads({ id }: AdAccount): boolean {
    return this.#readable.has(id)
  }

  /** Whether there are accounts, and none of them can be read. */
  get isHopeless(): boolean {
    return this.#readable.size === 0 && (this.#failures.length > 0 || this.#waiting !== undefined)
  }

  /** Whether all accounts were read, except those with a reported problem. */
  get isWhole(): boolean {
    return !this.isHopeless && this.#waiting === undefined
  }

  /** Throws if no account can be read, or if one has to wait: the data must not look complete then. */
  finish(): void {
    if (this.#waiting) throw this.#waiting
    if (!this.isHopeless) return
    const passing = this.#failures.find((failure) => isKind(failure, 'transient'))
    const failure = passing ?? this.#failures[0]
    if (failure) throw failure
  }

  /** The first day that Meta has for any account; undefined until it has refused earlier days for all of them. */
  oldestOf(accounts: readonly AdAccount[]): Day | undefined {
    const days = accounts.flatMap(({ id }) => this.#oldest.get(id) ?? []).sort()
    return days.length === accounts.length ? days[0] : undefined
  }

  /** Complete days of an account, and its record; empty if the account drops out, which `take` then reports. */
  async days(account: AdAccount, { range, withoutAds = false }: DaysOptions): Promise<AccountPart> {
    const now = this.#readable.get(account.id) ?? account
    const today = dayOf(this.graph.ctx.clock.now(), now.zone)
    const to = today < range.to ? today : range.to
    const oldest = this.#oldest.get(account.id)
    const from = oldest && oldest > range.from ? oldest : range.from
    const part = { lacks: false }
    const days = await this.#attempt(now, async () => {
      if (to < from) return []
      return await this.#readKept(now, { range: { from, to }, withoutAds }, part)
    })
    if (days === undefined || !this.reads(now)) return { records: [], lacks: false }
    return { records: [this.#recordOf(now, null), ...days], lacks: part.lacks }
  }

  /** The totals of an account's days, in one query. Undefined if the account drops out, which `take` then reports. */
  async totals(account: AdAccount, range: DayRange): Promise<ReadonlyMap<Day, AdDayTotals> | undefined> {
    return await this.#attempt(account, async () => readTotals(this.graph, account, range))
  }

  /** The records and warnings since the last call. */
  take(): { readonly records: readonly AdRecord[]; readonly warnings: readonly string[] } {
    const { records, warnings } = this.#pending
    this.#pending = { records: [], warnings: [] }
    return { records, warnings: [...warnings, ...droppedFields(this.graph)] }
  }

  async #readKept(account: AdAccount, options: DaysOptions, part: { lacks: boolean }): Promise<readonly AdDayRecord[]> {
    const { range } = options
    try {
      const read = await readDays(this.graph, account, options)
      if ('kind' in read) {
        this.#giveUp(account, read, refusalOf(read))
        return []
      }
      if (read.windows) this.#windows.set(account.id, read.windows)
      part.lacks = read.lacks !== undefined
      if (read.lacks?.why !== undefined) this.#pending.warnings.push(lackWarning(account, read.lacks))
      return read.days
    } catch (error) {
      if (!hasCode(error, 3_018)) throw error
      // Part of the range is older than what Meta keeps: nothing exists there, so nothing was missed.
      const today = dayOf(this.graph.ctx.clock.now(), account.zone)
      const first = addDays(addMonths(today, -keptMonths), 1)
      const isInside = first > range.from && first <= range.to
      this.#oldest.set(account.id, isInside ? first : addDays(range.to, 1))
      return isInside ? await this.#readKept(account, { ...options, range: { from: first, to: range.to } }, part) : []
    }
  }

  /** A problem with this account alone drops it from this reading; failures that concern all accounts are thrown. */
  async #attempt<T>(account: AdAccount, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!isConnectorError(error)) throw error
      if (isAccountThrottle(error)) {
        this.#readable.delete(account.id)
        this.#waiting ??= error
        return undefined
      }
      const problem = problemOf(error) ?? (await this.#failingAlone(error))
      if (problem === undefined) throw error
      this.#giveUp(account, problem, error)
      return undefined
    }
  }

  /** A failure while Meta otherwise works is this account's own problem. */
  async #failingAlone(error: ConnectorError): Promise<AdAccountProblem | undefined> {
    if (!isKind(error, 'transient', 'too_big', 'bad_request') || !(await isWell(this.graph))) return undefined
    return { kind: 'failing', message: error.failure.message }
  }

  #giveUp(account: AdAccount, problem: AdAccountProblem, failure: ConnectorError): void {
    this.#readable.delete(account.id)
    this.#failures.push(failure)
    this.#pending.records.push(this.#recordOf(account, problem))
  }

  #recordOf(account: AdAccount, problem: AdAccountProblem | null): AdAccountRecord {
    const windows = this.#windows.get(account.id) ?? usualWindows
    return accountRecord(account, { problem, windows, seenAt: this.#seenAt })
  }
}

function lackWarning({ name }: AdAccount, { level, why }: Lack): string {
  const rest =
    level === 'ads' ? 'what its campaigns and the account did is read' : 'what the account did as a whole is read'
  return `${why} The ${level} of ${name} are missing for some days meanwhile, they are not zero; ${rest}.`
}

/** Fields found to be missing since the last call. */
function droppedFields({ learnt }: Graph): string[] {
  const fields = [...learnt.dropped].filter((field) => !learnt.told.has(field))
  for (const field of fields) learnt.told.add(field)
  return fields.map(
    (field) =>
      `Meta does not give the field ${field} any more; everything else is read without it. Update Tillsight when there is a newer version.`,
  )
}
