import type { Day, DayRange } from '@tillsight/core/days'
import type { AdAccount, AdAccountProblem, AdAccountRecord, AdRecord } from '../ad-records.ts'
import type { AdDayTotals } from '../ads.ts'
import type { Checkpoint, ConnectorContext } from '../contract.ts'
import { type ConnectorError, isConnectorError, refusalOf } from '../failures.ts'
import { changeOf, listAccounts, lookAtAccounts, toProblem } from './accounts.ts'
import { type Api, openApi } from './api.ts'
import { readDays, readTotals } from './day-records.ts'
import { type AccountFacts, learnFacts } from './facts.ts'
import { handlingOfError } from './failures.ts'
import type { ReportLevel } from './levels.ts'
import { type AccountMemory, keepAccounts, type Marks, recallAccounts } from './memory.ts'
import { toInstantText } from './values.ts'
import { isFailingAlone } from './well.ts'

const dayMs = 24 * 3_600_000
/** An account that cannot be read is tried again about once a day, not with every reading. */
const probeMs = 23 * 3_600_000

/** The result of one account. */
export interface AccountPart {
  readonly records: readonly AdRecord[]
  readonly warnings: readonly string[]
}

/** The selected accounts while they are read: accounts that fail drop out, the others go on. */
export class Reading {
  readonly api: Api
  readonly beganAt: Date
  #accounts: readonly AdAccount[] = []
  #notices: readonly AdAccountRecord[] = []
  /** Why accounts cannot be read. */
  readonly #refusals: ConnectorError[] = []
  readonly #told = new Set<string>()
  readonly #memory: Map<string, AccountMemory>

  private constructor(ctx: ConnectorContext, from: Checkpoint | null) {
    this.api = openApi(ctx)
    this.beganAt = ctx.clock.now()
    this.#memory = recallAccounts(from)
  }

  /** Opens the selected accounts; if none is selected yet, all readable ones. */
  static async open(ctx: ConnectorContext, from: Checkpoint | null): Promise<Reading> {
    const reading = new Reading(ctx, from)
    const chosen = ctx.accounts ?? (await listAccounts(ctx)).filter(({ readable }) => readable)
    if (chosen.length === 0) await reading.api.ask({ what: 'who is signed in', path: 'user/info/' })
    const awake = chosen.filter(({ id }) => !reading.#isResting(id))
    // If all of them rest, they are read anyway: nothing else would show that none is readable.
    const due = awake.length === 0 ? chosen : awake
    const { seen } = await lookAtAccounts(reading.api, due)
    const good: AdAccount[] = []
    const notices: AdAccountRecord[] = []
    for (const { account, problem } of seen) {
      const before = due.find(({ id }) => id === account.id)
      // For an account that is gone, only the selected data is known.
      const known = problem && before ? { ...before, readable: isPassing(problem) } : account
      const change = problem ?? (before ? changeOf(before, account) : null)
      if (change === null && account.readable) good.push(account)
      else notices.push(reading.#failed(known, change ?? unreadable(account)))
    }
    reading.#accounts = good
    reading.#notices = notices
    return reading
  }

  /** The readable accounts, in the order of selection. */
  get accounts(): readonly AdAccount[] {
    return this.#accounts
  }

  /** The problems of the other accounts. */
  get notices(): readonly AdAccountRecord[] {
    return this.#notices
  }

  /** Whether there are accounts, and none of them can be read. */
  get isHopeless(): boolean {
    return this.#accounts.length === 0 && this.#refusals.length > 0
  }

  /** Throws if no account could be read: the data must not look complete then. */
  finish(): void {
    const passing = this.#refusals.find(({ failure }) => failure.kind === 'transient')
    const refusal = passing ?? this.#refusals[0]
    if (this.isHopeless && refusal) throw refusal
  }

  /** The state of accounts for a checkpoint. */
  kept(): Checkpoint {
    return keepAccounts(this.#memory)
  }

  /** When an account's days were last read; undefined before they were read completely once. */
  marksOf({ id }: AdAccount): Marks | undefined {
    return this.#memoryOf(id).marks
  }

  /** Records that an account's days were read completely. */
  mark({ id }: AdAccount, marks: Marks): void {
    this.#memory.set(id, { ...this.#memoryOf(id), marks: { ...this.#memoryOf(id).marks, ...marks } })
  }

  /** Complete days of an account, and its record; only the latter if it cannot be read. */
  async days(account: AdAccount, range: DayRange): Promise<AccountPart> {
    return await this.try(account, async () => {
      const facts = await this.factsOf(account)
      const unknown = this.#unknownOf(account)
      const read = await readDays(this.api, { account, range, facts, unknown })
      this.#memory.set(account.id, { ...this.#memoryOf(account.id), unknown: Object.fromEntries(unknown) })
      const gmvMax = facts.isGmvMaxRefused ? [gmvMaxWarning(account)] : []
      const warnings = this.#untold([...read.warnings, ...gmvMax])
      return { records: [this.#readable(account, facts), ...read.records], warnings }
    })
  }

  /** The daily totals of an account; only its record if it cannot be read. */
  async totals(
    account: AdAccount,
    range: DayRange,
  ): Promise<{ readonly told?: ReadonlyMap<Day, AdDayTotals>; readonly records: readonly AdRecord[] }> {
    const found: { told?: ReadonlyMap<Day, AdDayTotals> } = {}
    const { records } = await this.try(account, async () => {
      const facts = await this.factsOf(account)
      found.told = await readTotals(this.api, { account, range, facts, unknown: this.#unknownOf(account) })
      return { records: [], warnings: [] }
    })
    return { ...found, records }
  }

  #unknownOf({ id }: AdAccount): Map<ReportLevel, readonly string[]> {
    return new Map(Object.entries(this.#memoryOf(id).unknown)) as Map<ReportLevel, readonly string[]>
  }

  /** The warnings that were not given before: they apply to all windows of an account. */
  #untold(warnings: readonly string[]): string[] {
    const fresh = [...new Set(warnings)].filter((warning) => !this.#told.has(warning))
    for (const warning of fresh) this.#told.add(warning)
    return fresh
  }

  /** Runs work for one account; trouble with this account alone drops it from this reading. */
  async try(account: AdAccount, work: () => Promise<AccountPart>): Promise<AccountPart> {
    try {
      return await work()
    } catch (error) {
      const handling = handlingOfError(error)
      const isAbout = handling === 'account' || handling === 'endpoint'
      if (!isAbout && !(await isFailingAlone(this.api, error))) throw error
      this.#accounts = this.#accounts.filter(({ id }) => id !== account.id)
      const problem = toProblem(error)
      return { records: [this.#failed({ ...account, readable: isPassing(problem) }, problem, error)], warnings: [] }
    }
  }

  /** The facts about an account; queried about once a day. */
  async factsOf({ id, name }: AdAccount): Promise<AccountFacts> {
    const { facts, learntAt } = this.#memoryOf(id)
    if (facts && learntAt && this.beganAt.getTime() - Date.parse(learntAt) < dayMs) return facts
    const read = await learnFacts(this.api, { id, name })
    // Known shops are kept: their spend must not vanish from days that are re-read.
    const learnt = read.isGmvMaxRefused && facts ? { ...read, stores: facts.stores } : read
    this.#memory.set(id, { ...this.#memoryOf(id), facts: learnt, learntAt: toInstantText(this.beganAt) })
    return learnt
  }

  #memoryOf(id: string): AccountMemory {
    return this.#memory.get(id) ?? { unknown: {} }
  }

  #isResting(id: string): boolean {
    const { failedAt } = this.#memoryOf(id)
    return failedAt !== undefined && this.beganAt.getTime() - Date.parse(failedAt) < probeMs
  }

  #readable(account: AdAccount, facts: AccountFacts): AdAccountRecord {
    const { failedAt: _mended, ...memory } = this.#memoryOf(account.id)
    this.#memory.set(account.id, memory)
    const { clickWindowDays, viewWindowDays, conversionsAre } = facts
    return { ...this.#base(account), problem: null, clickWindowDays, viewWindowDays, conversionsAre }
  }

  #failed(account: AdAccount, problem: AdAccountProblem, error?: unknown): AdAccountRecord {
    const memory = this.#memoryOf(account.id)
    this.#refusals.push(isConnectorError(error) ? error : refusalOf(problem))
    if (!isPassing(problem)) this.#memory.set(account.id, { ...memory, failedAt: toInstantText(this.beganAt) })
    const { clickWindowDays = 7, viewWindowDays = 1, conversionsAre = 'purchases' } = memory.facts ?? {}
    return { ...this.#base(account), problem, clickWindowDays, viewWindowDays, conversionsAre }
  }

  #base(account: AdAccount) {
    return { type: 'ad_account', account, seenAt: this.beganAt.toISOString() } as const
  }
}

/** Whether the problem is temporary, so that every reading retries. */
function isPassing({ kind }: AdAccountProblem): boolean {
  return kind === 'failing'
}

function unreadable({ name, note }: AdAccount): AdAccountProblem {
  return { kind: 'permission', message: note ?? `${name} cannot be read. Connect TikTok Ads again and tick it there.` }
}

function gmvMaxWarning({ name }: AdAccount): string {
  return `GMV Max of ${name} is not read, because the permission for it was not given: what it spends in TikTok Shop is missing. Add TikTok Shop to the permissions of the app and connect again.`
}
