/** Lines of a file with commas, quotation marks where a cell needs them, and an optional mark at its beginning. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const body = text.replace(/^\uFEFF/, '')
  for (;;) {
    const match = pattern.exec(body)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (cells.length > 1 || cells[0] !== '') lines.push(cells)
    cells = []
    if (pattern.lastIndex >= body.length) break
  }
  return lines
}
