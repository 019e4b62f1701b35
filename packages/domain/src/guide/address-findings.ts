import { isIP } from 'node:net'
import {
  attempt,
  type Connector,
  type GuideWay,
  type HttpResponse,
  isPublicAddress,
  ok,
  type SetupFinding,
  unknown,
  wrong,
} from '@tillsight/platforms/connectors'
import { type ConnectionContext, whileOthersWait } from '../connections/index.ts'

/** What the address is needed for. */
interface AddressQuestion {
  readonly connector: Connector
  readonly way: GuideWay
  /** When the platform last reached this installation; null or undefined where that is not known. */
  readonly delivered: Date | null | undefined
}

const recentMs = 7 * 24 * 3_600_000
const ownTimeoutMs = 10_000

/** Whether the platform can reach this installation, as far as that is seen from inside. */
export async function addressFindings(ctx: ConnectionContext, asked: AddressQuestion): Promise<SetupFinding[]> {
  const { addresses } = ctx.services
  if (!addresses) return [withoutAddress(asked)]
  const health = new URL(addresses.health())
  const problems = [...schemeFinding(health, asked), ...networkFinding(health, asked)]
  const shown = problems.length > 0 ? problems : [ok('public_url', 'PUBLIC_URL is set', `To ${health.origin}.`)]
  const reach = await reachFinding(ctx, health, asked)
  // Nobody has to reach it from outside, and nobody can tell.
  return reach.state === 'unknown' && !asked.way.needsAddress ? shown : [...shown, reach]
}

function withoutAddress({ way, connector }: AddressQuestion): SetupFinding {
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

function schemeFinding({ protocol }: URL, { way, connector }: AddressQuestion): SetupFinding[] {
  if (protocol === 'https:') return []
  if (!way.needsAddress) {
    const text = `Connecting works without. ${connector.label} may refuse to announce changes to it; then they are looked for every few minutes.`
    return [ok('public_https', 'No https address, and none is needed this way', text)]
  }
  const text = `${connector.label} goes to https addresses only. Put a certificate in front of this installation and set PUBLIC_URL to the https address.`
  return [wrong('public_https', 'PUBLIC_URL is not https', text)]
}

function networkFinding({ hostname }: URL, { way, connector }: AddressQuestion): SetupFinding[] {
  if (!isInside(hostname)) return []
  if (!way.needsAddress) {
    const text = `Connecting works without. ${connector.label} cannot announce changes to it, so they are looked for every few minutes.`
    return [ok('public_network', `${hostname} is in your own network, which is enough this way`, text)]
  }
  const text = `A platform on the internet does not find it. Set PUBLIC_URL to an address that works from everywhere, or take a way without a public address.`
  return [wrong('public_network', `${hostname} leads into your own network`, text)]
}

/** Whether a name or address means something inside a network only. */
function isInside(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return !isPublicAddress(bare)
  return !bare.includes('.') || /\.(?:localhost|local|lan|internal|intranet|home\.arpa)$/i.test(bare)
}

async function reachFinding(ctx: ConnectionContext, health: URL, asked: AddressQuestion): Promise<SetupFinding> {
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
    const answer = await attempt(() => http.request(request))
    if ('value' in answer) return answerFinding(answer.value, health)
    const { platformCode, message } = answer.failure
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
