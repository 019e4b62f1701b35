/** Journeys with the same sequence of channels, and how they ended. */
export interface PathRow {
  readonly path: readonly string[]
  readonly conversions: number
  /** Total value of these conversions, in minor units. */
  readonly value_minor: number
  /** Journeys that ended without an order. */
  readonly null: number
}

/** Figures by channel. */
export type ByChannel = Readonly<Record<string, number>>

/** Numbers channels from 0 in the order in which they first appear. */
export function numberChannels(rows: readonly PathRow[]): {
  readonly names: readonly string[]
  readonly at: (name: string) => number
} {
  const numbers = new Map<string, number>()
  for (const { path } of rows) {
    for (const name of path) if (!numbers.has(name)) numbers.set(name, numbers.size)
  }
  return { names: [...numbers.keys()], at: (name) => numbers.get(name) ?? -1 }
}

/** Builds a record from names and figures; safe for names such as `__proto__`. */
export function toRecord(names: readonly string[], figure: (at: number) => number): ByChannel {
  return Object.fromEntries(names.map((name, at) => [name, figure(at)]))
}
