import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'

/** Later the person may have chosen otherwise elsewhere. */
const mostMs = 5 * 60_000

/** What a page could not save before it was left, until the next page of this browser does. */
export interface LeftBehind {
  readonly keep: (change: JsonObject) => void
  /** It has arrived after all. */
  readonly forget: () => void
  /** What was kept a moment ago; once. */
  readonly take: () => JsonObject | undefined
}

/** Keeps it under a name; a browser that keeps nothing loses it. */
export function leftBehind(name: string, storage: () => Storage = () => localStorage): LeftBehind {
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      // Full, or switched off.
      return undefined
    }
  }
  const forget = (): void => {
    quietly(() => storage().removeItem(name))
  }
  return {
    forget,
    keep(change) {
      quietly(() => storage().setItem(name, JSON.stringify({ at: Date.now(), change })))
    },
    take() {
      const kept = quietly((): unknown => JSON.parse(storage().getItem(name) ?? 'null'))
      forget()
      if (!isJsonObject(kept) || !isJsonObject(kept.change) || typeof kept.at !== 'number') return undefined
      return Date.now() - kept.at <= mostMs ? kept.change : undefined
    },
  }
}
