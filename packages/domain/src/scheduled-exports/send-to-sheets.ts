import { AppError } from '@tillsight/core'
import { type DayRange, parseDay } from '@tillsight/core/days'
import type { ConnectionContext } from '../connections/index.ts'
import type { ColumnKind, ExportRow } from '../exports.ts'
import type { ExportDefinition, ExportManifest, SheetsPlace } from './definition.ts'
import { ServiceAccount } from './google-account.ts'
import { type GridRange, type Layout, type SheetKey, type Spreadsheet, withSpreadsheet } from './google-sheets.ts'
import { readExport } from './kinds.ts'
import { bucketContext } from './send-to-s3.ts'
import { addressOf, type Columns, extent, type Found, keyOf, type Plan, writeRows } from './sheet-rows.ts'

/** How long somebody waits for what they save. */
const proofMs = 30_000
/** Of a whole spreadsheet. */
const mostCells = 10_000_000

/** A run whose rows go to a spreadsheet. */
export interface SendingToSheets {
  readonly ctx: ConnectionContext
  readonly definition: ExportDefinition
  readonly place: SheetsPlace
  readonly sealed: Buffer | null
  readonly manifest: ExportManifest
  readonly signal: AbortSignal
}

/**
 * Writes the rows into the named range, in place of those before or over those with the same first cell. What is too much is
 * refused before anything is written; broken off, it is simply done again.
 */
export async function sendToSheets({
  ctx,
  definition,
  place,
  sealed,
  manifest,
  signal,
}: SendingToSheets): Promise<void> {
  if (sealed === null) {
    throw new AppError('invalid_input', 'The key of the service account is gone. Save the export with it again.')
  }
  const account = ServiceAccount.parse(JSON.parse(ctx.services.secrets.open(sealed, bucketContext(ctx.shop.id))))
  const days: DayRange = { from: parseDay(manifest.range.from), to: parseDay(manifest.range.to) }
  const columns = manifest.columns.map(({ name, type }): readonly [string, ColumnKind] => [name, type])
  await withSpreadsheet({ ...ctx, signal }, { spreadsheet: place.spreadsheet, account }, async (sheet) => {
    const found = findRange(await sheet.look(), place.range)
    if (found === undefined) throw goneRange(place.range)
    const read = async () => (await readExport(ctx, days, definition)).rows
    const plan =
      place.mode === 'replace'
        ? { rowOf: () => undefined, filled: 1, last: manifest.rows }
        : await planUpsert(sheet, { found, columns, rows: await read() })
    const goal = { ...found, range: extent(found.range, plan.last + 1, columns.length) }
    await makeRoom(sheet, goal)
    const written = await writeRows(sheet, { goal, columns, plan, rows: await read() })
    if (place.mode === 'replace') await clearRest(sheet, found, extent(found.range, written, columns.length))
    const range = extent(found.range, Math.max(written, plan.filled), columns.length)
    await sheet.change([{ updateNamedRange: { namedRange: { namedRangeId: found.id, range }, fields: 'range' } }])
  })
}

/** Finds or makes the named range, and writes to the spreadsheet what is there already: what the runs need has to work. */
export async function proveSheets(ctx: ConnectionContext, key: SheetKey, name: string): Promise<void> {
  const signal = AbortSignal.timeout(proofMs)
  const proof = withSpreadsheet({ ...ctx, signal }, key, async (sheet) => {
    const layout = await sheet.look()
    const found = findRange(layout, name)
    if (found) {
      const { id, range } = found
      await sheet.change([{ updateNamedRange: { namedRange: { namedRangeId: id, range }, fields: 'range' } }])
      return
    }
    if (layout.tabs.some(({ title }) => title.toLowerCase() === name.toLowerCase())) throw takenTab(name)
    const sheetId = 1 + (Math.max(0, ...layout.tabs.map((tab) => tab.sheetId)) % 1_000_000_000)
    const grid = { rowCount: 100, columnCount: 10, frozenRowCount: 1 }
    const range = { sheetId, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 }
    await sheet.change([
      { addSheet: { properties: { sheetId, title: name, gridProperties: grid } } },
      { addNamedRange: { namedRange: { name, range } } },
    ])
  })
  await proof.catch((error: unknown) => {
    if (!signal.aborted) throw error
    const seconds = proofMs / 1000
    throw new AppError('conflict', `Google Sheets did not answer within ${seconds} seconds. Save again in a minute.`)
  })
}

function findRange({ tabs, ranges }: Layout, name: string): Found | undefined {
  const named = ranges.find((range) => range.name === name)
  const tab = tabs.find(({ sheetId }) => sheetId === named?.range.sheetId)
  return named && tab && { ...named, tab, cells: tabs.reduce((sum, { rows, columns }) => sum + rows * columns, 0) }
}

interface Upserting {
  readonly found: Found
  readonly columns: Columns
  readonly rows: AsyncIterable<ExportRow>
}

/** Looks where each key stands. Throws `invalid_input` before anything is written if it would not be clear where a row belongs. */
async function planUpsert(sheet: Spreadsheet, { found, columns, rows }: Upserting): Promise<Plan> {
  const { range, tab } = found
  const height = Math.max(1, range.endRowIndex - range.startRowIndex)
  // Cells beyond the tab cannot be asked for.
  const within = (asked: GridRange): GridRange => ({
    ...asked,
    endRowIndex: Math.min(asked.endRowIndex, tab.rows),
    endColumnIndex: Math.min(asked.endColumnIndex, tab.columns),
  })
  const [heading = []] = await sheet.read(addressOf(tab.title, within(extent(range, 1, columns.length))))
  const names = columns.map(([name]) => name)
  if (heading.length > 0 && heading.join('\n') !== names.join('\n')) throw otherColumns()
  const there = await sheet.read(addressOf(tab.title, within(extent(range, height, 1))))
  const stands = new Map<string, number>()
  for (const [at, [key = '']] of there.entries()) if (at > 0 && key !== '') stands.set(key, at)
  const filled = Math.max(1, there.length)
  const seen = new Set<string>()
  let added = 0
  for await (const row of rows) {
    const key = keyOf(row, columns)
    if (seen.has(key)) throw twice(key, names[0] ?? '')
    seen.add(key)
    if (!stands.has(key)) added += 1
  }
  return { rowOf: (key) => stands.get(key), filled, last: filled - 1 + added }
}

/** Makes the tab as large as its rows will be. Throws `invalid_input` where the spreadsheet would have too many cells. */
async function makeRoom(sheet: Spreadsheet, { range, tab, cells }: Found): Promise<void> {
  const rows = Math.max(0, range.endRowIndex - tab.rows)
  const columns = Math.max(0, range.endColumnIndex - tab.columns)
  const after = cells - tab.rows * tab.columns + (tab.rows + rows) * (tab.columns + columns)
  if (after > mostCells) throw tooManyCells(after)
  const grow = (dimension: 'ROWS' | 'COLUMNS', length: number) =>
    length === 0 ? [] : [{ appendDimension: { sheetId: tab.sheetId, dimension, length } }]
  const requests = [...grow('COLUMNS', columns), ...grow('ROWS', rows)]
  if (requests.length > 0) await sheet.change(requests)
}

/** Clears what stood in the range before and is not written over. */
async function clearRest(sheet: Spreadsheet, { range: before, tab }: Found, now: GridRange): Promise<void> {
  const below = { ...before, startRowIndex: now.endRowIndex }
  const beside = {
    ...before,
    endRowIndex: Math.min(before.endRowIndex, now.endRowIndex),
    startColumnIndex: now.endColumnIndex,
  }
  const rest = [below, beside].filter(
    (range) => range.startRowIndex < range.endRowIndex && range.startColumnIndex < range.endColumnIndex,
  )
  if (rest.length > 0) await sheet.clear(rest.map((range) => addressOf(tab.title, range)))
}

function goneRange(name: string): AppError {
  return refused(`The spreadsheet has no named range “${name}” any more. Save the export again to have it made.`)
}

function takenTab(name: string): AppError {
  return refused(
    `The spreadsheet has a tab “${name}”, but no named range “${name}”. Choose another name, or name the cells that may be written over (Data > Named ranges).`,
  )
}

function otherColumns(): AppError {
  return refused(
    'The first row of the range has other columns than this export. Clear the range, or choose to replace it.',
  )
}

function twice(key: string, column: string): AppError {
  return refused(
    `Several rows have “${key.slice(0, 100)}” as their ${column}, so that none can stand for it. Choose to replace the range instead.`,
  )
}

function tooManyCells(cells: number): AppError {
  const [has, most] = [cells, mostCells].map((count) => count.toLocaleString('en'))
  return refused(`The spreadsheet would have ${has} cells, and Google takes ${most}. Export fewer days, or to a file.`)
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'to' } })
}
