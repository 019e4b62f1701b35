import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError, unexpected } from '../errors.ts'
import { finishProviderFlow, flowContext, isFlowExpired, lockFlow } from '../flows.ts'
import { type Admission, acceptInvite, admit, linkVisitor, refuseUnproven, type Visitor } from '../linking/index.ts'
import { signIn } from '../sessions.ts'
import type { FlowRow, UserRow } from '../users.ts'
import {
  type Call,
  type Endpoint,
  isUuid,
  type Parameters,
  readText,
  redirect,
  withFragment,
  withQuery,
} from '../wire.ts'
import { failureParameters, ProviderRefusal, type ProviderTokens, writeProviderTokens } from './outgoing.ts'
import { type EnabledProvider, findProvider } from './registry.ts'
import { type Arrival, arrive, Upstream } from './visit.ts'

/** `GET /callback`, and `POST /callback` for providers that answer with a form. */
export const callback: Endpoint = async (auth, call) => {
  const parameters = await readParameters(call)
  let claimed: ClaimedFlow
  try {
    claimed = await claimFlow(auth, parameters.get('state'))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return redirect(303, withQuery(auth.siteUrl(), failureParameters(error)))
  }
  const target = claimed.flow.redirectTo
  try {
    return redirect(302, await finish(auth, call, { ...claimed, parameters }))
  } catch (error) {
    const failure = failureParameters(toFailure(auth, error))
    return redirect(302, withFragment(withQuery(target, failure), failure))
  }
}

interface Return extends ClaimedFlow {
  readonly parameters: URLSearchParams
}

async function finish(auth: Auth, call: Call, back: Return): Promise<string> {
  const { parameters, flow } = back
  const refusal = parameters.get('error')
  if (refusal) throw new ProviderRefusal(shortened(refusal), shortened(parameters.get('error_description') ?? ''))
  if (!parameters.get('code')) {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
  }
  const provider = findProvider(auth, back.provider)
  if ('problem' in provider) {
    throw new AuthError(400, 'oauth_provider_not_supported', `Unsupported provider: ${provider.problem}`)
  }
  const { tokens, visitor } = await meet(auth, provider, back)
  const outcome = await auth.db.transaction(async (tx) => {
    const admission = await enter(auth, tx, { ...back, visitor, call })
    if (admission.kind === 'unproven') return admission
    return await response(auth, tx, { ...back, call, tokens, user: admission.user })
  })
  if (typeof outcome === 'string') return outcome
  return await refuseUnproven(auth, { user: outcome.user, provider: provider.name, redirectTo: flow.redirectTo })
}

async function meet(
  auth: Auth,
  provider: EnabledProvider,
  back: Return,
): Promise<{ readonly tokens: ProviderTokens; readonly visitor: Visitor }> {
  const code = back.parameters.get('code') ?? ''
  const arrival: Arrival = await orElse(auth, `Unable to exchange external code: ${code.slice(0, 4)}`, () =>
    arrive(auth, provider, back),
  )
  const profile = await orElse(auth, 'Error getting user profile from external provider', () => arrival.profile())
  const { emailOptional } = provider.settings
  if (profile.emails.length === 0 && !emailOptional) {
    throw unexpected('Error getting user email from external provider')
  }
  const visitor = { ...profile, provider: provider.name, aud: auth.settings.jwt.audience, emailOptional }
  return { tokens: arrival.tokens, visitor }
}

async function enter(
  auth: Auth,
  tx: Db,
  back: Return & { readonly visitor: Visitor; readonly call: Call },
): Promise<Admission> {
  const { flow, upstream } = back
  if (flow.linkingUserId !== null) return await linkVisitor(auth, tx, { ...back, userId: flow.linkingUserId })
  if (upstream.invite !== undefined) return await acceptInvite(auth, tx, { ...back, token: upstream.invite })
  return await admit(auth, tx, back)
}

/** The address to which the browser is redirected with its result: a code to exchange, or the tokens themselves. */
async function response(
  auth: Auth,
  tx: Db,
  back: Return & { readonly call: Call; readonly tokens: ProviderTokens; readonly user: UserRow },
): Promise<string> {
  const { user, tokens, call } = back
  const flow = await lockFlow(tx, back.flow.id)
  if (!flow) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
  if (flow.codeChallenge !== null) {
    const end = { flow, user: user.id, providerTokens: writeProviderTokens(tokens) }
    const { authCode } = await finishProviderFlow(auth, tx, end)
    return withQuery(flow.redirectTo, { code: authCode })
  }
  const session = await signIn(auth, tx, { user, method: 'oauth', call })
  await tx.deleteFrom('authFlows').where('id', '=', flow.id).execute()
  return withFragment(flow.redirectTo, {
    access_token: session.access_token,
    token_type: session.token_type,
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at),
    refresh_token: session.refresh_token,
    ...textsOf(tokens),
  })
}

function textsOf(tokens: ProviderTokens): Parameters {
  return Object.fromEntries(
    Object.entries(tokens).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
}

/** Logs only the message of the cause: other fields may contain tokens. */
async function orElse<T>(auth: Auth, text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    auth.log.warn({ reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }, text.slice(0, 60))
    throw unexpected(text)
  }
}

function toFailure(auth: Auth, error: unknown): AuthError | ProviderRefusal {
  if (error instanceof AuthError || error instanceof ProviderRefusal) return error
  auth.log.error({ err: error }, 'a return from a provider failed')
  return unexpected('Unexpected failure, please check server logs for more information')
}

async function readParameters(call: Call): Promise<URLSearchParams> {
  if (call.request.method !== 'POST') return call.query
  const isForm = call.request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
  return new URLSearchParams(isForm ? await readText(call.request) : '')
}

function shortened(text: string): string {
  return text.slice(0, 300)
}

/** A flow whose single return is being processed. */
interface ClaimedFlow {
  readonly flow: FlowRow
  readonly provider: string
  readonly upstream: Upstream
}

/** Removes the secrets from the flow, so that its state works only for this one return. Throws the errors for a bad state. */
async function claimFlow(auth: Auth, state: string | null): Promise<ClaimedFlow> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
  return await auth.db.transaction(async (tx) => {
    const flow = await lockFlow(tx, state)
    if (!flow || flow.provider === null || flow.authenticationMethod !== 'oauth') {
      throw badState('OAuth state not found or expired')
    }
    if (isFlowExpired(auth, flow)) throw badState('OAuth state has expired')
    if (flow.upstream === null || flow.userId !== null) {
      throw new AuthError(422, 'flow_state_already_used', 'State has already been used')
    }
    await tx.updateTable('authFlows').set({ upstream: null }).where('id', '=', flow.id).execute()
    const upstream = Upstream.parse(JSON.parse(auth.box.open(flow.upstream, flowContext(flow.id))))
    return { flow, provider: flow.provider, upstream }
  })
}

function badState(text: string): AuthError {
  return new AuthError(400, 'bad_oauth_state', text)
}
