import type { Db, IdentitySchema } from '@tillsight/database'
import { type ExpressionBuilder, sql } from 'kysely'
import { audienceOf, namedAudience, requireAdmin } from '../callers.ts'
import { userView } from '../users/views.ts'
import type { Endpoint } from '../wire/call.ts'
import { type Page, pageHeaders, parsePage, parseSort } from './paging.ts'

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
