import { timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { MethodRow, SessionRow, UserRow } from '../users/index.ts'

/** What a bearer says about its holder, verified. */
export interface Claims {
  readonly sub: string | undefined
  readonly aud: string | undefined
  readonly role: string | undefined
  readonly sessionId: string | undefined
  readonly aal: string | undefined
}

/** The access token of a session; `methods` newest first. */
export async function signAccessToken(
  auth: Auth,
  subject: { readonly user: UserRow; readonly session: SessionRow; readonly methods: readonly MethodRow[] },
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const { user, session, methods } = subject
  const issuedAt = Math.floor(auth.clock.now().getTime() / 1000)
  const expiresAt = issuedAt + auth.settings.jwt.expiresIn
  const { kid, algorithm, key } = await auth.keys.signer()
  const token = await new SignJWT({
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: user.role,
    aal: session.aal,
    amr: methods.map(({ method, provider, usedAt }) => ({
      method,
      timestamp: Math.floor(usedAt.getTime() / 1000),
      ...(provider === null ? {} : { provider }),
    })),
    session_id: session.id,
    is_anonymous: user.isAnonymous,
    // A string, where the library would write what it is given.
    aud: user.aud,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(auth.settings.jwt.issuer ?? auth.externalUrl())
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt }
}

/** The roles that opaque keys stand for; undefined for anything else. */
export function roleOfApiKey(auth: Pick<Auth, 'apiKeys'>, token: string): 'anon' | 'service_role' | undefined {
  // Both are compared, so that the time taken tells nothing about which was close.
  const [isAnon, isService] = [isSameText(token, auth.apiKeys.anon), isSameText(token, auth.apiKeys.service)]
  if (isService) return 'service_role'
  return isAnon ? 'anon' : undefined
}

/** Compares without telling by time where two texts differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Verifies a bearer. Throws `403 bad_jwt`. Only tokens of machines may do without an expiry. */
export async function verifyBearer(auth: Auth, token: string): Promise<Claims> {
  const role = roleOfApiKey(auth, token)
  if (role !== undefined) return { sub: undefined, aud: undefined, role, sessionId: undefined, aal: undefined }
  try {
    const header = decodeProtectedHeader(token)
    const known = await auth.keys.find({ kid: header.kid, alg: header.alg })
    if (known === undefined) throw new errors.JWKSNoMatchingKey()
    const { payload } = await jwtVerify(token, known.key, {
      algorithms: [known.algorithm],
      clockTolerance: 0,
      currentDate: auth.clock.now(),
    })
    const claims = toClaims(payload)
    const isMachine = auth.settings.jwt.adminRoles.includes(claims.role ?? '') || claims.role === 'anon'
    if (payload.exp === undefined && !isMachine) throw new errors.JWTInvalid('exp claim is missing')
    return claims
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason(error)}`)
  }
}

function reason(error: Error): string {
  if (error instanceof errors.JWTExpired) return 'token has expired'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'token signature is invalid'
  if (error instanceof errors.JWKSNoMatchingKey) return 'token is signed with an unknown key'
  return 'token is malformed'
}

function toClaims(payload: JWTPayload): Claims {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    sub: text(payload.sub),
    aud: Array.isArray(payload.aud) ? payload.aud[0] : payload.aud,
    role: text(payload['role']),
    sessionId: text(payload['session_id']),
    aal: text(payload['aal']),
  }
}
