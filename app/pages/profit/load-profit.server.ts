import { AppError } from '@tillsight/core'
import type { Bound } from '@tillsight/metrics'
import { loadProfitPage, type PageQuery, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { layOutWaterfall, type RawStep } from '../../charts/waterfall-steps.ts'
import {
  type Amount,
  axisText,
  bucketLabel,
  type FigureFormat,
  fewOrders,
  figureText,
  knowsCosts,
  packFigures,
  rangeText,
  shareOf,
  toNumber,
  uncertainParts,
} from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Result } from '../../services.ts'
import { loadExplanation } from './load-explanation.server.ts'
import type { StatementLine, StatementModel } from './model.ts'
import { type Place, printCsv, type ReadLine, readStatement, type Statement } from './read-statement.server.ts'
import { pageWords } from './words.server.ts'

/** The profit and loss page. */
export function loadProfitScreen(request: PageRequest) {
  return loadProfitPage(request, (page) => ({
    statement: partOf(page.services, () => loadStatement(page)),
    explanation: page.ask(['netProfit']).compare ? partOf(page.services, () => loadExplanation(page)) : null,
  }))
}

/** The same statement as a file. */
export async function loadStatementCsv({ services, state }: Pick<PageRequest, 'services' | 'state'>) {
  const { shop } = services
  const period = resolvePeriod(state, shop)
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const ask = (metrics: readonly string[]) => summaryQuery(metrics, shop, { state, period, services })
  const statement = await readStatement({ services, state, ask, range: period.range })
  const { from, to } = period.range
  return { name: `${shop.domain.replace('~', '-')}-profit-${from}-${to}.csv`, text: printCsv(statement) }
}

/** The statement of the page's period, with its drawing. */
export async function loadStatement(page: PageQuery): Promise<StatementModel> {
  const statement = await readStatement(page)
  const { answer, before, buckets, interval, intervals } = statement
  const { zone, display } = page.services.shop
  const format = { ...display, currency: answer.currency }
  return {
    isUnknown: !knowsCosts(answer),
    interval,
    intervals,
    columns: buckets.map(({ at, from, to }) => ({
      short: bucketLabel({ at, interval, zone, language: display.language }).short,
      days: rangeText({ from, to }, display.language),
      from,
      to,
    })),
    lines: statement.lines.map((line) => toLine(line, statement)),
    hasComparison: before !== undefined,
    format,
    caveat: caveatOf(answer, format),
    waterfall: layOutWaterfall(stepsOf(statement, format), (value) => axisText(value, 'money', format)),
  }
}

function toLine(line: ReadLine, { total, before, buckets, answer }: Statement): StatementLine {
  const { key, label, hint, look, open = key, unit, better } = line
  const amount = (place: Place | undefined): Amount => ({ value: place?.values[key], bound: boundOf(key, place) })
  const share = look === 'margin' ? null : shareOf(total.values[key], total.values['productRevenue'])
  const isComparable = !answer.partial && !answer.compare?.partial
  const isFew = [total, before].some((place) => (toNumber(place?.values['orders']) ?? 0) < fewOrders)
  return {
    key,
    label,
    hint,
    look,
    open,
    measure: { unit, better },
    bound: boundOf(key, total) ?? 'exact',
    figures: packFigures([
      {
        ...amount(total),
        ...(before && { before: (isComparable ? before.values[key] : null) ?? null, isUnjudged: isFew }),
      },
      { value: share, bound: shareBound(key, total) },
      amount(before),
      ...buckets.map(amount),
    ]),
  }
}

/** Undefined for an exact value. */
function boundOf(key: string, place: Place | undefined): Bound | undefined {
  const value = place?.values[key]
  return value === null || value === undefined ? undefined : place?.bounds[key]
}

/** A share is as uncertain as its line; of a revenue that is uncertain or none, nobody knows in which direction. */
function shareBound(key: string, total: Place): Bound | undefined {
  const [bound, ofRevenue] = [boundOf(key, total), boundOf('productRevenue', total)]
  if (key === 'productRevenue' || (!bound && !ofRevenue)) return undefined
  return ofRevenue || (toNumber(total.values['productRevenue']) ?? 0) < 0 ? 'about' : bound
}

/** From net revenue to what is left; where filters leave out marketing, to what orders contribute. */
function stepsOf({ lines, total: { values, bounds } }: Statement, format: FigureFormat): RawStep[] {
  const start = lines.findIndex(({ key }) => key === 'productRevenue')
  const end = toNumber(values['netProfit']) === null ? 'cm2' : 'netProfit'
  const drawn = lines.slice(start, lines.findIndex(({ key }) => key === end) + 1)
  return drawn.flatMap(({ key, label, look }): RawStep[] => {
    const value = toNumber(values[key])
    if (value === null || (look === 'sum' && !['productRevenue', 'cm2', end].includes(key)) || look === 'aside')
      return []
    const isSum = look === 'sum'
    const text = figureText(isSum ? `${value}` : `${-value}`, 'money', {
      ...format,
      decimals: 0,
      bound: isSum ? bounds[key] : undefined,
    })
    return [{ key, label, text, value: isSum ? value : -value, isSum }]
  })
}

/** Says how large the part is that is not known, or only assumed. */
export function caveatOf({ quality }: Pick<Result, 'quality'>, format: FigureFormat): string | null {
  const known = quality?.['netProfit']
  if (known === undefined || known.bound === 'exact') return null
  const { language = 'en' } = format
  const say = pageWords.say(language)
  const told = new Intl.ListFormat(language).format(
    uncertainParts({ quality }, 'netProfit', { t: textFor(language), format: { ...format, language } }),
  )
  if (known.bound === 'about') return say('caveat.about', { reasons: told || say('caveat.assumed') })
  return say('caveat.atMost', { reasons: told || say('caveat.unknown') })
}
