import { AppError, isAppError, isCurrency } from '@tillsight/core'
import { countDays, type Day, type DayRange, parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import { dimensions, findDimension, findMetric, metrics } from './catalogue/index.ts'
import { RequestedClaims } from './claims.ts'
import { unknownId } from './near-matches.ts'
import type { MetricQuery } from './query.ts'

/** Limits of one query. */
export const queryLimits = {
  rangeDays: 3660,
  hourlyDays: 31,
  metrics: 150,
  dimensions: 3,
  filters: 10,
  filterValues: 200,
  rows: 1000,
  rowsWithCourse: 200,
  courseBuckets: 750,
  search: 100,
  defaultRows: 100,
} as const

/** A shop day as `YYYY-MM-DD`. */
export const DayInput = z.string().transform((text, context): Day => {
  try {
    return parseDay(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: isAppError(error) ? error.message : 'This is not a day.' })
    return z.NEVER
  }
})

const metricId = z.string().superRefine((id, context) => {
  if (!findMetric(id)) context.addIssue({ code: 'custom', message: unknownId('metric', id, metrics) })
})

const dimensionId = z.string().superRefine((id, context) => {
  if (!findDimension(id)) context.addIssue({ code: 'custom', message: unknownId('dimension', id, dimensions) })
})

/** What to keep or drop. */
export const FilterInput = z
  .strictObject({
    dimension: dimensionId,
    operator: z.enum(['is', 'is_not']),
    values: z.array(z.string().max(500)).min(1).max(queryLimits.filterValues),
  })
  .superRefine(({ dimension, values }, context) => {
    const allowed = findDimension(dimension)?.values
    const wrong = allowed && values.find((value) => !allowed.includes(value))
    if (wrong === undefined) return
    const message = `“${wrong.slice(0, 60)}” is not a value of ${dimension}: it has ${allowed?.join(', ')}.`
    context.addIssue({ code: 'custom', message, path: ['values'] })
  })

/** What to compare with: explicit days, or a rule relative to those of the query. */
export const ComparisonInput = z.union([
  z.enum(['previous_period', 'previous_year']),
  z.strictObject({ from: DayInput, to: DayInput }).superRefine(checkRange),
])

/** The currency that money is converted into. */
export const CurrencyInput = z
  .string()
  .refine(isCurrency, 'This is not a currency: expected an ISO 4217 code in upper case such as EUR.')

/** Reports what is wrong with a range of days. */
export function checkRange(range: DayRange, context: z.RefinementCtx): void {
  const message = rangeProblem(range)
  if (message) context.addIssue({ code: 'custom', message, path: ['to'] })
}

function rangeProblem(range: DayRange): string | undefined {
  if (range.from > range.to)
    return `The range ends on ${range.to}, before it begins on ${range.from}: swap the two days.`
  if (countDays(range) > queryLimits.rangeDays) return 'The range is longer than 10 years: ask for less at once.'
  return undefined
}

/** A metric query as received from outside. */
export const MetricQueryInput = z
  .strictObject({
    metrics: z.array(metricId).min(1, 'Name at least one metric.').max(queryLimits.metrics),
    from: DayInput,
    to: DayInput,
    interval: z.enum(['hour', 'day', 'week', 'month']).optional(),
    seriesOf: z.array(metricId).min(1).max(queryLimits.metrics).optional(),
    dimensions: z.array(dimensionId).max(queryLimits.dimensions, 'At most 3 dimensions at once.').optional(),
    filters: z.array(FilterInput).max(queryLimits.filters).optional(),
    compare: ComparisonInput.optional(),
    alignWeekdays: z.boolean().optional(),
    currency: CurrencyInput.optional(),
    claims: RequestedClaims.optional(),
    order: z.strictObject({ by: z.string(), direction: z.enum(['ascending', 'descending']) }).optional(),
    search: z
      .string()
      .trim()
      .max(queryLimits.search, `A search has ${queryLimits.search} characters at most.`)
      .transform((text) => text || undefined)
      .optional(),
    rowSeries: z.literal(true).optional(),
    limit: z
      .int()
      .min(1)
      .max(queryLimits.rows, `At most ${queryLimits.rows} rows at once: page on with the cursor.`)
      .optional(),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine((query, context) => {
    checkRange(query, context)
    if (query.interval === 'hour' && query.from <= query.to && countDays(query) > queryLimits.hourlyDays) {
      const message = `Hours are available for up to ${queryLimits.hourlyDays} days: choose a shorter range or a longer interval.`
      context.addIssue({ code: 'custom', message, path: ['interval'] })
    }
    if (new Set(query.dimensions).size < (query.dimensions?.length ?? 0)) {
      context.addIssue({ code: 'custom', message: 'Every dimension can be named once.', path: ['dimensions'] })
    }
    for (const message of seriesProblems(query)) context.addIssue({ code: 'custom', message, path: ['seriesOf'] })
    for (const { path, message } of rowProblems(query)) context.addIssue({ code: 'custom', message, path: [path] })
  })
  .transform((query): MetricQuery => withoutAbsent(query))

interface RequestedSeries {
  readonly metrics: readonly string[]
  readonly interval?: string | undefined
  readonly seriesOf?: readonly string[] | undefined
}

/** A series needs an interval, and only metrics of the query. */
function seriesProblems({ metrics: asked, interval, seriesOf }: RequestedSeries): string[] {
  if (seriesOf === undefined) return []
  if (interval === undefined) return ['It is about a series: name an interval as well.']
  const other = seriesOf.find((id) => !asked.includes(id))
  return other === undefined ? [] : [`A series can have what the question asks for, and ${other} is none of that.`]
}

interface RequestedRows {
  readonly metrics: readonly string[]
  readonly from: Day
  readonly to: Day
  readonly interval?: string | undefined
  readonly dimensions?: readonly string[] | undefined
  readonly order?: { readonly by: string } | undefined
  readonly search?: string | undefined
  readonly rowSeries?: true | undefined
  readonly limit?: number | undefined
}

type RowProblem = { readonly path: 'order' | 'search' | 'rowSeries'; readonly message: string }

/** Row options need rows, and rows can only be ordered by what is requested. */
function rowProblems(query: RequestedRows): RowProblem[] {
  const { metrics, dimensions = [], order, search, rowSeries } = query
  if (dimensions.length === 0) {
    const message = 'It is about rows: name a dimension as well.'
    const given = { order, search, rowSeries }
    return (['order', 'search', 'rowSeries'] as const).flatMap((path) =>
      given[path] === undefined ? [] : [{ path, message }],
    )
  }
  const named = [...metrics, ...dimensions]
  const problems = rowSeries ? courseProblems(query) : []
  if (!order || named.includes(order.by)) return problems
  const message = `Rows can be ordered by what the question names: ${named.slice(0, 12).join(', ')}.`
  return [{ path: 'order', message }, ...problems]
}

/** A row's time series must be short enough for a sparkline. */
function courseProblems({ from, to, limit = 0, interval = 'day' }: RequestedRows): RowProblem[] {
  const problems: RowProblem[] = []
  if (limit > queryLimits.rowsWithCourse) {
    const message = `Each of up to ${queryLimits.rowsWithCourse} rows can have its course: lower the limit and page on with the cursor.`
    problems.push({ path: 'rowSeries', message })
  }
  const isLong = interval === 'day' && from <= to && countDays({ from, to }) > queryLimits.courseBuckets
  if (interval === 'hour' || isLong) {
    const message = `Rows can have a course of days, weeks or months, and of at most ${queryLimits.courseBuckets} days.`
    problems.push({ path: 'rowSeries', message })
  }
  return problems
}

/** Removes entries given as undefined, which the query's type distinguishes from absent ones. */
function withoutAbsent<T extends object>(query: T): WithoutAbsent<T> {
  // Holds because the entries that could be undefined are the ones filtered out.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as WithoutAbsent<T>
}
type WithoutAbsent<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** Parses a query; throws `invalid_input` that lists everything wrong with it. */
export function parseQuery(input: unknown): MetricQuery {
  const result = MetricQueryInput.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  throw new AppError('invalid_input', problems.join(' '))
}
