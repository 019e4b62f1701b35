import type { AdditiveModel, CreditConfig } from '../credit/index.ts'
import { type Allocation, amountsIn, oneOrder, unitLayers } from './allocate.ts'
import { isOneTouch, oneTouchSql } from './eligible.ts'
import { clicksFrame, type Frame, layered, orderScalars, touchLayers, viewsFrame } from './frames.ts'
import { onlyOf, type Share, setOf, shareOf, weightsShare } from './shares.ts'
import type { SqlText } from './sql-text.ts'
import { surveyFrame } from './survey.ts'
import { allTouches } from './touch-sets.ts'
import type { SharingModel } from './weights.ts'

/** Columns available about the touch that earned credit: name of the result column by list. */
export const touchColumns = {
  touch_ids: 'touch_id',
  touch_ms: 'touch_at_ms',
  kinds: 'kind',
  channels: 'channel',
  platforms: 'platform',
  paid: 'is_paid',
  account_ids: 'account_id',
  campaign_ids: 'campaign_id',
  ad_set_ids: 'ad_set_id',
  ad_ids: 'ad_id',
} as const
/** One of the lists of {@link touchColumns}. */
export type TouchColumn = keyof typeof touchColumns

/** Options of a credit query. */
export interface CreditAsk {
  /**
   * A subquery with one row per order: `value` and `net` (Int64, millionths), `order_ms`, `previous_ms`, `milestone_ms`,
   * `survey_channel`, and the lists of its person's touches, oldest first.
   */
  readonly source: string
  readonly model: AdditiveModel
  readonly config: CreditConfig
  /** The currency's minor unit in millionths: 10,000 for two decimals. */
  readonly unit: bigint
  /** Lists to return the touch's entry of; `channels` always is returned. */
  readonly touches: readonly TouchColumn[]
  /** Columns of the source to pass through. */
  readonly keep: readonly string[]
}

/**
 * A subquery with one row for each order and touch that earned part of it: `gross`, `net`, `micro` (Int64, millionths),
 * `tracked`, the columns kept and those of the touch. An order that no touch earned is one row with `tracked` 0. The same
 * result as `attribute` of `credit/`, for all orders at once.
 */
export function creditSql(ask: CreditAsk): SqlText {
  const { model, config } = ask
  if (isOneTouch(model)) return { sql: wholeSql(ask, oneTouchSql(model, config)), params: {} }
  return model === 'survey_blend' ? blendedSql(ask) : sharedSql(ask, model)
}

function listsOf({ touches }: CreditAsk): readonly TouchColumn[] {
  return [...new Set<TouchColumn>(['channels', ...touches])]
}

/** One touch earns the whole order, so nothing is divided and no remainder is left. */
function wholeSql(ask: CreditAsk, at: string): string {
  const lists = listsOf(ask).map((list) => `${list}[at] AS ${touchColumns[list]}`)
  return `(SELECT ${[...ask.keep, ...lists].join(', ')}, at > 0 AS tracked,
    value AS gross, net AS net, toInt64(${oneOrder}) AS micro
  FROM (SELECT *, ${at} AS at FROM ${ask.source}))`
}

/** Only touches of the model's set become rows. */
function sharedSql(ask: CreditAsk, model: SharingModel): SqlText {
  const { config } = ask
  const amounts = amountsIn(ask.unit)
  const set = setOf(model, config)
  const share = shareOf(model, { set: allTouches, config, amounts })
  const scalars = scalarsOf(ask)
  const lists = [...new Set([...listsOf(ask), ...set.lists, ...share.lists])]
  const toFrame = model === 'clicks_and_views' ? viewsFrame : clicksFrame
  const from = onlyOf(set, { scalars, lists }, toFrame({ from: ask.source, scalars, lists }, config))
  return { sql: rowsSql(ask, { from, share, amounts }), params: share.params }
}

function blendedSql(ask: CreditAsk): SqlText {
  const amounts = amountsIn(ask.unit)
  const from = surveyFrame({ from: ask.source, scalars: scalarsOf(ask), lists: listsOf(ask) }, ask.config)
  const share = weightsShare({ id: 'survey_blend', type: 'Int128' }, amounts)
  return { sql: rowsSql(ask, { from, share, amounts }), params: from.params }
}

function scalarsOf({ keep }: CreditAsk): string[] {
  return [...new Set([...orderScalars, ...keep])]
}

interface Shared {
  /** Orders with the lists of touches that earn credit. */
  readonly from: Frame
  readonly share: Share
  readonly amounts: readonly Allocation[]
}

/** Divides the amounts of every order, one row per part. */
function rowsSql(ask: CreditAsk, { from, share, amounts }: Shared): string {
  const lists = listsOf(ask)
  const told = lists.map((list) => touchColumns[list])
  const joined = [
    ...lists.map((list) => `${list} AS ${touchColumns[list]}`),
    'nth AS nth',
    ...Object.entries(share.joined).map(([name, list]) => `${list} AS ${name}`),
  ].join(', ')
  const parts = amounts.map((each) => `if(tracked, ${share.part(each)}, ${each.amount}) AS ${each.amount}_part`)
  const row = [...ask.keep, ...told, 'tracked', ...parts].join(', ')
  const earned = [[`${share.earners} > 0 AS tracked`]]
  const layers = [...touchLayers, ...share.layers, ...unitLayers(amounts), ...share.amountLayers, ...earned]
  const orders = layered(from, layers, `${row} ${joined}`)
  return `(SELECT ${[...ask.keep, ...told].join(', ')}, tracked, value_part AS gross, net_part AS net, one_part AS micro
  FROM (SELECT ${row} FROM ${orders} LEFT ARRAY JOIN ${joined})
  WHERE NOT tracked OR value_part != 0 OR net_part != 0 OR one_part != 0)`
}
