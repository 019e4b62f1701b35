import {
  type Amount,
  AppError,
  addAmounts,
  amountDecimals,
  parseAmount,
  roundFixed,
  subtractAmounts,
  zeroAmount,
} from '@tillsight/core'
import { addDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { percentageOf } from '@tillsight/costs'
import { type CustomSpendRow, listSpendShares } from '@tillsight/database'
import { type MetricQuery, parseQuery, platforms } from '@tillsight/metrics'
import type { ShopContext, WriteContext } from '../context/index.ts'
import { askFigures, loadStatus } from '../reports/index.ts'
import type { SpentDay } from './spread.ts'

/** The figures of the shop that an entry can be a percentage of. */
export const shareFigures = ['orderRevenue', 'netSales', 'blendedAdSpend'] as const
type ShareFigure = (typeof shareFigures)[number]

const ofChannel = 'channel:'

/** What an entry is a percentage of: a figure of the shop, or the ad spend of one channel. */
export type ShareBase = ShareFigure | `${typeof ofChannel}${string}`

/** Reads what an entry is a percentage of, as people and files write it; undefined for anything else. */
export function readShareBase(text: string, channels: readonly string[]): ShareBase | undefined {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '')
  const figure = shareFigures.find((known) => plain(known) === plain(text))
  if (figure !== undefined || !text.toLowerCase().startsWith(ofChannel)) return figure
  const named = text.slice(ofChannel.length).trim()
  const isNamed = (name: string) => name.toLowerCase() === named.toLowerCase()
  const channel = platforms.find(({ id, name }) => isNamed(id) || isNamed(name))?.id ?? channels.find(isNamed)
  return channel === undefined ? undefined : `${ofChannel}${channel}`
}

/** Everything that an entry can be a percentage of: figures of the shop, ad platforms and the shop's own channels. */
export function listShareBases(channels: readonly string[]): readonly ShareBase[] {
  const all = new Set([...platforms.map(({ id }) => id), ...channels.toSorted()])
  return [...shareFigures, ...[...all].map((channel) => `${ofChannel}${channel}` as const)]
}

/** Whether an entry is a percentage of what is spent on ads: it cannot be ad spend itself. */
export function isOfSpend(base: string): boolean {
  return base === 'blendedAdSpend' || base.startsWith(ofChannel)
}

/** `order revenue`, `ad spend on Meta Ads` */
export function shareBaseText(base: string): string {
  if (!base.startsWith(ofChannel)) return figureTexts[toFigure(base)]
  const channel = base.slice(ofChannel.length)
  return `ad spend on ${platforms.find(({ id }) => id === channel)?.name ?? channel}`
}

const figureTexts: Readonly<Record<ShareFigure, string>> = {
  orderRevenue: 'order revenue',
  netSales: 'net sales',
  blendedAdSpend: 'ad spend on all channels',
}

function toFigure(base: string): ShareFigure {
  const figure = shareFigures.find((known) => known === base)
  if (figure === undefined) throw new AppError('internal', `“${base}” is stored as a figure, and there is no such one`)
  return figure
}

/** The days of entries that are percentages, by entry: only those on which the figure is known and not 0. */
export type ShareDays = (row: CustomSpendRow) => readonly SpentDay[]

/**
 * Works out percentages of each day within a range, in the shop's currency, from the figures as they are stored: a source that is
 * late does not take an amount away. A figure below 0 gives an amount below 0, so that the days add up to the percentage of their
 * sum, but for rounding (costs §5, ruling 29).
 */
export async function readShareDays(
  ctx: WriteContext,
  rows: readonly CustomSpendRow[],
  range: DayRange,
): Promise<ShareDays> {
  const bases = [...new Set(rows.flatMap(({ percentOf }) => percentOf ?? []))]
  const figures = new Map<string, Map<Day, bigint>>()
  for (const base of bases) figures.set(base, await readFigure(ctx, base, range))
  return (row) => {
    const found = figures.get(row.percentOf ?? '') ?? new Map<Day, bigint>()
    return [...found].flatMap(([day, figure]) => {
      if (!isOn(row, day)) return []
      const part = percentageOf(figure, parseAmount(row.amount))
      return part === 0n ? [] : [{ day, amount: part }]
    })
  }
}

/**
 * How much more the shop's entries spend on each day when net sales gain these amounts, with figures as they stand. Nothing else that
 * an entry can be a percentage of moves with costs.
 */
export async function readShareMoves(
  ctx: WriteContext,
  gains: ReadonlyMap<Day, Amount>,
): Promise<ReadonlyMap<Day, Amount>> {
  const moves = new Map<Day, Amount>()
  if (gains.size === 0) return moves
  const rows = (await listSpendShares(ctx.db.kysely, ctx.shop.id)).filter(isOfSales)
  const days = [...gains.keys()].toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (rows.length === 0 || from === undefined || to === undefined) return moves
  const figures = await readFigure(ctx, 'netSales', { from, to })
  for (const [day, gain] of gains) {
    const figure = figures.get(day) ?? 0n
    for (const row of rows.filter((each) => isOn(each, day))) {
      const percent = parseAmount(row.amount)
      const more = subtractAmounts(percentageOf(figure + gain, percent), percentageOf(figure, percent))
      moves.set(day, addAmounts(moves.get(day) ?? zeroAmount, more))
    }
  }
  return moves
}

function isOfSales({ percentOf, removedAt }: CustomSpendRow): boolean {
  return percentOf === 'netSales' && removedAt === null
}

function isOn({ firstDay, lastDay }: CustomSpendRow, day: Day): boolean {
  return day >= firstDay && (lastDay === null || day <= lastDay)
}

/** Days of one question. */
const mostDays = 366

async function readFigure(ctx: WriteContext, base: string, { from, to }: DayRange): Promise<Map<Day, bigint>> {
  const isFigure = !base.startsWith(ofChannel)
  const metric = isFigure ? toFigure(base) : 'adSpend'
  const filters = isFigure ? [] : [{ dimension: 'channel', operator: 'is', values: [base.slice(ofChannel.length)] }]
  const days = new Map<Day, bigint>()
  for (let first = from; first <= to; first = addDays(first, mostDays)) {
    const last = addDays(first, mostDays - 1)
    const query = parseQuery({ metrics: [metric], from: first, to: last < to ? last : to, interval: 'day', filters })
    for (const { at, values } of await askSeries(ctx, query)) {
      const value = values[metric]
      if (value !== null && value !== undefined) days.set(parseDay(at), roundFixed(`${value}`, amountDecimals))
    }
  }
  return days
}

async function askSeries(ctx: WriteContext, query: MetricQuery) {
  const own: ShopContext = {
    ...ctx,
    actor: { kind: 'job', name: 'spend.shares' },
    organisation: ctx.shop.organisation,
    queries: ctx.db.kysely,
  }
  const { scope, facts } = await loadStatus(own, query)
  const { loadedSince: _since, loadedThrough: _through, ads, ...stored } = scope
  const isWhole = new Map([...(ads?.loaded.keys() ?? [])].map((platform) => [platform, {}] as const))
  const { series = [] } = await askFigures(own, query, {
    scope: { ...stored, ...(ads && { ads: { ...ads, loaded: isWhole } }) },
    facts,
  })
  return series
}
