import { parseSearch, type SearchState, withSearch } from '../../../search/index.ts'

interface Axis {
  /** First shop day of each point. */
  readonly buckets: readonly string[]
  /** The page's range. */
  readonly range: { readonly from: string; readonly to: string }
}

/** The shop days that a stretch of points covers; undefined when it has none. */
export function markedDays(
  { from, to }: { readonly from: number; readonly to: number },
  { buckets, range }: Axis,
): { readonly from: string; readonly to: string } | undefined {
  const first = buckets[from]
  if (first === undefined) return undefined
  const next = buckets[to + 1]
  const last = next === undefined ? range.to : dayBefore(next)
  return { from: first < range.from ? range.from : first, to: last > range.to ? range.to : last }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** The address's record of the range before it was zoomed. */
export function zoomedFrom({ zoom, range, from, to }: SearchState): string | undefined {
  return zoom ?? (range === 'custom' ? from && to && `${from}~${to}` : range)
}

/** The query string that undoes all zooming; undefined when not zoomed. */
export function unzoomed(state: SearchState): string | undefined {
  if (state.zoom === undefined) return undefined
  const [from = '', to] = state.zoom.split('~')
  if (to !== undefined) return withSearch(state, { range: 'custom', from, to })
  const { range } = parseSearch(`?range=${from}`)
  return withSearch(state, { range, from: undefined, to: undefined })
}
