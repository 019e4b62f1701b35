import type { HttpClient } from '../http.ts'
import { Allowance } from './allowance.ts'

/** What is found out about Meta while reading, kept as long as the client. */
export interface Learnt {
  readonly allowance: Allowance
  /** Fields that the version does not have. */
  readonly dropped: Set<string>
  /** Rows of a page that were not too many, by level. */
  readonly sizes: Map<string, number>
  /** What the merchant was told already. */
  readonly told: Set<string>
  /** When the token was last tried to be exchanged, milliseconds. */
  triedExchangeAt: number
}

const byClient = new WeakMap<HttpClient, Learnt>()

/** What is known; starts empty for every client. */
export function recall(http: HttpClient): Learnt {
  const known = byClient.get(http)
  if (known !== undefined) return known
  const learnt: Learnt = {
    allowance: new Allowance(),
    dropped: new Set(),
    sizes: new Map(),
    told: new Set(),
    triedExchangeAt: Number.NEGATIVE_INFINITY,
  }
  byClient.set(http, learnt)
  return learnt
}
