import { isAppError } from '@tillsight/core'
import { addDays, countDays, type DayRange, parseDay } from '@tillsight/core/days'
import type { MetricAnswer } from '@tillsight/domain'
import type { Bound } from '@tillsight/metrics'
import { href } from 'react-router'
import { readConnections } from '../../blocks/connections/connections.ts'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { printSources } from '../../blocks/figures-page/print-freshness.server.ts'
import { bucketLabel, type FigureFormat, figureText, rangeText, signedText, toNumber } from '../../format/index.ts'
import { inSentence } from '../../language/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { parseSearch, toSearch } from '../../search/index.ts'
import type { MetricView, ShopServices } from '../../services.ts'
import type { AnswerModel, AnswerTable, AskModel, FigureModel } from './model.ts'
import { readQuestion, type Understood } from './read-question.server.ts'

/** A shop that is asked something. */
export interface AskRequest {
  readonly services: ShopServices
  /** As typed; may be empty. */
  readonly question: string
  /** The present instant. */
  readonly now: string
}

const longestQuestion = 300
const mostRows = 10
const mostDays = 100

/** Answers a question; one that is not understood, or refused, says why and what can be asked. */
export async function loadAsk(request: AskRequest): Promise<AskModel> {
  const { services } = request
  const question = request.question.trim().slice(0, longestQuestion)
  const t = textFor(services.shop.display.language)
  const here = href('/shop/:domain/ask', { domain: services.shop.domain })
  const examples = ([1, 2, 3, 4] as const).map((number) => t(`ask.example_${number}`))
  return {
    question,
    answer: question === '' ? undefined : await answer({ ...request, question }),
    examples: examples.map((text) => ({ text, to: `${here}?${new URLSearchParams({ q: text })}` })),
  }
}

async function answer(request: AskRequest): Promise<AnswerModel> {
  const { services, question } = request
  const t = textFor(services.shop.display.language)
  const catalogue = services.catalogue()
  const { read, note } = await readWith(services, question)
  const understood = read && { ...read, interval: fitting(read) }
  const metric = catalogue.metrics.find(({ key }) => key === understood?.metric)
  if (understood === undefined || metric === undefined) return { kind: 'unknown', message: t('ask.unknown') }
  try {
    const answered = await answerWith(request, { understood, metric })
    return note === undefined ? answered : { ...answered, caveats: [...answered.caveats, note] }
  } catch (failure) {
    if (!isAppError(failure) || !['invalid_input', 'forbidden'].includes(failure.code)) throw failure
    return { kind: 'refused', message: failure.message }
  }
}

/** The operator's model reads a question better than a list of words does; where there is none, or it fails, the words are read. */
async function readWith(
  services: ShopServices,
  question: string,
): Promise<{ readonly read: Understood | undefined; readonly note?: string }> {
  const byWords = () => readQuestion(question, { ...services.shop, catalogue: services.catalogue() })
  if (services.askModel === null) return { read: byWords() }
  const t = textFor(services.shop.display.language)
  try {
    const asked = await services.askModel(question)
    if (asked === undefined) return { read: byWords() }
    const { from, to, ...read } = asked
    return { read: { ...read, range: { from: parseDay(from), to: parseDay(to) } }, note: t('ask.by_model') }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { read: byWords(), note: t('ask.no_model') }
  }
}

/** Hundreds of days are read as weeks, and hundreds of weeks as months. */
function fitting({ interval, range }: Understood): Understood['interval'] {
  const days = range ? countDays(range) : 0
  if (interval === 'day' && days > mostDays) return days > 7 * mostDays ? 'month' : 'week'
  return interval === 'week' && days > 7 * mostDays ? 'month' : interval
}

interface Read {
  readonly understood: Understood
  readonly metric: MetricView
}

async function answerWith({ services, now }: AskRequest, read: Read): Promise<FigureModel> {
  const { understood, metric } = read
  const { shop } = services
  const range = understood.range ?? { from: addDays(shop.today, -30), to: addDays(shop.today, -1) }
  const [result, connections] = await Promise.all([
    services.run('metrics.query', { currency: shop.display.currency, ...toQuery(read, range) }),
    readConnections(services),
  ])
  const format: FigureFormat = { ...shop.display, currency: result.currency }
  const bound = result.quality?.[metric.key]?.bound
  return {
    kind: 'figure',
    label: metric.label,
    understood: describe(services, read, range),
    value: figureText(result.totals[metric.key], metric.unit, withBound(format, bound)),
    change: printChange(result, metric, services),
    definition: `${metric.description} ${metric.formula}.`,
    caveats: caveatsOf(result, bound, services),
    freshness: printSources(connections, { services, connections, now }).text,
    table: printTable(result, read, { services, format }),
    to: `${href('/shop/:domain', { domain: shop.domain })}${toSearch({
      ...parseSearch(`?${new URLSearchParams({ range: 'custom', ...range })}`),
      filters: understood.filters,
      compare: understood.compare === undefined ? 'none' : comparisons[understood.compare],
      matchWeekday: false,
      open: metric.key,
    })}`,
  }
}

/** In the address of the summary. */
const comparisons = { previous_period: 'previous', previous_year: 'year' } as const

/** What has to be said along with the figure. */
function caveatsOf(result: MetricAnswer, bound: Bound | undefined, { shop }: ShopServices): string[] {
  const t = textFor(shop.display.language)
  return [
    ...(result.partial ? [t('ask.partial')] : []),
    ...(bound === undefined || bound === 'exact' ? [] : [t(`ask.bound_${bound}`)]),
    ...result.warnings,
  ]
}

/** The question of the metrics engine. */
function toQuery({ understood, metric }: Read, range: DayRange) {
  const { dimension, interval, filters, compare, leastFirst } = understood
  const direction = leastFirst ? ('ascending' as const) : ('descending' as const)
  return {
    metrics: [metric.key],
    ...range,
    filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    ...(compare && { compare }),
    ...(interval && { interval }),
    ...(dimension && { dimensions: [dimension], order: { by: metric.key, direction }, limit: mostRows }),
  }
}

/** What was understood, in words, so that a wrong reading is seen. */
function describe(services: ShopServices, { understood }: Read, range: DayRange): string[] {
  const { language } = services.shop.display
  const t = textFor(language)
  const { dimensions } = services.catalogue()
  const nameOf = (id: string) => dimensions.find(({ key }) => key === id)?.label ?? id
  const { dimension, filters, interval, compare } = understood
  return [
    understood.range ? rangeText(range, language) : t('ask.usual_days', { days: rangeText(range, language) }),
    ...filters.map(({ dimension: id, operator, values }) =>
      t(operator === 'is' ? 'filter.is' : 'filter.is_not', {
        name: nameOf(id),
        values: values.map((value) => labelOf({ dimension: id, value, language })).join(', '),
      }),
    ),
    ...(dimension ? [t('ask.by', { name: inSentence(nameOf(dimension), language) })] : []),
    ...(interval ? [t(`ask.each_${interval}`)] : []),
    ...(compare
      ? [t('command.compare', { what: t(compare === 'previous_year' ? 'period.previous_year' : 'period.previous') })]
      : []),
  ]
}

function printChange({ compare, currency }: MetricAnswer, { key, unit }: MetricView, { shop }: ShopServices) {
  if (!compare) return undefined
  const relative = toNumber(compare.changes[key]?.relative)
  const t = textFor(shop.display.language)
  return t('ask.change', {
    change: relative === null ? '–' : signedText(relative, 'percent', shop.display),
    before: figureText(compare.totals[key], unit, { ...shop.display, currency }),
    days: rangeText(compare.range, shop.display.language),
  })
}

function withBound(format: FigureFormat, bound: Bound | undefined): FigureFormat {
  return bound === undefined ? format : { ...format, bound }
}

interface Printing {
  readonly services: ShopServices
  readonly format: FigureFormat
}

function printTable(
  result: MetricAnswer,
  { understood, metric }: Read,
  { services, format }: Printing,
): AnswerTable | undefined {
  const { zone, display } = services.shop
  const { language } = display
  const { dimension, interval } = understood
  const t = textFor(language)
  const { key, unit, label } = metric
  if (dimension !== undefined && result.rows) {
    const name = services.catalogue().dimensions.find((each) => each.key === dimension)?.label ?? dimension
    return {
      heading: name,
      columns: [label, ...(result.compare ? [t('ask.before')] : [])],
      rows: result.rows.map(({ dimensions, names, values, before, bounds }) => {
        const value = dimensions[dimension] ?? ''
        return {
          key: value,
          label: labelOf({ dimension, value, given: names?.[dimension], language }),
          value: figureText(values[key], unit, withBound(format, bounds?.[key])),
          ...(before && { before: figureText(before[key], unit, format) }),
        }
      }),
    }
  }
  if (interval === undefined || !result.series) return undefined
  return {
    heading: t('ask.days'),
    columns: [label],
    rows: result.series.map(({ at, values, bounds }) => ({
      key: at,
      label: bucketLabel({ at, interval, zone, language }).long,
      value: figureText(values[key], unit, withBound(format, bounds?.[key])),
    })),
  }
}
