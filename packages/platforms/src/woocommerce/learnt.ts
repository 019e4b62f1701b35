import type { ConnectorContext } from '../contract.ts'
import type { HttpClient } from '../http.ts'
import type { InstantText } from '../records.ts'
import type { AuthStyle } from './authentication.ts'
import type { Location } from './locate.ts'

/** How questions are signed; OAuth's time stamps follow the shop's clock where it differs much from ours. */
export interface Signing {
  readonly style: AuthStyle
  readonly clockOffsetMs: number
}

/** How instants are written as bounds of a list. */
export interface DateBounds {
  /** False: the store compares with dates of its own zone, so bounds are wide and what lies outside has to be sorted out. */
  readonly exact: boolean
  readonly after: (instant: InstantText) => string
  readonly before: (instant: InstantText) => string
}

/** What is found out about a store while reading, kept as long as its client. */
export interface Learnt {
  location: { readonly value: Location; readonly at: number } | undefined
  signing: Signing | undefined
  /** Old versions know no `orderby=modified`. */
  noModifiedOrder: boolean
  /** Versions before 5.8 cannot be asked for what changed at all; known once changes were asked for. */
  hidesChanges: boolean
  /** Versions before 9.0 know no `GET refunds`; undefined until asked. */
  refundsRoute: boolean | undefined
  /** Whether lists of orders leave refunds out (core issue 65488); undefined until asked. */
  hidesRefunds: boolean | undefined
  /** How bounds of lists are written; undefined until asked. */
  dateBounds: DateBounds | undefined
  /** Records per page by resource, after failures of heavy pages. */
  readonly pageSizes: Map<string, { size: number; ceiling: number; successes: number }>
  warnedOfCache: boolean
  /** Asked so far; makes every address unique. */
  questions: number
}

const learntByClient = new WeakMap<HttpClient, Map<string, Learnt>>()

/** What is known about the store of this context; starts empty for every client and key. */
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
