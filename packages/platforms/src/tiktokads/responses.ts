import { judgeStatus, retryAfterMs } from '../http/index.ts'
import type { HttpResponse, Verdict } from '../http.ts'
import { isRow, parseExactly, textOf } from './values.ts'

/** A parsed response: data or an error. */
export type Reply = { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> } | Trouble

/** An error, in a response without usable data. */
export interface Trouble {
  readonly kind: TroubleKind
  /** TikTok's own code; 0 where it gave none. */
  readonly code: number
  readonly message: string
  /** The id that TikTok's support asks for. */
  readonly requestId: string
  readonly status: number
  /** How long TikTok's edge asks us to wait, if it says so. */
  readonly retryAfterMs?: number
}

/** The kinds of error responses, before they become failures. */
export type TroubleKind =
  | 'reauth'
  /** Concerns the app or its secret, and therefore everybody who uses this installation. */
  | 'app'
  | 'permission'
  /** The permission for this endpoint was not ticked when access was granted. */
  | 'endpoint'
  | 'not_found'
  | 'account_state'
  | 'throttled'
  | 'daily_limit'
  | 'transient'
  | 'maintenance'
  /** An asynchronous report ended badly, or is not ready. */
  | 'task'
  /** TikTok says that it may be temporary; if it repeats, our query is wrong. */
  | 'validation'
  | 'bad_request'

const partlyOk = 20_001

const kinds: ReadonlyMap<number, TroubleKind> = new Map<number, TroubleKind>([
  ...of('permission', 40_001, 40_003, 40_117, 40_130),
  ...of('app', 40_113, 40_118, 40_124, 40_125),
  ...of('not_found', 40_007, 40_300, 40_302),
  ...of('throttled', 40_016, 40_100, 40_132, 40_133, 61_000),
  ...of('reauth', 40_103, 40_104, 40_105, 40_106, 40_107, 40_108, 40_109, 40_110, 40_114),
  ...of('task', 40_200, 40_201),
  ...of('transient', 40_202),
  ...of('validation', 40_700),
  ...of('account_state', 41_000),
  ...of('maintenance', 60_001),
])

function of(kind: TroubleKind, ...codes: readonly number[]): [number, TroubleKind][] {
  return codes.map((code) => [code, kind])
}

function codeOf(envelope: ReturnType<typeof parse>): number | undefined {
  const number = textOf(envelope?.code)
  return /^\d+$/.test(number) ? Number(number) : undefined
}

/** Parses any response; never throws. `now`: also reads how long TikTok asks us to wait. */
export function readResponse(response: HttpResponse, now?: Date): Reply {
  const { status } = response
  const envelope = parse(response)
  const code = codeOf(envelope)
  if (code === 0 || code === partlyOk) return { kind: 'data', data: isRow(envelope?.data) ? envelope.data : {} }
  const message = textOf(envelope?.message)
  const requestId = textOf(envelope?.request_id).slice(0, 60)
  const kind = code === undefined ? kindWithoutCode(status) : kindOf(code, message)
  const wait = kind === 'throttled' && now ? waitOf(response, now) : {}
  return { kind, code: code ?? 0, message, requestId, status, ...wait }
}

function kindWithoutCode(status: number): TroubleKind {
  return status === 429 ? 'throttled' : 'transient'
}

function waitOf(response: HttpResponse, now: Date): Pick<Trouble, 'retryAfterMs'> {
  const waitMs = retryAfterMs(response, now)
  return waitMs === undefined ? {} : { retryAfterMs: waitMs }
}

/** Codes with two meanings: the first matching words decide. */
const byWords: readonly { readonly code: number; readonly words: RegExp; readonly kind: TroubleKind }[] = [
  { code: 40_000, words: /app_id is inconsistent|token.s app information/i, kind: 'reauth' },
  { code: 40_001, words: /advertiser.*(?:does ?n.t exist|does not exist|has been deleted)/i, kind: 'not_found' },
  { code: 40_001, words: /grant you \/?\S+ permission/i, kind: 'endpoint' },
  { code: 40_101, words: /token|expired/i, kind: 'reauth' },
  { code: 40_101, words: /(?:)/, kind: 'throttled' },
  { code: 40_102, words: /token|expired/i, kind: 'reauth' },
  { code: 40_102, words: /(?:)/, kind: 'throttled' },
]

/** The kind of error for a code. */
export function kindOf(code: number, message: string): TroubleKind {
  const said = byWords.find((one) => one.code === code && one.words.test(message))
  const kind = said?.kind ?? kinds.get(code)
  if (kind === 'throttled' && /limit of the day|daily|per day|00:00 UTC/i.test(message)) return 'daily_limit'
  if (kind !== undefined) return kind
  return code >= 50_000 && code < 60_000 ? 'transient' : 'bad_request'
}

/** Decides what the client may retry by itself; rate limits have their own retry steps. */
export function judgeResponse(response: HttpResponse): Verdict {
  if (response.status === 429) return 'final'
  if (response.status !== 200) return judgeStatus(response) === 'final' ? 'final' : 'transient'
  return readResponse(response).kind === 'transient' ? 'transient' : 'final'
}

/** Metrics that TikTok reports as unknown. */
export function invalidMetrics(message: string): string[] {
  const list = /Invalid metric fields?:\s*\[([^\]]*)\]/i.exec(message)?.[1] ?? ''
  return [...list.matchAll(/['"]?([a-z0-9_]+)['"]?/gi)].map(([, name = '']) => name)
}

function parse({ body }: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const read = parseExactly(Buffer.from(body).toString('utf8'))
    return isRow(read) ? read : undefined
  } catch {
    // Pages and truncated responses differ from data in that they do not parse.
    return undefined
  }
}
