import type { Checkpoint } from '../contract.ts'
import type { AccountFacts } from './facts.ts'
import type { ReportLevel } from './levels.ts'
import { isRow } from './values.ts'

/** When days of an account were last read: at all, as far back as every night, and as every week. */
export interface Marks {
  readonly recentAt: string
  readonly nightAt?: string
  readonly weekAt?: string
}

/** What is kept of one account from reading to reading. */
export interface AccountMemory {
  /** Each account has its own, so that what could not be read for a while is caught up. */
  readonly marks?: Marks
  readonly facts?: AccountFacts
  readonly learntAt?: string
  /** Metrics that it does not know. */
  readonly unknown: Readonly<Partial<Record<ReportLevel, readonly string[]>>>
  /** Since when it cannot be read. */
  readonly failedAt?: string
}

const prefix = 'account '

/** Reads what a checkpoint keeps of accounts. */
export function recallAccounts(from: Checkpoint | null): Map<string, AccountMemory> {
  const entries = Object.entries(from ?? {}).flatMap(([key, value]): [string, AccountMemory][] => {
    if (!key.startsWith(prefix) || typeof value !== 'string') return []
    const read: unknown = JSON.parse(value)
    return isMemory(read) ? [[key.slice(prefix.length), read]] : []
  })
  return new Map(entries)
}

/** A checkpoint's own work: nothing else writes these keys. */
function isMemory(value: unknown): value is AccountMemory {
  return isRow(value) && isRow(value.unknown)
}

/** The same as fields of a checkpoint, which is flat. */
export function keepAccounts(accounts: ReadonlyMap<string, AccountMemory>): Checkpoint {
  return Object.fromEntries([...accounts].map(([id, memory]) => [`${prefix}${id}`, JSON.stringify(memory)]))
}
