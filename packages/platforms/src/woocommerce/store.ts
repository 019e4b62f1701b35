import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { HttpResponse, Verdict } from '../http.ts'
import type { InstantText } from '../records.ts'
import { type AuthStyle, toAuthStyle } from './authentication.ts'
import { type Parameters, toEndpoint } from './endpoint.ts'
import { type Asked, mayPass, toFailure, writeRefused } from './failures.ts'
import { cacheBuster, type Learnt, recall, type Signing } from './learnt.ts'
import { hostOf, type Location, locate, revisit } from './locate.ts'
import { judgeResponse, type Reply, readResponse } from './responses.ts'
import { findSigning, offsetsFor, signFor } from './signing.ts'
import { toInstantText } from './values.ts'

const locationHoldsMs = 600_000
/** The default if nothing indicates how much the store can take. */
const lanesUnpaced = 2

/** The data of a response, with values from its headers. */
export interface StoreResponse {
  readonly data: unknown
  /** `X-WP-Total`; null where a proxy dropped it. */
  readonly total: number | null
  /** The store's clock at the response; cursors use it, never our clock. */
  readonly now: InstantText
  readonly warnings: readonly string[]
}

/** Retries and time-out of a request. */
export interface AskOptions {
  readonly retries?: number
  readonly timeoutMs?: number
  readonly judge?: (response: HttpResponse) => Verdict
  readonly alike?: string
}

interface WriteInput {
  readonly body?: object
  readonly parameters?: Parameters
}

/** One store, with access. */
export interface Store {
  readonly location: Location
  /** The style of signing that works; may change while reading. */
  auth(): AuthStyle
  readonly learnt: Learnt
  /** The store's current time. */
  now(): InstantText
  /** How many lists to read concurrently. */
  lanes(): number
  get(path: string, parameters?: Parameters, options?: AskOptions): Promise<StoreResponse>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, input?: WriteInput): Promise<StoreResponse>
}

/** Finds the store, makes sure that it is still the one that was connected, and signs in. Throws `ConnectorError`. */
export async function openStore(ctx: ConnectorContext): Promise<Store> {
  const learnt = recall(ctx)
  const location = await currentLocation(ctx, learnt)
  if (!location.active) throw wooMissing(hostOf(location.home))
  const known = toAuthStyle(ctx.settings.auth)
  learnt.signing ??=
    known === undefined
      ? await findSigning(ctx, location, learnt)
      : { style: known, clockOffsetMs: offsetsFor(location)[0] ?? 0 }
  return createStore(ctx, learnt, { location, signing: learnt.signing })
}

/** Makes the next opening locate the store again. */
export function forgetLocation(ctx: ConnectorContext): void {
  recall(ctx).location = undefined
}

async function currentLocation(ctx: ConnectorContext, learnt: Learnt): Promise<Location> {
  const now = ctx.clock.now().getTime()
  if (learnt.location !== undefined && now - learnt.location.at < locationHoldsMs) return learnt.location.value
  const { url = '', home, root } = ctx.settings
  const known = home === undefined || root === undefined ? undefined : await revisit(ctx, home, root)
  const value = known ?? (await locate(ctx, url))
  if (ctx.settings.site !== undefined && ctx.settings.site !== value.site) throw moved(ctx.settings.site, value.site)
  learnt.location = { value, at: now }
  return value
}

interface Access {
  location: Location
  signing: Signing
}

interface Query {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly parameters: Parameters
  readonly body?: object | undefined
  readonly options?: AskOptions
}

function createStore(ctx: ConnectorContext, learnt: Learnt, access: Access): Store {
  const get: Store['get'] = async (path, parameters = {}, options = {}) => {
    for (let adapted = false; ; adapted = true) {
      const unique = { ...parameters, _: cacheBuster(ctx, learnt) }
      const asked = { ...access }
      const response = await ask(ctx, access, { method: 'GET', path, parameters: unique, options })
      const answer = readResponse(response)
      if (answer.kind === 'data') return toStoreResponse({ ctx, learnt }, response, answer)
      if (!adapted && (await adapt({ ctx, learnt }, { access, asked, answer }))) continue
      throw toFailure(answer, response, toParams(ctx, access, path))
    }
  }

  return {
    location: access.location,
    auth: () => access.signing.style,
    learnt,
    now: () => toInstantText(new Date(ctx.clock.now().getTime() + access.location.clockOffsetMs)),
    lanes: () => ctx.http.lanes?.() ?? lanesUnpaced,
    get,
    async send(method, path, { body, parameters = {} } = {}) {
      const response = await ask(ctx, access, { method, path, parameters, body })
      const result = readResponse(response)
      if (result.kind === 'data') return toStoreResponse({ ctx, learnt }, response, result)
      if (result.kind === 'error' && (result.status === 401 || result.status === 403)) {
        throw writeRefused(hostOf(access.location.home), result.status, result.code)
      }
      throw toFailure(result, response, toParams(ctx, access, path))
    },
  }
}

async function ask(ctx: ConnectorContext, { location, signing }: Access, query: Query): Promise<HttpResponse> {
  const { method, path, parameters, body, options } = query
  const content = body === undefined ? {} : { 'content-type': 'application/json' }
  return await ctx.http.request({
    method,
    url: toEndpoint(location.root, toRoute(path), parameters),
    headers: { 'cache-control': 'no-cache', ...content },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    sign: signFor(ctx, signing),
    judge: judgeResponse,
    signal: ctx.signal,
    ...options,
  })
}

/** Routes of the other namespaces are named whole; usual ones are relative to the API's version. */
function toRoute(path: string): string {
  return path.startsWith('wc-analytics/') ? path : `wc/v3/${path}`
}

function toParams(ctx: ConnectorContext, { location }: Access, path: string): Asked {
  return {
    host: hostOf(location.home),
    resource: path.replace(/\/\d+.*$/, ''),
    identity: ctx.http.identity,
    now: ctx.clock.now(),
  }
}

interface Known {
  readonly ctx: ConnectorContext
  readonly learnt: Learnt
}

interface Adapting {
  readonly access: Access
  /** As it was when the question was sent: another lane may have learnt better meanwhile. */
  readonly asked: Access
  readonly answer: Reply
}

/** Permalinks, or how PHP sees https, may have changed: returns whether a retry with other settings is worthwhile. */
async function adapt(known: Known, adapting: Adapting): Promise<boolean> {
  const { answer } = adapting
  if (answer.kind === 'error' && answer.status === 401) return await adaptSigning(known, adapting)
  const pageInstead = answer.kind === 'page' && (answer.status < 300 || answer.status === 404)
  if (pageInstead || (answer.kind === 'bare' && answer.status === 404)) return await adaptRoot(known, adapting)
  return false
}

async function adaptSigning({ ctx, learnt }: Known, { access, asked }: Adapting): Promise<boolean> {
  if (access.signing !== asked.signing) return true
  const { style, clockOffsetMs } = asked.signing
  access.signing = await findSigning(ctx, access.location, learnt)
  learnt.signing = access.signing
  return access.signing.style !== style || access.signing.clockOffsetMs !== clockOffsetMs
}

async function adaptRoot({ ctx, learnt }: Known, { access, asked }: Adapting): Promise<boolean> {
  if (access.location.root !== asked.location.root) return true
  const found = await locate(ctx, ctx.settings.url ?? access.location.home)
  if (found.site !== access.location.site) throw moved(access.location.site, found.site)
  if (found.root === asked.location.root) return false
  access.location = found
  learnt.location = { value: found, at: ctx.clock.now().getTime() }
  return true
}

function toStoreResponse(
  { ctx, learnt }: Known,
  response: HttpResponse,
  result: { readonly data: unknown; readonly warnings: readonly string[] },
): StoreResponse {
  const { headers } = response
  const date = Date.parse(headers.date ?? '')
  const ageMs = Number(headers.age ?? 0) * 1_000 || 0
  const total = headers['x-wp-total']
  return {
    data: result.data,
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : null,
    now: toInstantText(Number.isNaN(date) ? ctx.clock.now() : new Date(date + ageMs)),
    warnings: [...result.warnings, ...cacheWarning(learnt, headers)],
  }
}

function cacheWarning(learnt: Learnt, headers: Readonly<Record<string, string>>): string[] {
  const marks = [headers['x-cache'], headers['cf-cache-status'], headers['x-litespeed-cache'], headers['x-proxy-cache']]
  const cached = Number(headers.age ?? 0) > 0 || marks.some((mark) => mark !== undefined && /^hit/i.test(mark))
  if (!cached || learnt.warnedOfCache) return []
  learnt.warnedOfCache = true
  return [
    'A page cache answers in place of the shop’s API, so figures may lag behind. Exclude /wp-json/ from caching at your host or in the cache plugin.',
  ]
}

function wooMissing(host: string): ConnectorError {
  return new ConnectorError(
    mayPass({
      status: 200,
      platformCode: 'woocommerce_inactive',
      lasting: 'account_state',
      what: `WooCommerce is not active at ${host}`,
      advice: 'Activate it under Plugins.',
    }),
  )
}

function moved(known: string, now: string): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `The shop that was connected as ${known} now calls itself ${now}. Either it has moved, or a copy of it answers. Nothing is read until you connect it again at the right address.`,
    platformCode: 'moved',
  })
}
