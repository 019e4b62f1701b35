import { channelSeries } from '../../blocks/credit/channels.ts'
import type { CreditNames } from '../../blocks/credit/credit-names.server.ts'
import { type FlowNode, layOutFlow } from '../../charts/flow.ts'
import type { Flow } from '../../charts/index.ts'
import { type Series, seriesColors } from '../../charts/series.ts'
import { type FigureFormat, figureText, shareText } from '../../format/index.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { orderNode, otherChannels, toFlowPaths, withoutEmpty } from './flow-paths.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { BucketModel, PathStep, PathsModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'
import { namesIn, sayIn } from './words.server.ts'
import type { SayAttribution } from './words.ts'

/** Number of paths listed, and of those that the diagram is drawn from. */
const listed = 15
const drawn = 500

/** Journeys: the most frequent paths, their lengths and durations. */
export async function loadPaths(query: CreditQuery): Promise<PathsModel> {
  const [top, length, lag] = await Promise.all([
    askReport(query, 'top_paths', { limit: drawn }),
    askReport(query, 'path_length'),
    askReport(query, 'time_lag'),
  ])
  const format = formatOf(query, top.currency)
  const [say, names] = [sayIn(query), namesIn(query)]
  const printing = { format, say, names }
  const facts = new Intl.ListFormat(format.language ?? 'en', { type: 'unit' })
  return {
    count: figureText(top.count, 'count', format),
    flow: printFlow(top.rows, printing),
    drawn: printDrawn(top, length, printing),
    paths: top.rows.slice(0, listed).map(({ steps, text, orders, revenue, median_days: days }) => ({
      key: text,
      steps: printSteps(steps, { text, names }),
      orders: figureText(orders, 'count', format),
      revenue: figureText(revenue, 'money', format),
      days: figureText(days, 'days', format),
      facts: facts.format([
        say('printed.orders', { count: orders, orders: figureText(orders, 'count', format) }),
        figureText(revenue, 'money', format),
      ]),
    })),
    length: {
      rows: buckets(
        length.rows.map((row) => ({ ...row, at: row.touches })),
        { format, cut: 8, name: (at, isRest) => (isRest ? say('printed.bucket.more', { count: at }) : `${at}`) },
      ),
      median: figureText(length.median, 'count', format),
    },
    lag: {
      first: lagBuckets(lag.first, { format, say }),
      last: lagBuckets(lag.last, { format, say }),
      medianFirst: figureText(lag.median_first, 'days', format),
      medianLast: figureText(lag.median_last, 'days', format),
    },
  }
}

/** Parses `paid_social ×2 > email`; the number of repetitions is shown where all orders agree. */
export function printSteps(
  steps: readonly string[],
  { text, names }: { readonly text: string; readonly names: CreditNames },
): PathStep[] {
  const counts = text.split(' > ').map((part) => / ×(\d+)$/.exec(part)?.[1])
  return steps.map((step, index) => {
    const times = counts.length === steps.length ? counts[index] : undefined
    return { key: `${index} ${step}`, name: names.channel(step), times: times === undefined ? '' : `×${times}` }
  })
}

interface Printing {
  readonly format: FigureFormat
  readonly say: SayAttribution
  readonly names: CreditNames
}

/** The diagram of the paths. */
export function printFlow(
  rows: readonly { readonly steps: readonly string[]; readonly orders: number }[],
  { format, say, names }: Printing,
): Flow {
  const { heads, paths } = withoutEmpty(toFlowPaths(rows))
  const { nodes, bands } = layOutFlow(paths)
  const colors = colorsOf(nodes)
  const count = (orders: number) => figureText(orders, 'count', format)
  return {
    heads: heads.map((head) => say(`printed.flow.${head}`)),
    nodes: nodes.map((node) => ({
      ...node,
      name: nodeName(node.key, { say, names }),
      text: count(node.value),
      color: colors.get(node.key) ?? 'text-edge',
    })),
    bands: bands.map((band) => ({ ...band, text: count(band.value) })),
  }
}

/** A channel has the colour of its kind while no larger one of that kind has it, then one that none has while there are any. */
function colorsOf(nodes: readonly FlowNode[]): ReadonlyMap<string, string> {
  const channels = [...nodes]
    .toSorted((one, other) => other.value - one.value)
    .flatMap(({ key }) => (key === orderNode || key === otherChannels ? [] : [key]))
  const series = new Map<string, Series>()
  const kinds = new Set(channels.map(channelSeries))
  const spare = ([1, 2, 3, 4, 5, 6] as const).filter((each) => !kinds.has(each))
  for (const key of new Set(channels)) {
    const own = channelSeries(key)
    series.set(key, [...series.values()].includes(own) ? (spare.shift() ?? own) : own)
  }
  return new Map([[orderNode, 'text-ink'], ...[...series].map(([key, each]) => [key, seriesColors[each]] as const)])
}

function nodeName(key: string, { say, names }: Pick<Printing, 'say' | 'names'>): string {
  if (key === orderNode) return say('printed.flow.orders')
  return key === otherChannels ? say('printed.other_channels') : names.channel(key)
}

/** Says how many orders the drawn paths are of, where the shop has more paths than are drawn. */
function printDrawn(top: ReportOf<'top_paths'>, length: ReportOf<'path_length'>, { format, say }: Printing) {
  if (top.rows.length >= top.count) return null
  const sum = (rows: readonly { readonly orders: number }[]) => rows.reduce((whole, { orders }) => whole + orders, 0)
  const count = (orders: number) => figureText(orders, 'count', format)
  return say('printed.flow.drawn', {
    paths: count(top.rows.length),
    orders: count(sum(top.rows)),
    all: count(sum(length.rows.filter(({ touches }) => touches > 0))),
  })
}

interface Counted {
  readonly at: number
  readonly orders: number
  readonly revenue: string
}

interface Bucketing {
  readonly format: FigureFormat
  /** Rows from here on are combined. */
  readonly cut: number
  readonly name: (at: number, isRest: boolean) => string
}

/** Combines rows so that few enough remain to read, without losing any. */
export function buckets(rows: readonly Counted[], { format, cut, name }: Bucketing): BucketModel[] {
  const whole = rows.reduce((sum, { orders }) => sum + orders, 0)
  const groups = new Map<number, { orders: number; revenue: number }>()
  for (const { at, orders, revenue } of rows) {
    const group = groups.get(Math.min(at, cut)) ?? { orders: 0, revenue: 0 }
    groups.set(Math.min(at, cut), { orders: group.orders + orders, revenue: group.revenue + Number(revenue) })
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([at, { orders, revenue }]) => ({
      key: `${at}`,
      label: name(at, at === cut),
      orders,
      text: ordersText(orders, format),
      share: shareText(orders, whole, format),
      revenue: figureText(revenue, 'money', format),
    }))
}

const spans = [0, 1, 2, 3, 4, 7, 14, 28] as const

function lagBuckets(
  rows: readonly { readonly days: number; readonly orders: number; readonly revenue: string }[],
  { format, say }: Pick<Printing, 'format' | 'say'>,
): BucketModel[] {
  const spanned = rows.map(({ days, orders, revenue }) => ({
    at: spans.findLastIndex((from) => days >= from),
    orders,
    revenue,
  }))
  return buckets(spanned, { format, cut: spans.length - 1, name: (index) => spanName(index, say) })
}

function spanName(index: number, say: SayAttribution): string {
  const from = spans[index] ?? 0
  const next = spans[index + 1]
  if (from === 0) return say('printed.span.same')
  if (next === undefined) return say('printed.span.more', { count: from })
  if (next - from === 1) return say('printed.span.days', { count: from })
  return say('printed.span.range', { from, to: next - 1 })
}
