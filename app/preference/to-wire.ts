import { createPatch, createWholePatch, type JsonObject, mergePatch } from '@tillsight/core/merge-patch'

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
