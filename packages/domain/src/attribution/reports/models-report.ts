import { readModelCredit } from '../query/credit-of-model.ts'
import type { CreditedPlace } from '../query/credited.ts'
import { addTexts, moneyText, ordersText, ratioText } from '../query/figures.ts'
import { loadPlaces } from '../query/places.ts'
import type { AskedModel } from '../query/question.ts'
import { readSpent } from '../query/spending.ts'
import { type ReportContext, sourceAskOf } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

type Column = ReportOf<'models'>['models'][number] & { readonly places: ReadonlyMap<string, Earned> }

interface Earned {
  readonly gross: bigint
  readonly orders: bigint
}

const nothing: Earned = { gross: 0n, orders: 0n }

/** Channels under several models side by side; every column has the same total. What is not tracked is the channel ''. */
export async function reportModels(report: ReportContext, models: readonly AskedModel[]): Promise<ReportOf<'models'>> {
  const { ctx, question } = report
  const [spent, names] = await Promise.all([
    readSpent(ctx, { range: question.range, currency: question.asked.currency }, 'channel'),
    loadPlaces(ctx, 'channel', sourceAskOf(report)),
  ])
  const columns: Column[] = []
  // One after the other: each of them takes all there is of the machine.
  for (const model of new Set(models)) columns.push(await readColumn(report, model))
  const spend = new Map<string, string | null>()
  for (const place of spent.places) {
    const channel = names.channelOf(place)
    spend.set(channel, addTexts(spend.get(channel) ?? null, place.spend))
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

async function readColumn({ ctx, question }: ReportContext, asked: AskedModel): Promise<Column> {
  const model = asked === 'markov' ? 'markov_local' : asked
  const own = { ...question, model, asked: { ...question.asked, model: asked } }
  const { places, fit } = await readModelCredit(ctx, own, 'channel')
  const whole = places.reduce((sum, place) => add(sum, place), nothing)
  return {
    model: asked,
    orders: ordersText(whole.orders),
    revenue: moneyText(whole.gross),
    ...(fit ? { fit: fit.facts } : {}),
    places: byChannel(places),
  }
}

function byChannel(places: readonly CreditedPlace[]): Map<string, Earned> {
  const earned = new Map<string, Earned>()
  for (const place of places) {
    const channel = place.tracked ? place.channel : ''
    earned.set(channel, add(earned.get(channel) ?? nothing, place))
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

/** By what the first model says; what is not tracked stands last. */
function byBase(one: Row, other: Row): number {
  if (one.channel === '' || other.channel === '') return one.channel === '' ? 1 : -1
  const size = ({ cells }: Row) => Number(cells[0]?.revenue ?? 0)
  return size(other) - size(one) || (one.channel < other.channel ? -1 : 1)
}
