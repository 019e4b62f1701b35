import type { Clock } from '@tillsight/core'

/** Remembers what was answered to a question, for whoever asks the same again. */
export interface Recall<Answer> {
  /** The remembered answer, else that of `ask`. Whoever asks meanwhile gets the same one; a failure is not remembered. */
  recall(question: string, ask: () => Promise<Answer>): Promise<Answer>
}

/** How much is remembered, and for how long. */
export interface RecallLimits<Answer> {
  readonly clock: Clock
  readonly longestMs: number
  /** All answers together may weigh this much; those that nobody asked for the longest go first. */
  readonly room: number
  readonly weigh: (answer: Answer) => number
}

interface Remembered<Answer> {
  readonly answer: Promise<Answer>
  readonly until: number
  weight: number
}

/** Starts with nothing. */
export function createRecall<Answer>({ clock, longestMs, room, weigh }: RecallLimits<Answer>): Recall<Answer> {
  const kept = new Map<string, Remembered<Answer>>()
  let weight = 0
  const drop = (question: string, entry: Remembered<Answer>): void => {
    kept.delete(question)
    weight -= entry.weight
  }
  const settle = (question: string, entry: Remembered<Answer>, answer: Answer): void => {
    if (kept.get(question) !== entry) return
    entry.weight = weigh(answer)
    weight += entry.weight
    for (const [oldest, other] of kept) {
      if (weight <= room) return
      drop(oldest, other)
    }
  }
  return {
    recall(question, ask) {
      const now = clock.now().getTime()
      const known = kept.get(question)
      if (known) {
        drop(question, known)
        if (now < known.until) {
          kept.set(question, known)
          weight += known.weight
          return known.answer
        }
      }
      const entry: Remembered<Answer> = { answer: ask(), until: now + longestMs, weight: 0 }
      kept.set(question, entry)
      entry.answer.then(
        (answer) => settle(question, entry, answer),
        () => {
          if (kept.get(question) === entry) drop(question, entry)
        },
      )
      return entry.answer
    },
  }
}
