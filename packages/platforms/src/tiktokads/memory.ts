import type { Checkpoint } from '../contract.ts'
import type { AccountFacts } from './facts.ts'
import type { ReportLevel } from './levels.ts'
import { isRow } from './values.ts'

/** When an account was last read: at all, with the nightly range, and with the weekly range. */
export interface Marks {
  readonly recentAt: string
  readonly nightAt?: string
  readonly weekAt?: string
}

/** The state of one account between readings. */
export interface AccountMemory {
  /** Each account has its own, so that one that was unreadable for a while catches up. */
  readonly marks?: Marks
  readonly facts?: AccountFacts
  readonly learntAt?: string
  /** Metrics that the account does not have. */
  readonly unknown: Readonly<Partial<Record<ReportLevel, readonly string[]>>>
  /** Since when it has been unreadable. */
  readonly failedAt?: string
}

const prefix = 'account '

/** Reads the state of accounts from a checkpoint. */
export function recallAccounts(from: Checkpoint | null): Map<string, AccountMemory> {
  const entries = Object.entries(from ?? {}).flatMap(([key, value]): [string, AccountMemory][] => {
    if (!key.startsWith(prefix) || typeof value !== 'string') return []
    const read: unknown = JSON.parse(value)
    return isMemory(read) ? [[key.slice(prefix.length), read]] : []
  })
  return new Map(entries)
}

/** Nothing but this file writes these keys of a checkpoint. */
function isMemory(value: unknown): value is AccountMemory {
  return isRow(value) && isRow(value.unknown)
}

/** The same as fields of a checkpoint, which is flat. */
export function keepAccounts(accounts: ReadonlyMap<string, AccountMemory>): Checkpoint {
  return Object.fromEntries([...accounts].map(([id, memory]) => [`${prefix}${id}`, JSON.stringify(memory)]))
}
