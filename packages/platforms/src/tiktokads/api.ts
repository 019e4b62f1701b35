import type { ConnectionSettings, ConnectorContext } from '../contract.ts'
import type { HttpResponse } from '../http.ts'
import { type Access, baseOf, type Client, clientOf, openAccess, type TokenResponse, toSettings } from './access.ts'
import { toFailure } from './failures.ts'
import { limiterOf, pause } from './limiter.ts'
import { judgeResponse, readResponse } from './responses.ts'

/** The version that everything here is written for. */
export const apiVersion = 'v1.3'

/** Pauses after "too many requests". */
const ladderMs = [5_000, 30_000, 120_000, 300_000, 300_000] as const
const longestStepMs = 300_000
const csv: ReturnType<typeof readResponse> = { kind: 'data', data: {} }
/** Retries after a temporary failure, before less is queried. */
const usualRetries = 3

/** One request to the API. */
export interface Query {
  /** The subject as display text, for messages: `daily figures`. */
  readonly what: string
  /** The path after the version, with its trailing slash. */
  readonly path: string
  /** Lists and objects are encoded as JSON. */
  readonly query?: Readonly<Record<string, unknown>>
  /** If given, the request is a POST. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly advertiser?: { readonly id: string; readonly name: string }
  /** The maximum number of retries after a temporary failure. */
  readonly retries?: number
}

/** TikTok's API, with access. */
export interface Api {
  readonly ctx: ConnectorContext
  readonly client: Client
  /** Runs a request when its turn comes. Throws `ConnectorError`. */
  ask(question: Query): Promise<Readonly<Record<string, unknown>>>
  /** The same for a text response; undefined if a JSON envelope came instead. */
  askText(question: Query): Promise<string | undefined>
  pause(ms: number): Promise<void>
}

/** Opens TikTok for reading; makes no requests yet. Throws `ConnectorError` if values are missing. */
export function openApi(ctx: ConnectorContext): Api {
  const client = clientOf(ctx)
  const access = openAccess(ctx, async (token) => await refresh(ctx, client, token))
  return {
    ctx,
    client,
    ask: async (question) => {
      const result = readResponse(await exchange(ctx, { question, access, client }), ctx.clock.now())
      if (result.kind === 'data') return result.data
      throw toFailure(result, askedOf(ctx, question))
    },
    askText: async (question) => {
      const response = await exchange(ctx, { question, access, client, isText: true })
      if (isCsv(response)) return Buffer.from(response.body).toString('utf8')
      const result = readResponse(response, ctx.clock.now())
      if (result.kind === 'data') return undefined
      throw toFailure(result, askedOf(ctx, question))
    },
    pause: async (ms) => await pause(ctx, ms),
  }
}

function askedOf(ctx: Pick<ConnectorContext, 'clock'>, { what, advertiser }: Query) {
  return { what, now: ctx.clock.now(), ...(advertiser === undefined ? {} : { advertiser: advertiser.name }) }
}

interface Exchange {
  readonly question: Query
  readonly access: Access
  readonly client: Client
  readonly isText?: true
}

/** Repeats a request while the response is "too many requests" or about an expired token. */
async function exchange(ctx: ConnectorContext, parts: Exchange): Promise<HttpResponse> {
  const { question, access, client } = parts
  const limiter = limiterOf(baseOf(ctx.app), client.appId)
  let token = await access.token()
  let hasRenewed = false
  let hasRepeated = false
  for (let refused = 0; ; ) {
    const leave = await limiter.enter(question.advertiser?.id ?? '', ctx)
    const response = await send(ctx, { question, token, isText: parts.isText === true }).finally(leave)
    const result = readEither(response, parts, ctx.clock.now())
    const { kind } = result
    if (kind === 'reauth' && !hasRenewed) {
      hasRenewed = true
      const fresh = await access.renewed()
      if (fresh === undefined) return response
      token = fresh
    } else if (kind === 'validation' && !hasRepeated) {
      hasRepeated = true
    } else {
      const stepMs = kind === 'throttled' ? stepAfter(refused, result.retryAfterMs) : undefined
      if (stepMs === undefined) return response
      refused += 1
      limiter.hold(ctx.clock.now().getTime() + stepMs)
      await pause(ctx, stepMs)
    }
  }
}

function readEither(response: HttpResponse, { isText }: Exchange, now: Date) {
  return isText && isCsv(response) ? csv : readResponse(response, now)
}

/** The next pause, or as long as TikTok says; undefined if that is too long to wait here. */
function stepAfter(refused: number, reportedMs: number | undefined): number | undefined {
  const stepMs = ladderMs[refused]
  if (stepMs === undefined || reportedMs === undefined) return stepMs
  return reportedMs > longestStepMs ? undefined : reportedMs
}

function isCsv({ headers }: HttpResponse): boolean {
  return (headers['content-type'] ?? '').includes('csv')
}

async function send(
  ctx: ConnectorContext,
  { question, token, isText }: { readonly question: Query; readonly token: string; readonly isText: boolean },
): Promise<HttpResponse> {
  const { path, query = {}, body, retries = usualRetries } = question
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)]))
  const tail = parameters.size === 0 ? '' : `?${parameters}`
  return await ctx.http.request({
    method: body === undefined ? 'GET' : 'POST',
    url: `${baseOf(ctx.app)}/open_api/${apiVersion}/${path}${tail}`,
    headers: { 'access-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    repeatable: true,
    followsRedirects: false,
    retries,
    signal: ctx.signal,
    judge: (response) => {
      return isText && isCsv(response) && response.status === 200 ? 'final' : judgeResponse(response)
    },
  })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function refresh(ctx: ConnectorContext, client: Client, refreshToken: string): Promise<ConnectionSettings> {
  const result = await askForToken(ctx, {
    path: 'oauth2/refresh_token/',
    body: { app_id: client.appId, secret: client.secret, refresh_token: refreshToken },
    isRepeatable: true,
  })
  return toSettings(result, ctx.clock.now())
}

/** One request for a token. */
export interface TokenRequest {
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  /** A code works only once. */
  readonly isRepeatable: boolean
}

/** Requests a token, or revokes one. Throws `ConnectorError` with a message about the presented credentials. */
export async function askForToken(
  ctx: Pick<ConnectorContext, 'http' | 'app' | 'clock'> & { readonly signal?: AbortSignal },
  { path, body, isRepeatable }: TokenRequest,
): Promise<TokenResponse> {
  const response = await ctx.http.request({
    method: 'POST',
    url: `${baseOf(ctx.app)}/open_api/${apiVersion}/${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    repeatable: isRepeatable,
    followsRedirects: false,
    retries: 2,
    judge: judgeResponse,
    ...(ctx.signal === undefined ? {} : { signal: ctx.signal }),
  })
  const result = readResponse(response)
  if (result.kind === 'data') return result.data
  throw toFailure(result, { what: 'access', now: ctx.clock.now() })
}
