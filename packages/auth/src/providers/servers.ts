import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import { assertProtected, requestOptions } from './outgoing.ts'
import type { EnabledProvider, ProviderDefinition, ServerPlace } from './registry.ts'

const keepMs = 3_600_000

interface Known {
  readonly servers: Map<string, { readonly until: number; readonly server: Promise<AuthorizationServer> }>
  readonly keys: Map<string, JWTVerifyGetKey>
}

const knownOf = new WeakMap<Auth, Known>()

/** The provider's endpoints; published ones are remembered for an hour. Throws when they cannot be read. */
export async function serverOf(auth: Auth, { definition, settings }: EnabledProvider): Promise<AuthorizationServer> {
  const place = definition.place(settings)
  if (place.kind === 'fixed') return place.server
  const { servers } = known(auth)
  const nowMs = auth.clock.now().getTime()
  const kept = servers.get(place.url)
  if (kept && kept.until > nowMs) return await kept.server
  const server = discover(auth, place)
  servers.set(place.url, { until: nowMs + keepMs, server })
  try {
    return await server
  } catch (error) {
    // The next request retries.
    servers.delete(place.url)
    throw error
  }
}

/** The address that the provider is configured by. */
export function addressOf({ definition, settings }: EnabledProvider): string {
  return defaultAddress(definition, settings)
}

/** The default address of a provider, if it has one. */
export function defaultAddress(
  definition: ProviderDefinition,
  settings: Pick<ProviderSettings, 'url'> = { url: undefined },
): string {
  const place = definition.place(settings)
  return place.kind === 'fixed' ? place.server.issuer : place.url
}

/** The provider's published keys, fetched on first use and again for an unknown key. */
export function keysOf(auth: Auth, provider: EnabledProvider, server: AuthorizationServer): JWTVerifyGetKey {
  const uri = server.jwks_uri
  if (uri === undefined) throw new Error('the provider publishes no keys')
  assertProtected(uri, addressOf(provider))
  const { keys } = known(auth)
  const kept = keys.get(uri)
  if (kept) return kept
  const set = createRemoteJWKSet(new URL(uri), { [customFetch]: (url, options) => auth.fetch(url, options) })
  keys.set(uri, set)
  return set
}

async function discover(
  auth: Auth,
  { url, isIssuer = (issuer) => issuer.replace(/\/$/, '') === url }: Extract<ServerPlace, { kind: 'discovered' }>,
): Promise<AuthorizationServer> {
  const response = await discoveryRequest(new URL(url), requestOptions(auth, url))
  const { issuer } = z.object({ issuer: z.string() }).parse(await response.clone().json())
  if (!isIssuer(issuer)) throw new Error('the provider published a foreign issuer')
  return await processDiscoveryResponse(new URL(issuer), response)
}

function known(auth: Auth): Known {
  const kept = knownOf.get(auth)
  if (kept) return kept
  const fresh: Known = { servers: new Map(), keys: new Map() }
  knownOf.set(auth, fresh)
  return fresh
}
