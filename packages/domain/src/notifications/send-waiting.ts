import { type Clock } from '@tillsight/core'
import {
  type Database,
  type Db,
  type DeliveryRow,
  type DueWork,
  endDelivery,
  endStale,
  findDueWork,
  putBack,
} from '@tillsight/database'
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  isConnectorError,
  wasNeverSent,
} from '@tillsight/platforms/connectors'
import type { Log } from '../context/index.ts'

/** What became of a message that was handed over. */
export interface SendOutcome {
  /** `failed`: for good; `later`: certainly not accepted for now; `unknown`: nobody said whether it was accepted. */
  readonly state: 'sent' | 'failed' | 'later' | 'unknown'
  /** Empty when it was sent. */
  readonly reason: string
  /** How long the receiver wants to be left alone. */
  readonly pauseMs?: number
  /** What else it changes, in the same transaction; `until`: when the receiver is asked again, of what was not accepted. */
  keep?(tx: Db, until: Date): Promise<void>
}

/** A way to people, besides their inbox. */
export interface Channel<Message extends DeliveryRow> {
  /** The message that waited longest, which from then on nobody else sends. */
  claim(tx: Db, at: Date): Promise<Message | undefined>
  /** When nothing can be claimed: how long to wait for the next message; nothing ends the round. */
  untilNext?(): Promise<number | undefined>
  /** Never throws for what a receiver says. */
  send(message: Message): Promise<SendOutcome>
  /** After so many failures in a row the rest waits for the next round. */
  readonly mostFailures: number
}

/** Services that sending by any channel needs. */
export interface ChannelServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** Whoever gave no answer is left alone for so long: each message that it does not answer may be lost. */
const silentPauseMs = 15 * 60_000
const mostARound = 500

/**
 * Sends the messages of a channel that are due. Each is claimed first, in a transaction of its own, and never sent again if this
 * process dies with it: better none than two, and the inbox has it anyway. Returns how many were accepted.
 */
export async function sendWaiting<Message extends DeliveryRow>(
  services: ChannelServices,
  channel: Channel<Message>,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = services
  let sent = 0
  let failures = 0
  for (let turn = 0; turn < mostARound && failures < channel.mostFailures && signal?.aborted !== true; turn += 1) {
    const message = await db.transaction((tx) => channel.claim(tx, clock.now()))
    if (message === undefined) {
      if ((await channel.untilNext?.()) === undefined) break
      continue
    }
    const { state } = await sendOne(services, channel, message)
    if (state === 'sent') sent += 1
    failures = state === 'later' || state === 'unknown' ? failures + 1 : 0
  }
  return sent
}

async function sendOne<Message extends DeliveryRow>(
  { db, clock, log }: ChannelServices,
  channel: Channel<Message>,
  message: Message,
): Promise<SendOutcome> {
  const outcome = await channel.send(message)
  const { state, reason, pauseMs } = outcome
  const at = clock.now()
  const usualMs =
    state === 'unknown' ? silentPauseMs : Math.min(firstPauseMs * 2 ** (message.attempts - 1), longestPauseMs)
  const until = new Date(at.getTime() + (pauseMs ?? usualMs))
  await db.transaction(async (tx) => {
    if (state === 'later') await putBack(tx, message.id, { until, reason })
    else await endDelivery(tx, message.id, { state, reason, at })
    await outcome.keep?.(tx, until)
  })
  if (state !== 'sent') log.warn({ delivery: message.id, channel: message.channel, state, reason }, 'not delivered')
  return outcome
}

/** A receiver's answer; or that it got nothing, or may have got it. */
export type Asked = HttpResponse | SendOutcome

/** Posts a message once, to an address that somebody entered. */
export async function post(
  http: Pick<HttpClient, 'request'>,
  request: Pick<HttpRequest, 'url' | 'headers' | 'body' | 'bytes' | 'timeoutMs'>,
): Promise<Asked> {
  try {
    return await http.request({
      method: 'POST',
      timeoutMs: answersInMs,
      retries: 0,
      followsRedirects: false,
      ...request,
    })
  } catch (error) {
    if (!isConnectorError(error)) return { state: 'unknown', reason: 'It could not be reached.' }
    const { message: reason, platformCode = '', kind } = error.failure
    // A name that leads nowhere, a connection that is refused, a certificate: nothing was handed over.
    return { state: wasNeverSent(platformCode) || kind === 'account_state' ? 'later' : 'unknown', reason }
  }
}

const answersInMs = 15_000

/** A server takes some seconds for a message; whoever claimed one longer ago is gone. */
const claimedForMs = 10 * 60_000
/** What waited for a day is old news; the inbox has it. */
const waitsForMs = 24 * 3_600_000
/** A device that is off for longer hears nothing of it. */
export const pushLivesMs = 12 * 3_600_000

/** What is due now, of digests and of messages. */
export async function findDue({ db, clock }: Pick<ChannelServices, 'db' | 'clock'>): Promise<DueWork> {
  const at = clock.now()
  return findDueWork(db.kysely, at, patienceAt(at))
}

function patienceAt(at: Date) {
  const before = (ms: number) => new Date(at.getTime() - ms)
  return { claimedBefore: before(claimedForMs), waitingBefore: before(waitsForMs), pushedBefore: before(pushLivesMs) }
}

/** The ways to people, each with what sends everything that is due there. */
export type Channels = Partial<Readonly<Record<DueWork['channels'][number], (signal?: AbortSignal) => Promise<number>>>>

/**
 * Gives up what is too old and sends what is due by each channel; one that is down does not hold up another. Returns how many
 * messages were accepted.
 */
export async function sendDeliveries(
  services: Pick<ChannelServices, 'db' | 'clock'>,
  channels: Channels,
  signal?: AbortSignal,
): Promise<number> {
  const due = await findDue(services)
  const at = services.clock.now()
  const reasons = {
    claimed: 'Tillsight stopped while it was being sent, so it may never have arrived.',
    waiting: 'It could not be sent in time, and older news is not sent.',
  }
  if (due.stale) await endStale(services.db.kysely, { ...patienceAt(at), at, reasons })
  const sent = await Promise.allSettled(due.channels.map(async (name) => (await channels[name]?.(signal)) ?? 0))
  const failed = sent.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return sent.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)
}
