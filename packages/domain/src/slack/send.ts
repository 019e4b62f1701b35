import type { Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import {
  type ClaimedSlackMessage,
  changeSlackAddress,
  claimSlackMessage,
  dropSlackMessages,
  findNextSlackTime,
  readShop,
  type SecretsBox,
  type SlackAddressRow,
  switchOffSlack,
} from '@tillsight/database'
import { type HttpClient, type HttpResponse, retryAfterMs } from '@tillsight/platforms/connectors'
import { recordAudit } from '../audit/index.ts'
import {
  type Channel,
  type ChannelServices,
  deliver,
  listPeopleWhoMay,
  post,
  type SendOutcome,
  sendWaiting,
} from '../notifications/index.ts'
import { slackContext } from './address-verbs.ts'

/** Services that posting needs. */
export interface SlackServices extends ChannelServices {
  readonly secrets: SecretsBox
  readonly http: Pick<HttpClient, 'request'>
  readonly sleep: (ms: number) => Promise<void>
}

/** Slack takes one message a second at each address. */
const apartMs = 1_000
const usualPauseMs = 60_000

/** Posts the messages that are due, one a second at each address; see {@link sendWaiting}. */
export async function postWaitingMessages(services: SlackServices, signal?: AbortSignal): Promise<number> {
  const { db, clock, sleep } = services
  const slack: Channel<ClaimedSlackMessage> = {
    mostFailures: 3,
    claim: (tx, at) => claimSlackMessage(tx, { at, heldUntil: new Date(at.getTime() + apartMs) }),
    async untilNext() {
      const next = await findNextSlackTime(db.kysely)
      const waitMs = next === undefined ? Number.POSITIVE_INFINITY : next.getTime() - clock.now().getTime()
      if (waitMs > apartMs) return undefined
      await sleep(Math.max(waitMs, 1))
      return waitMs
    },
    send: (message) => ask(services, message),
  }
  return sendWaiting(services, slack, signal)
}

async function ask({ http, secrets, clock }: SlackServices, message: ClaimedSlackMessage): Promise<SendOutcome> {
  const { slackId } = message
  let url: string
  try {
    url = secrets.open(message.url, slackContext(message.addressShop))
  } catch {
    return { state: 'failed', reason: 'The address cannot be read any more: enter it again.' }
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const asked = await post(http, { url, headers, body: JSON.stringify(message.slack) })
  const at = clock.now()
  const outcome = 'status' in asked ? readAnswer(asked, at) : asked
  if (outcome.state === 'sent') return { ...outcome, keep: (tx) => changeSlackAddress(tx, slackId, { postedAt: at }) }
  if (outcome.state === 'failed') {
    if (!('status' in asked && gone.has(asked.status))) return outcome
    return { ...outcome, keep: (tx) => switchOff(tx, { message, reason: outcome.reason, clock }) }
  }
  return { ...outcome, keep: (tx, until) => changeSlackAddress(tx, slackId, { heldUntil: until }) }
}

const gone: ReadonlySet<number> = new Set([403, 404, 410])

/** What an answer of Slack means. */
function readAnswer(response: HttpResponse, at: Date): SendOutcome {
  const { status } = response
  if (status >= 200 && status < 300) return { state: 'sent', reason: '' }
  const word = /^[a-z_]{1,40}$/.exec(String(response.body).trim())?.[0]
  const reason = `Slack answered ${status}${word ? ` (${word})` : ''}.`
  if (status === 429) return { state: 'later', reason, pauseMs: retryAfterMs(response, at) ?? usualPauseMs }
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
