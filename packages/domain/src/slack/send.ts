import type { Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import {
  type ClaimedSlackMessage,
  changeSlackAddress,
  claimSlackMessage,
  type Database,
  dropSlackMessages,
  endMail,
  findNextSlackTime,
  putMailBack,
  readShop,
  type SecretsBox,
  type SlackAddressRow,
  switchOffSlack,
} from '@tillsight/database'
import { type HttpClient, type HttpResponse, isConnectorError, retryAfterMs } from '@tillsight/platforms/connectors'
import { recordAudit } from '../audit/index.ts'
import type { Log } from '../context/index.ts'
import { deliver, listPeopleWhoMay } from '../notifications/index.ts'
import { slackContext } from './address-verbs.ts'

/** Services that posting needs. */
export interface SlackServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretsBox
  readonly http: Pick<HttpClient, 'request'>
  readonly sleep: (ms: number) => Promise<void>
}

/** Slack takes one message a second at each address. */
const apartMs = 1_000
const timeoutMs = 15_000
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
const mostARound = 200
/** After so many failures in a row Slack is left alone until the next round. */
const mostFailures = 3

/**
 * Posts the messages that are due, one a second at each address. Each is claimed first and never posted again if this process dies
 * with it: the inbox has it anyway. Returns how many Slack took.
 */
export async function postWaitingMessages(services: SlackServices, signal?: AbortSignal): Promise<number> {
  const { db, clock, sleep } = services
  let posted = 0
  let failures = 0
  for (let turn = 0; turn < mostARound && failures < mostFailures && signal?.aborted !== true; turn += 1) {
    const at = clock.now()
    const heldUntil = new Date(at.getTime() + apartMs)
    const message = await db.transaction((tx) => claimSlackMessage(tx, { at, heldUntil }))
    if (message === undefined) {
      const next = await findNextSlackTime(db.kysely)
      const waitMs = next === undefined ? Number.POSITIVE_INFINITY : next.getTime() - at.getTime()
      if (waitMs > apartMs) return posted
      await sleep(Math.max(waitMs, 1))
      continue
    }
    const isTaken = await postOne(services, message)
    posted += isTaken ? 1 : 0
    failures = isTaken ? 0 : failures + 1
  }
  return posted
}

async function postOne(services: SlackServices, message: ClaimedSlackMessage): Promise<boolean> {
  const { db, clock, log } = services
  const answer = await ask(services, message)
  const at = clock.now()
  if (answer.state === 'later') {
    const pauseMs = answer.pauseMs ?? Math.min(firstPauseMs * 2 ** (message.attempts - 1), longestPauseMs)
    const until = new Date(at.getTime() + pauseMs)
    await putMailBack(db.kysely, message.id, { until, reason: answer.reason })
    if (answer.pauseMs !== undefined) await changeSlackAddress(db.kysely, message.slackId, { heldUntil: until })
  } else {
    await db.transaction(async (tx) => {
      const state = answer.state === 'gone' ? 'failed' : answer.state
      await endMail(tx, message.id, { state, reason: answer.reason, at })
      if (answer.state === 'sent') await changeSlackAddress(tx, message.slackId, { postedAt: at })
      if (answer.state === 'gone') await switchOff(tx, { message, reason: answer.reason, clock })
    })
  }
  if (answer.state !== 'sent') log.warn({ delivery: message.id, ...answer }, 'a message to Slack was not taken')
  return answer.state === 'sent'
}

type SlackAnswer =
  | { readonly state: 'sent' | 'failed' | 'unknown' | 'gone'; readonly reason: string }
  /** `pauseMs`: how long Slack wants to be left alone. */
  | { readonly state: 'later'; readonly reason: string; readonly pauseMs?: number }

async function ask({ http, secrets, clock }: SlackServices, message: ClaimedSlackMessage): Promise<SlackAnswer> {
  let url: string
  try {
    url = secrets.open(message.url, slackContext(message.addressShop))
  } catch {
    return { state: 'failed', reason: 'The address cannot be read any more: enter it again.' }
  }
  try {
    const response = await http.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(message.slack),
      timeoutMs,
      retries: 0,
      followsRedirects: false,
    })
    return readAnswer(response, clock.now())
  } catch (error) {
    // Whether it arrived before the connection broke is not known: better none than two.
    const reason = isConnectorError(error) ? error.failure.message : 'Slack could not be reached.'
    return { state: 'unknown', reason }
  }
}

const gone: ReadonlySet<number> = new Set([403, 404, 410])

/** What an answer of Slack means. */
function readAnswer(response: HttpResponse, at: Date): SlackAnswer {
  const { status } = response
  if (status >= 200 && status < 300) return { state: 'sent', reason: '' }
  const word = /^[a-z_]{1,40}$/.exec(String(response.body).trim())?.[0]
  const reason = `Slack answered ${status}${word ? ` (${word})` : ''}.`
  if (status === 429) return { state: 'later', reason, pauseMs: retryAfterMs(response, at) ?? firstPauseMs }
  if (gone.has(status)) return { state: 'gone', reason }
  return { state: status >= 500 ? 'later' : 'failed', reason }
}

interface Refused {
  readonly message: ClaimedSlackMessage
  readonly reason: string
  readonly clock: Clock
}

async function switchOff(tx: Db, { message, reason, clock }: Refused): Promise<void> {
  const at = clock.now()
  const why = `${reason} Nothing more is posted there until somebody enters a new address.`
  const address = await switchOffSlack(tx, message.slackId, { at, reason })
  await dropSlackMessages(tx, message.slackId, { at, reason: why })
  if (address) await tellOfRefusal(tx, address, { why, clock })
}

/** Tells whoever may change it that an address is off. */
async function tellOfRefusal(
  queries: Db,
  { id, shopId, name, changedAt }: SlackAddressRow,
  { why, clock }: { readonly why: string; readonly clock: Clock },
): Promise<void> {
  const shop = await readShop(queries, shopId)
  await recordAudit(
    { actor: { kind: 'job', name: 'Slack' }, organisation: shop.organisationId, shop, queries, clock },
    {
      action: 'slack.off',
      target: { kind: 'slack', id, name },
      changes: [{ field: 'state', before: 'on', after: 'off' }],
    },
  )
  const where = { organisation: shop.organisationId, shop: shopId }
  for (const person of await listPeopleWhoMay(queries, 'slack:write', where)) {
    await deliver({ queries, clock, zone: shop.zone }, person, {
      kind: 'slack',
      shopId,
      shops: [shopId],
      episode: `${id} ${changedAt.toISOString()}`,
      title: `Slack refuses messages to ${name}`,
      body: why,
      link: `/shop/${encodeURIComponent(shop.domain)}/settings/alerts`,
      mail: null,
      isUrgent: false,
    })
  }
}
