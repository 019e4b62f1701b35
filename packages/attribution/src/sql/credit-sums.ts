import type { AdditiveModel, CreditConfig } from '../credit/index.ts'
import { type Allocation, type Layers, oneOrder, unitLayers } from './allocate.ts'
import {
  clicksFrame,
  type Frame,
  type FrameAsk,
  layered,
  nameOf,
  orderScalars,
  touchLayers,
  viewsFrame,
} from './frames.ts'
import { type ClickModel, clickShareOf, mergeLayers, type Share, setOf, shareOf, weightsShare } from './shares.ts'
import type { SqlText } from './sql-text.ts'
import { surveyFrame } from './survey.ts'

/** Options for credit sums by channel under several models. */
export interface CreditSumsAsk {
  /** A subquery of orders, as in a credit query. */
  readonly source: string
  readonly models: readonly AdditiveModel[]
  readonly config: CreditConfig
  readonly unit: bigint
  readonly rare: Rare
}

/** What few orders have, or none: some model divides those that do in another way than all others. */
export interface Rare {
  readonly views: boolean
  /** Survey responses that name a channel. */
  readonly responses: boolean
}

const isSeen = 'arrayExists(k -> k != 1, kinds)'

/** A statement with one row: `views` and `responses`, 1 where any order of a source has one. */
export function rareSql(source: string): string {
  return `SELECT max(${isSeen}) AS views, max(survey_channel != '') AS responses FROM ${source}`
}

/** A statement for all requested models, each once. */
export interface CreditSums extends SqlText {
  readonly models: readonly AdditiveModel[]
}

/**
 * A statement that sums each model's credit by channel, in one pass over the orders. Orders with views or a survey response
 * are divided by the models about them in passes of their own, if there are any; without, such a model gives what a click
 * model does. Rows have `channel` and, for the model at index N of `models`, the tracked `gross_N`, `net_N` and
 * `orders_N`, and `lost_gross_N`, `lost_net_N` and `lost_orders_N` of what no touch earned, to be summed over all rows.
 * Millionths.
 */
export function creditSumsSql(ask: CreditSumsAsk): CreditSums {
  const { config, rare } = ask
  const models = [...new Set(ask.models)]
  const source = rare.views ? `(SELECT *, ${isSeen} AS has_views FROM ${ask.source})` : ask.source
  const plain = models.map((model) => plainOf(model, ask))
  const clicks = plain.map(({ model, where }, at) => ({ at, share: clickShareOf(model, { config, amounts }), where }))
  const passes = [toPass(clicks, rare, (lists) => clicksFrame({ from: source, ...lists }, config))]
  for (const [at, model] of models.entries()) {
    const where = plain[at]?.where
    const from = `(SELECT * FROM ${source} WHERE NOT (${where}))`
    if (where !== undefined) passes.push(specialPass(model, { at, from, ask }))
  }
  const sums = models.flatMap((_, at) =>
    amountForms.flatMap(([name, form]) => [
      `sumIf(earned_${at}, bitTest(form, ${form})) AS ${name}_${at}`,
      `sumIf(missed_${at}, bitTest(form, ${form})) AS lost_${name}_${at}`,
    ]),
  )
  const selects = passes.map((pass) => passSql(pass, { models: models.length, unit: ask.unit }))
  return {
    models,
    // Every order takes dozens of lists here: a few orders at once need a quarter less memory, and no more time.
    sql: `SELECT toString(told) AS channel, ${sums.join(', ')} FROM (${selects.join('\n  UNION ALL ')}) GROUP BY told
SETTINGS max_block_size = 8192`,
    params: Object.assign({}, ...passes.map(({ params }) => params)),
  }
}

/** The click model whose credit a model gives to most orders: to those that meet `where`, or to all. */
interface Plain {
  readonly model: ClickModel
  readonly where?: string
}

function plainOf(model: AdditiveModel, { config, rare }: Pick<CreditSumsAsk, 'config' | 'rare'>): Plain {
  if (model === 'clicks_and_views') return { model: 'linear_all', ...(rare.views && { where: 'has_views = 0' }) }
  if (model !== 'survey_blend') return { model }
  const base = plainOf(config.survey_base, { config, rare })
  const where = [...(rare.responses ? ["survey_channel = ''"] : []), base.where ?? []].flat().join(' AND ')
  return { model: base.model, ...(where !== '' && { where }) }
}

/** How some orders are divided under the model at index `at`. */
interface Summed {
  readonly at: number
  readonly share: Share
  /** Condition for the orders that count. */
  readonly where?: string | undefined
}

/** Orders with the lists of touches eligible under some models, which divide them. */
interface Pass {
  readonly frame: Frame
  readonly summed: readonly Summed[]
  readonly params: SqlText['params']
}

type ToFrame = (lists: Omit<FrameAsk, 'from'>) => Frame & Partial<Pick<SqlText, 'params'>>

function toPass(summed: readonly Summed[], rare: Rare, toFrame: ToFrame): Pass {
  const scalars = [...orderScalars, 'survey_channel', ...(rare.views ? ['has_views'] : [])]
  const lists = [...new Set(['channels', ...summed.flatMap(({ share }) => share.lists)])]
  const frame = toFrame({ scalars, lists })
  return { frame, summed, params: Object.assign({}, frame.params, ...summed.map(({ share }) => share.params)) }
}

/** The orders for which no click model can stand in. */
function specialPass(
  model: AdditiveModel,
  { at, from, ask }: { readonly at: number; readonly from: string; readonly ask: CreditSumsAsk },
): Pass {
  const { config, rare } = ask
  if (model === 'clicks_and_views') {
    const share = shareOf(model, { set: setOf(model, config), config, amounts })
    return toPass([{ at, share }], rare, (lists) => viewsFrame({ from, ...lists }, config))
  }
  const share = weightsShare({ id: 'survey_blend', type: 'Int128' }, amounts)
  return toPass([{ at, share }], rare, (lists) => surveyFrame({ from, ...lists }, config))
}

/** The one amount of a row: every model divides all amounts of an order by the same expression. */
const amounts: readonly Allocation[] = [{ amount: 'amount', unit: 'amount_unit' }]

/** What an amount stands for, as bits of `form`: value and net are one amount where refunds have changed nothing. */
const amountForms = [
  ['gross', 0],
  ['net', 1],
  ['orders', 2],
] as const

const formLayers: Layers = [
  [
    'if(net = value, [3, 4], [1, 2, 4]) AS forms',
    `if(net = value, [value, toInt64(${oneOrder})], [value, net, toInt64(${oneOrder})]) AS form_amounts`,
  ],
]

/** Credit of a pass by channel and form, 0 under the models that it is not about. */
function passSql(
  { frame, summed }: Pass,
  { models, unit }: { readonly models: number; readonly unit: bigint },
): string {
  const shares = summed.map(({ share }) => share)
  const joined = new Map(shares.flatMap((share) => Object.entries(share.joined)))
  const lists = ['channels AS channel', 'nth AS nth', ...[...joined].map(([name, list]) => `${list} AS ${name}`)]
  const sums = Array.from({ length: models }, (_, at) => sumsOf(at, summed)).flat()
  const reader = ['channel form amount', ...sums, ...lists].join(' ')
  const perAmount = [...unitLayers(amounts), ...mergeLayers(shares.map((share) => share.amountLayers))]
  const perOrder = [...touchLayers, ...mergeLayers(shares.map((share) => share.layers)), ...formLayers]
  const columns = [...frame.columns, ...perOrder.flat().map(nameOf), 'form', 'amount', 'amount_unit']
  const orders = layered(frame, perOrder, [reader, ...perAmount.flat(), ...formLayers.flat()].join(' '))
  const sql = `(SELECT *, form, amount, if(form = 4, toInt64(1), toInt64(${unit})) AS amount_unit
    FROM ${orders} ARRAY JOIN forms AS form, form_amounts AS amount)`
  return `SELECT channel AS told, form, ${sums.join(', ')}
  FROM ${layered({ sql, columns }, perAmount, reader)} LEFT ARRAY JOIN ${lists.join(', ')} GROUP BY told, form`
}

/** What the model at an index gives, and what it gives to nobody. */
function sumsOf(at: number, summed: readonly Summed[]): string[] {
  const found = summed.find((each) => each.at === at)
  if (found === undefined) return [`toInt64(0) AS earned_${at}`, `toInt64(0) AS missed_${at}`]
  const { share, where } = found
  const counted = (sql: string) => (where === undefined ? sql : `if(${where}, ${sql}, 0)`)
  const parts = amounts.map((amount) => counted(share.part(amount)))
  const isLost = counted(`if(${share.earners} = 0, nth <= 1, 0)`)
  return [`sum(${parts.join(' + ')}) AS earned_${at}`, `sumIf(amount, ${isLost}) AS missed_${at}`]
}
