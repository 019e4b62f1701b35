import type { Clock } from '@tillsight/core'
import {
  type ClaimedMessage,
  claimWebhookMessages,
  type Database,
  type MessageOutcome,
  noteWebhookFailure,
  noteWebhookSuccess,
  recordWebhookAttempt,
  releaseWebhookMessage,
  type SecretsBox,
  switchOffGone,
} from '@tillsight/database'
import { type HttpClient, type HttpResponse, isConnectorError, retryAfterMs } from '@tillsight/platforms/connectors'
import type { Log } from '../context/index.ts'
import { secretContext } from './change-endpoints.ts'
import { signatureHeaders } from './signing.ts'
import { type ComposeWebhookMail, tellOfSwitchedOff } from './tell-people.ts'

/** What sending takes. */
export interface WebhookServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretsBox
  /** Reaches public addresses only, and never more than this many bytes of an answer. */
  readonly http: Pick<HttpClient, 'request'>
  composeMail: ComposeWebhookMail
  /** Between 0 and 1. */
  readonly random?: () => number
  /** How long a receiver may take; 15 s. */
  readonly timeoutMs?: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Pauses after the first, second … failure. */
const pausesMs = [5_000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]
const jitter = 0.1
const usualTimeoutMs = 15_000
const perEndpoint = 2
/** A sender that has not told the outcome by then is taken for dead. */
const claimMs = 60_000
const longestHoldMs = 24 * hourMs
const holding: ReadonlySet<number> = new Set([429, 502, 503, 504])
const gone = 410

/** Takes messages that are due, at most this many; each is to be handed to {@link sendMessage}. */
export async function claimMessages(
  { db, clock }: Pick<WebhookServices, 'db' | 'clock'>,
  limit: number,
): Promise<ClaimedMessage[]> {
  const now = clock.now()
  const until = new Date(now.getTime() + claimMs)
  return db.transaction((tx) => claimWebhookMessages(tx, { now, until, perEndpoint, limit }))
}

/** What a receiver did with a message. */
interface Answer {
  /** Null: there was none. */
  readonly response: HttpResponse | null
  /** Empty for a success. */
  readonly reason: string
  readonly tookMs: number
}

/**
 * Sends a claimed message once and records what came of it. If this process dies before that, or is told to stop, the message is
 * sent again with the same id.
 */
export async function sendMessage(
  services: WebhookServices,
  message: ClaimedMessage,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock, log } = services
  const { response, reason, tookMs } = await ask(services, message, signal)
  if (response === null && signal?.aborted === true) {
    // Whether it arrived is unknown: the next process sends it again.
    await releaseWebhookMessage(db.kysely, message.id)
    return
  }
  const at = clock.now()
  const tried = { triedAt: at, status: response?.status ?? null, tookMs, reason }
  const isDelivered = reason === ''
  // The address first, as whoever claims does: two who wait for each other would both be broken off.
  await db.transaction(async (tx) => {
    if (isDelivered) {
      const { attempts, dueAt } = message
      await noteWebhookSuccess(tx, message.endpointId, at)
      await recordWebhookAttempt(tx, message.id, { ...tried, state: 'delivered', attempts, dueAt, endedAt: at })
      return
    }
    const heldMs = response && holding.has(response.status) ? (retryAfterMs(response, at) ?? 0) : 0
    const heldUntil = heldMs > 0 ? new Date(at.getTime() + Math.min(heldMs, longestHoldMs)) : null
    await noteWebhookFailure(tx, message.endpointId, { at, heldUntil })
    const off = response?.status === gone ? await switchOffGone(tx, message.endpointId, at) : undefined
    await recordWebhookAttempt(tx, message.id, {
      ...tried,
      ...afterFailure(services, message, { at, heldMs, response }),
    })
    if (off) await tellOfSwitchedOff({ queries: tx, clock }, off, services.composeMail)
  })
  if (!isDelivered) {
    log.info({ webhook: message.endpointId, message: message.id, ...tried }, 'a webhook was not taken by its receiver')
  }
}

interface Failure {
  readonly at: Date
  readonly heldMs: number
  readonly response: HttpResponse | null
}

function afterFailure(
  { random = Math.random }: WebhookServices,
  message: ClaimedMessage,
  { at, heldMs, response }: Failure,
): Pick<MessageOutcome, 'state' | 'attempts' | 'dueAt' | 'endedAt'> {
  const attempts = message.attempts + 1
  const pauseMs = pausesMs[message.attempts]
  if (pauseMs === undefined || response?.status === gone) {
    return { state: 'failed', attempts, dueAt: message.dueAt, endedAt: at }
  }
  const spread = pauseMs * (1 - jitter + 2 * jitter * random())
  const waitMs = Math.max(spread, Math.min(heldMs, longestHoldMs))
  return { state: 'waiting', attempts, dueAt: new Date(at.getTime() + Math.round(waitMs)), endedAt: null }
}

/** Never throws for what a receiver does, nor for a message that cannot be signed. */
async function ask(services: WebhookServices, message: ClaimedMessage, signal?: AbortSignal): Promise<Answer> {
  const { http, clock, timeoutMs = usualTimeoutMs } = services
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const { url, body, id } = message
    const response = await http.request({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders({ id, at: clock.now(), body }, openSecrets(services, message)),
      },
      body,
      timeoutMs,
      retries: 0,
      followsRedirects: false,
      ...(signal && { signal }),
    })
    return { response, reason: reasonOf(response), tookMs: took() }
  } catch (error) {
    services.log.debug({ err: error, message: message.id }, 'a webhook did not reach its receiver')
    return { response: null, reason: isConnectorError(error) ? error.failure.message : unsent, tookMs: took() }
  }
}

const unsent = 'It could not be sent: its secret cannot be read, or the address cannot be called.'

function openSecrets({ secrets, clock }: WebhookServices, message: ClaimedMessage): string[] {
  const { secret, earlierSecret, earlierUntil, shopId } = message
  const isRotating = earlierSecret !== null && earlierUntil !== null && earlierUntil > clock.now()
  return [secret, ...(isRotating ? [earlierSecret] : [])].map((sealed) => secrets.open(sealed, secretContext(shopId)))
}

function reasonOf({ status, headers }: HttpResponse): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) {
    const to = headers['location'] === undefined ? '' : ' to another address'
    return `It answered ${status} and sends us on${to}. Redirects are not followed: enter the address where it ends.`
  }
  if (status === gone) return 'It answered 410: nobody wants these messages there any more.'
  return `It answered ${status}.`
}

/** Sends everything that is due now, and returns how many attempts that took. */
export async function sendDueMessages(services: WebhookServices): Promise<number> {
  let sent = 0
  for (;;) {
    const claimed = await claimMessages(services, 100)
    if (claimed.length === 0) return sent
    await Promise.all(claimed.map((message) => sendMessage(services, message)))
    sent += claimed.length
  }
}
