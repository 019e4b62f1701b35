import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid, unexpected } from '../errors.ts'
import { finishProviderFlow, isFlowExpired, lockFlow } from '../flows.ts'
import { takeIpTurn } from '../guards.ts'
import { lockVisitor } from '../linking/index.ts'
import { failureParameters } from '../providers/index.ts'
import { assertNotBanned, signIn, type Tokens } from '../sessions.ts'
import {
  findIdentity,
  findUser,
  insertIdentity,
  insertUser,
  lockUser,
  mergeMetadata,
  refreshIdentity,
  syncProviders,
  type UserRow,
  updateUser,
} from '../users.ts'
import {
  allowedRedirect,
  type Call,
  type Endpoint,
  isUuid,
  readText,
  redirect,
  withFragment,
  withQuery,
} from '../wire.ts'
import { parseIdpMetadata, refreshMetadata } from './idp-metadata.ts'
import { AttributeMapping, readPerson, type SsoPerson, writeSessionEnd } from './person.ts'
import { BadResponse, readResponse, type VerifiedAssertion, verifyResponse } from './response.ts'
import { requireServiceProvider, type ServiceProvider } from './start.ts'
import { findSsoProvider, type SsoProvider, takeRelayState } from './store.ts'

/** `POST /sso/saml/acs`: where identity providers send users back. Errors are reported to the site, never to the provider. */
export const consumeAssertion: Endpoint = async (auth, call) => {
  const self = requireServiceProvider(auth)
  takeIpTurn(auth, call, 'saml_acs')
  try {
    return redirect(302, await consume(auth, call, self))
  } catch (cause) {
    const error = toAuthError(cause)
    if (error.status >= 500) auth.log.error({ err: cause }, 'a response of an identity provider could not be handled')
    else auth.log.warn({ err: cause }, 'a response of an identity provider was refused')
    return redirect(303, withQuery(auth.siteUrl(), failureParameters(error)))
  }
}

function toAuthError(cause: unknown): AuthError {
  if (cause instanceof AuthError) return cause
  if (cause instanceof BadResponse) return invalid(`SAML Assertion is not valid: ${cause.message}`)
  return unexpected('Unexpected failure, please check server logs for more information', cause)
}

/** How a sign-in began, and where it redirects to. */
interface Beginning {
  readonly provider: SsoProvider
  readonly requestId: string | undefined
  readonly flowId: string | null
  readonly redirectTo: string
}

async function consume(auth: Auth, call: Call, self: ServiceProvider): Promise<string> {
  const form = new URLSearchParams(await readText(call.request))
  const response = form.get('SAMLResponse') ?? ''
  const beginning = await findBeginning(auth, form.get('RelayState') ?? '', response)
  if (beginning.provider.disabled) {
    throw new AuthError(404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled')
  }
  const provider = await refreshMetadata(auth, beginning.provider)
  const assertion = await verifyResponse(response, {
    self,
    idp: await parseIdpMetadata(provider.metadataXml),
    requestId: beginning.requestId,
    now: auth.clock.now(),
  })
  await useOnce(auth, provider, assertion)
  const mapping = AttributeMapping.parse(provider.attributeMapping)
  const person = readPerson(assertion.content, { entityId: provider.entityId, mapping })
  const target = allowedRedirect(auth, beginning.redirectTo) ?? auth.siteUrl()
  return await auth.db.transaction(async (tx) => {
    const user = await enterPool(auth, tx, { provider: provider.id, person, call })
    return beginning.flowId === null
      ? withFragment(target, await issueTokens(auth, tx, { call, user, provider, assertion }))
      : withQuery(target, { code: await finishFlow(auth, tx, { id: beginning.flowId, user, assertion }) })
  })
}

async function findBeginning(auth: Auth, relayState: string, response: string): Promise<Beginning> {
  if (isUuid(relayState)) {
    const { providerId, requestId, flowId, redirectTo } = await takeRelayState(auth, relayState)
    return { provider: await findProvider(auth, { id: providerId }), requestId, flowId, redirectTo }
  }
  if (relayState !== '' && !relayState.startsWith('/') && !URL.canParse(relayState)) {
    throw invalid('SAML RelayState is not a valid UUID or URL')
  }
  if (response === '') throw invalid('SAMLResponse is missing')
  // Only determines whose keys to try; the signed assertion must name the same issuer.
  const root = await readResponse(response)
  const issuer = root.all('Issuer')[0] ?? root.all('Assertion')[0]?.all('Issuer')[0]
  const provider = await findProvider(auth, { entityId: issuer?.text ?? '' })
  return { provider, requestId: undefined, flowId: null, redirectTo: relayState }
}

async function findProvider(auth: Auth, key: { id: string } | { entityId: string }): Promise<SsoProvider> {
  const provider = await findSsoProvider(auth.db.kysely, key)
  if (provider) return provider
  throw new AuthError(
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  )
}

/** Outside of the sign-in's transaction: an assertion is spent even if signing in fails. */
async function useOnce(auth: Auth, provider: SsoProvider, assertion: VerifiedAssertion): Promise<void> {
  const first = await auth.db.kysely
    .insertInto('authSamlAssertions')
    .values({
      id: auth.hasher('saml assertion', `${provider.id} ${assertion.id}`),
      expiresAt: assertion.acceptableUntil,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!first) throw new BadResponse('it has been used already')
}

interface Entry {
  readonly call: Call
  readonly user: UserRow
  readonly provider: SsoProvider
  readonly assertion: VerifiedAssertion
}

async function issueTokens(
  auth: Auth,
  tx: Db,
  { call, user, provider, assertion }: Entry,
): Promise<Record<string, string>> {
  const tokens: Tokens = await signIn(auth, tx, {
    user,
    call,
    method: 'sso/saml',
    provider: provider.id,
    notAfter: assertion.sessionEndsAt,
  })
  return {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    token_type: tokens.token_type,
  }
}

async function finishFlow(
  auth: Auth,
  tx: Db,
  { id, user, assertion }: { readonly id: string } & Pick<Entry, 'user' | 'assertion'>,
): Promise<string> {
  const flow = await lockFlow(tx, id)
  if (!flow) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (isFlowExpired(auth, flow)) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  const providerTokens = writeSessionEnd(assertion.sessionEndsAt)
  const { authCode } = await finishProviderFlow(auth, tx, { flow, user: user.id, providerTokens })
  return authCode
}

/** A user who was signed in by a company's provider. */
interface Arrival {
  /** Id of the SSO provider. */
  readonly provider: string
  readonly person: SsoPerson
  readonly call: Call
}

/**
 * The user's account in their provider's pool, created if there is none. The provider's id decides, never the address: a
 * company may reassign an address. Throws `422 signup_disabled`, `403 user_banned`.
 */
async function enterPool(auth: Auth, tx: Db, arrival: Arrival): Promise<UserRow> {
  const provider = `sso:${arrival.provider}`
  const { subject } = arrival.person
  await lockVisitor(tx, { provider, subject })
  const identity = await findIdentity(tx, { provider, subject })
  const user = identity
    ? await welcomeBack(auth, tx, { identity: identity.id, user: identity.userId, person: arrival.person })
    : await create(auth, tx, { ...arrival, provider })
  assertNotBanned(user, auth.clock.now())
  await audit(auth, tx, { action: 'login', user: user.id, call: arrival.call, traits: { provider } })
  return user
}

async function welcomeBack(
  auth: Auth,
  tx: Db,
  known: { readonly identity: string; readonly user: string; readonly person: SsoPerson },
): Promise<UserRow> {
  const { person } = known
  const now = auth.clock.now()
  const user = await lockUser(tx, known.user)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  await refreshIdentity(tx, { id: known.identity, data: person.data, signedIn: true }, now)
  const userMetadata = mergeMetadata(user.userMetadata, person.data)
  return await updateUser(tx, user.id, { userMetadata, email: person.email, now })
}

async function create(auth: Auth, tx: Db, { provider, person, call }: Arrival): Promise<UserRow> {
  if (auth.settings.signUpDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const now = auth.clock.now()
  const user = await insertUser(
    tx,
    {
      aud: auth.settings.jwt.audience,
      role: auth.settings.jwt.defaultRole,
      email: person.email,
      emailConfirmedAt: now,
      isSso: true,
      userMetadata: person.data,
    },
    now,
  )
  if (!user) throw new Error('An account of a pool was refused, although nothing in it has to be unique')
  await insertIdentity(tx, { userId: user.id, provider, subject: person.subject, data: person.data }, now)
  await syncProviders(tx, user.id, now)
  await audit(auth, tx, { action: 'user_signedup', user: user.id, call, traits: { provider } })
  return (await findUser(tx, user.id)) ?? user
}
