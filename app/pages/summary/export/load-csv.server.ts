import { AppError } from '@tillsight/core'
import type { MetricQuery, MetricRow } from '@tillsight/metrics'
import { ruleNotes } from '../../../blocks/claims/claim-choices.ts'
import { summaryQuery } from '../../../blocks/figures-page/summary-query.server.ts'
import { toNumber } from '../../../format/index.ts'
import { textFor } from '../../../language/text-for.server.ts'
import { parseSearch, type SearchState } from '../../../search/index.ts'
import { resolvePeriod } from '../../../search/resolve-period.server.ts'
import type { MetricView, Result, ShopServices } from '../../../services.ts'
import { metricOf } from '../query.server.ts'
import { printCsv } from './csv-figures.server.ts'
import { fileName } from './file-name.ts'

interface CsvFile {
  readonly name: string
  readonly text: string
}

/** The shop services that an export needs. */
type CsvServices = Pick<ShopServices, 'shop' | 'catalogue' | 'run'>

const rowsAtOnce = 1000
/** More rows than this are too many for a file that people read. */
const mostRows = 50_000

/**
 * The figures that an address selects: `metrics` by name, over time or `by` a dimension, everything else as on the summary.
 * Throws `invalid_input` for a query that is not possible.
 */
export async function loadCsv(services: CsvServices, params: URLSearchParams, now: string): Promise<CsvFile> {
  const { shop } = services
  const catalogue = services.catalogue()
  const state = parseSearch(params)
  const period = resolvePeriod(state, shop)
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const keys = [...new Set((params.get('metrics') ?? state.metric).split(',').filter(Boolean))]
  const dimensions = (params.get('by') ?? '').split(',').filter(Boolean)
  const [by] = dimensions
  const query = questionOf({ keys, dimensions, base: summaryQuery(keys, shop, { state, period, services }) })
  const limit = limitOf(params.get('limit'))
  const { answer, rows, isCut } = await ask(services, query, limit)
  const metrics = keys.flatMap((key) => metricOf(catalogue, key) ?? [])
  const [dimension, ...further] = dimensions.flatMap((id) => catalogue.dimensions.find(({ key }) => key === id) ?? [])
  return {
    name: `${fileName({ domain: shop.domain, metrics: keys, by, range: period.range, isPartial: answer.partial })}.csv`,
    text: printCsv({
      metrics,
      answer: withoutFuture(answer, now),
      dimension,
      further,
      rows: sortRows(rows, state),
      notes: [
        ...answer.warnings,
        ...ruleNotes(answer, catalogue),
        ...(period.running ? [`${shop.today} is not over.`] : []),
        ...(isCut ? [english('widget.largest', { count: rows.length })] : []),
        ...overlapNotes(metrics, answer),
      ],
    }),
  }
}

/** In exports only metric labels are in the page's language. */
const english = textFor('en')

function overlapNotes(metrics: readonly MetricView[], { overlapping = [] }: Result): string[] {
  const labels = metrics.filter(({ key }) => overlapping.includes(key)).map(({ label }) => label)
  return labels.length === 0 ? [] : [english('widget.overlapping', { figures: labels.join(', ') })]
}

/** Hours in the future have no figure, although their day is loaded. */
function withoutFuture({ series, ...answer }: Result, now: string): Result {
  if (!series) return answer
  const isAhead = (at: string) => at.endsWith('Z') && Date.parse(at) > Date.parse(now)
  return { ...answer, series: series.map((point) => (isAhead(point.at) ? { at: point.at, values: {} } : point)) }
}

interface Asking {
  readonly keys: readonly string[]
  readonly dimensions: readonly string[]
  readonly base: MetricQuery
}

function questionOf({ keys, dimensions, base }: Asking): MetricQuery {
  if (keys.length === 0) throw new AppError('invalid_input', 'Name at least one metric, such as metrics=sales.')
  if (dimensions.length === 0) return base
  const { interval: _interval, ...whole } = base
  return { ...whole, dimensions }
}

function limitOf(text: string | null): number {
  if (text === null) return mostRows
  const limit = Number(text)
  if (Number.isInteger(limit) && limit > 0 && limit <= mostRows) return limit
  throw new AppError('invalid_input', `limit is not a number of rows: expected 1 to ${mostRows}.`)
}

async function ask(
  services: CsvServices,
  query: MetricQuery,
  limit: number,
): Promise<{ readonly answer: Result; readonly rows: readonly MetricRow[]; readonly isCut: boolean }> {
  if (!query.dimensions) return { answer: await services.run('metrics.query', query), rows: [], isCut: false }
  const first = await services.run('metrics.query', { ...query, limit: Math.min(limit, rowsAtOnce) })
  const rows = [...(first.rows ?? [])]
  let { cursor } = first
  while (cursor !== undefined && rows.length < limit) {
    const next = await services.run('metrics.query', {
      ...query,
      limit: Math.min(limit - rows.length, rowsAtOnce),
      cursor,
    })
    rows.push(...(next.rows ?? []))
    cursor = next.cursor
  }
  return { answer: first, rows, isCut: cursor !== undefined }
}

/** Rows in the order of the table on the page; missing values come last. */
function sortRows(rows: readonly MetricRow[], { sort }: SearchState): readonly MetricRow[] {
  if (sort === undefined) return rows
  const isDescending = sort.startsWith('-')
  const key = isDescending ? sort.slice(1) : sort
  return rows.toSorted((a, b) => {
    const [one, other] = [toNumber(a.values[key]), toNumber(b.values[key])]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return isDescending ? other - one : one - other
  })
}
