import {
  createPatch,
  createWholePatch,
  isJsonObject,
  isSame,
  type JsonObject,
  mergePatch,
} from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import { complete } from './complete.ts'

/**
 * The request body after reading the server's newest value: the whole preference when the summary was rearranged, with null
 * for what is removed. Language, currency and the like are sent alone, which marks them as chosen: in a whole preference a
 * default would look like a choice.
 */
export function toWire(fresh: JsonObject, patches: readonly JsonObject[]): JsonObject {
  const whole = createWholePatch(fresh, patches.reduce<JsonObject>(mergePatch, fresh))
  const named = namesOf(patches)
  return named.every((name) => name === 'summary') ? whole : { ...chosen(patches), ...pick(whole, named) }
}

/** The request body for a closing page, which has no time to read first: only the changes since the last known value. */
export function toFarewell(known: JsonObject, patches: readonly JsonObject[]): JsonObject {
  const { summary, ...changed } = createPatch(known, patches.reduce<JsonObject>(mergePatch, known))
  return { ...chosen(patches), ...changed, ...(summary === undefined ? {} : { summary }) }
}

/** The patches' keys other than the summary, even where the value is unchanged. */
function chosen(patches: readonly JsonObject[]): JsonObject {
  const { summary: _, ...rest } = patches.reduce((all, patch) => ({ ...all, ...patch }), {})
  return rest
}

function namesOf(patches: readonly JsonObject[]): string[] {
  return [...new Set(patches.flatMap((patch) => Object.keys(patch)))]
}

function pick(whole: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(whole, name) ? [[name, whole[name]]] : [])))
}

/** The browser's functions for the store; tests pass their own. */
export interface Environment {
  /** Runs `work` while no other tab runs its own. */
  exclusively(work: () => Promise<void>): Promise<void>
  read(): Promise<Preference>
  /** Returns the stored value. Throws {@link Refused} when retrying would be refused too. */
  write(change: JsonObject): Promise<Preference>
  /** Saves the change while the page is closing. */
  writeLeaving(change: JsonObject): void
  /** Debounces: calls back when a series of quick changes has probably ended. */
  soon(work: () => void): void
  /** Notifies the other tabs. */
  share(preference: Preference): void
  /** Logs which operation failed, and why. */
  failed(what: 'read' | 'write', cause: unknown): void
}

/** The server rejected a change. */
export class Refused extends Error {}

/** Whether reading or writing failed. */
class Failed extends Error {
  readonly what: 'read' | 'write'

  constructor(what: 'read' | 'write', cause: unknown) {
    super(`could not ${what}`, { cause })
    this.what = what
  }
}

async function attempt<T>(what: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Failed(what, cause)
  }
}

/** A person's preference for one shop as this tab knows it. */
interface PreferenceStore {
  /** Includes local changes, saved or not. */
  readonly current: () => Preference
  readonly subscribe: (listener: () => void) => () => void
  /** Takes effect at once and is saved soon: absent keys stay, null removes, lists are replaced. */
  readonly change: (patch: JsonObject) => void
  /** Takes over a value from another tab or the server; unsaved changes of this tab stay on top. */
  readonly adopt: (preference: Preference) => void
  /** Saves pending changes before the page closes. */
  readonly leave: () => void
}

/** Saves in the background, one batch of changes at a time. A failed batch is kept and saved with the next change. */
export function createPreferenceStore(initial: Preference, around: Environment): PreferenceStore {
  let known = initial
  let pending: readonly JsonObject[] = []
  let shown = initial
  let isSaving = false
  const listeners = new Set<() => void>()

  const show = (): void => {
    const next = pending.length === 0 ? known : complete(pending.reduce<JsonObject>(mergePatch, known))
    if (isSame(next, shown)) return
    shown = next
    for (const listener of listeners) listener()
  }

  const settle = (saved: readonly JsonObject[], preference: Preference): void => {
    pending = pending.filter((patch) => !saved.includes(patch))
    known = preference
    show()
  }

  const saveOnce = async (): Promise<void> => {
    const fresh = await attempt('read', () => around.read())
    const patches = pending
    await attempt('write', () => writeOnce(fresh, patches))
  }

  const writeOnce = async (fresh: Preference, patches: readonly JsonObject[]): Promise<void> => {
    try {
      const stored = await around.write(toWire(fresh, patches))
      settle(patches, stored)
      around.share(stored)
    } catch (cause) {
      // A rejected change would be rejected again, and later changes with it: drop it.
      if (cause instanceof Refused) settle(patches, complete(patches.reduce<JsonObject>(mergePatch, fresh)))
      throw cause
    }
  }

  const save = async (): Promise<void> => {
    if (isSaving || pending.length === 0) return
    isSaving = true
    const before = pending
    try {
      await around.exclusively(saveOnce)
    } catch (cause) {
      around.failed(cause instanceof Failed ? cause.what : 'write', cause instanceof Failed ? cause.cause : cause)
    } finally {
      isSaving = false
    }
    // Changes made during the save have not been saved yet.
    if (pending.some((patch) => !before.includes(patch))) around.soon(() => void save())
  }

  return {
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(patch) {
      pending = [...pending, patch]
      show()
      around.soon(() => void save())
    },
    adopt(preference) {
      known = preference
      show()
    },
    leave() {
      if (pending.length > 0) around.writeLeaving(toFarewell(known, pending))
    },
  }
}

/** Older changes are dropped: the person may have chosen otherwise elsewhere since. */
const mostMs = 5 * 60_000

/** Changes that a page could not save before it was left, kept for the next page in this browser. */
interface LeftBehind {
  readonly keep: (change: JsonObject) => void
  /** Discards the change: it was saved after all. */
  readonly forget: () => void
  /** Returns a recently kept change; only once. */
  readonly take: () => JsonObject | undefined
}

/** Keeps the change under a name; without storage it is lost. */
export function leftBehind(name: string, storage: () => Storage = () => localStorage): LeftBehind {
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      // Storage is full or disabled.
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
