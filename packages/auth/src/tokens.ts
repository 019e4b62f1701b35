import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import type { MethodRow, SessionRow, UserRow } from './users.ts'

/** The kind of token that opens what assistants may use, and nothing else (RFC 9068). */
export const accessTokenType = 'at+jwt'

/** The verified claims of a bearer token. */
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
    // A string, where the library would write an array.
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

/** The role of an opaque API key; undefined for anything else. */
function roleOfApiKey(auth: Pick<Auth, 'apiKeys'>, token: string): 'anon' | 'service_role' | undefined {
  // Both are compared, so that timing does not reveal which one was close.
  const [isAnon, isService] = [isSameText(token, auth.apiKeys.anon), isSameText(token, auth.apiKeys.service)]
  if (isService) return 'service_role'
  return isAnon ? 'anon' : undefined
}

/** Compares in constant time, so that timing does not reveal where two texts differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Verifies a bearer token. Throws `403 bad_jwt`. Only service tokens may lack an expiry. */
export async function verifyBearer(auth: Auth, token: string): Promise<Claims> {
  const role = roleOfApiKey(auth, token)
  if (role !== undefined) return { sub: undefined, aud: undefined, role, sessionId: undefined, aal: undefined }
  try {
    const header = decodeProtectedHeader(token)
    // A token for assistants opens its own resource, and nothing else.
    if (header.typ?.toLowerCase() === accessTokenType) throw new errors.JWTInvalid('another kind of token')
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

/** The role of a key of the project, opaque or as a token that names nobody; undefined for anything else. */
export async function readKeyRole(auth: Auth, text: string): Promise<'anon' | 'service' | undefined> {
  const role = roleOfApiKey(auth, text)
  if (role !== undefined) return role === 'anon' ? 'anon' : 'service'
  // Most texts that arrive here are access tokens, which name somebody: they need not be verified twice.
  if (!text.includes('.') || readSubject(text) !== undefined) return undefined
  const claims = await verifyBearer(auth, text).catch((error: unknown) => {
    if (error instanceof AuthError) return undefined
    throw error
  })
  if (claims?.role === undefined || claims.sub !== undefined) return undefined
  if (claims.role === 'anon') return 'anon'
  return auth.settings.jwt.adminRoles.includes(claims.role) ? 'service' : undefined
}

/** Whom a token names, before it is verified. */
function readSubject(token: string): string | undefined {
  try {
    return decodeJwt(token).sub
  } catch {
    return undefined
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

/** The contents of a refresh token. */
interface RefreshToken {
  /** UUID. */
  readonly session: string
  readonly counter: bigint
}

const version = 0
const uuidBytes = 16
const signatureBytes = 16
const checksumBytes = 4
const shortest = 1 + uuidBytes + 1 + signatureBytes + checksumBytes

/**
 * Encodes a token: version, session, counter, a signature over these with the session's key, and a checksum that detects a
 * damaged token without a database lookup.
 */
export function encodeRefreshToken(token: RefreshToken, key: Uint8Array): string {
  const head = Buffer.concat([
    Buffer.from([version]),
    Buffer.from(token.session.replaceAll('-', ''), 'hex'),
    encodeVarint(token.counter),
  ])
  const signed = Buffer.concat([head, sign(head, key)])
  return Buffer.concat([signed, checksum(signed)]).toString('base64url')
}

/** The token's contents, before its signature is checked; undefined for anything that we cannot have issued. */
export function decodeRefreshToken(
  text: string,
): (RefreshToken & { isSignedBy(key: Uint8Array): boolean }) | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < shortest || bytes[0] !== version || bytes.toString('base64url') !== text) return undefined
  const signed = bytes.subarray(0, -checksumBytes)
  if (!checksum(signed).equals(bytes.subarray(-checksumBytes))) return undefined
  const head = signed.subarray(0, -signatureBytes)
  const counter = decodeVarint(head.subarray(1 + uuidBytes))
  if (counter === undefined) return undefined
  const hex = head.subarray(1, 1 + uuidBytes).toString('hex')
  const session = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const signature = signed.subarray(-signatureBytes)
  return { session, counter, isSignedBy: (key) => timingSafeEqual(sign(head, key), signature) }
}

function sign(head: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, signatureBytes)
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, checksumBytes)
}

function encodeVarint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}

/** Undefined unless the bytes are exactly one number in its shortest form. */
function decodeVarint(bytes: Uint8Array): bigint | undefined {
  let value = 0n
  for (const [index, byte] of bytes.entries()) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * index)
    const isLast = (byte & 0x80) === 0
    if (isLast) return index === bytes.length - 1 && (byte !== 0 || index === 0) && index < 9 ? value : undefined
  }
  return undefined
}
