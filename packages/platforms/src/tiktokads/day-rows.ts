import { addDecimals, roundFixed } from '@tillsight/core'
import type { AdClaim, AdLevel, AdRow } from '../ad-records.ts'
import type { DecimalText } from '../records.ts'
import { legs, sums } from './levels.ts'
import type { ReportRow } from './report.ts'
import { figureOf } from './values.ts'

/** A row with its available figures. */
export interface PartRow {
  readonly level: AdLevel
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  /** Figures by metric; those that TikTok reports as `-` are absent. */
  readonly figures: ReadonlyMap<string, DecimalText>
}

/** Reads the figures of a row. */
export function toPart(row: ReportRow, place: Omit<PartRow, 'figures'>): PartRow {
  const figures = new Map<string, DecimalText>()
  for (const name of [...sums, 'reach']) {
    const figure = figureOf(row.metrics[name])
    if (figure !== undefined) figures.set(name, figure)
  }
  return { ...place, figures }
}

/** Fills missing figures with the sum of the rows below: TikTok reports some figures only at some levels. */
export function filledFrom(part: PartRow, below: readonly PartRow[]): PartRow {
  const figures = new Map(part.figures)
  for (const name of sums) {
    if (figures.has(name)) continue
    const parts = below.flatMap((row) => row.figures.get(name) ?? [])
    if (parts.length > 0) figures.set(name, addDecimals(parts))
  }
  return { ...part, figures }
}

/** Whether a row has any figure; a row with only `-` has none. */
export function saysSomething({ figures }: PartRow): boolean {
  return sums.some((name) => figures.has(name))
}

/** Whether a row contains the account's conversions and their value; a goal has no value. */
export function tellsConversions({ figures }: PartRow, conversionsAre: 'purchases' | 'goals'): boolean {
  if (conversionsAre === 'goals') return figures.has('conversion')
  const count = figures.get('complete_payment')
  return count !== undefined && (Number(count) === 0 || figures.has('total_complete_payment_rate'))
}

/** Converts a row into a record row. `goals`: the account reports no purchases. */
export function toAdRow(part: PartRow, conversionsAre: 'purchases' | 'goals'): AdRow {
  const { figures, level, campaignId, adSetId, adId } = part
  const figure = (name: string) => figures.get(name) ?? '0'
  const clicks = toCount(figure('clicks'))
  const isGoals = conversionsAre === 'goals'
  const reach = figures.get('reach')
  return {
    level,
    campaignId,
    adSetId,
    adId,
    spend: figure('spend'),
    impressions: toCount(figure('impressions')),
    clicks,
    linkClicks: clicks,
    views: toCount(figure('video_play_actions')),
    reach: reach === undefined ? null : toCount(reach),
    purchases: figure(isGoals ? 'conversion' : 'complete_payment'),
    // A goal has no value.
    value: isGoals ? '0' : figure('total_complete_payment_rate'),
    claims: claimsOf(part, isGoals),
  }
}

/** A rule without figures is left out, so that it is not taken for zero. */
function claimsOf({ figures }: PartRow, isGoals: boolean): Record<string, AdClaim> {
  const counts = legs.flatMap(({ count }) => figures.get(count) ?? [])
  const values = legs.flatMap(({ value }) => figures.get(value) ?? [])
  const goal = figures.get('conversion')
  const happened = figures.get('real_time_conversion')
  return {
    ...(counts.length === 0 ? {} : { all_events: { purchases: addDecimals(counts), value: addDecimals(values) } }),
    ...(goal === undefined ? {} : { goal: { purchases: goal, value: '0' } }),
    // Only for goals does TikTok also report the day of conversion.
    ...(isGoals && happened !== undefined ? { by_conversion_date: { purchases: happened, value: '0' } } : {}),
  }
}

function toCount(figure: DecimalText): number {
  return Number(roundFixed(figure, 0))
}
