import type { PersonId } from '@tillsight/core'
import {
  type ClaimedPushMessage,
  changePushSubscription,
  claimPushMessage,
  deletePushSubscription,
  type SecretsBox,
  type StoredPush,
  shortenPushMessage,
} from '@tillsight/database'
import { type HttpClient, type HttpResponse, retryAfterMs } from '@tillsight/platforms/connectors'
import webPush from 'web-push'
import type { ShopContext } from '../context/index.ts'
import {
  areOpen,
  type Channel,
  type ChannelServices,
  post,
  pushLivesMs,
  type SendOutcome,
  sendWaiting,
} from '../notifications/index.ts'
import { readPushKeys } from './keys.ts'
import { printPush, shortenPush } from './message.ts'
import { pushContext, SealedSubscription } from './subscriptions.ts'

/** Services that pushing needs. */
export interface PushServices extends ChannelServices {
  readonly secrets: SecretsBox
  readonly http: Pick<HttpClient, 'request'>
  /** Whom push services ask about these messages: an https or mailto address. */
  readonly subject: () => string
  /** The shops that are open to a person at this moment. */
  openShopsOf(person: PersonId): Promise<readonly Pick<ShopContext, 'shop'>[]>
}

const usualPauseMs = 60_000

/** Pushes the messages that are due; see {@link sendWaiting}. */
export async function pushWaitingMessages(services: PushServices, signal?: AbortSignal): Promise<number> {
  const devices: Channel<ClaimedPushMessage> = {
    // Devices are at different push services.
    mostFailures: 10,
    claim: claimPushMessage,
    send: (message) => ask(services, message),
  }
  return sendWaiting(services, devices, signal)
}

async function ask(services: PushServices, message: ClaimedPushMessage): Promise<SendOutcome> {
  const { pushId, push } = message
  if (push === null) return { state: 'failed', reason: 'Its content is gone.' }
  if (!(await areOpen(services, message))) return { state: 'failed', reason: 'A shop in it is no longer open to you.' }
  const prepared = await prepare(services, message, push)
  if (prepared === undefined) {
    return { state: 'failed', reason: 'The keys of the device cannot be read any more: switch it on again.' }
  }
  const asked = await post(services.http, prepared)
  const at = services.clock.now()
  if ('status' in asked) return readAnswer(asked, { pushId, id: message.id, push, at })
  return { ...asked, keep: (tx, until) => changePushSubscription(tx, pushId, { heldUntil: until }) }
}

async function prepare(services: PushServices, { fingerprint, sealed }: ClaimedPushMessage, push: StoredPush) {
  const { db, clock, secrets, subject } = services
  try {
    const keys = await readPushKeys({ queries: db.kysely, secrets })
    if (keys === undefined) return undefined
    const opened = SealedSubscription.parse(JSON.parse(secrets.open(sealed, pushContext(fingerprint))))
    const { cipherText } = webPush.encrypt(opened.keys.p256dh, opened.keys.auth, printPush(push), 'aes128gcm')
    const livesSeconds = pushLivesMs / 1000
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

interface Pushed {
  readonly id: string
  readonly pushId: string
  readonly push: StoredPush
  readonly at: Date
}

/** What an answer of a push service means (RFC 8030). */
function readAnswer(response: HttpResponse, { id, pushId, push, at }: Pushed): SendOutcome {
  const { status } = response
  if (status >= 200 && status < 300) {
    return { state: 'sent', reason: '', keep: (tx) => changePushSubscription(tx, pushId, { pushedAt: at }) }
  }
  const reason = `The push service answered ${status}.`
  // The browser took its permission back; what waits for it goes too.
  if (gone.has(status)) return { state: 'failed', reason, keep: (tx) => deletePushSubscription(tx, pushId) }
  const shorter = status === 413 ? shortenPush(push) : undefined
  if (shorter) return { state: 'later', reason, pauseMs: 0, keep: (tx) => shortenPushMessage(tx, id, shorter) }
  if (status !== 429 && status < 500) return { state: 'failed', reason }
  return {
    state: 'later',
    reason,
    ...(status === 429 && { pauseMs: retryAfterMs(response, at) ?? usualPauseMs }),
    keep: (tx, until) => changePushSubscription(tx, pushId, { heldUntil: until }),
  }
}
