import { type Context, Hono } from 'hono'
import { callerContexts } from '../../contexts.ts'
import { createApiLimits } from '../../http/api/limits.ts'
import type { Runtime } from '../../runtime.ts'
import { type BackendPerson, requirePerson, shownBy } from '../caller.ts'
import { type Failure, type FailureShape, shapeDoor } from '../failures.ts'
import { createOperationCalls, readCallBody } from '../operation-calls.ts'
import { assertWithin, type Found, prepare, type Row } from './engine.ts'
import { type Query, readQuery } from './query.ts'
import { notOffered, RestRefusal } from './refusal.ts'
import { type Relation, relations } from './relations.ts'

const longestAddress = 8 * 1024
const longestMs = 2_000
const limits = { perMinute: 120, atOnce: 4, of: 'person' } as const

interface Said {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: string | null
  readonly hint?: string | null
}

function say({ status, code, message, details = null, hint = null }: Said, headers: HeadersInit = {}): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  all.set('proxy-status', `PostgREST; error=${code}`)
  return new Response(JSON.stringify({ code, message, details, hint }), { status, headers: all })
}

const codes: Readonly<Record<Failure['code'], string>> = {
  invalid_input: '22023',
  unauthenticated: 'PGRST301',
  forbidden: '42501',
  not_found: 'P0001',
  conflict: 'P0001',
  limit_reached: '53400',
  not_connected: 'P0001',
  upstream_failed: 'P0001',
  unavailable: 'PGRST000',
  internal: 'XX000',
}

const shape: FailureShape = ({ status, code, message, details }) => {
  const reason = details['reason']
  if (reason === 'missing')
    return say({ status, code: 'PGRST302', message: 'Anonymous access is disabled', hint: message })
  if (reason === 'expired') return say({ status, code: 'PGRST303', message: 'JWT expired', hint: message })
  return say({ status, code: codes[code], message })
}

/**
 * `/rest/v1`: small lists for the official client, and `rpc` for the operations of `/api/v1`. Nothing of a request becomes SQL:
 * a relation is the list of a verb, and filters work on what the person may see anyway.
 */
export function restRoutes(runtime: Runtime): Hono {
  const door = new Hono()
  shapeDoor(door, runtime.log, shape)
  const call = createOperationCalls(runtime)
  const entrances = createApiLimits(runtime.clock, limits)
  door.all('*', async (c) => {
    try {
      // Before anything is looked up, also who asks.
      if (c.req.url.length > longestAddress) {
        return say({ status: 414, code: 'PGRST100', message: 'The address is longer than 8 KiB, which is the limit.' })
      }
      const person = await requirePerson(runtime, shownBy(runtime, c))
      assertProfile(c)
      const path = c.req.path.slice('/rest/v1'.length)
      const operation = /^\/rpc\/([^/]+)$/.exec(path)?.[1]
      if (operation !== undefined) return await answerCall(c, { call, person, id: operation })
      const relation = findRelation(path)
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return refuseWrite(c)
      const entrance = entrances.enter(person.caller.id)
      if (entrance.refusal) throw entrance.refusal
      return await inTime((signal) =>
        answerRows(c, { runtime, person, relation, signal }).finally(() => entrance.leave()),
      )
    } catch (error) {
      if (error instanceof RestRefusal) return say(error)
      throw error
    }
  })
  return door
}

/** Throws for another schema than the one there is. */
function assertProfile(c: Context): void {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const profile = c.req.header(isRead ? 'accept-profile' : 'content-profile') ?? 'public'
  if (profile === 'public') return
  throw new RestRefusal({ status: 406, code: 'PGRST106' }, `Invalid schema: ${profile.slice(0, 100)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

function findRelation(path: string): Relation {
  if (path === '' || path === '/') {
    throw new RestRefusal({ status: 404, code: 'PGRST126' }, 'Root endpoint metadata is disabled')
  }
  const name = /^\/([^/]+)$/.exec(path)?.[1]
  if (name === undefined) {
    throw new RestRefusal({ status: 404, code: 'PGRST125' }, 'Invalid path specified in request URL')
  }
  const relation = relations.get(name)
  if (relation !== undefined) return relation
  const message = `Could not find the table 'public.${name.slice(0, 100)}' in the schema cache`
  throw new RestRefusal({ status: 404, code: 'PGRST205' }, message)
}

function refuseWrite(c: Context): Response {
  const message = `Unsupported HTTP method: ${c.req.method.slice(0, 20)}`
  const hint = "Rows are read only here. Use rpc('preference.change', …)."
  return say({ status: 405, code: 'PGRST117', message, hint }, { allow: 'GET, HEAD' })
}

/** What takes too long is refused, and ends where it can. */
async function inTime(work: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    const message = 'canceling statement due to statement timeout'
    const refusal = new RestRefusal({ status: 504, code: '57014' }, message, { hint: 'Filter by shop_id.' })
    timer = setTimeout(() => {
      fail(refusal)
      ending.abort(refusal)
    }, longestMs)
  })
  try {
    return await Promise.race([work(ending.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

interface Form {
  readonly isObject: boolean
  readonly isStripped: boolean
}

const forms = /^(?:application\/json|\*\/\*|application\/\*|application\/vnd\.pgrst\.(array|object)(?:\+json)?)$/

/** The first kind of answer that the client takes and that there is. */
function readForm(accept: string): Form {
  for (const kind of accept.split(',')) {
    const [type = '', ...parameters] = kind.split(';').map((part) => part.trim().toLowerCase())
    const found = forms.exec(type)
    if (found) return { isObject: found[1] === 'object', isStripped: parameters.includes('nulls=stripped') }
  }
  const message = `None of these media types are available: ${accept.slice(0, 100)}`
  throw new RestRefusal({ status: 406, code: 'PGRST107' }, message)
}

interface Asked {
  readonly runtime: Runtime
  readonly person: BackendPerson
  readonly relation: Relation
  readonly signal: AbortSignal
}

async function answerRows(c: Context, { runtime, person, relation, signal }: Asked): Promise<Response> {
  const form = readForm(c.req.header('accept') ?? '*/*')
  const query = readQuery(new URL(c.req.url).searchParams, c.req.header('range'))
  const choose = prepare(relation, query)
  const counted = /(?:^|,)\s*count=(exact|planned|estimated)\s*(?:,|$)/.exec(c.req.header('prefer') ?? '')?.[1]
  const rows = await relation.read(callerContexts(runtime, person.visit), shopsOf(query))
  const found = await choose(rows, signal)
  if (counted !== undefined) assertWithin(query, found)
  const shown = form.isStripped ? found.rows.map(withoutNulls) : found.rows
  if (form.isObject && shown.length !== 1) throw notOne(shown.length)
  const headers = { ...rangeHeaders(query, found, counted), 'content-type': contentType(form) }
  const status = counted !== undefined && shown.length < found.total ? 206 : 200
  const body = c.req.method === 'HEAD' ? null : JSON.stringify(form.isObject ? shown[0] : shown)
  return new Response(body, { status, headers })
}

function contentType({ isObject }: Form): string {
  return `${isObject ? 'application/vnd.pgrst.object+json' : 'application/json'}; charset=utf-8`
}

function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function notOne(count: number): RestRefusal {
  return new RestRefusal({ status: 406, code: 'PGRST116' }, 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${count} rows`,
  })
}

function rangeHeaders({ offset }: Query, { rows, total }: Found, counted: string | undefined): Record<string, string> {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`
  return {
    'content-range': `${range}/${counted === undefined ? '*' : total}`,
    'cache-control': 'private, no-store',
    ...(counted === undefined ? {} : { 'preference-applied': `count=${counted}` }),
  }
}

/** The shops that a request is about, where it says so: others need not be read. */
function shopsOf({ filters }: Query): ReadonlySet<string> | undefined {
  const named = filters.flatMap((node) => {
    const isNamed = !('nodes' in node) && !node.isNot && node.column === 'shop_id'
    return isNamed && (node.operator === 'eq' || node.operator === 'in') ? [new Set(node.values)] : []
  })
  return named.length === 0 ? undefined : named.reduce((one, other) => one.intersection(other))
}

interface Called {
  readonly call: ReturnType<typeof createOperationCalls>
  readonly person: BackendPerson
  readonly id: string
}

/** `rpc(name, args)`: an operation of `/api/v1` by its id. */
async function answerCall(c: Context, { call, person, id }: Called): Promise<Response> {
  if (c.req.method !== 'POST') {
    const message = `Cannot use the ${c.req.method.slice(0, 20)} method on RPC`
    return say({ status: 405, code: 'PGRST101', message }, { allow: 'POST' })
  }
  const { isObject } = readForm(c.req.header('accept') ?? '*/*')
  if (isObject || new URL(c.req.url).search !== '') throw notOffered('Filters, order and single() on rpc')
  const input = await readCallBody(c)
  if (typeof input === 'number') {
    return say({
      status: input,
      code: 'PGRST102',
      message: 'The body is not a JSON object of at most 1 MiB and 32 levels.',
    })
  }
  const answer = await call({ person, id, input, headers: c.req.raw.headers })
  if (answer === undefined) {
    const message = `Could not find the function public.${id.slice(0, 100)} in the schema cache`
    throw new RestRefusal({ status: 404, code: 'PGRST202' }, message)
  }
  return answer.ok ? new Response(answer.body, { status: 200, headers: answer.headers }) : await refuseCall(answer)
}

/** What a verb says against it, in the protocol's form. */
async function refuseCall(answer: Response): Promise<Response> {
  const problem = (await answer.json()) as {
    readonly code: Failure['code']
    readonly detail: string
    readonly field?: string
    readonly errors?: readonly { readonly field: string }[]
  }
  const { code, detail, field, errors } = problem
  const headers = new Headers({ 'cache-control': 'no-store' })
  const retryAfter = answer.headers.get('retry-after')
  if (retryAfter !== null) headers.set('retry-after', retryAfter)
  const details = field ?? errors?.[0]?.field ?? null
  return say({ status: answer.status, code: codes[code] ?? 'P0001', message: detail, details }, headers)
}
