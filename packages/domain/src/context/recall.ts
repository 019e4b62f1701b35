import type { Clock } from '@tillsight/core'

/** Caches results by key. */
export interface Recall<Answer> {
  /** The place of one question. */
  at(query: string): RecallPlace<Answer>
}

/** Where one answer is remembered. Whoever finds none asks at once, and keeps what they ask before anybody else looks. */
export interface RecallPlace<Answer> {
  /** The remembered answer, or the one that somebody is asking for. */
  readonly known: Promise<Answer> | undefined
  /** Whoever asks meanwhile gets the same answer; a failure is not remembered. Gives back what it was given. */
  readonly keep: (asking: Promise<Answer>) => Promise<Answer>
}

/** A place that remembers nothing. */
export const nowhere = { known: undefined, keep: <Answer>(asking: Promise<Answer>): Promise<Answer> => asking }

/** How much is cached, and for how long. */
export interface RecallLimits<Answer> {
  readonly clock: Clock
  readonly longestMs: number
  /** Total weight of all results; the least recently used are evicted first. */
  readonly room: number
  readonly weigh: (result: Answer) => number
}

interface Remembered<Answer> {
  readonly answer: Promise<Answer>
  readonly until: number
  weight: number
}

/** Creates an empty cache. */
export function createRecall<Answer>({ clock, longestMs, room, weigh }: RecallLimits<Answer>): Recall<Answer> {
  const kept = new Map<string, Remembered<Answer>>()
  let weight = 0
  const drop = (query: string, entry: Remembered<Answer>): void => {
    kept.delete(query)
    weight -= entry.weight
  }
  const settle = (query: string, entry: Remembered<Answer>, result: Answer): void => {
    if (kept.get(query) !== entry) return
    entry.weight = weigh(result)
    weight += entry.weight
    for (const [oldest, other] of kept) {
      if (weight <= room) return
      drop(oldest, other)
    }
  }
  const find = (query: string): Promise<Answer> | undefined => {
    const known = kept.get(query)
    if (known === undefined) return undefined
    drop(query, known)
    if (clock.now().getTime() >= known.until) return undefined
    kept.set(query, known)
    weight += known.weight
    return known.answer
  }
  const keep = (query: string, answer: Promise<Answer>): Promise<Answer> => {
    const earlier = kept.get(query)
    if (earlier) drop(query, earlier)
    const entry: Remembered<Answer> = { answer, until: clock.now().getTime() + longestMs, weight: 0 }
    kept.set(query, entry)
    answer.then(
      (settled) => settle(query, entry, settled),
      () => {
        if (kept.get(query) === entry) drop(query, entry)
      },
    )
    return answer
  }
  return { at: (query) => ({ known: find(query), keep: (asking) => keep(query, asking) }) }
}
