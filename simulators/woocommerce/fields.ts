/** The `_fields` parameter: which top-level fields are wanted, and which parts of nested ones. */
export interface FieldFilter {
  /** Nothing was asked for, so everything is sent. */
  readonly all: boolean
  wants(name: string): boolean
  /** Reduces a wanted field's value to the nested parts asked for (`billing.email`). */
  reduce(name: string, value: unknown): unknown
}

const everything: FieldFilter = { all: true, wants: () => true, reduce: (_, value) => value }

/** Reads the list; absent or empty = everything. */
export function fieldFilter(names: readonly string[] | undefined): FieldFilter {
  if (!names || names.length === 0) return everything
  const tree = new Map<string, string[] | null>()
  for (const name of names) {
    const dot = name.indexOf('.')
    const top = dot < 0 ? name : name.slice(0, dot)
    const known = tree.get(top)
    if (dot < 0) tree.set(top, null)
    else if (known !== null) tree.set(top, [...(known ?? []), name.slice(dot + 1)])
  }
  return {
    all: false,
    wants: (name) => tree.has(name),
    reduce: (name, value) => {
      const parts = tree.get(name)
      return parts ? pick(value, fieldFilter(parts)) : value
    },
  }
}

/** Leaves only the wanted fields of an object. Lists of objects are not looked into, as in WordPress. */
export function pick(value: unknown, filter: FieldFilter): unknown {
  if (filter.all || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) if (filter.wants(name)) kept[name] = filter.reduce(name, part)
  return kept
}
