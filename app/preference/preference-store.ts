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
 * What is sent after the server's newest has been read: the whole preference when the summary was arranged, with null
 * for what is removed. Language, currency and the like are sent alone, which says that they were chosen: of a whole
 * preference nobody can tell whether its dollars are meant or only the default.
 */
export function toWire(fresh: JsonObject, patches: readonly JsonObject[]): JsonObject {
  const whole = createWholePatch(fresh, patches.reduce<JsonObject>(mergePatch, fresh))
  const named = namesOf(patches)
  return named.every((name) => name === 'summary') ? whole : { ...chosen(patches), ...pick(whole, named) }
}

/** The same for a page that is being left, when there is no time to read: only what changes since the last known. */
export function toFarewell(known: JsonObject, patches: readonly JsonObject[]): JsonObject {
  const { summary, ...changed } = createPatch(known, patches.reduce<JsonObject>(mergePatch, known))
  return { ...chosen(patches), ...changed, ...(summary === undefined ? {} : { summary }) }
}

/** What the patches say beside the summary, also where that is what was there. */
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

/** What the browser does for the store. */
export interface Surroundings {
  /** Runs `work` while no other tab runs its own. */
  exclusively(work: () => Promise<void>): Promise<void>
  read(): Promise<Preference>
  /** Answers with what is stored now. Throws {@link Refused} when the same again would be refused too. */
  write(change: JsonObject): Promise<Preference>
  /** Writes though the page goes away. */
  writeLeaving(change: JsonObject): void
  /** Calls back when a row of quick changes may be over. */
  soon(work: () => void): void
  /** Tells the other tabs. */
  share(preference: Preference): void
  /** For the log: what was to be done, and why it was not. */
  failed(what: 'read' | 'write', cause: unknown): void
}

/** The server does not take a change. */
export class Refused extends Error {}

/** Says which half of saving went wrong. */
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
  /** With everything that was changed here, saved or not. */
  readonly current: () => Preference
  readonly subscribe: (listener: () => void) => () => void
  /** Takes effect at once and is saved soon: absent keys stay, null removes, lists are replaced. */
  readonly change: (patch: JsonObject) => void
  /** Takes over what another tab or the server has; changes of this tab that are not saved stay on top. */
  readonly adopt: (preference: Preference) => void
  /** Saves what is not saved before the page goes away. */
  readonly leave: () => void
}

/** Saves in the background, one row of changes at a time. What fails stays and goes with the next change. */
export function createPreferenceStore(initial: Preference, around: Surroundings): PreferenceStore {
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
      // What is refused once is refused for ever, and would take later changes with it.
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
    // Changes that came meanwhile have had no save of their own.
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

/** Later the person may have chosen otherwise elsewhere. */
const mostMs = 5 * 60_000

/** What a page could not save before it was left, until the next page of this browser does. */
interface LeftBehind {
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
