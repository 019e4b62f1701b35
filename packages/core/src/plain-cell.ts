/** What begins as a formula, and what of it is a number. Both are patterns of the warehouse, too. */
export const [formulaCell, decimalCell] = [/^[=+\-@\t\r＝＋－＠]/, /^-?\d+(?:\.\d+)?$/]

/** A cell that a spreadsheet would take for a formula becomes text: names come from strangers. Numbers stay numbers. */
export function plainCell(text: string): string {
  return formulaCell.test(text) && !decimalCell.test(text) ? `'${text}` : text
}
