import type { RowProblem } from '@tillsight/core'

/** A cell of a table for people. */
export type Cell = string | number | null

/** Prints rows under a header, numbers to the right; null shows as an en dash, because unknown is not zero. */
export function toTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))))
  const widths = header.map((name, column) => Math.max(name.length, ...texts.map((row) => row[column]?.length ?? 0)))
  const numeric = header.map((_, column) => rows.every((row) => row[column] === null || isNumber(row[column])))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...texts.map(line)].join('\n')
}

function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?[\d,]+(?:\.\d+)?$/.test(cell))
}

/** Prints a result: a table for people, or with `--json` one JSON document for programs. */
export function print(
  value: { readonly json: unknown; readonly text: string },
  options: { readonly json?: boolean },
): void {
  process.stdout.write(`${options.json ? JSON.stringify(value.json, null, 2) : value.text}\n`)
}

/** Destination of progress; {@link process.stderr} fits. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface ProgressOptions {
  readonly output?: ProgressOutput
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number
}

const terminalEveryMs = 100
const elsewhereEveryMs = 10_000
/** Rates over a shorter time are not meaningful. */
const rateAfterMs = 2_000

/**
 * One line that rewrites itself on a terminal, and a line every ten seconds elsewhere, never the same one twice; with
 * rate and remaining time once they are known. On standard error, so that output can be piped.
 */
export function createProgress(
  label: string,
  { output = process.stderr, elapsed = () => performance.now() }: ProgressOptions = {},
): (done: number, total: number | null) => void {
  const isTerminal = output.isTTY ?? false
  let began: { readonly at: number; readonly done: number } | undefined
  let printed = { at: Number.NEGATIVE_INFINITY, count: '' }
  return (done, total) => {
    const now = elapsed()
    began ??= { at: now, done }
    const isLast = total !== null && done >= total
    const count = countText(done, total)
    const isDue = now - printed.at >= (isTerminal ? terminalEveryMs : elsewhereEveryMs)
    if (count === printed.count || !(isLast || isDue)) return
    printed = { at: now, count }
    const speed = isLast ? '' : speedText({ done, total, ms: now - began.at, gained: done - began.done })
    output.write(
      isTerminal ? `\r\u001b[K${label}: ${count}${speed}${isLast ? '\n' : ''}` : `${label}: ${count}${speed}\n`,
    )
  }
}

function countText(done: number, total: number | null): string {
  if (total === null) return done.toLocaleString('en')
  const share = total === 0 ? '' : ` (${Math.floor((100 * done) / total)} %)`
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}${share}`
}

interface Pace {
  readonly done: number
  readonly total: number | null
  readonly ms: number
  readonly gained: number
}

function speedText({ done, total, ms, gained }: Pace): string {
  if (ms < rateAfterMs || gained <= 0) return ''
  const perSecond = (1000 * gained) / ms
  const rate = `, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en')} a second`
  return total === null ? rate : `${rate}, ${durationText((total - done) / perSecond)} left`
}

function durationText(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`
}

/** Which columns of a file were passed over, if any. */
export function ignoredLine(ignored: readonly string[]): readonly string[] {
  return ignored.length === 0 ? [] : [`Columns that mean nothing here: ${ignored.join(', ')}.`]
}

interface Refused {
  readonly problems: readonly RowProblem[]
  /** Of all, also those that are not listed. */
  readonly problemCount: number
}

/** The rows of a file that did not go in, a line each. */
export function problemLines({ problems, problemCount }: Refused): readonly string[] {
  const lines = problems.map(
    ({ row, field, value, problem, remedy }) => `row ${row}, ${field} “${value}”: ${problem} ${remedy}`,
  )
  return problemCount > lines.length ? [...lines, `… and ${problemCount - lines.length} more.`] : lines
}
