import type { TextResponse } from '../web/exchange.ts'
import { siteZone } from '../zone.ts'
import { insideWindows, type ListParameters } from './list-parameters.ts'
import { jsonText } from './responses.ts'
import { type RestCall, restUrl } from './world.ts'

/** One page with the paging headers. Past the last page the totals are 0, as in the real store. */
export function pageResponse(
  call: RestCall,
  route: string,
  page: { readonly parameters: ListParameters; readonly total: number; readonly items: readonly string[] },
): TextResponse {
  const { parameters, items } = page
  const total = items.length === 0 && parameters.page > 1 ? 0 : page.total
  const pages = Math.ceil(total / parameters.perPage)
  const links: string[] = []
  if (parameters.page > 1)
    links.push(pageLink(call, route, { page: Math.min(parameters.page - 1, pages), rel: 'prev' }))
  if (parameters.page < pages) links.push(pageLink(call, route, { page: parameters.page + 1, rel: 'next' }))
  return jsonText(`[${items.join(',')}]`, 200, {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  })
}

function pageLink({ world, request }: RestCall, route: string, { page, rel }: { page: number; rel: string }): string {
  const parts = new Map(request.query.map((entry) => [entry.name, entry.value]))
  parts.delete('rest_route')
  for (const [name, value] of [
    ['dp', String(world.site.decimals)],
    ['context', 'view'],
  ] as const) {
    if (!parts.has(name)) parts.set(name, value)
  }
  if (route === 'orders' && ![...parts.keys()].some((name) => name.startsWith('status'))) parts.set('status[0]', 'any')
  parts.set('page', String(page))
  const base = `${restUrl(world.site)}wc/v3/${route}`
  return `<${base}${base.includes('?') ? '&' : '?'}${new URLSearchParams([...parts])}>; rel="${rel}"`
}

/** How a small collection is listed. */
interface Listed<T> {
  readonly id: (item: T) => number
  readonly created: (item: T) => number
  readonly modified: (item: T) => number
  readonly text: (item: T) => string
  readonly json: (item: T) => unknown
  /** False for collections that have no filters by modification time. */
  readonly dateFilters?: boolean
}

/** Filters, sorts and pages a small collection in memory. */
export function listResponse<T>(
  call: RestCall,
  route: string,
  list: { readonly items: Iterable<T>; readonly parameters: ListParameters; readonly rules: Listed<T> },
): TextResponse {
  const { parameters, rules } = list
  const zone = siteZone(call.world.site.zone)
  const include = parameters.include && parameters.include.length > 0 ? new Set(parameters.include) : undefined
  const exclude = new Set(parameters.exclude)
  const search = parameters.search?.toLowerCase()
  const kept = [...list.items].filter((item) => {
    const id = rules.id(item)
    if (exclude.has(id) || (include && !include.has(id))) return false
    if (search && !rules.text(item).toLowerCase().includes(search)) return false
    if (rules.dateFilters === false) return true
    return insideWindows(parameters.windows, { created: rules.created(item), modified: rules.modified(item) }, zone)
  })
  kept.sort(comparison(parameters.orderby, rules))
  if (parameters.descending) kept.reverse()
  const items = kept
    .slice(parameters.skip, parameters.skip + parameters.perPage)
    .map((item) => JSON.stringify(rules.json(item)))
  return pageResponse(call, route, { parameters, total: kept.length, items })
}

function comparison<T>(orderby: string, rules: Listed<T>): (a: T, b: T) => number {
  const byId = (a: T, b: T) => rules.id(a) - rules.id(b)
  switch (orderby) {
    case 'date':
    case 'registered_date':
      return (a, b) => rules.created(a) - rules.created(b) || byId(a, b)
    case 'modified':
      return (a, b) => rules.modified(a) - rules.modified(b) || byId(a, b)
    case 'title':
    case 'slug':
    case 'name':
      return (a, b) => rules.text(a).localeCompare(rules.text(b)) || byId(a, b)
    default:
      return byId
  }
}
