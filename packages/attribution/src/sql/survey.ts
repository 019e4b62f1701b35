import type { CreditConfig } from '../credit/index.ts'
import type { Layers } from './allocate.ts'
import { isOneTouch, type OneTouchModel } from './eligible.ts'
import { clicksFrame, cutSql, type Frame, type FrameAsk, layered, touchLayers, viewsFrame } from './frames.ts'
import { oneTouchShare, onlyOf, setOf } from './shares.ts'
import type { SqlText } from './sql-text.ts'
import { allTouches } from './touch-sets.ts'
import { type SharingModel, weighingOf } from './weights.ts'

/** A frame with the values of its parameters. */
export interface SurveyFrame extends Frame, SqlText {}

/**
 * A subquery of orders with the touches that the base model divides among and, last, the buyer's survey response; with
 * `survey_blend_weights`.
 */
export function surveyFrame(ask: FrameAsk, config: CreditConfig): SurveyFrame {
  const { survey_base: base } = config
  return isOneTouch(base) ? oneTouchFrame(ask, base, config) : sharedFrame(ask, base, config)
}

function withLists({ from, scalars, lists }: FrameAsk, more: readonly string[]): FrameAsk {
  return { from, scalars: [...new Set([...scalars, 'survey_channel'])], lists: [...new Set([...lists, ...more])] }
}

function oneTouchFrame(ask: FrameAsk, base: OneTouchModel, config: CreditConfig): SurveyFrame {
  const { lists, layers, earners } = oneTouchShare(base, config)
  const full = withLists(ask, ['channels', ...lists])
  const columns = [...full.scalars, ...full.lists, 'nth', earners]
  const found = layered(clicksFrame(full, config), [...touchLayers, ...layers], columns.join(' '))
  const only = cutSql({ ...full, from: found }, `arrayMap(i -> i = ${earners}, nth)`)
  const ones = 'arrayMap(c -> toInt128(1), channels) AS base_weights'
  return { ...blendSql(ask, { from: only, layers: [[ones]] }, config), params: {} }
}

function sharedFrame(ask: FrameAsk, base: SharingModel, config: CreditConfig): SurveyFrame {
  const set = setOf(base, config)
  const { layers, lists, params } = weighingOf(base, allTouches, config)
  const full = withLists(ask, ['channels', ...set.lists, ...lists])
  const frame = base === 'clicks_and_views' ? viewsFrame(full, config) : clicksFrame(full, config)
  const from = onlyOf(set, full, frame)
  const weights = `arrayMap(w -> toInt128(w), ${base}_weights) AS base_weights`
  return { ...blendSql(ask, { from, layers: [...touchLayers, ...layers, [weights]] }, config), params }
}

const pseudoTouch: Readonly<Record<string, string>> = {
  touch_ids: "concat('survey:', survey_channel)",
  touch_ms: 'order_ms',
  kinds: 'toUInt8(1)',
  paid: 'toUInt8(0)',
  channels: 'survey_channel',
}

interface Weighed {
  readonly from: Frame
  /** The layers that build `base_weights`. */
  readonly layers: Layers
}

/** Gives the survey response its share; a response that no touch matches becomes an entry at the end. */
function blendSql(
  { scalars, lists }: FrameAsk,
  { from, layers }: Weighed,
  { survey_share: { over: p, by: q } }: CreditConfig,
): Frame {
  const columns = [...new Set(['channels', ...lists])]
  const pushed = columns.map(
    (list) => `if(adds, arrayPushBack(source.${list}, ${pseudoTouch[list] ?? "''"}), source.${list}) AS ${list}`,
  )
  const rest = q - p
  const shared = `arrayMap((w, c) -> ${rest} * w * named + if(c = survey_channel, ${p} * base_sum, toInt128(0)), base_weights, source.channels)`
  const beside = `arrayPushBack(arrayMap(w -> ${rest} * w, base_weights), if(empty(base_weights), toInt128(1), ${p} * base_sum))`
  const weights = `multiIf(survey_channel = '', base_weights, named > 0, ${shared}, ${beside}) AS survey_blend_weights`
  const blended = [...scalars, ...pushed, weights].join(', ')
  const known: Layers = [
    ['toInt128(countEqual(channels, survey_channel)) AS named', 'arraySum(base_weights) AS base_sum'],
    ["survey_channel != '' AND named = 0 AS adds"],
  ]
  return {
    sql: `(SELECT ${blended} FROM ${layered(from, [...layers, ...known], blended)} AS source)`,
    columns: [...scalars, ...columns, 'survey_blend_weights'],
  }
}
