import { refuse } from './errors.ts'
import { actionSegments, conversionFields, resources } from './fields.ts'
import { type Query, shifted } from './gaql.ts'

/** Days that a query covers, both ends included; undefined: it has no dates. */
export interface Dates {
  readonly from: string
  readonly to: string
}

/** How far back daily rows are kept: 37 months, and clicks 90 days. */
const keptMonths = 37
const keptClickDays = 90
const coreSegments = new Set(['segments.date'])

/** Refuses a query as the platform does, and gives its dates. */
export function checkQuery(query: Query, today: string, keptSince?: string): Dates | undefined {
  const known = resources[query.resource]
  if (!known) refuse('queryError', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${query.resource}' is not a resource.`)
  const { select, where, orderBy } = query
  for (const field of [...select, ...where.map((one) => one.field), ...orderBy.map((one) => one.field)]) {
    if (field === '*' || !everyField.has(field)) {
      refuse('queryError', 'UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`)
    }
    if (!known.includes(field)) refuseField(field, query.resource)
  }
  checkCombinations(query)
  return checkDates(query, today, keptSince)
}

const everyField = new Set(Object.values(resources).flat())

function refuseField(field: string, resource: string): never {
  const kind = field.startsWith('metrics.') ? 'METRIC' : field.startsWith('segments.') ? 'SEGMENT' : 'RESOURCE'
  return refuse(
    'queryError',
    `PROHIBITED_${kind}_IN_SELECT_OR_WHERE_CLAUSE`,
    `Cannot select or filter on '${field}' with resource '${resource}'.`,
  )
}

function checkCombinations({ select, where }: Query): void {
  const byAction = select.find((field) => actionSegments.has(field))
  const beside = select.find((field) => field.startsWith('metrics.') && !conversionFields.has(field))
  if (byAction !== undefined && beside !== undefined) {
    refuse(
      'queryError',
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `Cannot select the combination of '${byAction}' and '${beside}'.`,
    )
  }
  for (const { field } of where) {
    if (!field.startsWith('segments.') || coreSegments.has(field) || select.includes(field)) continue
    refuse('queryError', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${field}' must be selected as well.`)
  }
}

function checkDates(query: Query, today: string, keptSince = ''): Dates | undefined {
  const conditions = query.where.filter(({ field }) => field === 'segments.date')
  if (query.resource === 'click_view') return checkClickDay(conditions, today)
  const usesDates = query.select.some((field) => field.startsWith('metrics.') || field.startsWith('segments.'))
  if (conditions.length === 0 && !usesDates) return undefined
  const from = edge(conditions, ['>=', '='])
  const to = edge(conditions, ['<=', '='])
  if (from === undefined || to === undefined) {
    refuse('queryError', 'EXPECTED_FILTERS_ON_DATE_RANGE', 'A finite range of dates is needed.')
  }
  if (from > to) refuse('dateRangeError', 'INVALID_DATE', 'The start is after the end.')
  if (from < shiftedMonths(today, -keptMonths) || from < keptSince) {
    refuse(
      'dateRangeError',
      'REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
      'The requested date granularity is not supported for dates older than 37 months.',
    )
  }
  return { from, to }
}

function checkClickDay(conditions: Query['where'], today: string): Dates {
  const [only, ...more] = conditions
  const day = only?.values[0]
  if (only?.operator !== '=' || day === undefined || more.length > 0) {
    refuse('clickViewError', 'EXPECTED_FILTER_ON_A_SINGLE_DAY', 'ClickView needs a filter on a single day.')
  }
  if (day < shifted(today, -keptClickDays)) refuse('clickViewError', 'DATE_TOO_OLD', 'The date is older than 90 days.')
  return { from: day, to: day }
}

function edge(conditions: Query['where'], operators: readonly string[]): string | undefined {
  const found = conditions.find(({ operator }) => operators.includes(operator))?.values[0]
  if (found === undefined) return undefined
  if (!/^\d{4}-\d\d-\d\d$/.test(found)) refuse('queryError', 'INVALID_VALUE_IN_CONDITION', `'${found}' is not a date.`)
  return found
}

function shiftedMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
