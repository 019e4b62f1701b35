// Common to all benchmarks: the shape of results, repeated timing, the table and the JSON lines.

import { setTimeout as delay } from 'node:timers/promises'

/** One measured figure. Ratios come from one run on one machine, so they hold where absolute times do not. */
export interface Result {
  readonly bench: string
  readonly measure: string
  readonly value: number
  readonly unit: 'ratio' | 'ms' | 's' | 'KB' | 'MB' | 'per_second' | 'count'
  /** `<= 1.5` and the like; absent where a figure is context only. */
  readonly target?: { readonly at: 'most' | 'least'; readonly value: number }
}

/** Records a result. */
export type Report = (result: Omit<Result, 'bench'>) => void

/** A benchmark: one file in this folder, run by name. */
export interface Benchmark {
  readonly name: string
  readonly about: string
  run(report: Report): Promise<void>
}

/** A target that a figure must not exceed. */
export function atMost(value: number): NonNullable<Result['target']> {
  return { at: 'most', value }
}

/** Milliseconds. */
export interface Timing {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Times actions in turns (A B C A B C …) after one warm-up each, so that a drifting machine slows all alike. */
export async function inTurns<Name extends string>(
  actions: Readonly<Record<Name, () => Promise<unknown>>>,
  rounds = 21,
): Promise<Record<Name, Timing>> {
  const entries = Object.entries<() => Promise<unknown>>(actions).map(([name, action]) => ({
    name,
    action,
    times: [] as number[],
  }))
  for (const { action } of entries) await action()
  for (let round = 0; round < rounds; round += 1) {
    for (const { action, times } of entries) times.push(await elapsed(action))
  }
  // Holds because there is one entry for each name.
  return Object.fromEntries(entries.map(({ name, times }) => [name, summarise(times)])) as Record<Name, Timing>
}

/** Milliseconds that one call takes. */
export async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

/** Watches by how many megabytes this process' memory grows at most. */
export function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return (most - before) / 1024 / 1024
    },
  }
}

/** Progress of a long step. */
interface Progress {
  readonly done: number
  readonly total: number
  readonly of: string
}

const tellEveryMs = 10_000

/** Prints progress of a long step to standard error, at most every ten seconds. */
export function createTeller(what: string): (progress: Progress) => void {
  const startedAt = performance.now()
  let reportedAt = startedAt
  return ({ done, total, of }) => {
    const now = performance.now()
    if (now - reportedAt < tellEveryMs) return
    reportedAt = now
    const seconds = ((now - startedAt) / 1000).toFixed(0)
    process.stderr.write(`    ${seconds} s: ${what} ${done} of ${total} (${of})\n`)
  }
}

const betweenLooksMs = 50

/** Waits until a condition holds; throws after some minutes. */
export async function until(holds: () => Promise<boolean> | boolean, patienceMs = 180_000): Promise<void> {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > patienceMs) throw new Error('What was waited for did not come')
    await delay(betweenLooksMs)
  }
}

/** The median. */
export function medianOf(values: readonly number[]): number {
  return shareOf(
    values.toSorted((x, y) => x - y),
    0.5,
  )
}

function summarise(times: readonly number[]): Timing {
  return { median: medianOf(times), min: Math.min(...times), max: Math.max(...times) }
}

/** The quantile of sorted values at a share from 0 to 1. */
export function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Whether a result meets its target; null without one. */
export function holds({ value, target }: Result): boolean | null {
  if (target === undefined) return null
  return target.at === 'most' ? value <= target.value : value >= target.value
}

/** A result as a JSON line for programs. */
export function toLine(result: Result): string {
  const target =
    result.target === undefined ? null : `${result.target.at === 'most' ? '<=' : '>='} ${result.target.value}`
  return JSON.stringify({ ...result, value: Number(result.value.toFixed(3)), target, holds: holds(result) })
}

/** Results as a table for people. */
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
