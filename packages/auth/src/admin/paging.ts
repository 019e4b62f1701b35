import { invalid } from '../wire/errors.ts'

/** Which part of a list is wanted. */
export interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

const defaultPerPage = 50
const mostPerPage = 1000

/** `page` and `per_page`; empty and 0 stand for the default. Throws `400` for what is no number. */
export function parsePage(query: URLSearchParams): Page {
  const page = parseNumber(query.get('page') ?? '')
  const perPage = parseNumber(query.get('per_page') ?? '')
  return { page: page || 1, perPage: Math.min(perPage || defaultPerPage, mostPerPage) }
}

function parseNumber(text: string): number {
  if (text === '') return 0
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  throw invalid(`Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`)
}

/** `sort=created_at desc`; the newest first unless told. Throws `400` for any other column or direction. */
export function parseSort(text: string | null): 'asc' | 'desc' {
  if (text === null || text === '') return 'desc'
  const [field = '', direction = 'asc', ...rest] = text.trim().split(/\s+/)
  if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
  const name = direction.toLowerCase()
  if (rest.length > 0 || (name !== 'asc' && name !== 'desc')) {
    throw invalid(`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`)
  }
  return name
}

/**
 * `Link` and `X-Total-Count`. Clients split `Link` at commas and read what follows the first `=`, so `page` comes first and
 * nothing else may hold a comma.
 */
export function pageHeaders(path: string, { page, perPage }: Page, given: { total: number; query: URLSearchParams }) {
  const pages = Math.ceil(given.total / perPage)
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams({ page: String(to), per_page: String(perPage) })
    for (const name of ['sort', 'filter']) {
      const value = given.query.get(name)
      if (value) query.set(name, value)
    }
    return `<${path}?${query}>; rel="${rel}"`
  }
  return {
    'x-total-count': String(given.total),
    link: [...(page < pages ? [link(page + 1, 'next')] : []), link(pages, 'last')].join(', '),
  }
}
