import { hash } from 'node:crypto'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError, type FailureKind, isConnectorError } from '../failures.ts'
import type { HttpResponse } from '../http.ts'
import { clientOf, openAccess } from './access.ts'
import { shortPauseMs, toFailure } from './failures.ts'
import { apiVersion, hostsOf } from './hosts.ts'
import { judgeResponse, type Reply, readResponse, type Trouble } from './responses.ts'
import { isRow, type Row, valueAt } from './values.ts'

/** The account to query, and the manager that gives access to it; null: directly. */
export interface Target {
  readonly account: string
  readonly via: string | null
}

/** A query, and its subject as display text. */
export interface Query {
  readonly what: string
  readonly query: string
}

/** The Google Ads API for one connection. */
export interface GoogleAdsClient {
  /** All rows of a query. Throws `ConnectorError`. */
  query(target: Target, question: Query): Promise<Row[]>
  /** Ids of the accounts that the login can access directly. */
  accessible(): Promise<string[]>
  /** Whether Google responds at all: then the failure concerns one account, not Google. Throws if the token has expired. */
  isWell(): Promise<boolean>
}

/** Responses of up to 64 MB are read whole, which may take some minutes. */
const queryTimeoutMs = 300_000
const accessiblePath = 'customers:listAccessibleCustomers'
const passingKinds: ReadonlySet<FailureKind> = new Set<FailureKind>(['transient', 'throttled'])
const shortWaits = 3
const furtherAttempts = 2

/** Opens the API with the access of a connection. */
export function openClient(ctx: ConnectorContext): GoogleAdsClient {
  const { http, app, clock, signal } = ctx
  const access = openAccess(ctx)
  const base = hostsOf(app).ads
  const limit = projectLimit(ctx)
  const login = ctx.settings['login']

  const send = async (request: Sending, token: string): Promise<HttpResponse> =>
    await http.request({
      method: request.body === undefined ? 'GET' : 'POST',
      url: `${base}/${apiVersion}/${request.path}`,
      headers: { ...headersOf(request, app['developerToken']), authorization: `Bearer ${token}` },
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs: queryTimeoutMs,
      repeatable: true,
      followsRedirects: false,
      retries: request.retries ?? furtherAttempts,
      judge: judgeResponse,
      signal,
    })

  const ask = async (request: Sending, asked: Asking): Promise<readonly Row[]> => {
    let token = await access.token()
    let hasRenewed = false
    for (let waits = 0; ; ) {
      signal.throwIfAborted()
      await limit.check()
      const response: Reply = readResponse(await send(request, token), clock.now())
      if ('parts' in response) return response.parts
      const { trouble } = response
      if (isExpired(trouble) && !hasRenewed) {
        hasRenewed = true
        token = await access.renewed()
        continue
      }
      const pauseMs = waits < shortWaits ? pauseOf(trouble) : undefined
      if (pauseMs !== undefined && http.pause) {
        waits += 1
        await http.pause(pauseMs, signal)
        continue
      }
      await limit.learn(trouble)
      throw toFailure(trouble, { ...asked, login, now: clock.now() })
    }
  }

  return {
    async query(target, { what, query }) {
      if (!/^\d+$/.test(target.account))
        throw new ConnectorError({
          kind: 'bad_request',
          message: `“${target.account}” is not the id of an account at Google Ads: those are digits only. Choose the accounts again.`,
        })
      const path = `customers/${target.account}/googleAds:searchStream`
      const asking = async (text: string) => {
        const body = JSON.stringify({ query: text, summaryRowSetting: 'NO_SUMMARY_ROW' })
        const asking = { what, account: target.account }
        const parts = await ask({ path, body, via: target.via }, asking)
        const foreign = { status: 200, code: 'page', message: '', requestId: '' }
        if (!parts.every(isBatch)) throw toFailure(foreign, { ...asking, login, now: clock.now() })
        return parts.flatMap(({ results }) => (Array.isArray(results) ? results.filter(isRow) : []))
      }
      return await withoutDenied(query, asking)
    },
    async accessible() {
      const [response] = await ask({ path: accessiblePath, via: null }, { what: 'accounts' })
      const names = response && valueAt(response, 'resourceNames')
      const ids = (Array.isArray(names) ? names : []).map((name) => /^customers\/(\d+)$/.exec(String(name))?.[1])
      return ids.filter((id) => id !== undefined)
    },
    async isWell() {
      try {
        const [response] = await ask({ path: accessiblePath, via: null, retries: 0 }, { what: 'accounts' })
        // A response in any other form comes from something between us and Google, and says nothing about Google.
        return response !== undefined && Array.isArray(response['resourceNames'])
      } catch (error) {
        signal.throwIfAborted()
        if (isConnectorError(error) && passingKinds.has(error.failure.kind)) return false
        throw error
      }
    },
  }
}

/** What is no part of a stream comes from something in between, and must not be taken for an account without rows. */
function isBatch(part: Row): boolean {
  return 'results' in part || 'fieldMask' in part || 'requestId' in part
}

interface Sending {
  readonly path: string
  readonly body?: string
  readonly via: string | null
  readonly retries?: number
}

interface Asking {
  readonly what: string
  readonly account?: string
}

function headersOf({ via, body }: Sending, developerToken: string | undefined): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(via === null ? {} : { 'login-customer-id': via }),
    ...(developerToken ? { 'developer-token': developerToken } : {}),
  }
}

const expired = new Set([
  'authenticationError.OAUTH_TOKEN_EXPIRED',
  'edge.UNAUTHENTICATED',
  'edge.ACCESS_TOKEN_EXPIRED',
])

function isExpired({ code, status }: Trouble): boolean {
  return expired.has(code) || (status === 401 && code === 'page')
}

/** How long to wait before retrying; undefined if it is not a quota, or a long one. */
function pauseOf({ code, retryMs, status }: Trouble): number | undefined {
  if (!code.startsWith('quotaError.') && status !== 429) return undefined
  const ms = retryMs ?? (/TEMPORARILY|SHORT_TERM/.test(code) ? 10_000 : undefined)
  return ms !== undefined && ms <= shortPauseMs ? ms : undefined
}

/** Repeats a query without a metric that the login has no access to. */
async function withoutDenied(query: string, ask: (query: string) => Promise<Row[]>): Promise<Row[]> {
  try {
    return await ask(query)
  } catch (error) {
    if (!isConnectorError(error)) throw error
    const { platformCode, message } = error.failure
    const [denied] = message.match(/metrics\.[a-z_]+/) ?? []
    if (platformCode !== 'authorizationError.METRIC_ACCESS_DENIED' || denied === undefined) throw error
    const less = query.replace(new RegExp(`(?:, ${denied}\\b|\\b${denied}, )`), '')
    if (less === query) throw error
    return await withoutDenied(less, ask)
  }
}

/** The daily limit of a Google Cloud project, which all connections of an installation share. */
interface ProjectLimit {
  /** Throws `throttled` while it is used up. */
  check(): Promise<void>
  /** Stores what a response says about the limit. */
  learn(trouble: Trouble): Promise<void>
}

/** The limit of the project whose OAuth client the connection uses. */
function projectLimit(ctx: ConnectorContext): ProjectLimit {
  const { app, clock, pauses } = ctx
  const scope = hash('sha256', `${hostsOf(app).ads} ${clientOf(ctx).clientId}`, 'hex').slice(0, 24)
  return {
    async check() {
      const until = await pauses.until(scope)
      const now = clock.now()
      const retryMs = until === undefined ? 0 : until.getTime() - now.getTime()
      if (retryMs <= 0) return
      const code = 'quotaError.RESOURCE_EXHAUSTED'
      const trouble = { status: 429, code, message: '', requestId: '', retryMs, isWholeProject: true }
      throw toFailure(trouble, { what: 'figures', now })
    },
    async learn({ isWholeProject, retryMs = 0 }) {
      if (isWholeProject === true && retryMs > 0) await pauses.hold(scope, new Date(clock.now().getTime() + retryMs))
    },
  }
}
