const decimal = /^-?\d+(?:\.\d+)?$/

/** A cell that a spreadsheet would take for a formula becomes text: names come from strangers. Numbers stay numbers. */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !decimal.test(text) ? `'${text}` : text
}
