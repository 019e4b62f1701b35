import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit, noteFailure } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { exchangeCode, methodOf } from '../flows.ts'
import {
  audienceOf,
  namedAudience,
  requirePerson,
  requireShownUser,
  requireUser,
  takeIpTurn,
  tooManyRequests,
} from '../guards.ts'
import { readProviderTokens } from '../providers/index.ts'
import {
  deleteSessions,
  isBanned,
  isRefreshing,
  refresh,
  type SessionScope,
  signIn,
  tokenResponse,
} from '../sessions.ts'
import { readSessionTraits } from '../sso/index.ts'
import { findUserByEmail, findUserByPhone, lockUser, type UserRow, updateUser, userView } from '../users.ts'
import { type Call, type Endpoint, isUuid, parseEmail, parsePhone, readBody, Security } from '../wire.ts'

const PasswordBody = z.object({
  ...Security.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().default(''),
})

const mostAttempts = 3

/** `POST /token?grant_type=password`. */
export const passwordGrant: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'token')
  const body = await readBody(call.request, PasswordBody)
  await requirePerson(auth, call, body)
  const named = readName(auth, body)
  const login = { ...named, call, aud: await audienceOf(auth, call), password: body.password }
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { user, stored } = await authenticate(auth, login)
    requireUsable(auth, user, login.by)
    const weakness = await findWeakness(auth, login.password)
    const better = auth.passwords.needsUpgrade(stored) ? await auth.passwords.hash(login.password) : undefined
    const tokens = await auth.db.transaction(async (tx) => {
      const locked = await lockUser(tx, user.id)
      // A password change in the meantime has ended all sessions: this sign-in must not start one after it.
      if (!locked || locked.passwordHash !== stored) return undefined
      const current =
        better === undefined ? locked : await updateUser(tx, locked.id, { passwordHash: better, now: auth.clock.now() })
      await audit(auth, tx, { action: 'login', user: user.id, call, traits: { provider: login.by } })
      return await signIn(auth, tx, { user: current, method: 'password', call })
    })
    if (tokens) return tokenResponse(weakness ? { ...tokens, weak_password: weakness } : tokens)
  }
  throw wrongCredentials()
}

interface Login {
  readonly by: 'email' | 'phone'
  readonly name: string
  readonly call: Call
  readonly aud: string
  readonly password: string
}

function readName(auth: Auth, { email, phone }: z.infer<typeof PasswordBody>): Pick<Login, 'by' | 'name'> {
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (email) {
    if (!auth.settings.email.enabled) throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
    return { by: 'email', name: email.toLowerCase() }
  }
  if (!phone) throw invalid('missing email or phone')
  if (!auth.settings.sms.enabled) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  return { by: 'phone', name: phone.replace(/^\+/, '').replaceAll(' ', '') }
}

/**
 * Hashes exactly once, whatever is wrong. Throws `400 invalid_credentials` in every case, and `429` while the account has to
 * wait. Networks that the owner has signed in from are counted separately, so that guessing elsewhere locks nobody out.
 */
async function authenticate(auth: Auth, login: Login): Promise<{ readonly user: UserRow; readonly stored: string }> {
  const user = await find(auth, login)
  const stored = user?.passwordHash ?? undefined
  const place = await auth.limits.knownPlaces.find(user?.id ?? randomUUID(), login.call.ip)
  const account = `${login.by} ${login.aud} ${login.name}${place === undefined ? '' : ` from ${place}`}`
  const attempt = await auth.limits.passwordFailures.attempt(account, async (isWanted) => {
    if (stored !== undefined) return await auth.passwords.verify(login.password, stored, isWanted)
    await auth.passwords.verifyDummy(login.password, isWanted)
    return false
  })
  if (attempt.kind === 'passed' && user && stored !== undefined) return { user, stored }
  await noteFailure(auth, login.call, { step: 'password', user: user?.id, typed: login.name })
  throw attempt.kind === 'wait' ? tooManyRequests() : wrongCredentials()
}

async function find(auth: Auth, { by, name, aud }: Login): Promise<UserRow | undefined> {
  try {
    return by === 'email'
      ? await findUserByEmail(auth.db.kysely, parseEmail(name), aud)
      : await findUserByPhone(auth.db.kysely, parsePhone(name), aud)
  } catch (error) {
    // An invalid address belongs to nobody; reporting it would be a different response than for a wrong password.
    if (error instanceof AuthError) return undefined
    throw error
  }
}

/** Only callers who know the password learn why they cannot sign in. */
function requireUsable(auth: Auth, user: UserRow, by: Login['by']): void {
  if (isBanned(user, auth.clock.now())) {
    throw new AuthError(400, 'user_banned', 'User is banned')
  }
  if (by === 'email' && user.emailConfirmedAt === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (by === 'phone' && user.phoneConfirmedAt === null) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
}

/** An unreachable breach list locks nobody out. */
async function findWeakness(auth: Auth, password: string): ReturnType<Auth['passwords']['findWeakness']> {
  try {
    return await auth.passwords.findWeakness(password)
  } catch (error) {
    auth.log.warn({ err: error }, 'the strength of a password could not be judged at sign-in')
    return undefined
  }
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

const PkceBody = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })

/** `POST /token?grant_type=pkce`: the exchange deletes the code, so that it works once. */
export const pkceGrant: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'token')
  const { auth_code: code, code_verifier: verifier } = await readBody(call.request, PkceBody)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  if (!isUuid(code)) throw notFound()
  const body = await auth.db.transaction(async (tx) => {
    const flow = await exchangeCode(auth, tx, { code, verifier })
    const user = await lockUser(tx, flow.userId)
    if (!user) throw notFound()
    await audit(auth, tx, { action: 'login', user: user.id, call, traits: { provider: flow.provider ?? 'email' } })
    const tokens = await signIn(auth, tx, { user, method: methodOf(flow), ...readSessionTraits(auth, flow), call })
    return { ...tokens, ...readProviderTokens(auth, flow) }
  })
  return tokenResponse(body)
}

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

/** `POST /token?grant_type=refresh_token`. */
export const refreshGrant: Endpoint = async (auth, call) => {
  const { refresh_token: token = '' } = await readBody(call.request, z.object({ refresh_token: z.string().optional() }))
  // All tabs of a browser wake at the same moment: they count as one attempt.
  if (!isRefreshing(auth, token)) takeIpTurn(auth, call, 'token')
  return tokenResponse(await refresh(auth, call, token))
}

/** `POST /logout?scope=`. */
export const logout: Endpoint = async (auth, call) => {
  const { user, session } = await requireUser(auth, call)
  const name = call.query.get('scope') || 'global'
  const scope = scopeOf(name, session?.id)
  if (!scope) throw invalid(`Unsupported logout scope "${name}"`)
  await auth.db.transaction(async (tx) => {
    await deleteSessions(tx, user.id, scope)
    await audit(auth, tx, { action: 'logout', user: user.id, call, traits: { scope: name } })
  })
  return new Response(null, { status: 204 })
}

/** `GET /user`. */
export const getUser: Endpoint = async (auth, call) => {
  const { user, identities, factors, claims } = await requireShownUser(auth, call)
  const audience = namedAudience(call) ?? claims.aud ?? auth.settings.jwt.audience
  if (user.aud !== audience) throw invalid("Token audience doesn't match request audience")
  return Response.json(userView(user, identities, factors))
}

function scopeOf(name: string, session: string | undefined): SessionScope | undefined {
  if (name === 'global') return { kind: 'all' }
  if (name === 'others') return { kind: 'except', session }
  if (name !== 'local') return undefined
  if (session === undefined) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { kind: 'only', session }
}
