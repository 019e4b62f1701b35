import { presentable } from '@tillsight/auth'
import type { SharedFigures } from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { creditNames } from '../../../app/blocks/credit/credit-names.server.ts'
import { catalogueIn } from '../../../app/blocks/shop/current-shop.server.ts'
import {
  bucketLabel,
  type FigureFormat,
  figureText,
  instantText,
  rangeText,
  signedText,
} from '../../../app/format/index.ts'
import type { Language } from '../../../app/language/languages.ts'
import { fill } from '../../notifications/digest-words.ts'
import { shareWords } from './share-words.ts'

/** What the page of a link says, in one language. */
export interface SharePage {
  readonly language: Language
  readonly title: string
  readonly shop: string
  readonly view: string
  readonly days: string
  /** Comparison, time zone and currency, freshness, model. */
  readonly facts: readonly string[]
  /** What the signs at figures mean, for those on the page. */
  readonly marks: readonly string[]
  readonly lines: readonly FigureLine[]
  /** Figures as tiles, rather than as a statement. */
  readonly isTiles: boolean
  readonly course: CourseModel | null
  readonly table: TableModel | null
}

/** A figure with its name. */
interface FigureLine {
  readonly label: string
  readonly cell: CellModel
  readonly look: 'sum' | 'line'
}

interface CellModel {
  readonly text: string
  readonly before: string
  readonly change: string
  readonly tone: 'good' | 'bad' | 'neutral'
  readonly isPartial: boolean
}

interface CourseModel {
  readonly label: string
  readonly from: string
  readonly to: string
  /** Heights as fractions of the highest; null for no value. */
  readonly points: readonly (number | null)[]
}

interface TableModel {
  readonly head: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly detail: string; readonly cells: readonly CellModel[] }[]
  readonly totals: readonly CellModel[]
  readonly note: string | null
}

type Figure = NonNullable<SharedFigures['table']>['totals'][number]
type Unit = NonNullable<SharedFigures['table']>['columns'][number]['unit']

interface Measure {
  readonly label: string
  readonly unit: Unit
  readonly better?: 'higher' | 'lower' | 'neither' | undefined
}

/** What a link is called, and whether its figures are those of a moment. */
export interface SharedLink {
  readonly title: string
  readonly view: 'summary' | 'campaigns' | 'attribution' | 'profit'
  readonly isFrozen: boolean
}

const sums = new Set(['productRevenue', 'cm1', 'cm2', 'cm3', 'netProfit'])

/** Puts the figures of a link into words. */
export function viewShare(figures: SharedFigures, link: SharedLink, language: Language): SharePage {
  const words = shareWords[language]
  const { shop, display, range, before, madeAt, readUntil, model, table } = figures
  const format: FigureFormat = { ...display, language }
  const measures = measuresIn(language)
  const cell = (figure: Figure, measure: Measure) => cellOf(figure, measure, format)
  const time = (instant: string) => instantText(instant, shop.zone, language)
  return {
    language,
    title: link.title,
    shop: presentable(shop.name, ''),
    view: words[link.view],
    days: rangeText(range, language),
    facts: [
      ...(before ? [fill(words.compared, { days: rangeText(before, language) })] : []),
      fill(words.place, { zone: shop.zone.replaceAll('_', ' '), currency: display.currency }),
      fill(link.isFrozen ? words.frozen : words.live, { time: time(madeAt) }),
      readUntil === null ? words.notRead : fill(words.readUntil, { time: time(readUntil) }),
      ...(model === null ? [] : [fill(words.model, { model: creditNames(language).model(model) })]),
    ],
    marks: marksOf(figures, language),
    lines: figures.figures.map(({ metric, ...figure }) => {
      const measure = measures(metric)
      return { label: measure.label, cell: cell(figure, measure), look: sums.has(metric) ? 'sum' : 'line' }
    }),
    isTiles: link.view === 'summary',
    course: courseOf(figures, measures, format),
    table: table && {
      head: link.view === 'campaigns' ? words.campaign : words.channel,
      columns: table.columns.map(({ key }) => measures(key).label),
      rows: table.rows.map((row) => ({
        ...nameOf(row, link, language),
        cells: row.figures.map((figure, index) => cell(figure, columnAt(table.columns, index))),
      })),
      totals: table.totals.map((figure, index) => cell(figure, columnAt(table.columns, index))),
      note: table.hasMore ? fill(words.moreRows, { count: table.rows.length }) : null,
    },
  }

  function columnAt(columns: NonNullable<SharedFigures['table']>['columns'], index: number): Measure {
    const column = columns[index]
    return column ? { ...measures(column.key), unit: column.unit } : { label: '', unit: 'count' }
  }
}

function measuresIn(language: Language): (key: string) => Measure {
  const words = shareWords[language]
  const { metrics, dimensions } = describeCatalogue('orderRevenue')
  const catalogue = catalogueIn(
    { metrics: metrics.map((each) => ({ ...each, terms: [] })), dimensions, platforms },
    language,
  )
  const known = new Map<string, Measure>([
    ...catalogue.metrics.map((each) => [each.key, each] as const),
    ['credit.revenue', { label: words.revenue, unit: 'money', better: 'higher' }],
    ['credit.share', { label: words.share, unit: 'percent' }],
    ['credit.orders', { label: words.orders, unit: 'count', better: 'higher' }],
    ['credit.new_orders', { label: words.newOrders, unit: 'count', better: 'higher' }],
    ['credit.spend', { label: words.spend, unit: 'money' }],
    ['credit.roas', { label: words.roas, unit: 'ratio', better: 'higher' }],
  ])
  return (key) => known.get(key) ?? { label: key, unit: 'count' }
}

function cellOf(figure: Figure, { unit, better }: Measure, format: FigureFormat): CellModel {
  const { value, before, relative, bound, isPartial } = figure
  const digits = unit === 'count' ? { digits: 2 } : {}
  const moved = Number(relative ?? 0)
  const isJudged = moved !== 0 && better !== undefined && better !== 'neither'
  return {
    text: figureText(value, unit, { ...format, ...digits, ...(value === null ? {} : { bound }) }),
    before: before === null ? '' : figureText(before, unit, { ...format, ...digits }),
    change: relative === null ? '' : signedText(moved, 'percent', format),
    tone: isJudged ? (moved > 0 === (better === 'higher') ? 'good' : 'bad') : 'neutral',
    isPartial,
  }
}

/** Names of campaigns come from strangers, those of channels from the shop. */
function nameOf(row: { readonly name: string; readonly detail: string }, { view }: SharedLink, language: Language) {
  const words = shareWords[language]
  if (view === 'attribution') {
    return {
      name: row.name === '(not_tracked)' ? words.notTracked : creditNames(language).channel(row.name),
      detail: '',
    }
  }
  const platform = platforms.find(({ id }) => id === row.detail)?.name ?? row.detail
  return { name: row.name === '' ? words.unnamed : row.name, detail: platform }
}

function marksOf({ figures, table }: SharedFigures, language: Language): string[] {
  const words = shareWords[language]
  const all = [...figures, ...(table?.totals ?? []), ...(table?.rows.flatMap((row) => row.figures) ?? [])]
  const has = (bound: Figure['bound']) => all.some((each) => each.bound === bound && each.value !== null)
  return [
    ...(has('about') ? [words.about] : []),
    ...(has('at_most') ? [words.atMost] : []),
    ...(has('at_least') ? [words.atLeast] : []),
  ]
}

function courseOf(
  { course, shop }: SharedFigures,
  measures: (key: string) => Measure,
  format: FigureFormat,
): CourseModel | null {
  const language = format.language ?? 'en'
  const numbers = (course?.points ?? []).map(({ value }) => (value === null ? null : Number(value)))
  const present = numbers.filter((each) => each !== null)
  const [first, last] = [course?.points[0], course?.points.at(-1)]
  if (!course || !first || !last || numbers.length < 2 || present.length === 0) return null
  const [low, high] = [Math.min(...present), Math.max(...present)]
  const { label, unit } = measures(course.metric)
  const print = (value: number) => figureText(`${value}`, unit, format)
  const at = (point: { readonly at: string }) =>
    bucketLabel({ at: point.at, interval: course.interval, zone: shop.zone, language }).short
  return {
    label: fill(shareWords[language].course, { metric: label, low: print(low), high: print(high) }),
    from: at(first),
    to: at(last),
    points: numbers.map((each) => (each === null || high <= 0 ? null : Math.max(0, each / high))),
  }
}
