import { divideDecimals, printFixed, roundFixed } from '@tillsight/core'
import type { AttributionAnswer, AttributionRow, CreditFigures } from '@tillsight/domain'
import { toAdPlatformId } from '@tillsight/platforms'
import { type Level, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { RowModel } from '../../blocks/breakdown-table/model.ts'
import { packCells } from '../../blocks/breakdown-table/packed-cells.ts'
import { channelHints, channelName } from '../../blocks/credit/channels.ts'
import { type Change, describeChange } from '../../charts/change.ts'
import { type FigureFormat, fewOrders, figureText, toNumber } from '../../format/index.ts'
import type { CreditColumn, CreditKey } from './columns.ts'
import { type CreditQuestion, formatOf } from './question.server.ts'

/** Names the row of what no touch earned. */
export const notTrackedKey = '(not_tracked)'

/** Figures as rows, totals and what is not tracked have them. */
type Figures = CreditFigures & Partial<Pick<AttributionRow, 'share' | 'claimed_orders' | 'claimed_revenue'>>

/** The figure of a column; undefined where it is not known of such figures at all. */
export function figureOf(key: CreditKey, figures: Figures): string | number | null | undefined {
  if (key !== 'claimed_roas') return figures[key]
  const { claimed_revenue: claimed, spend } = figures
  if (claimed === undefined) return undefined
  return claimed === null || spend === null || toNumber(spend) === 0 ? null : divideDecimals(claimed, spend)
}

/** A figure as it is shown. Orders can be shared, so they have two digits at most. */
export function creditText(
  { key, unit }: Pick<CreditColumn, 'key' | 'unit'>,
  figures: Figures,
  format: FigureFormat,
): string {
  const value = figureOf(key, figures)
  if (unit === 'count' && typeof value === 'string') return ordersText(value, format)
  return figureText(value, unit, format)
}

/** Orders with two digits at most. */
export function ordersText(orders: string | number | null, format: FigureFormat): string {
  return figureText(orders === null ? null : printFixed(roundFixed(String(orders), 2), 2), 'count', format)
}

interface CellsOf {
  readonly figures: Figures
  readonly before: Figures | null | undefined
  readonly answer: Pick<AttributionAnswer, 'currency' | 'incomplete_from'>
}

/** The cells of a row, one for each column. */
export function printCreditCells(question: CreditQuestion, { figures, before, answer }: CellsOf) {
  const format = formatOf(question, answer.currency)
  return packCells(
    question.columns.map((column) => ({
      kind: 'figure' as const,
      text: creditText(column, figures, format),
      change: before ? changeOf(column, { figures, before }, format) : null,
      isMaturing: answer.incomplete_from !== null && (column.group === 'own' || column.group === 'new'),
    })),
  )
}

function changeOf(
  column: CreditColumn,
  { figures, before }: { readonly figures: Figures; readonly before: Figures },
  format: FigureFormat,
): Change | null {
  if (column.group === 'claimed') return null
  const isTelling = [figures, before].every(({ orders }) => Number(orders) >= fewOrders)
  return describeChange({
    now: toNumber(figureOf(column.key, figures)),
    before: toNumber(figureOf(column.key, before)),
    better: isTelling ? column.better : 'neither',
    isShare: column.unit === 'percent',
    format,
  })
}

/** Ways to a shop that know no campaign. */
const withoutCampaigns: ReadonlySet<string> = new Set([
  'direct',
  'organic_search',
  'organic_shopping',
  'organic_social',
  'organic_video',
  'ai_assistant',
  'referral',
  'unassigned',
])

const ids = {
  channel: 'channel',
  campaign: 'campaign_id',
  ad_set: 'ad_set_id',
  ad: 'ad_id',
} as const satisfies Record<Level, keyof AttributionRow>

const unknown = {
  channel: 'Unassigned',
  campaign: 'No known campaign',
  ad_set: 'No known ad set',
  ad: 'No known ad',
} as const satisfies Record<Level, string>

interface RowPlace {
  readonly level: Level
  /** The row stands below another, which says where it belongs. */
  readonly isBelow: boolean
}

/** A row as the table shows it. */
export function printCreditRow(
  row: AttributionRow,
  { level, isBelow }: RowPlace,
  { question, answer }: { readonly question: CreditQuestion; readonly answer: AttributionAnswer },
): RowModel {
  const id = row[ids[level]] ?? ''
  const platform = platformOf(row, question)
  const isRemainder = level !== 'channel' && id === ''
  return {
    id: rowId({ level, key: row.key }),
    level,
    label: level === 'channel' ? channelName(row.channel) : row.name || id || unknown[level],
    detail: detailOf(row, { level, isBelow }, platform.name),
    platform: level === 'channel' ? undefined : platform.id,
    channel: platform.name || channelName(row.channel),
    canUnfold: canUnfold(row, level),
    isRemainder,
    mark: null,
    creative: null,
    managerUrl: null,
    cells: printCreditCells(question, { figures: row, before: row.before, answer }),
  }
}

function detailOf(row: AttributionRow, { level, isBelow }: RowPlace, platform: string): string {
  if (level === 'channel') return channelHints[row.channel] ?? ''
  if (!isBelow) return [channelName(row.channel), platform].filter(Boolean).join(' · ')
  return level === 'campaign' ? platform : ''
}

function canUnfold(row: AttributionRow, level: Level): boolean {
  if (level === 'channel') return !withoutCampaigns.has(row.channel)
  if (level === 'ad') return false
  return (row[ids[level]] ?? '') !== '' && toAdPlatformId(row.platform ?? '') !== undefined
}

/** A platform with a connector under its own name; anything else as touches say it. */
function platformOf({ platform }: AttributionRow, { services }: CreditQuestion) {
  const known = services.catalogue().platforms.find(({ id }) => id === platform)
  return { id: known?.id, name: known?.name ?? platform ?? '' }
}

/** What no touch earned, as a row below all others. */
export function printNotTracked(question: CreditQuestion, answer: AttributionAnswer): RowModel {
  return {
    id: rowId({ level: 'channel', key: notTrackedKey }),
    level: 'channel',
    label: 'Not tracked',
    detail: 'Orders without a contact that this model can credit',
    platform: undefined,
    channel: '',
    canUnfold: false,
    isRemainder: true,
    mark: null,
    creative: null,
    managerUrl: null,
    cells: printCreditCells(question, { figures: answer.not_tracked, before: answer.compare?.not_tracked, answer }),
  }
}
