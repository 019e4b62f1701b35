/** Why a row is rejected, so that whoever made the file can fix it. */
export interface RowProblem {
  /** Counted like in a spreadsheet: the header is row 1. */
  readonly row: number
  readonly field: string
  readonly value: string
  readonly problem: string
  readonly remedy: string
}

/** One line for a table or a log. */
export function describeProblem({ row, field, value, problem, remedy }: RowProblem): string {
  const shown = value === '' ? '' : `, value “${value}”`
  return `Row ${row}, field ${field}${shown}: ${problem} ${remedy}`
}

const shownLength = 80

/** Shortens a value for display; a report never contains a whole overlong text. */
export function clipValue(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line
}
