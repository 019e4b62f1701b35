import { AppError } from '@tillsight/core'
import type { Context as Request } from 'hono'

/** `metrics=sales,newCustomerRevenue` */
export function readChangesQuery(c: Request): Readonly<Record<string, unknown>> {
  const { metrics, limit } = c.req.query()
  return {
    ...pick(c.req.query(), ['from', 'to', 'cursor']),
    ...(metrics === undefined ? {} : { metrics: metrics.split(',') }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  }
}

/** The named parts of a query; others are left out. */
export function pick(
  query: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/**
 * `filter=country:DE` keeps, `filter=country!:DE` drops; the same dimension twice means either value.
 * `claims=metaads:7d_click` names the rule of a platform.
 */
export function readRowsQuery(c: Request): Readonly<Record<string, unknown>> {
  const { from, to, currency, limit, cursor } = c.req.query()
  const claims = c.req.queries('claims') ?? []
  const filters = Map.groupBy(
    (c.req.queries('filter') ?? []).map(readFilter),
    ({ dimension, not }) => `${dimension}\n${not}`,
  )
  return {
    metric: c.req.param('key'),
    from,
    to,
    ...(filters.size === 0
      ? {}
      : {
          filters: [...filters].map(([key, parts]) => ({
            dimension: key.split('\n')[0],
            operator: key.endsWith('!') ? 'is_not' : 'is',
            values: parts.map(({ value }) => value),
          })),
        }),
    ...(currency === undefined ? {} : { currency }),
    ...(claims.length === 0 ? {} : { claims: Object.fromEntries(claims.map((each) => each.split(':', 2))) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function readFilter(text: string): { readonly dimension: string; readonly not: string; readonly value: string } {
  const parts = /^(?<dimension>[^:!]+)(?<not>!?):(?<value>.*)$/s.exec(text)?.groups
  if (parts === undefined) {
    throw new AppError(
      'invalid_input',
      `“${text.slice(0, 60)}” is not a filter: expected country:DE to keep a value, or country!:DE to drop it.`,
    )
  }
  const { dimension = '', not = '', value = '' } = parts
  return { dimension, not, value }
}

/** `states=refused&states=given_up&skip=25&most=25` */
export function readLogQuery(c: Request): Readonly<Record<string, unknown>> {
  const { skip, most } = c.req.query()
  return {
    platform: c.req.param('platform'),
    states: c.req.queries('states') ?? [],
    ...(skip === undefined ? {} : { skip: Number(skip) }),
    ...(most === undefined ? {} : { most: Number(most) }),
  }
}
