import type { Filter, MetricQuery, MetricRow, MetricValues } from '@tillsight/metrics'
import { boundsOf, type PackedFigures, packFigures } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { textFor } from '../../language/text-for.server.ts'
import { type SearchState, toSearch } from '../../search/index.ts'
import type { MetricView, Result, ShopServices, ShopView } from '../../services.ts'
import type { Sorting } from '../breakdown-table/model.ts'
import { type Arrangeable, findRows, pageNumber, pageOf, readSorting, sortRows } from './arrange-rows.ts'
import type { Column, Context, Figures } from './columns.server.ts'
import type { TableModel } from './model.ts'

/** Specification of a table. */
export interface TableSpec {
  /** Rows of a page: fewer where the table stands below another; 50 when absent. */
  readonly pageSize?: number
  readonly labelHeader: string
  /** Dimensions whose values together identify a row. */
  readonly dimensions: readonly string[]
  readonly columns: readonly Column[]
  /** Default sorting, in the address's form. */
  readonly usualSorting: string
  /** Label of a row. */
  readonly labelOf: (row: MetricRow) => string
  readonly detailOf?: (row: MetricRow) => string | undefined
  /** The row without a value is shown even if it is nothing: whoever looks for it finds it. */
  readonly showsUnrecorded?: boolean
  /** Filters that a row links to; by default its dimensions with a value. */
  readonly filtersOf?: (row: MetricRow) => readonly Filter[]
  /** Address of a row's own page; undefined for a row without one. */
  readonly pageOf?: (row: MetricRow) => string | undefined
  /** Address of a row's picture; null for a row without one. */
  readonly pictureOf?: (row: MetricRow) => string | null
  /** Figures that are no metrics, for columns of their own: of a row, or of the total. */
  readonly besides?: (values: MetricValues, row: MetricRow | undefined) => MetricValues
  /** What belongs to no row and is not in the total, below all rows. */
  readonly remainder?: RemainderSpec
  /** Address of the table's file; by default that of its metrics. */
  readonly file?: string
}

interface RemainderSpec {
  readonly label: string
  readonly detail: string
  readonly values: MetricValues
}

/** The shop services that a table needs. */
export interface TableServices extends Pick<ShopServices, 'run'> {
  readonly shop: Pick<ShopView, 'display'>
  catalogue(): { readonly metrics: readonly Pick<MetricView, 'key' | 'terms'>[] }
}

/** Context of a table: shop, period and address. */
export interface TableQuery {
  readonly services: TableServices
  readonly state: SearchState
  /** Builds the page's query for these metrics: range, comparison, filters, currency. */
  readonly ask: (metrics: readonly string[]) => MetricQuery
}

interface ReadRows {
  readonly answer: Result
  readonly rows: readonly MetricRow[]
  /** More exist than were read. */
  readonly hasMore: boolean
}

const rowsAtOnce = 1000
const readsAtMost = 5
const usualPageSize = 50

/** Reads a breakdown in the engine's order, in pages of a thousand rows. */
async function readRows(services: TableServices, query: MetricQuery, readings: number): Promise<ReadRows> {
  const page = { ...query, limit: rowsAtOnce }
  const answer = await services.run('metrics.query', page)
  const rows = [...(answer.rows ?? [])]
  let { cursor } = answer
  for (let reads = 1; cursor !== undefined && reads < readings; reads += 1) {
    const next = await services.run('metrics.query', { ...page, cursor })
    rows.push(...(next.rows ?? []))
    cursor = next.cursor
  }
  return { answer, rows, hasMore: cursor !== undefined }
}

/**
 * Loads the table that the address selects. Totals come from the same result and do not depend on the search. In the engine's
 * own order, reading stops at the requested page.
 */
export async function loadTable(question: TableQuery, spec: TableSpec): Promise<TableModel> {
  const { services, state, ask } = question
  const sortable = spec.columns.filter(({ rank }) => rank !== undefined).map(({ key }) => key)
  const sorting = readSorting(state.sort, spec.usualSorting, sortable)
  const inOrder = isEnginesOrder(sorting, spec) && state.find === undefined
  const metrics = inOrder ? [...new Set([sorting.key, ...neededMetrics(spec)])] : neededMetrics(spec)
  const { interval: _interval, ...query } = ask(metrics)
  const readings = inOrder ? Math.ceil((pageNumber(state.after) * pageSizeOf(spec)) / rowsAtOnce) : readsAtMost
  const read = await readRows(services, { ...query, dimensions: spec.dimensions }, Math.min(readings, readsAtMost))
  return toTable(read, { question, spec, sorting })
}

function pageSizeOf({ pageSize = usualPageSize }: TableSpec): number {
  return pageSize
}

/** Whether this is the engine's own order: descending by the first metric. */
function isEnginesOrder({ key, direction }: Sorting, { columns }: TableSpec): boolean {
  return direction === 'descending' && columns.some((column) => column.key === key && column.needs[0] === key)
}

interface TableContext {
  readonly question: TableQuery
  readonly spec: TableSpec
  readonly sorting: Sorting
}

function toTable({ answer, rows, hasMore }: ReadRows, { question, spec, sorting }: TableContext): TableModel {
  const { services, state } = question
  const context: Context = {
    totals: answer.totals,
    isComparable: !answer.partial && answer.compare?.partial === false,
  }
  const columns = spec.columns.filter(({ key }) => key !== 'change' || answer.compare !== undefined)
  const present = rows.filter((row) => hasFigures(row, columns))
  const listed = [...present, ...missingRow(present, spec, services)]
    .map((row) => ({ ...row, values: { ...row.values, ...spec.besides?.(row.values, row) } }))
    .map((row) => toListed(row, spec, columns))
  const found = findRows(listed, state.find)
  const shown = pageOf(sortRows(found, sorting), state.after, pageSizeOf(spec))
  const totals = {
    values: { ...answer.totals, ...spec.besides?.(answer.totals, undefined) },
    before: answer.compare?.totals,
    bounds: boundsOf(answer),
  }
  // Beyond the last page read there is another one, as long as the read limit allows.
  const hasNext =
    shown.page < shown.pages || (hasMore && state.find === undefined && listed.length < rowsAtOnce * readsAtMost)
  const overlapping = columns.filter(({ key }) => answer.overlapping?.includes(key)).map(({ label }) => label)
  const counts = { count: listed.length, found: found.length, pages: shown.pages, hasMore, hasNext, overlapping }
  return {
    labelHeader: spec.labelHeader,
    columns: columns.map(({ key, label, hint, rank, measure, look, open }) => ({
      key,
      label,
      hint,
      isSortable: rank !== undefined,
      measure,
      look,
      open,
    })),
    format: { ...services.shop.display, currency: answer.currency },
    total: figuresOf(totals, columns, context),
    rows: shown.rows.map(({ row, label, detail }) => ({
      key: spec.dimensions.map((dimension) => row.dimensions[dimension] ?? '').join('\n'),
      label,
      detail,
      picture: spec.pictureOf?.(row),
      filters: spec.filtersOf ? spec.filtersOf(row) : filtersOf(row),
      page: spec.pageOf?.(row),
      figures: figuresOf(row, columns, context),
    })),
    remainder: spec.remainder && {
      label: spec.remainder.label,
      detail: spec.remainder.detail,
      figures: figuresOf(spec.remainder, columns, context),
    },
    sorting,
    usualSorting: spec.usualSorting,
    ...counts,
    page: shown.page,
    notes: notesOf(counts, { find: state.find, language: services.shop.display.language }),
    exportSearch: exportSearch(state, spec, sorting),
    file: spec.file,
  }
}

interface NoteParams {
  readonly find: string | undefined
  readonly language: Language
}

function notesOf(counts: Pick<TableModel, CountKey>, { find, language }: NoteParams): string[] {
  const t = textFor(language)
  const { pages, hasMore, hasNext, overlapping } = counts
  const print = (rows: number) => new Intl.NumberFormat(language).format(rows)
  const [found, count] = [print(counts.found), print(counts.count)]
  const isCut = hasMore && (find !== undefined || !hasNext)
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const notes = [
    find ? t('tables.found', { found, count, find }) : '',
    !find && !isCut && pages > 1 ? t(hasMore ? 'tables.count_more' : 'tables.count', { count }) : '',
    isCut ? t('tables.cut', { count }) : '',
    overlapping.length > 0 ? t('tables.overlapping', { columns: list.format(overlapping) }) : '',
  ]
  return notes.filter(Boolean)
}

type CountKey = 'count' | 'found' | 'pages' | 'hasMore' | 'hasNext' | 'overlapping'

function neededMetrics({ columns, usualSorting }: TableSpec): readonly string[] {
  // The first metric decides which rows are read first, so that a huge table lacks its smallest rows.
  const lead = columns.find(({ key }) => `-${key}` === usualSorting)?.needs ?? []
  return [...new Set([...lead, ...columns.flatMap(({ needs }) => needs)])]
}

interface Listed extends Arrangeable {
  readonly row: MetricRow
}

function toListed(row: MetricRow, spec: TableSpec, columns: readonly Column[]): Listed {
  return {
    row,
    label: spec.labelOf(row),
    detail: spec.detailOf?.(row),
    ranks: Object.fromEntries(columns.flatMap(({ key, rank }) => (rank ? [[key, rank(row)]] : []))),
  }
}

/** Whether the row has figures in this range, not only in the comparison. */
function hasFigures({ values }: MetricRow, columns: readonly Column[]): boolean {
  return columns.some(({ needs }) => needs.some((key) => Number(values[key] ?? 0) !== 0))
}

/** A zero row for orders without a value, unless there is one already. */
function missingRow(rows: readonly MetricRow[], spec: TableSpec, services: TableServices): MetricRow[] {
  const isBare = (row: MetricRow) => spec.dimensions.every((dimension) => row.dimensions[dimension] === '')
  if (!spec.showsUnrecorded || rows.some(isBare)) return []
  const { metrics } = services.catalogue()
  const isQuotient = (key: string) =>
    metrics.some((metric) => metric.key === key && metric.terms.some(({ operator }) => operator === '/'))
  return [
    {
      dimensions: Object.fromEntries(spec.dimensions.map((dimension) => [dimension, ''])),
      values: Object.fromEntries(neededMetrics(spec).map((key) => [key, isQuotient(key) ? null : '0'])),
    },
  ]
}

function figuresOf(figures: Figures, columns: readonly Column[], context: Context): PackedFigures {
  return packFigures(columns.map((column) => column.amount(figures, context)))
}

function filtersOf(row: MetricRow): readonly Filter[] {
  return Object.entries(row.dimensions).map(([dimension, value]) => ({ dimension, operator: 'is', values: [value] }))
}

/** Patch that removes everything from the address but the choice of figures. */
const besideFigures = {
  open: undefined,
  order: undefined,
  after: undefined,
  find: undefined,
  interval: undefined,
  zoom: undefined,
  note: undefined,
} as const

/** Same period, filters and order; an export has every row and needs neither search nor page. */
function exportSearch(state: SearchState, spec: TableSpec, { key, direction }: Sorting): string {
  const figures = spec.columns.filter((column) => column.needs[0] === column.key).map((column) => column.key)
  // The export calculates shares of the first metric.
  const [lead] = neededMetrics(spec)
  const metrics = figures.toSorted((a, b) => Number(b === lead) - Number(a === lead))
  const sort = figures.includes(key) ? `${direction === 'descending' ? '-' : ''}${key}` : undefined
  const params = new URLSearchParams(toSearch({ ...state, ...besideFigures, sort }))
  params.delete('metric')
  params.set('metrics', metrics.join(','))
  params.set('by', spec.dimensions.join(','))
  return `?${params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`
}
