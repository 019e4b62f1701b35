import type { Clock, PersonId } from '@tillsight/core'
import {
  type ClaimedPushMessage,
  changePushSubscription,
  claimPushMessage,
  type Database,
  deletePushSubscription,
  endMail,
  putMailBack,
  type SecretsBox,
  type StoredPush,
  shortenPushMessage,
} from '@tillsight/database'
import { type HttpClient, type HttpResponse, isConnectorError, retryAfterMs } from '@tillsight/platforms/connectors'
import webPush from 'web-push'
import type { Log, ShopContext } from '../context/index.ts'
import { readPushKeys } from './keys.ts'
import { printPush, shortenPush } from './message.ts'
import { pushContext, SealedSubscription } from './subscriptions.ts'

/** Services that pushing needs. */
export interface PushServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretsBox
  readonly http: Pick<HttpClient, 'request'>
  /** Whom push services ask about these messages: an https or mailto address. */
  readonly subject: () => string
  /** The shops that are open to a person at this moment. */
  openShopsOf(person: PersonId): Promise<readonly Pick<ShopContext, 'shop'>[]>
}

const timeoutMs = 15_000
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
const mostARound = 500
/** After so many failures in a row the rest waits for the next round. */
const mostFailures = 10
/** A device that is off for longer hears nothing of it: the inbox has it. */
const livesSeconds = 12 * 3_600

/**
 * Pushes the messages that are due. Each is claimed first and never pushed again if this process dies with it: the inbox has it
 * anyway. Returns how many were taken.
 */
export async function pushWaitingMessages(services: PushServices, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services
  let pushed = 0
  let failures = 0
  for (let turn = 0; turn < mostARound && failures < mostFailures && signal?.aborted !== true; turn += 1) {
    const at = clock.now()
    const message = await db.transaction((tx) => claimPushMessage(tx, at))
    if (message === undefined) return pushed
    const { state } = await pushOne(services, message)
    pushed += state === 'sent' ? 1 : 0
    failures = state === 'later' || state === 'unknown' ? failures + 1 : 0
  }
  return pushed
}

type PushAnswer =
  | { readonly state: 'sent' | 'failed' | 'unknown' | 'gone' | 'too_long'; readonly reason: string }
  /** `pauseMs`: how long the push service wants to be left alone. */
  | { readonly state: 'later'; readonly reason: string; readonly pauseMs?: number }

async function pushOne(services: PushServices, message: ClaimedPushMessage): Promise<PushAnswer> {
  const answer = (await whyNot(services, message)) ?? (await ask(services, message))
  const { state, reason } = answer
  await keepAnswer(services, message, answer)
  if (state !== 'sent') services.log.warn({ delivery: message.id, state, reason }, 'a message was not pushed')
  return answer
}

/** Writes down what came of a message: it is over, waits, is shortened, or goes with its device. */
async function keepAnswer({ db, clock }: PushServices, message: ClaimedPushMessage, answer: PushAnswer): Promise<void> {
  const { state, reason } = answer
  const at = clock.now()
  const shorter = state === 'too_long' && message.push !== null ? shortenPush(message.push) : undefined
  if (state === 'gone') {
    // The browser took its permission back; what waits for it goes too.
    await deletePushSubscription(db.kysely, message.pushId)
  } else if (answer.state === 'later') {
    const { pauseMs } = answer
    const usualMs = Math.min(firstPauseMs * 2 ** (message.attempts - 1), longestPauseMs)
    const until = new Date(at.getTime() + (pauseMs ?? usualMs))
    await putMailBack(db.kysely, message.id, { until, reason })
    if (pauseMs !== undefined) await changePushSubscription(db.kysely, message.pushId, { heldUntil: until })
  } else if (shorter) {
    await shortenPushMessage(db.kysely, message.id, { push: shorter, reason })
  } else {
    const end = state === 'sent' || state === 'unknown' ? state : 'failed'
    await endMail(db.kysely, message.id, { state: end, reason, at })
    if (state === 'sent') await changePushSubscription(db.kysely, message.pushId, { pushedAt: at })
  }
}

/** Whoever lost a shop since is not told of it any more. */
async function whyNot(
  services: PushServices,
  { personId, shops }: ClaimedPushMessage,
): Promise<PushAnswer | undefined> {
  if (shops.length === 0) return undefined
  const open = await services.openShopsOf(personId)
  if (shops.every((id) => open.some(({ shop }) => shop.id === id))) return undefined
  return { state: 'failed', reason: 'A shop in it is no longer open to you.' }
}

async function ask(services: PushServices, message: ClaimedPushMessage): Promise<PushAnswer> {
  if (message.push === null) return { state: 'failed', reason: 'Its content is gone.' }
  const prepared = await prepare(services, message, message.push)
  if (prepared === undefined) {
    return { state: 'failed', reason: 'The keys of the device cannot be read any more: switch it on again.' }
  }
  try {
    const response = await services.http.request({
      method: 'POST',
      ...prepared,
      timeoutMs,
      retries: 0,
      followsRedirects: false,
    })
    return readAnswer(response, services.clock.now())
  } catch (error) {
    // Whether it arrived before the connection broke is not known: better none than two.
    const reason = isConnectorError(error) ? error.failure.message : 'The push service could not be reached.'
    return { state: 'unknown', reason }
  }
}

async function prepare(services: PushServices, { fingerprint, sealed }: ClaimedPushMessage, push: StoredPush) {
  const { db, clock, secrets, subject } = services
  try {
    const keys = await readPushKeys({ queries: db.kysely, secrets })
    if (keys === undefined) return undefined
    const opened = SealedSubscription.parse(JSON.parse(secrets.open(sealed, pushContext(fingerprint))))
    const { cipherText } = webPush.encrypt(opened.keys.p256dh, opened.keys.auth, printPush(push), 'aes128gcm')
    const until = Math.floor(clock.now().getTime() / 1000) + livesSeconds
    const { origin } = new URL(opened.endpoint)
    const { publicKey, privateKey } = keys
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      subject(),
      publicKey,
      privateKey,
      'aes128gcm',
      until,
    )
    return {
      url: opened.endpoint,
      bytes: cipherText,
      headers: {
        authorization,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(livesSeconds),
        topic: push.topic,
        urgency: 'normal',
      },
    }
  } catch {
    return undefined
  }
}

const gone: ReadonlySet<number> = new Set([404, 410])

/** What an answer of a push service means (RFC 8030). */
function readAnswer(response: HttpResponse, at: Date): PushAnswer {
  const { status } = response
  if (status >= 200 && status < 300) return { state: 'sent', reason: '' }
  const reason = `The push service answered ${status}.`
  if (status === 429) return { state: 'later', reason, pauseMs: retryAfterMs(response, at) ?? firstPauseMs }
  if (gone.has(status)) return { state: 'gone', reason }
  if (status === 413) return { state: 'too_long', reason }
  return { state: status >= 500 ? 'later' : 'failed', reason }
}
