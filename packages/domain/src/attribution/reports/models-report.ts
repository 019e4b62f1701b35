import { type AdditiveModel, creditSumsSql, rareSql } from '@tillsight/attribution'
import { addKnown, moneyText, ratioText } from '@tillsight/metrics'
import { z } from 'zod'
import type { RequestedModel } from '../../credit/index.ts'
import { shareByChain } from '../fitted/fitted-credit.ts'
import { isFitted, withEffects } from '../query/credit-of-model.ts'
import { type CreditedPlace, minorUnit } from '../query/credited.ts'
import { noCredit, ordersText } from '../query/figures.ts'
import { loadPlaces } from '../query/places.ts'
import { readKnown } from '../query/read-known.ts'
import { readSpent } from '../query/spending.ts'
import { type ReportContext, sourceAskOf, sourceOf } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

type Column = ReportOf<'models'>['models'][number] & { readonly places: ReadonlyMap<string, Earned> }

interface Earned {
  readonly gross: bigint
  readonly orders: bigint
}

const nothing: Earned = { gross: 0n, orders: 0n }

/** Channels under several models side by side; every column has the same total. Channel '' is untracked. */
export async function reportModels(
  report: ReportContext,
  models: readonly RequestedModel[],
): Promise<ReportOf<'models'>> {
  const { ctx, question } = report
  const [spent, names] = await Promise.all([
    readSpent(ctx, { range: question.range, currency: question.asked.currency }, 'channel'),
    loadPlaces(ctx, 'channel', sourceAskOf(report)),
  ])
  const columns = await readColumns(report, [...new Set(models)])
  const spend = new Map<string, string | null>()
  for (const place of spent.places) {
    const channel = names.channelOf(place)
    spend.set(channel, addKnown(spend.get(channel) ?? null, place.spend))
  }
  const channels = new Set([...columns.flatMap(({ places }) => [...places.keys()]), ...spend.keys()])
  return {
    report: 'models',
    models: columns.map(({ places: _places, ...told }) => told),
    rows: [...channels]
      .map((channel) => toRow(channel, columns, spend.get(channel) ?? null))
      .sort((one, other) => byBase(one, other)),
  }
}

/** Reads all columns, with one statement for all models. */
async function readColumns({ ctx, question }: ReportContext, models: readonly RequestedModel[]): Promise<Column[]> {
  const { survey_base } = question.asked
  const fitted = models.find((model) => isFitted({ model, survey_base }))
  const { question: own, fit } = await withEffects(ctx, {
    ...question,
    asked: { ...question.asked, model: fitted ?? question.model },
  })
  const earned = await readEarned({ ctx, question: own }, models.map(ofOrders))
  return models.map((model) => {
    const places = earned.get(ofOrders(model)) ?? []
    const isChain = model === 'markov' && fit !== undefined
    const shared = isChain ? shareByChain(places, fit, minorUnit(question.currency)) : places
    const whole = shared.reduce((sum, place) => add(sum, place), nothing)
    return {
      model,
      orders: ordersText(whole.orders),
      revenue: moneyText(whole.gross),
      ...(fit && isFitted({ model, survey_base }) ? { fit: fit.facts } : {}),
      places: byChannel(shared),
    }
  })
}

/** The model that credits single orders; a fitted chain is built on one. */
function ofOrders(model: RequestedModel): AdditiveModel {
  return model === 'markov' ? 'markov_local' : model
}

const RareRow = z.object({ views: z.number(), responses: z.number() })
const SumsRow = z.object({ channel: z.string() }).catchall(z.coerce.bigint())

/** Credit of channels by model; only its revenue and orders are returned. */
async function readEarned(
  { ctx, question }: Pick<ReportContext, 'ctx' | 'question'>,
  models: readonly AdditiveModel[],
): Promise<Map<AdditiveModel, CreditedPlace[]>> {
  const source = sourceOf({ ctx, question })
  const unit = minorUnit(question.currency)
  const earned = new Map<AdditiveModel, CreditedPlace[]>()
  const [found] = await readKnown(ctx, { sql: rareSql(source.sql), params: source.params }, RareRow)
  const rare = { views: found?.views === 1, responses: found?.responses === 1 }
  const sums = creditSumsSql({ source: source.sql, models, config: question.config, unit, rare })
  const rows = await readKnown(ctx, { sql: sums.sql, params: { ...source.params, ...sums.params } }, SumsRow)
  for (const [at, model] of sums.models.entries()) {
    const places = rows.map((row) =>
      toPlace(row, { channel: row.channel, gross: `gross_${at}`, orders: `orders_${at}` }),
    )
    const lost = rows.map((row) =>
      toPlace(row, { channel: '', gross: `lost_gross_${at}`, orders: `lost_orders_${at}` }),
    )
    earned.set(
      model,
      [...places, ...lost].filter(({ gross, orders }) => gross !== 0n || orders !== 0n),
    )
  }
  return earned
}

function toPlace(
  row: z.infer<typeof SumsRow>,
  { channel, gross, orders }: { readonly channel: string; readonly gross: string; readonly orders: string },
): CreditedPlace {
  const ids = { platform: '', account_id: '', campaign_id: '', ad_set_id: '', ad_id: '' }
  const amount = (name: string) => BigInt(row[name] ?? 0n)
  return { ...noCredit, ...ids, channel, tracked: channel !== '', gross: amount(gross), orders: amount(orders) }
}

function byChannel(places: readonly CreditedPlace[]): Map<string, Earned> {
  const earned = new Map<string, Earned>()
  for (const { channel, gross, orders } of places) {
    earned.set(channel, add(earned.get(channel) ?? nothing, { gross, orders }))
  }
  return earned
}

function add(one: Earned, other: Earned): Earned {
  return { gross: one.gross + other.gross, orders: one.orders + other.orders }
}

function toRow(channel: string, columns: readonly Column[], spend: string | null): ReportOf<'models'>['rows'][number] {
  const earned = columns.map(({ places }) => places.get(channel) ?? nothing)
  const base = earned[0]?.gross ?? 0n
  const sizes = earned.map(({ gross }) => gross).sort((one, other) => (one < other ? -1 : 1))
  return {
    channel,
    spend,
    cells: earned.map(({ gross, orders }) => ({
      orders: ordersText(orders),
      revenue: moneyText(gross),
      roas: ratioText(moneyText(gross), spend),
      change: ratioText(moneyText(gross - base), moneyText(base)),
    })),
    spread: moneyText((sizes.at(-1) ?? 0n) - (sizes[0] ?? 0n)),
  }
}

type Row = ReportOf<'models'>['rows'][number]

/** Sorts by the first model; untracked comes last. */
function byBase(one: Row, other: Row): number {
  if (one.channel === '' || other.channel === '') return one.channel === '' ? 1 : -1
  const size = ({ cells }: Row) => Number(cells[0]?.revenue ?? 0)
  return size(other) - size(one) || (one.channel < other.channel ? -1 : 1)
}
