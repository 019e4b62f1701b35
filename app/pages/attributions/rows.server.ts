import { divideDecimals } from '@tillsight/core'
import type { AttributionAnswer, AttributionRow, CreditFigures } from '@tillsight/domain'
import { toAdPlatformId } from '@tillsight/platforms'
import { type Level, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { RowModel } from '../../blocks/breakdown-table/model.ts'
import { channelHints, channelName } from '../../blocks/credit/channels.ts'
import {
  type FigureFormat,
  fewOrders,
  figureText,
  type PackedFigures,
  packFigures,
  toNumber,
} from '../../format/index.ts'
import type { CreditKey } from './columns.ts'
import type { CreditQuestion } from './question.server.ts'

/** Names the row of what no touch earned. */
export const notTrackedKey = '(not_tracked)'

/** Figures as rows, totals and what is not tracked have them. */
type Figures = CreditFigures & Partial<Pick<AttributionRow, 'share' | 'claimed_orders' | 'claimed_revenue'>>

/** The figure of a column; undefined where it is not known of such figures at all. */
function figureOf(key: CreditKey, figures: Figures): string | number | null | undefined {
  if (key !== 'claimed_roas') return figures[key]
  const { claimed_revenue: claimed, spend } = figures
  if (claimed === undefined) return undefined
  return claimed === null || spend === null || toNumber(spend) === 0 ? null : divideDecimals(claimed, spend)
}

/** Orders, which can be shared: with two digits at most. */
export function ordersText(orders: string | number | null, format: FigureFormat): string {
  return figureText(orders, 'count', { ...format, digits: 2 })
}

interface FiguresOf {
  readonly figures: Figures
  readonly before: Figures | null | undefined
  readonly answer: Pick<AttributionAnswer, 'incomplete_from'>
}

/** The figures of a row, one for each column. */
export function creditFigures({ columns }: CreditQuestion, { figures, before, answer }: FiguresOf): PackedFigures {
  const isTelling = [figures, before].every((side) => Number(side?.orders) >= fewOrders)
  return packFigures(
    columns.map(({ key, group }) => ({
      value: figureOf(key, figures),
      before: before && group !== 'claimed' ? (figureOf(key, before) ?? null) : undefined,
      isMaturing: answer.incomplete_from !== null && (group === 'own' || group === 'new'),
      isUnjudged: !isTelling,
    })),
  )
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
export function toCreditRow(
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
    figures: creditFigures(question, { figures: row, before: row.before, answer }),
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
export function notTrackedRow(question: CreditQuestion, answer: AttributionAnswer): RowModel {
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
    figures: creditFigures(question, { figures: answer.not_tracked, before: answer.compare?.not_tracked, answer }),
  }
}
