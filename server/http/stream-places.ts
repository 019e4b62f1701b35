import { AppError, type PersonId } from '@tillsight/core'

/** How many streams may be open at once. */
export interface StreamLimits {
  readonly perPerson: number
  readonly perProcess: number
}

/** More tabs than anybody looks at, and connections that a process carries without effort. */
export const usualLimits: StreamLimits = { perPerson: 20, perProcess: 2_000 }

/** Keeps count of open streams. */
export interface StreamPlaces {
  /** The function that it gives frees the place, once. Throws `limit_reached` or `unavailable`. */
  take(person: PersonId): () => void
}

/** Places for streams of this process. */
export function createStreamPlaces({ perPerson, perProcess }: StreamLimits = usualLimits): StreamPlaces {
  const held = new Map<PersonId, number>()
  let total = 0
  return {
    take(person) {
      if (total >= perProcess) {
        throw new AppError(
          'unavailable',
          'Too many pages are kept up to date right now. This one is not; reload it to see new figures.',
        )
      }
      const own = held.get(person) ?? 0
      if (own >= perPerson) {
        throw new AppError(
          'limit_reached',
          `You have ${perPerson} pages open that are kept up to date, which is the limit. Close some of them.`,
        )
      }
      held.set(person, own + 1)
      total += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total -= 1
        const left = (held.get(person) ?? 1) - 1
        if (left > 0) held.set(person, left)
        else held.delete(person)
      }
    },
  }
}
