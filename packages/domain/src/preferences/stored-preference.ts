import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'
import { Preference } from '../inputs/index.ts'

/** The specification's defaults. */
export const defaultPreference: Preference = Preference.parse({})

/** A stored preference as this version understands it. */
export interface ReadPreference {
  /** What of it can be read; absent keys were never chosen. */
  readonly chosen: JsonObject
  /** With the defaults in place of what is absent. */
  readonly complete: Preference
}

/** Each round finds the faults of one more level; more levels than this are not ours. */
const mostRounds = 8

/** Reads what is stored. What this version cannot read, such as an unknown kind of widget, counts as not chosen. */
export function readPreference(stored: unknown): ReadPreference {
  let chosen: unknown = stored
  for (let round = 0; round < mostRounds && isJsonObject(chosen); round += 1) {
    const result = Preference.safeParse(chosen)
    if (result.success) return { chosen, complete: result.data }
    chosen = leaveOut(chosen, new Set(result.error.issues.map(({ path }) => nameOf(path))))
  }
  return { chosen: {}, complete: defaultPreference }
}

function nameOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String))
}

/** The value without what stands at the paths. */
function leaveOut(value: unknown, wrong: ReadonlySet<string>, path: readonly PropertyKey[] = []): unknown {
  const keep = (key: PropertyKey) => !wrong.has(nameOf([...path, key]))
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (keep(index) ? [leaveOut(item, wrong, [...path, index])] : []))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => keep(key))
      .map(([key, item]) => [key, leaveOut(item, wrong, [...path, key])]),
  )
}
