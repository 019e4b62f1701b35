import { platformFaces } from '@tillsight/platforms'

/** Index into the palette; the order is fixed. */
export type Series = 1 | 2 | 3 | 4 | 5 | 6

/** Class that sets the current colour; lines, areas and bars draw in it. */
export const seriesColors = {
  1: 'text-series-1',
  2: 'text-series-2',
  3: 'text-series-3',
  4: 'text-series-4',
  5: 'text-series-5',
  6: 'text-series-6',
} as const satisfies Record<Series, string>

const channels: ReadonlyMap<string, Series> = new Map([
  ...platformFaces.map(({ id, series }) => [id, series] as const),
  ['blended', 5],
])

/** A channel has the same colour everywhere; stores share the first. */
export function seriesOf(channel: string): Series {
  return channels.get(channel) ?? 1
}

/** A bucket with its printed texts. */
export interface TimePoint {
  readonly value: number | null
  /** The formatted figure. */
  readonly text: string
  /** For the axis. */
  readonly short: string
  /** For the card and the table. */
  readonly long: string
}
