import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError, type ConnectorFailure } from '../failures.ts'
import { retryAfterMs } from '../http/index.ts'
import type { HttpRequest, HttpResponse, Verdict } from '../http.ts'
import { openAccess } from './access.ts'
import { minutesUntilFree } from './allowance.ts'
import { type Asked, damaged, hasCode, isKind, meaningOf, type Trouble, throttled, toFailure } from './failures.ts'
import { type Learnt, recall } from './learnt.ts'
import { graphRoot } from './platform-urls.ts'
import { troubleOf } from './token-responses.ts'
import { readJson } from './values.ts'

/** A request to the Graph API. */
export interface Query<T> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Without version and leading slash: `act_1234/insights`. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  /** The subject as display text for the merchant: `daily figures`. */
  readonly what: string
  readonly shape: z.ZodType<T>
  /** The account whose quota the request uses. */
  readonly account?: Pick<AdAccount, 'id' | 'name'>
  /** The maximum number of retries after a temporary failure. */
  readonly retries?: number
}

/** The Graph API for one connection. */
export interface Graph {
  readonly ctx: ConnectorContext
  readonly learnt: Learnt
  /** Throws `ConnectorError`, after retrying temporary failures and waiting out short pauses. */
  ask<T>(query: Query<T>): Promise<T>
  /** Waits as between attempts. */
  pause(ms: number): Promise<void>
}

/** Opens the API for one connection. Throws `reauth` when it has no token. */
export function openGraph(ctx: ConnectorContext): Graph {
  const access = openAccess(ctx)
  const learnt = recall(ctx.http)
  const pause = async (ms: number) => {
    ctx.signal.throwIfAborted()
    await ctx.http.pause?.(ms, ctx.signal)
  }

  const send = async <T>(query: Query<T>): Promise<HttpResponse> => {
    const accountId = query.account?.id ?? ''
    const waitMs = learnt.allowance.pauseMs(accountId, ctx.clock.now(), query.account?.name)
    if (waitMs > 0) await pause(waitMs)
    const token = await access.token()
    const response = await learnt.allowance.inTurn(accountId, async () =>
      ctx.http.request(toRequest(query, { ctx, token, secret: access.secret })),
    )
    learnt.allowance.learn(accountId, response, ctx.clock.now())
    return response
  }

  const failureOf = (response: HttpResponse, { trouble, ...about }: Asked & { trouble: Trouble | undefined }) => {
    const waitMs = minutesUntilFree(response) * 60_000 || retryAfterMs(response, ctx.clock.now())
    const options: Asked = { ...about, person: access.person, waitMs }
    return trouble
      ? toFailure(trouble, options)
      : new ConnectorError({ ...throttled(options), status: response.status })
  }

  return {
    ctx,
    learnt,
    pause,
    async ask(query) {
      for (let waits = 0; ; waits += 1) {
        ctx.signal.throwIfAborted()
        const response = await send(query)
        const result = bodyOf(response)
        const trouble = troubleOf(result, response.status)
        if (trouble === undefined && response.status !== 429) return understand(result, response, query)
        const failure = failureOf(response, { trouble, what: query.what, account: query.account?.name })
        const waitMs = isKind(failure, 'throttled') ? pauseOf(query, failure.failure, waits) : undefined
        if (waitMs !== undefined) {
          await pause(waitMs)
          continue
        }
        const meaning = trouble && meaningOf(trouble)
        // A run that was just started is not there for a moment; that says nothing about access.
        const isAboutAccess = meaning === 'reauth' || (meaning === 'permission' && !hasCode(failure, 3))
        throw isAboutAccess ? await access.refused(failure) : failure
      }
    },
  }
}

const waitsMs = [15_000, 60_000, 120_000] as const
const longestWaitMs = 5 * 60_000

/**
 * How long to wait if Meta throttles us in the middle of reading an account, so that rows already read are not lost;
 * undefined if that is too long, or if the request is not about an account.
 */
function pauseOf<T>({ account }: Query<T>, { retryAfterMs: reportedMs }: ConnectorFailure, waits: number) {
  const stepMs = account === undefined ? undefined : waitsMs[waits]
  if (stepMs === undefined || reportedMs === undefined) return stepMs
  return reportedMs > longestWaitMs ? undefined : reportedMs
}

interface Signing {
  readonly ctx: ConnectorContext
  readonly token: string
  readonly secret: string | undefined
}

/** The token is sent in a header, never in the address. */
function toRequest<T>(query: Query<T>, { ctx, token, secret }: Signing): HttpRequest {
  const { method = 'GET', path, params = {}, retries } = query
  const all = new URLSearchParams({
    ...params,
    ...(secret === undefined ? {} : { appsecret_proof: proofOf(token, secret) }),
  }).toString()
  const url = `${graphRoot(ctx.app)}/${path}`
  const isForm = method === 'POST'
  return {
    method,
    url: isForm || all === '' ? url : `${url}?${all}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: all } : {}),
    // Starting a report twice does no harm.
    repeatable: true,
    followsRedirects: false,
    signal: ctx.signal,
    judge,
    timeoutMs: 120_000,
    ...(retries === undefined ? {} : { retries }),
  }
}

/** Meta's HTTP statuses say little: the error code counts, and whether the response is complete. */
function judge(response: HttpResponse): Verdict {
  const result = bodyOf(response)
  if (result === undefined || typeof result !== 'object' || result === null) {
    return response.status === 429 ? 'final' : 'transient'
  }
  const trouble = troubleOf(result, response.status)
  if (trouble === undefined) return response.status >= 500 ? 'transient' : 'final'
  return meaningOf(trouble) === 'transient' ? 'transient' : 'final'
}

const bodies = new WeakMap<HttpResponse, { readonly answer: unknown }>()

/** The body, read once. */
function bodyOf(response: HttpResponse): unknown {
  const known = bodies.get(response)
  if (known !== undefined) return known.answer
  const answer = readJson(response.body)
  bodies.set(response, { answer })
  return answer
}

function understand<T>(result: unknown, { status }: HttpResponse, { shape, what }: Query<T>): T {
  const read = shape.safeParse(result)
  if (status < 300 && read.success) return read.data
  if (status < 300 && typeof result === 'object' && result !== null && !read.success) {
    const [issue] = read.error.issues
    const where = issue === undefined ? '' : ` (${issue.path.join('.').slice(0, 80)}: ${issue.message.slice(0, 80)})`
    throw new ConnectorError({
      kind: 'transient',
      message: `Meta sent ${what} in a form that is not known${where}. Nothing of it is used; reading is tried again by itself.`,
      platformCode: 'form',
      status,
    })
  }
  throw damaged(what, status)
}

/** Proves that a call comes from whoever holds the app's secret: HMAC-SHA256 of the token, in hexadecimal. */
function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}
