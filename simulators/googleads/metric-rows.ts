import { type Day, listDays, parseDay } from '@tillsight/core/days'
import type { FakeAdAccount } from '../ads/world.ts'
import type { Dates } from './check-query.ts'
import { actionSegments } from './check-query.ts'
import type { ActionCount, ActionSums, Cell, Figures } from './figures.ts'
import type { Query } from './gaql.ts'
import { type Row, textOf, type Value } from './row.ts'

/** The entity of a report row. */
interface Place {
  readonly key: string
  readonly row: Row
  /** Only nine tenths of video formats are reported by ad. */
  readonly isPartly: boolean
}

/** A report over the figures. */
export interface Report {
  readonly account: FakeAdAccount
  readonly query: Query
  readonly dates: Dates
  /** Every entity of the resource by its key. */
  readonly places: ReadonlyMap<string, Place>
  keyOf(cell: Cell): string
}

interface Sums {
  readonly row: Row
  cost: bigint
  impressions: number
  clicks: number
  viewThrough: number
  conversions: number
  value: number
  all: number
  allValue: number
  dated: ActionSums
}

const nothing: ActionSums = { conversions: 0, value: 0, all: 0, allValue: 0 }

/** Rows of a report: split by the selected segments; rows with only zeros are dropped then. */
export function reportRows(figures: Figures, report: Report): Row[] {
  const { select } = report.query
  const isSplit = select.some((field) => field.startsWith('segments.'))
  const sums = new Map<string, Sums>()
  const seen = new Set<string>()
  const isDated = select.includes('segments.date')
  for (const day of listDays({ from: parseDay(report.dates.from), to: parseDay(report.dates.to) })) {
    addDay(figures, { report, day, sums, seen, isDated })
  }
  const rows = [...sums.values()].map((sum) => ({ ...sum.row, ...metricsOf(sum) }))
  if (isSplit) return rows.filter((row) => select.some((field) => field.startsWith('metrics.') && !isZero(row[field])))
  const idle = [...report.places.values()].filter(({ key }) => !seen.has(key))
  return [...rows, ...idle.map(({ row }) => ({ ...row, ...metricsOf(emptySums(row)) }))]
}

interface Adding {
  readonly report: Report
  readonly day: Day
  readonly sums: Map<string, Sums>
  /** Keys of entities with figures. */
  readonly seen: Set<string>
  readonly isDated: boolean
}

function addDay(figures: Figures, adding: Adding): void {
  const { account, query } = adding.report
  const hours = query.select.includes('segments.hour') ? Array.from({ length: 24 }, (_, hour) => hour) : [undefined]
  const byAction = query.select.some((field) => actionSegments.has(field))
  for (const hour of hours) {
    for (const cell of figures.cells(account, adding.day, hour)) {
      if (byAction) for (const action of cell.actions) addAction(adding, { cell, hour, count: action })
      else addCell(adding, cell, hour)
    }
  }
  if (!query.select.some((field) => field.includes('_by_conversion_date'))) return
  for (const [campaign, dated] of figures.byConversionDate(account, adding.day)) {
    const cell = { day: adding.day, campaignId: campaign, adSetId: '', adId: '', assetGroupId: '' } as const
    const sum = sumsFor(
      adding,
      { ...cell, costMicros: 0n, impressions: 0, clicks: 0, actions: [], viewThrough: 0 },
      none,
    )
    if (sum) sum.dated = addSums(sum.dated, dated)
  }
}

function addSums(one: ActionSums, other: ActionSums): ActionSums {
  return {
    conversions: one.conversions + other.conversions,
    value: one.value + other.value,
    all: one.all + other.all,
    allValue: one.allValue + other.allValue,
  }
}

/** Segments besides the date, with a key to distinguish them. */
interface Segments {
  readonly id: string
  readonly row: Row
}

const none: Segments = { id: '', row: {} }

function sumsFor({ report, sums, seen, isDated }: Adding, cell: Cell, segments: Segments): Sums | undefined {
  const key = report.keyOf(cell)
  const place = report.places.get(key)
  if (!place) return undefined
  const id = `${key} ${isDated ? cell.day : ''} ${segments.id}`
  const known = sums.get(id)
  if (known) return known
  const made = emptySums({ ...place.row, ...(isDated ? { 'segments.date': cell.day } : {}), ...segments.row })
  seen.add(key)
  sums.set(id, made)
  return made
}

function addCell(adding: Adding, cell: Cell, hour: number | undefined): void {
  const sum = sumsFor(adding, cell, hour === undefined ? none : { id: String(hour), row: { 'segments.hour': hour } })
  if (!sum) return
  const isPartly = adding.report.places.get(adding.report.keyOf(cell))?.isPartly === true
  sum.cost += isPartly ? (cell.costMicros * 9n) / 10n : cell.costMicros
  sum.impressions += isPartly ? Math.floor(cell.impressions * 0.9) : cell.impressions
  sum.clicks += isPartly ? Math.floor(cell.clicks * 0.9) : cell.clicks
  sum.viewThrough += cell.viewThrough
  for (const count of cell.actions) addCount(sum, count)
}

function addAction(
  adding: Adding,
  { cell, hour, count }: { readonly cell: Cell; readonly hour: number | undefined; readonly count: ActionCount },
): void {
  const { action } = count
  const { account, query } = adding.report
  const all: Row = {
    'segments.hour': hour,
    'segments.conversion_action': `customers/${account.id}/conversionActions/${action.id}`,
    'segments.conversion_action_name': action.name,
    'segments.conversion_action_category': action.category,
    'segments.external_conversion_source': action.type,
  }
  const row = Object.fromEntries(Object.entries(all).filter(([field]) => query.select.includes(field)))
  const sum = sumsFor(adding, cell, { id: Object.values(row).map(textOf).join(' '), row })
  if (sum) addCount(sum, count)
}

function addCount(sum: Sums, { action, conversions, value }: ActionCount): void {
  sum.all += conversions
  sum.allValue += value
  if (!action.isPrimary) return
  sum.conversions += conversions
  sum.value += value
}

function emptySums(row: Row): Sums {
  return {
    row,
    cost: 0n,
    impressions: 0,
    clicks: 0,
    viewThrough: 0,
    conversions: 0,
    value: 0,
    all: 0,
    allValue: 0,
    dated: nothing,
  }
}

/** Integers are present even if zero; zero fractions are omitted, like in proto3 JSON. */
function metricsOf(sum: Sums): Record<string, Value> {
  const fraction = (value: number): Value => (value === 0 ? undefined : value)
  const { dated } = sum
  return {
    'metrics.cost_micros': sum.cost,
    'metrics.impressions': BigInt(sum.impressions),
    'metrics.clicks': BigInt(sum.clicks),
    'metrics.interactions': BigInt(sum.clicks),
    'metrics.conversions': fraction(sum.conversions),
    'metrics.conversions_value': fraction(sum.value),
    'metrics.all_conversions': fraction(sum.all),
    'metrics.all_conversions_value': fraction(sum.allValue),
    'metrics.view_through_conversions': BigInt(sum.viewThrough),
    'metrics.conversions_by_conversion_date': fraction(dated.conversions),
    'metrics.conversions_value_by_conversion_date': fraction(dated.value),
    'metrics.all_conversions_by_conversion_date': fraction(dated.all),
    'metrics.all_conversions_value_by_conversion_date': fraction(dated.allValue),
    'metrics.platform_comparable_conversions': fraction(sum.conversions),
    'metrics.platform_comparable_conversions_value': fraction(sum.value),
  }
}

function isZero(value: Value): boolean {
  return value === undefined || value === 0 || value === 0n
}
