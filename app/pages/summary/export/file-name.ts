interface NamedFile {
  readonly domain: string
  readonly metrics: readonly string[]
  readonly by?: string | undefined
  readonly range: { readonly from: string; readonly to: string }
  /** Some of the days are not loaded. */
  readonly isPartial?: boolean
}

/** `shop.example sales by country 2026-10-22 to 2026-11-20`, without an ending; safe on every system and in a header. */
export function fileName({ domain, metrics, by, range, isPartial = false }: NamedFile): string {
  const days = range.from === range.to ? range.from : `${range.from} to ${range.to}`
  const what = metrics.length > 3 ? [...metrics.slice(0, 3), 'more'] : metrics
  const parts = [domain, ...what, ...(by === undefined ? [] : ['by', by]), days, ...(isPartial ? ['partial'] : [])]
  return parts.map((part) => part.replaceAll(/[^\w. -]/g, '_')).join(' ')
}
