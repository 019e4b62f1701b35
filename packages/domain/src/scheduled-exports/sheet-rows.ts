import type { ColumnKind, ExportRow } from '../exports.ts'
import type { GridRange, Layout, Spreadsheet } from './google-sheets.ts'

/** A request holds at most 2 MB; around the rows stand a few more bytes. */
const mostBytes = 1_900_000
/** Of a cell. */
const mostLetters = 50_000

/** Columns with their types, in order. */
export type Columns = readonly (readonly [string, ColumnKind])[]

/** A named range with the tab it is in. */
export interface Found {
  readonly id: string
  readonly range: GridRange
  readonly tab: Layout['tabs'][number]
  /** Of all tabs. */
  readonly cells: number
}

/** As many rows and columns, from where a range begins. */
export function extent(range: GridRange, rows: number, columns: number): GridRange {
  const { startRowIndex, startColumnIndex } = range
  return { ...range, endRowIndex: startRowIndex + rows, endColumnIndex: startColumnIndex + columns }
}

/** Where rows go; counted from the heading, which is 0. */
export interface Plan {
  /** Undefined: below the ones that are there. */
  readonly rowOf: (key: string) => number | undefined
  /** Rows that are there and stay, with the heading. */
  readonly filled: number
  /** The last row there will be. */
  readonly last: number
}

/** What stands in the first cell of a row. */
export function keyOf(row: ExportRow, columns: Columns): string {
  const [first = ['', 'text'] as const] = columns
  return String(cellOf(row[first[0]], first[1]))
}

interface Writing {
  readonly columns: Columns
  readonly rows: AsyncIterable<ExportRow>
  readonly goal: Found
  readonly plan: Plan
}

/** Rows that stand one below the other. */
interface Block {
  readonly at: number
  readonly rows: string[]
}

/** Writes the heading and the rows, as much as fits at once. Gives how many rows there are, with the heading. */
export async function writeRows(sheet: Spreadsheet, { goal, columns, plan, rows }: Writing): Promise<number> {
  let blocks: Block[] = [{ at: 0, rows: [JSON.stringify(columns.map(([name]) => name))] }]
  let bytes = 0
  let next = plan.filled
  const flush = async () => {
    const data = blocks.map((block) => blockText(goal, block, columns.length))
    blocks = []
    bytes = 0
    if (data.length > 0) await sheet.write(`[${data.join(',')}]`)
  }
  for await (const row of rows) {
    const cells = JSON.stringify(columns.map(([name, kind]) => cellOf(row[name], kind)))
    const at = plan.rowOf(keyOf(row, columns)) ?? next++
    // Facts that came in between: the next run has them.
    if (at > plan.last) continue
    const size = Buffer.byteLength(cells) + 1
    const isNextTo = blocks.at(-1)?.at === at - (blocks.at(-1)?.rows.length ?? 0)
    if (bytes + size + goal.tab.title.length + 100 > mostBytes) await flush()
    if (isNextTo && blocks.length > 0) blocks.at(-1)?.rows.push(cells)
    else blocks.push({ at, rows: [cells] })
    bytes += size + (isNextTo ? 0 : goal.tab.title.length + 100)
  }
  await flush()
  return Math.min(next, plan.last + 1)
}

function blockText({ range, tab }: Found, { at, rows }: Block, columns: number): string {
  const start = range.startRowIndex + at
  const own = extent({ ...range, startRowIndex: start }, rows.length, columns)
  return `{"range":${JSON.stringify(addressOf(tab.title, own))},"values":[${rows.join(',')}]}`
}

/** Text as it is, numbers as numbers; nothing is written as nothing, since Google leaves alone what is null. */
function cellOf(cell: ExportRow[string] | undefined, kind: ColumnKind): string | number {
  if (cell === null || cell === undefined) return ''
  if (kind === 'text' || kind === 'day' || kind === 'instant') return String(cell).slice(0, mostLetters)
  return Number(cell)
}

/** `'Orders'!A1:C10` */
export function addressOf(title: string, range: GridRange): string {
  const { startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = range
  const first = `${lettersOf(startColumnIndex)}${startRowIndex + 1}`
  return `'${title.replaceAll("'", "''")}'!${first}:${lettersOf(endColumnIndex - 1)}${endRowIndex}`
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : `${lettersOf(Math.floor(column / 26) - 1)}${last}`
}
