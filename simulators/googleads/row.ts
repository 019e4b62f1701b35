/** A value of a response; a bigint is written as text, undefined is omitted. */
export type Value = string | number | boolean | bigint | readonly object[] | readonly string[] | undefined

/** One row of a resource, by field name. */
export type Row = Readonly<Record<string, Value>>

/** A value as text, for comparing and for names. */
export function textOf(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

/** `cost_micros` as spelled in responses. */
function camel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, sign: string) => sign.toUpperCase())
}

/** A field, and its path in a response. */
interface Step {
  readonly field: string
  readonly path: readonly string[]
  readonly last: string
}

const plans = new WeakMap<readonly string[], readonly Step[]>()

/** The response fields of all involved resources; computed once per query. */
function planOf(select: readonly string[]): readonly Step[] {
  const known = plans.get(select)
  if (known) return known
  const names = select.flatMap((field) => {
    const [resource = ''] = field.split('.')
    if (resource === 'metrics' || resource === 'segments') return []
    return [
      `${resource}.resource_name`,
      ...(field.startsWith('ad_group_ad.ad.') ? ['ad_group_ad.ad.resource_name'] : []),
    ]
  })
  const steps = [...new Set([...names, ...select])].map((field) => {
    const path = field.split('.').map(camel)
    return { field, path: path.slice(0, -1), last: path.at(-1) ?? '' }
  })
  plans.set(select, steps)
  return steps
}

/** Every field that the response requires. */
export function fieldsOf(select: readonly string[]): string[] {
  return planOf(select).map(({ field }) => field)
}

/** The row as returned: only the selected fields, nested. */
export function project(row: Row, select: readonly string[]): object {
  const out: Record<string, unknown> = {}
  for (const { field, path, last } of planOf(select)) {
    const value = row[field]
    if (value === undefined || value === '') continue
    let at = out
    for (const step of path) at = childOf(at, step)
    at[last] = typeof value === 'bigint' ? value.toString() : value
  }
  return out
}

/** Responses contain nested objects wherever a field has a longer path. */
function childOf(at: Record<string, unknown>, step: string): Record<string, unknown> {
  const child = (at[step] ?? {}) as Record<string, unknown>
  at[step] = child
  return child
}

/** The list of selected fields, as in responses. */
export function fieldMaskOf(select: readonly string[]): string {
  return select.map((field) => field.split('.').map(camel).join('.')).join(',')
}
