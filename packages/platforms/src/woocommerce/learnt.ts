import type { ConnectorContext } from '../contract.ts'
import type { HttpClient } from '../http.ts'
import type { InstantText } from '../records.ts'
import type { AuthStyle } from './authentication.ts'
import type { Location } from './locate.ts'

/** How requests are signed; OAuth timestamps follow the shop's clock if it differs much from ours. */
export interface Signing {
  readonly style: AuthStyle
  readonly clockOffsetMs: number
}

/** How instants are written as bounds of a list. */
export interface DateBounds {
  /** False: the store compares with dates in its own zone, so bounds are widened and entries outside are filtered out. */
  readonly exact: boolean
  readonly after: (instant: InstantText) => string
  readonly before: (instant: InstantText) => string
}

/** What is learnt about a store while reading; kept for as long as its client. */
export interface Learnt {
  location: { readonly value: Location; readonly at: number } | undefined
  signing: Signing | undefined
  /** Old versions do not support `orderby=modified`. */
  noModifiedOrder: boolean
  /** Versions before 5.8 cannot report changes at all; known after the first query for changes. */
  hidesChanges: boolean
  /** Versions before 9.0 lack `GET refunds`; undefined until queried. */
  refundsRoute: boolean | undefined
  /** Whether lists of orders leave out refunds (core issue 65488); undefined until queried. */
  hidesRefunds: boolean | undefined
  /** How bounds of lists are written; undefined until asked. */
  dateBounds: DateBounds | undefined
  /** Records per page by resource, after failures of heavy pages. */
  readonly pageSizes: Map<string, { size: number; ceiling: number; successes: number }>
  warnedOfCache: boolean
  /** The number of requests so far; makes every address unique. */
  questions: number
}

const learntByClient = new WeakMap<HttpClient, Map<string, Learnt>>()

/** The learnt values about the context's store; empty at first for every client and key. */
export function recall(ctx: ConnectorContext): Learnt {
  const { url = '', key = '', secret = '' } = ctx.settings
  const byKeys = learntByClient.get(ctx.http) ?? new Map<string, Learnt>()
  learntByClient.set(ctx.http, byKeys)
  const id = [url, key, secret].join('\n')
  const learnt: Learnt = byKeys.get(id) ?? {
    location: undefined,
    signing: undefined,
    questions: 0,
    noModifiedOrder: ctx.settings.modifiedOrder === 'no',
    hidesChanges: false,
    refundsRoute: undefined,
    hidesRefunds: undefined,
    dateBounds: undefined,
    pageSizes: new Map(),
    warnedOfCache: false,
  }
  byKeys.set(id, learnt)
  return learnt
}

/** Keeps page caches in front of /wp-json from answering with yesterday's list. */
export function cacheBuster(ctx: ConnectorContext, learnt: Learnt): string {
  learnt.questions += 1
  return `${Math.floor(ctx.clock.now().getTime() / 1_000)}${String(learnt.questions % 1_000).padStart(3, '0')}`
}
