import { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import type { AccountGap, ConnectedAccount, ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { wayOf } from './access.ts'
import { readAccounts } from './accounts.ts'
import { hasCode } from './failures.ts'
import { type Graph, openGraph } from './graph.ts'
import { versionOf } from './platform-urls.ts'
import { inspectToken } from './token-responses.ts'
import { WireId } from './values.ts'

const Person = z.object({ id: WireId, name: z.string().nullish() })
const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

/** Signs in, and reads the user, the granted permissions and the accounts. Throws `ConnectorError`. */
export async function checkAccess(ctx: ConnectorContext): Promise<ConnectedAccount> {
  const { graph, person, proof } = await signIn(ctx)
  const granted = await readPermissions(graph)
  if (!granted.includes('ads_read') && !granted.includes('ads_management')) throw withoutReading()
  const accounts = await readAccounts(graph)
  const first = accounts.find(({ readable }) => readable) ?? accounts[0]
  if (first === undefined) throw withoutReading()
  return {
    id: person.id,
    name: person.name || `Meta user ${person.id}`,
    currency: first.currency,
    zone: first.zone,
    country: null,
    version: versionOf(ctx.app),
    discovered: {
      personId: person.id,
      personName: person.name ?? '',
      scopes: granted.join(','),
      ...proof,
      ...(await datesOf(ctx)),
    },
    warnings: warningsOf(accounts),
    gaps: gapsOf(granted),
  }
}

interface SignedIn {
  readonly graph: Graph
  readonly person: z.infer<typeof Person>
  readonly proof: Readonly<Record<string, string>>
}

/** A pasted token may belong to an app other than the operator's, whose secret is then useless. */
async function signIn(ctx: ConnectorContext): Promise<SignedIn> {
  const ask = async (graph: Graph) =>
    await graph.ask({ path: 'me', params: { fields: 'id,name' }, what: 'the account', shape: Person })
  const graph = openGraph(ctx)
  try {
    return { graph, person: await ask(graph), proof: {} }
  } catch (error) {
    const isProof =
      hasCode(error, 100) && error instanceof ConnectorError && /appsecret_proof/.test(error.failure.message)
    if (!isProof) throw error
    const isOwnProof = wayOf(ctx.settings) === 'pasted' && !ctx.settings.appSecret && ctx.settings.proof !== 'none'
    if (!isOwnProof) throw wrongSecret(ctx)
    const without = openGraph({ ...ctx, settings: { ...ctx.settings, proof: 'none' } })
    return { graph: without, person: await withHint(ctx, () => ask(without)), proof: { proof: 'none' } }
  }
}

async function withHint<T>(ctx: ConnectorContext, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ConnectorError && /appsecret_proof/.test(error.failure.message)) throw wrongSecret(ctx)
    throw error
  }
}

async function readPermissions(graph: Graph): Promise<string[]> {
  const { data } = await graph.ask({ path: 'me/permissions', what: 'permissions', shape: Permissions })
  return data.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
}

/** The expiry dates of the token, from which reminders are derived. */
async function datesOf(ctx: ConnectorContext): Promise<Readonly<Record<string, string>>> {
  const { http, app, settings, signal } = ctx
  const state = await inspectToken(http, app, { token: settings.token || settings.accessToken || '', signal })
  return state ? { tokenExpiresAt: state.expiresAt, dataAccessExpiresAt: state.dataAccessExpiresAt } : {}
}

function warningsOf(accounts: readonly AdAccount[]): string[] {
  const closed = accounts.filter(({ readable }) => !readable)
  if (closed.length === 0) return []
  const names = closed.slice(0, 3).map(({ name }) => name)
  const more = closed.length > names.length ? ` and ${closed.length - names.length} more` : ''
  return [
    `The person who connected may not see figures of ${names.join(', ')}${more}. An administrator gives “View performance” under business.facebook.com > Settings > Ad accounts.`,
  ]
}

function gapsOf(granted: readonly string[]): AccountGap[] {
  if (granted.includes('business_management')) return []
  return [
    {
      what: 'permission business_management',
      cost: 'ad accounts that belong to a business may be missing from the list',
      where: 'Connect again and leave “business_management” ticked.',
      who: 'The person who connects, with a role in the business',
    },
  ]
}

function withoutReading(): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message:
      'The permission ads_read was not granted, so no figures can be read. Connect again and leave it ticked; a token of a system user needs ads_read, and the ad accounts assigned to that user.',
    platformCode: 'ads_read',
  })
}

function wrongSecret({ settings }: ConnectorContext): ConnectorError {
  const text =
    wayOf(settings) === 'pasted'
      ? 'Enter the app secret of the app that the token was made with (App settings > Basic) beside the token.'
      : 'The operator of this installation has to enter the app secret of the same app as META_APP_SECRET.'
  return new ConnectorError({
    kind: 'reauth',
    message: `Meta wants every call proved with the app secret, and the one that is known does not belong to the token’s app. ${text}`,
    platformCode: 'proof',
  })
}
