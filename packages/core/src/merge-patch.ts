/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: not a list and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Merges according to RFC 7396: absent keys stay, null removes, lists and other values are replaced. Modifies neither
 * argument; a key named `__proto__` is left out, because code that copies objects key by key would change prototypes.
 */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, isJsonObject(value) ? mergePatch(merged.get(key), value) : value)
  }
  merged.delete('__proto__')
  return Object.fromEntries(merged)
}

/** The smallest patch that turns `from` into `to`. */
export function createPatch(from: JsonObject, to: JsonObject): JsonObject {
  const changed = Object.entries(to).flatMap(([key, value]): [string, unknown][] => {
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    if (isSame(before, value)) return []
    return [[key, isJsonObject(before) && isJsonObject(value) ? createPatch(before, value) : value]]
  })
  return Object.fromEntries([...changed, ...removalsOf(from, to)])
}

/** All of `to`, with null for keys that only `from` has: a patch that repeats everything. */
export function createWholePatch(from: JsonObject, to: JsonObject): JsonObject {
  const kept = Object.entries(to).map(([key, value]): [string, unknown] => {
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    return [key, isJsonObject(before) && isJsonObject(value) ? createWholePatch(before, value) : value]
  })
  return Object.fromEntries([...kept, ...removalsOf(from, to)])
}

function removalsOf(from: JsonObject, to: JsonObject): [string, null][] {
  return Object.keys(from).flatMap((key): [string, null][] => (Object.hasOwn(to, key) ? [] : [[key, null]]))
}

/** Whether two JSON values are equal, regardless of the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}
