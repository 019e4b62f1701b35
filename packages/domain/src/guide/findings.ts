import { isIP } from 'node:net'
import type { ConnectionId } from '@tillsight/core'
import { type Db, listOpenHealthIssues } from '@tillsight/database'
import {
  attempt,
  type ConnectionSettings,
  type Connector,
  type GuideWay,
  type HttpResponse,
  isPublicAddress,
  ok,
  type SetupFinding,
  unknown,
  wrong,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  type Connection,
  type ConnectionContext,
  callPlatform,
  storedAccount,
  webhooksWork,
  whileOthersWait,
} from '../connections/index.ts'
import type { Guided } from './get-guide.ts'

/** What the address is needed for. */
interface AddressQuery {
  readonly connector: Connector
  readonly way: GuideWay
  /** When the platform last reached this installation; null or undefined if unknown. */
  readonly delivered: Date | null | undefined
}

const recentMs = 7 * 24 * 3_600_000
const ownTimeoutMs = 10_000

/** Checks whether the platform can reach this installation, as far as that is visible from inside. */
export async function addressFindings(ctx: ConnectionContext, asked: AddressQuery): Promise<SetupFinding[]> {
  const { addresses } = ctx.services
  if (!addresses) return [withoutAddress(asked)]
  const health = new URL(addresses.health())
  const problems = [...schemeFinding(health, asked), ...networkFinding(health, asked)]
  const shown = problems.length > 0 ? problems : [ok('public_url', 'PUBLIC_URL is set', `To ${health.origin}.`)]
  const reach = await reachFinding(ctx, health, asked)
  // Nobody needs to reach it from outside, and it cannot be checked.
  return reach.state === 'unknown' && !asked.way.needsAddress ? shown : [...shown, reach]
}

function withoutAddress({ way, connector }: AddressQuery): SetupFinding {
  if (way.needsAddress) {
    const text = `${connector.label} has to reach this installation. Set PUBLIC_URL to its https address, such as https://stats.example.com, and start Tillsight again; or take a way without a public address.`
    return wrong('public_url', 'PUBLIC_URL is not set', text)
  }
  if (!connector.webhooks) {
    const text = `Its figures are read every hour. Whoever is to be sent to ${connector.label} to sign in needs one: then set PUBLIC_URL.`
    return ok('public_url', 'No public address, and none is needed this way', text)
  }
  const text = `Changes are looked for every few minutes. With PUBLIC_URL set to an https address ${connector.label} announces them within seconds.`
  return ok('public_url', 'No public address, and none is needed this way', text)
}

function schemeFinding({ protocol }: URL, { way, connector }: AddressQuery): SetupFinding[] {
  if (protocol === 'https:') return []
  if (!way.needsAddress) {
    const text = `Connecting works without. ${connector.label} may refuse to announce changes to it; then they are looked for every few minutes.`
    return [ok('public_https', 'No https address, and none is needed this way', text)]
  }
  const text = `${connector.label} goes to https addresses only. Put a certificate in front of this installation and set PUBLIC_URL to the https address.`
  return [wrong('public_https', 'PUBLIC_URL is not https', text)]
}

function networkFinding({ hostname }: URL, { way, connector }: AddressQuery): SetupFinding[] {
  if (!isInside(hostname)) return []
  if (!way.needsAddress) {
    const text = `Connecting works without. ${connector.label} cannot announce changes to it, so they are looked for every few minutes.`
    return [ok('public_network', `${hostname} is in your own network, which is enough this way`, text)]
  }
  const text = `A platform on the internet does not find it. Set PUBLIC_URL to an address that works from everywhere, or take a way without a public address.`
  return [wrong('public_network', `${hostname} leads into your own network`, text)]
}

/** Whether a host name or address is only valid inside a network. */
function isInside(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return !isPublicAddress(bare)
  return !bare.includes('.') || /\.(?:localhost|local|lan|internal|intranet|home\.arpa)$/i.test(bare)
}

async function reachFinding(ctx: ConnectionContext, health: URL, asked: AddressQuery): Promise<SetupFinding> {
  const { services, clock } = ctx
  const title = 'Whether platforms reach this installation'
  const { delivered, connector } = asked
  if (delivered && clock.now().getTime() - delivered.getTime() < recentMs) {
    return ok('public_reachable', `${connector.label} reaches this installation`, `It last did ${moment(delivered)}.`)
  }
  if (isInside(health.hostname)) {
    return unknown('public_reachable', title, 'An address inside your own network cannot be tried from outside.')
  }
  const http = services.openHttp(connector, whileOthersWait)
  try {
    const request = { method: 'GET', url: health.href, retries: 0, timeoutMs: ownTimeoutMs } as const
    const result = await attempt(() => http.request(request))
    if ('value' in result) return answerFinding(result.value, health)
    const { platformCode, message } = result.failure
    if (platformCode === 'private_address') {
      const text = `From here ${health.host} leads into a private network, as it may where a router or a proxy stands in between. Open ${health.href} with a phone that is not in your network: it has to say “ok”.`
      return unknown('public_reachable', title, text)
    }
    const text = `${message} Should ${health.href} open with a phone that is not in your network, then only the way from this server to itself is closed, and nothing is wrong.`
    return wrong('public_reachable', 'Nothing answers at PUBLIC_URL', text)
  } finally {
    http.close()
  }
}

function answerFinding({ status, url, body }: HttpResponse, health: URL): SetupFinding {
  if (new URL(url).origin !== health.origin) {
    const text = `Platforms do not follow when they announce something. Set PUBLIC_URL to ${new URL(url).origin}.`
    return wrong('public_reachable', `PUBLIC_URL sends on to ${new URL(url).origin}`, text)
  }
  if (status !== 200 || !/"status"\s*:\s*"ok"/.test(Buffer.from(body.subarray(0, 200)).toString('utf8'))) {
    const text = `Something else answers there (status ${status}). Look at the proxy in front: it has to pass every path on to Tillsight, and must not ask for a password.`
    return wrong('public_reachable', 'At PUBLIC_URL is something else', text)
  }
  const text =
    'As far as this server can tell: it reached itself there. A firewall may still keep others out; the first webhook settles it.'
  return ok('public_reachable', 'This installation answers at PUBLIC_URL', text)
}

function moment(at: Date): string {
  return `on ${at.toISOString().slice(0, 10)} at ${at.toISOString().slice(11, 16)} UTC`
}

/** Checks whether the operator's app at the platform is configured plausibly. Values are never repeated. */
export function appFindings(connector: Connector, way: GuideWay, app: ConnectionSettings): SetupFinding[] {
  if (!way.needsApp) return []
  const fields = connector.connect.app ?? []
  const missing = fields.filter(({ required, key }) => required && !app[key]).map(({ variable }) => variable)
  if (missing.length > 0) {
    const text = `So this installation has no app at ${connector.label}, and nobody can be sent there. Set ${missing.length === 1 ? 'it' : 'them'} in the environment and start Tillsight again, or take a way without an app.`
    return [wrong('app_variables', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`, text)]
  }
  const misread = connector.guide?.misread?.(app) ?? {}
  const odd = fields.filter(({ key }) => misread[key] !== undefined)
  if (odd.length === 0) {
    const names = fields.filter(({ required }) => required).map(({ variable }) => variable)
    return [ok('app_variables', `${names.join(' and ')} are set`, 'What they hold looks right.')]
  }
  const text = odd.map(({ variable, key }) => `${variable}: ${misread[key]}`).join(' ')
  const title = `${odd.map(({ variable }) => variable).join(' and ')} cannot be right`
  return [wrong('app_variables', title, `${text} Start Tillsight again afterwards.`)]
}

/** When a platform last sent a webhook for a connection; null if it never did, or not within a month. */
export async function lastDelivery(db: Db, connection: ConnectionId): Promise<Date | null> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .select('receivedAt')
    .where('connectionId', '=', connection)
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.receivedAt ?? null
}

/** Checks the webhooks of a connected account. */
export async function webhookFindings(
  ctx: ConnectionContext,
  { connector, connection }: Guided,
  delivered: Date | null | undefined,
): Promise<SetupFinding[]> {
  const { webhooks } = connector
  if (!webhooks || !connection || !ctx.services.addresses) return []
  if (connection.access === 'read' && webhooks.needsWriting) return []
  const standing = await statusFinding(ctx, connection)
  return standing.state === 'ok' ? [standing, deliveryFinding(delivered ?? null)] : [standing]
}

const Refusal = z.object({ connection: z.string(), message: z.string() })

async function statusFinding(ctx: ConnectionContext, connection: Connection): Promise<SetupFinding> {
  const { webhooks, id } = connection
  const issues = await listOpenHealthIssues(ctx.queries, ctx.shop.id)
  const refused = issues.find(({ kind, key }) => kind === 'webhooks_refused' && key === id)
  if (refused) {
    const { data } = Refusal.safeParse(refused.detail)
    const text = data?.message ?? 'It did not say why. Check the connection again.'
    return wrong('webhooks', 'Webhooks are refused', text)
  }
  if (webhooks === null) {
    const text = 'That is done in the background, within minutes of connecting. Check again then.'
    return unknown('webhooks', 'No webhooks are registered yet', text)
  }
  if (webhooks.mistrusted.length > 0) {
    const text =
      'Somebody changed their secret in the store, so what they announce is refused. They are set up again within minutes, and changes are looked for more often until then.'
    return wrong('webhooks', 'Webhooks are signed with another secret', text)
  }
  const silent = await silentTopics(ctx, connection)
  if (silent.length > 0) {
    await ctx.services.requests.ensureWebhooks(id)
    const text = `The store has switched off or lost: ${silent.join(', ')}. They are set up again now, and what was missed is read; check again in a minute.`
    return wrong('webhooks', `${silent.length} webhooks are silent`, text)
  }
  if (webhooksWork(connection, ctx.clock.now())) {
    const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}.`
    return ok('webhooks', `${webhooks.active} webhooks are registered`, text)
  }
  const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}; that happens every hour while the connection works and a process with the role worker or all runs. Until then changes are looked for every few minutes.`
  return wrong('webhooks', 'Nobody looks after the webhooks', text)
}

/**
 * Topics whose webhooks are disabled or missing in the store; empty if it cannot be asked right now, which other findings
 * report.
 */
async function silentTopics(
  { db, services, clock }: ConnectionContext,
  connection: Connection,
): Promise<readonly string[]> {
  const { connector, id } = connection
  if (!connector.webhooks?.silent || !services.addresses) return []
  const url = services.addresses.webhook(connector.id, id)
  const account = storedAccount(connection, { db, services })
  const asked = await attempt(() =>
    callPlatform(services, { account, clock }, async (ctx) => connector.webhooks?.silent?.(ctx, { url })),
  )
  return ('value' in asked && asked.value) || []
}

function deliveryFinding(delivered: Date | null): SetupFinding {
  if (delivered === null) {
    const text = 'Change any product or order over there, and check again a minute later.'
    return unknown('webhook_delivered', 'No webhook has arrived in the last 30 days', text)
  }
  const at = delivered.toISOString()
  return ok('webhook_delivered', 'Webhooks arrive', `The last one on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`)
}
