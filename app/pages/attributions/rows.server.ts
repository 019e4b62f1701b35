import { divideDecimals } from '@tillsight/core'
import type { AttributionResult, AttributionRow, CreditFigures } from '@tillsight/domain'
import { toAdPlatformId } from '@tillsight/platforms'
import { type Level, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { RowModel } from '../../blocks/breakdown-table/model.ts'
import type { CreditNames } from '../../blocks/credit/credit-names.server.ts'
import {
  type FigureFormat,
  fewOrders,
  figureText,
  type PackedFigures,
  packFigures,
  toNumber,
} from '../../format/index.ts'
import type { CreditKey } from './columns.ts'
import type { CreditQuery } from './query.server.ts'
import { namesIn, sayIn } from './words.server.ts'

/** Key of the row for revenue without a credited touchpoint. */
export const notTrackedKey = '(not_tracked)'

/** Figures of rows, totals and the not-tracked row. */
type Figures = CreditFigures & Partial<Pick<AttributionRow, 'share' | 'claimed_orders' | 'claimed_revenue'>>

/** The figure of a column; undefined where these figures do not have it. */
function figureOf(key: CreditKey, figures: Figures): string | number | null | undefined {
  if (key !== 'claimed_roas') return figures[key]
  const { claimed_revenue: claimed, spend } = figures
  if (claimed === undefined) return undefined
  return claimed === null || spend === null || toNumber(spend) === 0 ? null : divideDecimals(claimed, spend)
}

/** Orders can be fractional: at most two digits. */
export function ordersText(orders: string | number | null, format: FigureFormat): string {
  return figureText(orders, 'count', { ...format, digits: 2 })
}

interface FiguresOf {
  readonly figures: Figures
  readonly before: Figures | null | undefined
  readonly answer: Pick<AttributionResult, 'incomplete_from'>
}

/** The figures of a row, one for each column. */
export function creditFigures({ columns }: CreditQuery, { figures, before, answer }: FiguresOf): PackedFigures {
  const isTelling = [figures, before].every((side) => Number(side?.orders) >= fewOrders)
  return packFigures(
    columns.map(({ key, group }) => ({
      value: figureOf(key, figures),
      before: before && group !== 'claimed' ? (figureOf(key, before) ?? null) : undefined,
      isMaturing: answer.incomplete_from !== null && group !== 'spend' && group !== 'claimed',
      ...(group === 'profit' ? { bound: figures.bound } : {}),
      isUnjudged: !isTelling,
    })),
  )
}

/** Channels that have no campaigns. */
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

interface RowPlace {
  readonly level: Level
  /** The row has a parent, which shows where it belongs. */
  readonly isBelow: boolean
}

/** A row as the table shows it. */
export function toCreditRow(
  row: AttributionRow,
  { level, isBelow }: RowPlace,
  { question, answer }: { readonly question: CreditQuery; readonly answer: AttributionResult },
): RowModel {
  const id = row[ids[level]] ?? ''
  const platform = platformOf(row, question)
  const isRemainder = level !== 'channel' && id === ''
  const names = namesIn(question)
  return {
    id: rowId({ level, key: row.key }),
    level,
    label:
      level === 'channel' ? names.channel(row.channel) : row.name || id || sayIn(question)(`printed.unknown.${level}`),
    detail: detailOf(row, { level, isBelow }, { platform: platform.name, names }),
    platform: level === 'channel' ? undefined : platform.id,
    channel: platform.name || names.channel(row.channel),
    canUnfold: canUnfold(row, level),
    isRemainder,
    mark: null,
    creative: null,
    managerUrl: null,
    figures: creditFigures(question, { figures: row, before: row.before, answer }),
  }
}

interface RowNames {
  readonly platform: string
  readonly names: CreditNames
}

function detailOf(row: AttributionRow, { level, isBelow }: RowPlace, { platform, names }: RowNames): string {
  if (level === 'channel') return names.channelHint(row.channel) ?? ''
  if (!isBelow) return [names.channel(row.channel), platform].filter(Boolean).join(' · ')
  return level === 'campaign' ? platform : ''
}

function canUnfold(row: AttributionRow, level: Level): boolean {
  if (level === 'channel') return !withoutCampaigns.has(row.channel)
  if (level === 'ad') return false
  return (row[ids[level]] ?? '') !== '' && toAdPlatformId(row.platform ?? '') !== undefined
}

/** A platform with a connector has its connector's name; others have the name in their touchpoints. */
function platformOf({ platform }: AttributionRow, { services }: CreditQuery) {
  const known = services.catalogue().platforms.find(({ id }) => id === platform)
  return { id: known?.id, name: known?.name ?? platform ?? '' }
}

/** What is not credited to any touchpoint, as the last row. */
export function notTrackedRow(query: CreditQuery, answer: AttributionResult): RowModel {
  const say = sayIn(query)
  return {
    id: rowId({ level: 'channel', key: notTrackedKey }),
    level: 'channel',
    label: say('printed.unattributed'),
    detail: say('printed.unattributed_about'),
    platform: undefined,
    channel: '',
    canUnfold: false,
    isRemainder: true,
    mark: null,
    creative: null,
    managerUrl: null,
    figures: creditFigures(query, { figures: answer.not_tracked, before: answer.compare?.not_tracked, answer }),
  }
}
