import { markov, type PathRow } from '@tillsight/attribution'

/** 90 % interval of each channel's share, from the bootstrap draws. */
export type Intervals = Readonly<
  Record<string, { readonly orders: readonly [number, number]; readonly value: readonly [number, number] }>
>

const draws = 200
/** Above this the draws take too long for a page; with so many journeys the intervals are narrow anyway. */
const mostSteps = 40_000
const seed = 20_261_122

/**
 * Sampling error of the shares of a Markov chain: whole journeys are resampled 200 times, each as often as a Poisson number
 * with mean one, always with the same seed.
 */
export function bootstrap(rows: readonly PathRow[], order: number): Intervals | undefined {
  const pooled = order === 1 ? poolRepeats(rows) : rows
  if (pooled.reduce((sum, { path }) => sum + path.length, 0) > mostSteps) return undefined
  const random = createRandom(seed)
  const names = [...new Set(pooled.flatMap(({ path }) => path))]
  const found = names.map((): { orders: number[]; value: number[] } => ({ orders: [], value: [] }))
  for (let draw = 0; draw < draws; draw += 1) {
    const result = markov(
      pooled.map((row) => drawRow(row, random)),
      { order },
    )
    for (const [nth, name] of names.entries()) {
      found[nth]?.orders.push(shareOf(result.removal_effect, name))
      found[nth]?.value.push(shareOf(result.removal_effect_value, name))
    }
  }
  return Object.fromEntries(
    names.map((name, nth) => [
      name,
      { orders: middle(found[nth]?.orders ?? []), value: middle(found[nth]?.value ?? []) },
    ]),
  )
}

/** Consecutive repeats of a channel change nothing at order 1; merging them leaves far fewer paths. */
function poolRepeats(rows: readonly PathRow[]): PathRow[] {
  const pooled = new Map<string, PathRow>()
  for (const row of rows) {
    const path = row.path.filter((name, nth) => name !== row.path[nth - 1])
    const key = JSON.stringify(path)
    const known = pooled.get(key)
    pooled.set(key, {
      path,
      conversions: row.conversions + (known?.conversions ?? 0),
      value_minor: row.value_minor + (known?.value_minor ?? 0),
      null: row.null + (known?.null ?? 0),
    })
  }
  return [...pooled.values()]
}

function drawRow(row: PathRow, random: () => number): PathRow {
  const conversions = poisson(row.conversions, random)
  const value = row.conversions === 0 ? 0 : (row.value_minor * conversions) / row.conversions
  return { path: row.path, conversions, value_minor: value, null: poisson(row.null, random) }
}

/** Exact for small means; a normal approximation for large ones. */
function poisson(mean: number, random: () => number): number {
  if (mean === 0) return 0
  if (mean > 50) {
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * bell))
  }
  const limit = Math.exp(-mean)
  let drawn = 0
  for (let product = random(); product > limit; product *= random()) drawn += 1
  return drawn
}

function shareOf(effects: Readonly<Record<string, number>>, name: string): number {
  const whole = Object.values(effects).reduce((sum, effect) => sum + effect, 0)
  return whole > 0 ? (effects[name] ?? 0) / whole : 0
}

function middle(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return [at(0.05), at(0.95)]
}

/** A seeded random generator (mulberry32): the same numbers every time. */
function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
