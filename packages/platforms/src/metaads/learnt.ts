import type { HttpClient } from '../http.ts'
import { Allowance } from './allowance.ts'

/** What is learnt about Meta while reading; kept for as long as the client. */
export interface Learnt {
  readonly allowance: Allowance
  /** Fields that the version does not have. */
  readonly dropped: Set<string>
  /** Page sizes that worked, by level. */
  readonly sizes: Map<string, number>
  /** Warnings that the merchant already received. */
  readonly told: Set<string>
  /** When an exchange of the token was last attempted, in milliseconds. */
  triedExchangeAt: number
}

const byClient = new WeakMap<HttpClient, Learnt>()

/** The learnt values of a client; empty at first. */
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
