// What every benchmark shares: the shape of a result, repeated timing, the table and the JSON lines.

/** One measured figure. Ratios come from one run on one machine, so they hold where absolute times do not. */
export interface Result {
  readonly bench: string
  readonly measure: string
  readonly value: number
  readonly unit: 'ratio' | 'ms' | 's' | 'MB' | 'per_second' | 'count'
  /** `<= 1.5` and the like; absent where a figure is context only. */
  readonly target?: { readonly at: 'most' | 'least'; readonly value: number }
}

/** A benchmark: one file in this folder, run by name. */
export interface Benchmark {
  readonly name: string
  readonly about: string
  run(report: (result: Omit<Result, 'bench'>) => void): Promise<void>
}

export interface Timing {
  readonly medianMs: number
  readonly minMs: number
  readonly maxMs: number
}

/** Times two actions in turns (A B A B …) after one warm-up each, so that a drifting machine slows both alike. */
export async function compare(
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
  rounds = 15,
): Promise<{ a: Timing; b: Timing; ratio: number }> {
  await a()
  await b()
  const times = { a: [] as number[], b: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.a.push(await elapsed(a))
    times.b.push(await elapsed(b))
  }
  const timings = { a: summarise(times.a), b: summarise(times.b) }
  return { ...timings, ratio: timings.a.medianMs / timings.b.medianMs }
}

/** Median time of an action after one warm-up. */
export async function time(action: () => Promise<unknown>, rounds = 15): Promise<Timing> {
  await action()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await elapsed(action))
  return summarise(times)
}

/** Milliseconds that one call takes. */
export async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

function summarise(times: readonly number[]): Timing {
  const sorted = times.toSorted((x, y) => x - y)
  return { medianMs: at(sorted, 0.5), minMs: at(sorted, 0), maxMs: at(sorted, 1) }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Whether a figure meets its target; null where it has none. */
export function holds({ value, target }: Result): boolean | null {
  if (target === undefined) return null
  return target.at === 'most' ? value <= target.value : value >= target.value
}

/** One JSON line as other programs read it. */
export function toLine(result: Result): string {
  const target =
    result.target === undefined ? null : `${result.target.at === 'most' ? '<=' : '>='} ${result.target.value}`
  return JSON.stringify({ ...result, value: Number(result.value.toFixed(3)), target, holds: holds(result) })
}

/** The same figures as a table for people. */
export function toTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.bench,
    result.measure,
    `${result.value.toFixed(result.unit === 'count' ? 0 : 2)} ${result.unit === 'ratio' ? '×' : result.unit.replace('_', ' ')}`,
    result.target === undefined ? '' : `${result.target.at === 'most' ? '≤' : '≥'} ${result.target.value}`,
    { true: 'holds', false: 'MISSED', null: '' }[String(holds(result)) as 'true' | 'false' | 'null'],
  ])
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
