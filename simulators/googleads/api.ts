import { type FakeRequest, fieldsOf, json, type Reply, readJson } from '../web/exchange.ts'
import { checkAccess, todayOf } from './accounts.ts'
import { checkQuery } from './check-query.ts'
import { edgeError, errorResponse, quotaTrouble, Refusal, refuse, requestIdOf, statusOf, toEnvelope } from './errors.ts'
import type { Fault } from './faults.ts'
import { Figures } from './figures.ts'
import { parseQuery, type Query } from './gaql.ts'
import type { World } from './options.ts'
import { answerRows } from './resource-rows.ts'
import { fieldMaskOf, project, type Row } from './row.ts'

const adwords = 'https://www.googleapis.com/auth/adwords'
const served = new Set(['v23', 'v24', 'v25', 'v26'])
const dayMs = 86_400_000
const tokenMs = 2 * 3_600_000

/** The customer of a request. */
export function customerOf({ path }: FakeRequest): string {
  return /^\/v\d+\/customers\/([^/:]*)\/googleAds:/.exec(path)?.[1] ?? ''
}

/** The query of a request. */
export function queryOf({ body, path }: FakeRequest): string {
  return path.includes('googleAds:') ? textOf(fieldsOf(readJson(body))['query']) : ''
}

/** The resource that a request queries. */
export function resourceOf(request: FakeRequest): string {
  if (request.path.endsWith('customers:listAccessibleCustomers')) return 'accessible'
  return /\bFROM\s+(\w+)/i.exec(queryOf(request))?.[1] ?? ''
}

/** Handles everything under `/v25`. */
export function answerApi(world: World, request: FakeRequest, fault: Fault | undefined): Reply {
  try {
    return response(world, request, fault)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return errorResponse(toEnvelope(error.trouble, requestIdOf(request)), error.trouble.status, request)
  }
}

function response(world: World, request: FakeRequest, fault: Fault | undefined): Reply {
  const version = /^\/(v\d+)\//.exec(request.path)?.[1]
  if (version === undefined) return json(edgeError(404, 'NOT_FOUND', { message: 'Not found' }), 404)
  if (!served.has(version)) refuse('requestError', 'UNSUPPORTED_VERSION', `Version ${version} is not supported.`)
  const caller = signedIn(world, request)
  if (typeof caller !== 'string') return caller
  if (request.headers['developer-token'] !== undefined && world.developerToken === 'rejected') {
    refuse('authorizationError', 'DEVELOPER_TOKEN_PROHIBITED', 'Developer tokens are not accepted any more.')
  }
  if (resourceOf(request) === 'accessible') {
    countOperation(world, 'project', world.operationsPerDay)
    const direct = world.logins.find(({ email }) => email === caller)?.access ?? []
    if (direct.length === 0)
      refuse('authenticationError', 'NOT_ADS_USER', 'The Google account has no Google Ads account.')
    return json({ resourceNames: direct.map((id) => `customers/${id}`) })
  }
  return answerQuery(world, { request, caller, fault })
}

/** The login's email address, or the edge's refusal. */
function signedIn(world: World, { headers }: FakeRequest): string | Reply {
  const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''
  const found = world.grants.check(token)
  if (found === undefined || found === 'expired') {
    const text = 'Request had invalid authentication credentials. Expected OAuth 2 access token.'
    return json(edgeError(401, 'UNAUTHENTICATED', { message: text, reason: 'ACCESS_TOKEN_EXPIRED' }), 401)
  }
  if (!found.scopes.includes(adwords)) {
    const text = 'Request had insufficient authentication scopes.'
    return json(edgeError(403, 'PERMISSION_DENIED', { message: text, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }), 403)
  }
  return found.email
}

interface Call {
  readonly request: FakeRequest
  readonly caller: string
  readonly fault: Fault | undefined
}

function answerQuery(world: World, { request, caller, fault }: Call): Reply {
  const method = /:(search|searchStream)$/.exec(request.path)?.[1]
  if (method === undefined || request.method !== 'POST')
    return json(edgeError(404, 'NOT_FOUND', { message: 'Not found' }), 404)
  const login = request.headers['login-customer-id']
  const customer = checkAccess(world, { email: caller, id: customerOf(request), login })
  const body = fieldsOf(readJson(request.body))
  const paging = method === 'search' ? pagingOf(world, body) : undefined
  if (!paging?.token) {
    countOperation(world, 'project', world.operationsPerDay)
    countOperation(world, customer.id, world.operationsPerAccount)
  }
  const today = todayOf(world, customer)
  const query = parseQuery(textOf(body['query']), today)
  const dates = checkQuery(query, today, world.keptSince)
  const rows = answerRows({ world, figures: figuresOf(world), customer, query, dates })
  if (paging) {
    const headers = { 'request-id': requestIdOf(request) }
    return json(pageOf(world, { rows, query, offset: paging.offset }), 200, headers)
  }
  return streamOf(world, { request, fault, rows, query })
}

interface Streaming {
  readonly request: FakeRequest
  readonly fault: Fault | undefined
  readonly rows: readonly Row[]
  readonly query: Query
}

/** All rows as one array of batches. */
function streamOf(world: World, { request, fault, rows, query }: Streaming): Reply {
  const requestId = requestIdOf(request)
  const fieldMask = fieldMaskOf(query.select)
  const batches: object[] = []
  for (let at = 0; at < rows.length; at += world.batchRows) {
    const results = rows.slice(at, at + world.batchRows).map((row) => project(row, query.select))
    batches.push({ results, fieldMask, requestId })
  }
  if (batches.length === 0) batches.push({ fieldMask, requestId })
  if (fault?.kind === 'error' && fault.inStream) batches.splice(1, batches.length, inStream(fault, request))
  return json(batches, 200, { 'request-id': requestId })
}

/** An error that comes after the status was sent. */
function inStream(fault: Extract<Fault, { kind: 'error' }>, request: FakeRequest): object {
  const { category, code } = fault
  const trouble = {
    category,
    code,
    message: fault.message ?? `The platform says ${code}.`,
    status: statusOf(category, code),
  }
  return toEnvelope(trouble, requestIdOf(request))
}

const figures = new WeakMap<World, Figures>()

function figuresOf(world: World): Figures {
  const known = figures.get(world) ?? new Figures(world)
  figures.set(world, known)
  return known
}

interface Paging {
  readonly token: string
  readonly offset: number
}

/** A page token contains its position and its time of issue; it expires after two hours. */
function pagingOf(world: World, body: Readonly<Record<string, unknown>>): Paging {
  if (body['pageSize'] !== undefined) {
    refuse('requestError', 'PAGE_SIZE_NOT_SUPPORTED', 'Setting the page size is not supported.')
  }
  const token = textOf(body['pageToken'])
  if (token === '') return { token, offset: 0 }
  const [offset = '', madeAt = ''] = Buffer.from(token, 'base64url').toString('utf8').split(' ')
  if (!/^\d+$/.test(offset) || !/^\d+$/.test(madeAt)) {
    refuse('requestError', 'INVALID_PAGE_TOKEN', 'The page token is not valid.')
  }
  if (world.ads.now().getTime() - Number(madeAt) > tokenMs) {
    refuse('requestError', 'EXPIRED_PAGE_TOKEN', 'The page token has expired.')
  }
  return { token, offset: Number(offset) }
}

function pageOf(
  world: World,
  { rows, query, offset }: { readonly rows: readonly Row[]; readonly query: Query; readonly offset: number },
): object {
  const end = offset + world.pageRows
  const next = Buffer.from(`${end} ${world.ads.now().getTime()}`).toString('base64url')
  return {
    results: rows.slice(offset, end).map((row) => project(row, query.select)),
    ...(end < rows.length ? { nextPageToken: next } : {}),
    totalResultsCount: String(rows.length),
    fieldMask: fieldMaskOf(query.select),
  }
}

const counted = new WeakMap<World, Map<string, number>>()

/** Counts one operation of the day in Pacific time, as near as eight hours. */
function countOperation(world: World, whose: string, limit: number): void {
  if (!Number.isFinite(limit)) return
  const at = world.ads.now().getTime() - 8 * 3_600_000
  const key = `${whose} ${Math.floor(at / dayMs)}`
  const counts = counted.get(world) ?? new Map<string, number>()
  counted.set(world, counts)
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  if (count <= limit) return
  throw new Refusal(
    quotaTrouble(whose === 'project' ? 'DEVELOPER' : 'ACCOUNT', Math.ceil((dayMs - (at % dayMs)) / 1_000)),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
