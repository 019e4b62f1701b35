import type { AdditiveModel, CreditConfig } from '../credit/index.ts'
import { amountsIn, unitLayers } from './allocate.ts'
import { clicksFrame, type Frame, type FrameAsk, layered, orderScalars, touchLayers, viewsFrame } from './frames.ts'
import { clickShareOf, mergeLayers, type Share, setOf, shareOf, weightsShare } from './shares.ts'
import type { SqlText } from './sql-text.ts'
import { surveyFrame } from './survey.ts'

/** Options for credit sums by channel under several models. */
export interface CreditSumsAsk {
  /** A subquery of orders, as in a credit query. */
  readonly source: string
  readonly models: readonly AdditiveModel[]
  readonly config: CreditConfig
  readonly unit: bigint
}

/** A statement for some of the requested models. */
export interface CreditSums extends SqlText {
  readonly models: readonly AdditiveModel[]
}

/**
 * Statements that sum each model's credit by channel; models with the same eligible touches share one pass over the orders.
 * Rows have `channel` and, for the model at index N of `models`, the tracked `gross_N`, `net_N` and `orders_N`, and
 * `lost_gross_N`, `lost_net_N` and `lost_orders_N` of what no touch earned, to be summed over all rows. Millionths.
 */
export function creditSumsSql(ask: CreditSumsAsk): CreditSums[] {
  const { config } = ask
  const amounts = amountsIn(ask.unit)
  const models = [...new Set(ask.models)]
  const clicks = models.filter((model) => model !== 'clicks_and_views' && model !== 'survey_blend')
  const statements: CreditSums[] = []
  if (clicks.length > 0) {
    const shares = clicks.map((model) => clickShareOf(model, { config, amounts }))
    statements.push(sumsSql(ask, { models: clicks, shares, from: clicksFrame(frameOf(ask, shares), config) }))
  }
  if (models.includes('clicks_and_views')) {
    const share = shareOf('clicks_and_views', { set: setOf('clicks_and_views', config), config, amounts })
    const from = viewsFrame(frameOf(ask, [share]), config)
    statements.push(sumsSql(ask, { models: ['clicks_and_views'], shares: [share], from }))
  }
  if (models.includes('survey_blend')) {
    const share = weightsShare({ id: 'survey_blend', type: 'Int128' }, amounts)
    const from = surveyFrame(frameOf(ask, [share]), config)
    const { params } = from
    statements.push(sumsSql(ask, { models: ['survey_blend'], shares: [{ ...share, params }], from }))
  }
  return statements
}

function frameOf({ source }: CreditSumsAsk, shares: readonly Share[]): FrameAsk {
  const lists = ['channels', ...shares.flatMap((share) => share.lists)]
  return { from: source, scalars: orderScalars, lists: [...new Set(lists)] }
}

interface Summed {
  readonly models: readonly AdditiveModel[]
  readonly shares: readonly Share[]
  /** Orders with the lists of touches eligible under the models. */
  readonly from: Frame
}

const names: Readonly<Record<string, string>> = { value: 'gross', net: 'net', one: 'orders' }

function sumsSql({ unit }: CreditSumsAsk, { models, shares, from }: Summed): CreditSums {
  const amounts = amountsIn(unit)
  const joined = new Map(shares.flatMap((share) => Object.entries(share.joined)))
  const lists = ['channels AS channel', 'nth AS nth', ...[...joined].map(([name, list]) => `${list} AS ${name}`)].join(
    ', ',
  )
  const sums = shares.flatMap((share, at) =>
    amounts.flatMap((each) => [
      `sum(${share.part(each)}) AS ${names[each.amount]}_${at}`,
      `sumIf(${each.amount}, nth <= 1 AND ${share.earners} = 0) AS lost_${names[each.amount]}_${at}`,
    ]),
  )
  const row = `channel, ${sums.join(', ')}`
  const layers = [
    ...touchLayers,
    ...mergeLayers(shares.map((share) => share.layers)),
    ...unitLayers(amounts),
    ...mergeLayers(shares.map((share) => share.amountLayers)),
  ]
  return {
    models,
    sql: `SELECT toString(told) AS channel, * EXCEPT (told) FROM (
  SELECT channel AS told, ${sums.join(', ')}
  FROM ${layered(from, layers, `${row} ${lists}`)} LEFT ARRAY JOIN ${lists} GROUP BY channel)`,
    params: Object.assign({}, ...shares.map(({ params }) => params)),
  }
}
