import type { Db, IdentitySchema } from '@tillsight/database'
import { type ExpressionBuilder, sql } from 'kysely'
import { audienceOf, namedAudience, requireAdmin } from '../callers.ts'
import { invalid } from '../errors.ts'
import { userView } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'

const defaultPerPage = 50
const mostPerPage = 1000

/**
 * `GET /admin/users?page=&per_page=&sort=&filter=`: of the audience that the caller names, of all without one. Otherwise an
 * account that is in somebody's way could not be found.
 */
export const listUsers: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const aud = await audienceOf(auth, call)
  const page = parsePage(call.query)
  const direction = parseSort(call.query.get('sort'))
  const filter = call.query.get('filter') ?? ''
  const { rows, total } = await findUsers(auth.db.kysely, { aud: namedAudience(call), page, direction, filter })
  const body = { users: rows.map((row) => userView(row, null, [])), aud }
  return Response.json(body, { headers: pageHeaders('/admin/users', page, { total, query: call.query }) })
}

interface Question {
  /** Undefined: all. */
  readonly aud: string | undefined
  readonly page: Page
  readonly direction: 'asc' | 'desc'
  readonly filter: string
}

async function findUsers(db: Db, { aud, page, direction, filter }: Question) {
  const matching = db
    .selectFrom('authUsers')
    .$if(aud !== undefined, (query) => query.where('aud', '=', aud ?? ''))
    .$if(filter !== '', (query) => query.where((eb) => matches(eb, filter)))
  const [{ count }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(page.perPage)
      // Far beyond any table, and still a number that the database takes.
      .offset(Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER))
      .execute(),
  ])
  return { rows, total: Number(count) }
}

function matches(eb: ExpressionBuilder<IdentitySchema, 'authUsers'>, filter: string) {
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  return eb.or([eb('email', 'ilike', pattern), eb(sql<string>`user_metadata ->> 'full_name'`, 'ilike', pattern)])
}

/** Which part of a list is wanted. */
interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

/** `page` and `per_page`; empty and 0 stand for the default. Throws `400` for what is no number. */
function parsePage(query: URLSearchParams): Page {
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
function parseSort(text: string | null): 'asc' | 'desc' {
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
function pageHeaders(path: string, { page, perPage }: Page, given: { total: number; query: URLSearchParams }) {
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
