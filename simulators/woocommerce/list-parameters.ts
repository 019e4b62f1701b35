import { type SiteZone, siteZone } from '../zone.ts'
import type { FakeSite } from './options.ts'
import { isArrayParameter, list, type QueryEntry, single } from './request.ts'
import { invalidParameter } from './responses.ts'

/** The `_fields` parameter: the requested top-level fields, and the requested parts of nested ones. */
export interface FieldFilter {
  /** Nothing was requested, so everything is sent. */
  readonly all: boolean
  wants(name: string): boolean
  /** Reduces a requested field's value to its requested nested parts (`billing.email`). */
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

/** Keeps only the requested fields of an object. As in WordPress, lists of objects are not filtered. */
export function pick(value: unknown, filter: FieldFilter): unknown {
  if (filter.all || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) if (filter.wants(name)) kept[name] = filter.reduce(name, part)
  return kept
}

/** A date filter on one column. Both bounds are strict; values are seconds in the column's own clock. */
interface DateWindow {
  readonly column: 'created' | 'modified'
  /** Which of the two columns is compared: the UTC one or the site-local one. */
  readonly clock: 'gmt' | 'local'
  readonly after: number | undefined
  readonly before: number | undefined
}

/** The parameters of every list route. */
export interface ListParameters {
  readonly page: number
  readonly perPage: number
  /** Rows to skip. */
  readonly skip: number
  readonly descending: boolean
  readonly orderby: string
  readonly windows: readonly DateWindow[]
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly search: string | undefined
  readonly decimals: number
  readonly fields: FieldFilter
}

interface ListRules {
  readonly orderby: readonly string[]
  readonly defaultOrder?: 'asc' | 'desc'
  readonly defaultOrderby?: string
}

/** Reads and checks the parameters; unknown ones are ignored, bad ones are `400 rest_invalid_param`. */
export function listParameters(query: readonly QueryEntry[], site: FakeSite, rules: ListRules): ListParameters {
  const page = integer(query, 'page', { min: 1 }) ?? 1
  const perPage = integer(query, 'per_page', { min: 1, max: 100 }) ?? 10
  const offset = integer(query, 'offset', { min: 0 })
  const order = choice(query, 'order', ['asc', 'desc']) ?? rules.defaultOrder ?? 'desc'
  return {
    page,
    perPage,
    skip: offset ?? (page - 1) * perPage,
    descending: order === 'desc',
    orderby: choice(query, 'orderby', rules.orderby) ?? rules.defaultOrderby ?? 'date',
    windows: dateWindows(query, site),
    include: ids(query, 'include'),
    exclude: ids(query, 'exclude'),
    search: single(query, 'search'),
    decimals: integer(query, 'dp', {}) ?? site.decimals,
    fields: fieldFilter(list(query, '_fields')),
  }
}

/** The parameters of a route for one object. */
export function viewParameters(
  query: readonly QueryEntry[],
  site: FakeSite,
): Pick<ListParameters, 'decimals' | 'fields'> {
  return { decimals: integer(query, 'dp', {}) ?? site.decimals, fields: fieldFilter(list(query, '_fields')) }
}

/** An integer parameter within bounds. */
export function integer(
  query: readonly QueryEntry[],
  name: string,
  { min, max }: { min?: number; max?: number },
): number | undefined {
  if (isArrayParameter(query, name))
    throw invalidParameter(name, 'rest_invalid_type', `${name} is not of type integer.`)
  const text = single(query, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) throw invalidParameter(name, 'rest_invalid_type', `${name} is not of type integer.`)
  const value = Number(text)
  if (min !== undefined && max !== undefined && (value < min || value > max)) {
    throw invalidParameter(
      name,
      'rest_out_of_bounds',
      `${name} must be between ${min} (inclusive) and ${max} (inclusive)`,
    )
  }
  if (min !== undefined && value < min) {
    throw invalidParameter(name, 'rest_out_of_bounds', `${name} must be greater than or equal to ${min}`)
  }
  return value
}

/** One of a closed list of words. */
function choice(query: readonly QueryEntry[], name: string, words: readonly string[]): string | undefined {
  const text = single(query, name)
  if (text === undefined || words.includes(text)) return text
  throw invalidParameter(name, 'rest_not_in_enum', `${name} is not one of ${words.join(', ')}.`)
}

/** A boolean as WordPress reads it. */
export function flag(query: readonly QueryEntry[], name: string): boolean {
  const text = single(query, name)?.toLowerCase()
  return text === 'true' || text === '1'
}

/** A list of ids. */
function ids(query: readonly QueryEntry[], name: string): readonly number[] | undefined {
  return list(query, name)?.map((text) => {
    if (!/^\d+$/.test(text)) throw invalidParameter(name, 'rest_invalid_type', `${name}[0] is not of type integer.`)
    return Number(text)
  })
}

function dateWindows(query: readonly QueryEntry[], site: FakeSite): DateWindow[] {
  const zone = siteZone(site.zone)
  const clock = site.features.gmtDates && flag(query, 'dates_are_gmt') ? 'gmt' : 'local'
  const names = site.features.orderbyModified
    ? [['created', 'after', 'before'] as const, ['modified', 'modified_after', 'modified_before'] as const]
    : [['created', 'after', 'before'] as const]
  const windows: DateWindow[] = []
  for (const [column, afterName, beforeName] of names) {
    const after = dateParameter(query, afterName, zone)
    const before = dateParameter(query, beforeName, zone)
    if (after !== undefined || before !== undefined) windows.push({ column, clock, after, before })
  }
  return windows
}

const dateFormat = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** A zone in the text turns it into site-local time first, whatever column it is then compared with. */
function dateParameter(query: readonly QueryEntry[], name: string, zone: SiteZone): number | undefined {
  const text = single(query, name)
  if (text === undefined) return undefined
  const match = dateFormat.exec(text)
  const milliseconds = match ? Date.parse(`${match[1]}T${match[2]}${toOffset(match[3])}`) : Number.NaN
  if (!match || Number.isNaN(milliseconds)) throw invalidParameter(name, 'rest_invalid_date', 'Invalid date.')
  const seconds = Math.floor(milliseconds / 1000)
  return match[3] === undefined ? seconds : seconds + zone.offsetAt(seconds)
}

function toOffset(text: string | undefined): string {
  if (text === undefined || text.toUpperCase() === 'Z') return 'Z'
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  return `${text[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Whether an instant lies inside all windows. */
export function insideWindows(
  windows: readonly DateWindow[],
  at: { readonly created: number; readonly modified: number },
  zone: SiteZone,
): boolean {
  return windows.every((window) => {
    const epoch = window.column === 'created' ? at.created : at.modified
    const value = window.clock === 'gmt' ? epoch : epoch + zone.offsetAt(epoch)
    return (
      (window.after === undefined || value > window.after) && (window.before === undefined || value < window.before)
    )
  })
}
