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

/** What a command says: a table for people, or with `--json` one JSON document for programs. */
export function print(
  value: { readonly json: unknown; readonly text: string },
  options: { readonly json?: boolean },
): void {
  process.stdout.write(`${options.json ? JSON.stringify(value.json, null, 2) : value.text}\n`)
}

/** One line that rewrites itself on a terminal, and a line every ten seconds elsewhere; always on standard error. */
export function createProgress(label: string): (done: number, total: number | null) => void {
  let printedAt = 0
  return (done, total) => {
    const now = performance.now()
    const isLast = total !== null && done >= total
    if (!isLast && now - printedAt < (process.stderr.isTTY ? 100 : 10_000)) return
    printedAt = now
    const count =
      total === null ? done.toLocaleString('en') : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
    const share = total === null || total === 0 ? '' : ` (${Math.floor((100 * done) / total)} %)`
    process.stderr.write(
      process.stderr.isTTY
        ? `\r\u001b[K${label}: ${count}${share}${isLast ? '\n' : ''}`
        : `${label}: ${count}${share}\n`,
    )
  }
}
