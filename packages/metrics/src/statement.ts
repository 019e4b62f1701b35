import type { CompiledQuery } from '@tillsight/warehouse/tables'

/** A value as the warehouse client binds it. */
export type Bound = CompiledQuery['params'][string]

/** Collects the values of one statement and hands out their placeholders. */
export interface Binder {
  /** The placeholder `{name:type}`; a second value under the same name gets a number behind it. */
  bind(name: string, type: string, value: Bound): string
  readonly params: Readonly<Record<string, Bound>>
}

/** Starts a statement without any values. */
export function createBinder(): Binder {
  const params: Record<string, Bound> = {}
  const known = new Map<string, string>()
  return {
    params,
    bind(name, type, value) {
      const key = `${name}:${type}:${JSON.stringify(value)}`
      let unique = known.get(key)
      if (!unique) {
        unique = name in params ? `${name}_${known.size}` : name
        known.set(key, unique)
        params[unique] = value
      }
      return `{${unique}:${type}}`
    },
  }
}
