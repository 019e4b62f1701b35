import type { ConnectorView } from '@tillsight/domain'
import type { ConnectionStatus } from './connections.ts'

/** A connection with its import progress, printed. */
export interface ConnectionModel {
  readonly id: string
  readonly connector: string
  readonly connectorLabel: string
  readonly account: string
  readonly status: ConnectionStatus
  /** Whether it is being read at this moment. */
  readonly isReading: boolean
  readonly streams: readonly StreamModel[]
}

export interface StreamModel {
  readonly id: string
  readonly label: string
  readonly state: 'waiting' | 'importing' | 'complete' | 'retrying' | 'failed'
  readonly done: number
  /** Null: the platform does not say. */
  readonly total: number | null
  /** Figures, printed: `12,400 of 31,000`. */
  readonly amount: string
  readonly completeSince: string | null
  /** `about 4 min left`; null while unknown. */
  readonly left: string | null
  /** `in 4 min`: when a failed sync is retried automatically; null where none is. */
  readonly triedAgain: string | null
  readonly error: string | null
}

/** A connection with all that its card shows. */
export interface CardModel extends ConnectionModel {
  readonly kind: 'store' | 'ads'
  /** Of an ad platform: its accounts. */
  readonly accounts: readonly AdAccountModel[]
  readonly needsReconnect: boolean
  /** What happened, what it means, what to do; null when nothing is wrong. */
  readonly message: string | null
  /** Start of the problem or of the pause. */
  readonly since: string | null
  readonly glance: readonly Fact[]
  readonly gaps: readonly GapModel[]
  readonly notes: readonly NoteModel[]
  /** Status facts of each stream, by its id. */
  readonly marks: Readonly<Record<string, readonly Fact[]>>
  readonly updates: { readonly text: string; readonly facts: readonly Fact[] }
  readonly facts: readonly Fact[]
  /** The form to reconnect; null when its platform is no longer offered. */
  readonly again: { readonly connector: ConnectorView; readonly values: Readonly<Record<string, string>> } | null
  /** The confirmation that is pending. */
  readonly question: QueryModel | null
}

/** An ad account, printed. */
export interface AdAccountModel {
  readonly id: string
  readonly name: string
  /** `1234 · EUR · Europe/Berlin` */
  readonly basics: string
  /** The platform's own status, unless it is simply active. */
  readonly state: string | null
  readonly canChoose: boolean
  readonly chosen: boolean
  /** Why it cannot be read, or what to keep in mind about it. */
  readonly note: string | null
  /** Why it cannot be read although it was chosen. */
  readonly problem: { readonly message: string; readonly since: string } | null
}

/** A name and a value; the title has the exact one. */
export interface Fact {
  readonly name: string
  readonly value: string
  readonly title?: string
}

/** What is missing from the account's data, and how to fix that. */
export interface GapModel {
  readonly what: string
  readonly cost: string
  readonly where: string
  readonly who: string
  /** Worded by the page; otherwise by the connector, in English. */
  readonly isOwn: boolean
}

export interface NoteModel {
  readonly severity: 'info' | 'warning' | 'serious'
  readonly message: string
}

export type QueryModel =
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'accounts' }
  /** `facts`: count of the imported records: `12,345 orders`. */
  | { readonly kind: 'reimport'; readonly facts: string }
  | { readonly kind: 'disconnect'; readonly facts: string; readonly hasFacts: boolean }

/** What a check of a connection found. */
export interface CheckResult {
  readonly connection: string
  readonly isWell: boolean
  readonly message: string
}

/** Why a form of the page was rejected, and the values entered. */
export interface PageFailure {
  /** The form's intent: `keys`, `begin`, `disconnect` … */
  readonly intent: string
  /** Empty for a form without a connector or connection. */
  readonly connector: string
  readonly connection: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Without secrets. */
  readonly values: Readonly<Record<string, string>>
}
