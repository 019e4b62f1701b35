import type { CompiledQuery } from '@tillsight/warehouse/tables'

/** A parameter value as the warehouse client binds it. */
export type Bound = CompiledQuery['params'][string]

/** Collects the parameters of one statement and returns their placeholders. */
export interface Binder {
  /** Returns the placeholder `{name:type}`; a second value of the same name gets a numbered name. */
  bind(name: string, type: string, value: Bound): string
  readonly params: Readonly<Record<string, Bound>>
}

/** Creates a binder without parameters. */
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
