// Redeems codes and links. Must not know how they were sent.
import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { isSecureChange } from './account/index.ts'
import { audit, noteFailure } from './audit.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import { finishMailFlow } from './flows.ts'
import { audienceOf, takeIpTurn } from './guards.ts'
import { clearTokens, findByCode, findByHash, isPkceHash, spendToken, type TokenKind } from './one-time-token.ts'
import { assertNotBanned, type Method, signIn, type Tokens, tokenResponse } from './sessions.ts'
import { adoptEmail, adoptPhone, confirmEmail, confirmPhone } from './sign-up/index.ts'
import { isSameText } from './tokens.ts'
import {
  findUserByEmail,
  findUserByPhone,
  lockUser,
  type OneTimeTokenRow,
  syncProviders,
  type UserRow,
  updateUser,
} from './users.ts'
import {
  type Call,
  type Endpoint,
  parseEmail,
  parsePhone,
  readBody,
  redirect,
  resolveRedirect,
  withFragment,
  withQuery,
} from './wire.ts'

/** Types that a mailed code or link may be submitted as; `email` covers a pending confirmation or magic link. */
const emailTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
/** Types that a texted code may be tried as. */
const phoneTypes = ['sms', 'phone_change'] as const

type EmailType = (typeof emailTypes)[number]
type PhoneType = (typeof phoneTypes)[number]

/** The token kinds that a type may spend. */
const kindsOf: Readonly<Record<EmailType | PhoneType, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['confirmation', 'recovery'],
  sms: ['confirmation'],
  phone_change: ['phone_change'],
}

function findEmailType(name: string): EmailType | undefined {
  return emailTypes.find((type) => type === name)
}

function findPhoneType(name: string): PhoneType | undefined {
  return phoneTypes.find((type) => type === name)
}

/** A valid code or link: its account and what to do when it is used. `token` undefined: a test number's fixed code. */
interface Proof {
  readonly user: string
  readonly address: string
  readonly kind: TokenKind
  readonly token: OneTimeTokenRow | undefined
}

/** A code typed by the user. */
interface TypedCode {
  readonly call: Call
  readonly code: string
  readonly aud: string
}

/** The proof in a link. Throws one error for every cause. */
async function findLink(auth: Auth, hash: string, type: EmailType): Promise<Proof> {
  const token = await findByHash(auth, auth.db.kysely, hash)
  const kind = token && kindsOf[type].find((name) => name === token.kind)
  // A confirmation may also belong to a phone number, whose code has no link.
  if (!token || !kind || !token.address.includes('@')) {
    throw linkExpired()
  }
  return { user: token.userId, address: token.address, kind, token }
}

/** The proof in a mailed code. Throws one error for every cause. */
async function findEmailCode(
  auth: Auth,
  typed: TypedCode & { readonly email: string; readonly type: EmailType },
): Promise<Proof> {
  const { email, aud, code, type } = typed
  const kinds = kindsOf[type]
  const holder = await findUserByEmail(auth.db.kysely, email, aud)
  const own = kinds.filter((kind) => kind !== 'email_change_new')
  // An unknown account is looked up the same way, so that it takes the same time.
  const found = await tryCode(auth, { user: holder?.id ?? randomUUID(), kinds: own, address: email, code })
  if (found) return found
  if (type === 'email_change') {
    for (const { id } of await findChanging(auth, { column: 'newEmail', value: email, aud })) {
      const proof = await tryCode(auth, { user: id, kinds: ['email_change_new'], address: email, code })
      if (proof) return proof
    }
  } else await noteFailure(auth, typed.call, { step: 'code', user: holder?.id, typed: email })
  throw codeExpired()
}

/** The proof in a texted code. Throws one error for every cause. */
async function findPhoneCode(
  auth: Auth,
  typed: TypedCode & { readonly phone: string; readonly type: PhoneType },
): Promise<Proof> {
  const { phone, aud, code, type } = typed
  const isTestCode = isSameText(auth.settings.sms.testCodes.get(phone) ?? '', code)
  const holders = await findPhoneHolders(auth, typed, aud)
  for (const { id } of holders.length > 0 ? holders : [{ id: randomUUID() }]) {
    for (const kind of kindsOf[type]) {
      if (isTestCode) return { user: id, address: phone, kind, token: undefined }
      const proof = await tryCode(auth, { user: id, kinds: [kind], address: phone, code })
      if (proof) return proof
    }
  }
  if (type === 'sms') await noteFailure(auth, typed.call, { step: 'code', user: holders[0]?.id, typed: phone })
  throw codeExpired()
}

function linkExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

function codeExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

async function findPhoneHolders(
  auth: Auth,
  { phone, type }: { readonly phone: string; readonly type: PhoneType },
  aud: string,
): Promise<readonly Pick<UserRow, 'id'>[]> {
  if (type === 'phone_change') return await findChanging(auth, { column: 'newPhone', value: phone, aud })
  const user = await findUserByPhone(auth.db.kysely, phone, aud)
  return user ? [user] : []
}

/** Several accounts may be changing to the same address; the first to prove it gets it. */
async function findChanging(
  auth: Auth,
  wanted: { readonly column: 'newEmail' | 'newPhone'; readonly value: string; readonly aud: string },
): Promise<readonly Pick<UserRow, 'id'>[]> {
  return await auth.db.kysely
    .selectFrom('authUsers')
    .select('id')
    .where(wanted.column, '=', wanted.value)
    .where('aud', '=', wanted.aud)
    .where('deletedAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .limit(mostClaimants)
    .execute()
}

const mostClaimants = 20

interface Try {
  readonly user: string
  readonly kinds: readonly TokenKind[]
  readonly address: string
  readonly code: string
}

async function tryCode(auth: Auth, { user, kinds, address, code }: Try): Promise<Proof | undefined> {
  const token = await findByCode(auth, auth.db.kysely, { user, kinds, code })
  const kind = token && kinds.find((name) => name === token.kind)
  return token && kind && token.address === address ? { user, address, kind, token } : undefined
}

/** The message after the first of two confirmations; nobody is signed in yet. */
const firstConfirmation = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** One use of a proof. `expired` is thrown when it has been used up in the meantime. */
interface ProofUse {
  readonly call: Call
  readonly proof: Proof
  readonly expired: () => AuthError
}

/**
 * Spends the proof and carries out what it is for. Returns the user to sign in, or `first` while the other address is
 * unconfirmed. Throws `user_banned`, and `422` for an address that has been taken in the meantime. Runs in the caller's
 * transaction.
 */
async function useProof(auth: Auth, tx: Db, { call, proof, expired }: ProofUse): Promise<UserRow | 'first'> {
  const user = await lockUser(tx, proof.user)
  // The address may have been changed since the proof was found; a code for the old one proves nothing then.
  if (!user || addressOf(user, proof) !== proof.address) throw expired()
  if (proof.token && !(await spendToken(tx, proof.token))) throw expired()
  assertNotBanned(user, auth.clock.now())
  const isFirst = isEmailChange(proof) && isOtherMissing(auth, user, proof)
  if (isFirst) {
    await updateUser(tx, user.id, { emailChangeConfirmed: sideOf(proof), now: auth.clock.now() })
    return 'first'
  }
  const isNew = user.emailConfirmedAt === null && user.phoneConfirmedAt === null
  const changed = await apply(auth, tx, { user, proof })
  await clearTokens(tx, user.id)
  await syncProviders(tx, user.id, auth.clock.now())
  const isChange = isEmailChange(proof) || proof.kind === 'phone_change'
  const action = isChange ? 'user_modified' : isNew ? 'user_signedup' : 'login'
  await audit(auth, tx, { action, user: user.id, call })
  return changed
}

function addressOf(user: UserRow, { kind, address }: Proof): string | null {
  switch (kind) {
    case 'confirmation':
      return address.includes('@') ? user.email : user.phone
    case 'recovery':
      return user.email
    case 'email_change_new':
      return user.newEmail
    case 'email_change_current':
      return user.newEmail === null ? null : user.email
    case 'phone_change':
      return user.newPhone
    case 'reauthentication':
      return null
  }
}

async function apply(auth: Auth, tx: Db, { user, proof }: { user: UserRow; proof: Proof }): Promise<UserRow> {
  const { kind, address } = proof
  if (isEmailChange(proof)) return await adoptEmail(auth, tx, { user, email: user.newEmail ?? address })
  if (kind === 'phone_change') return await adoptPhone(auth, tx, { user, phone: address })
  if (!address.includes('@')) return await confirmPhone(auth, tx, user)
  return user.emailConfirmedAt === null ? await confirmEmail(auth, tx, user) : user
}

function isEmailChange({ kind }: Proof): boolean {
  return kind === 'email_change_new' || kind === 'email_change_current'
}

function sideOf({ kind }: Proof): 'new' | 'current' {
  return kind === 'email_change_new' ? 'new' : 'current'
}

/** The new address has to confirm in any case, the old one for a secure change. */
function isOtherMissing(auth: Auth, user: UserRow, proof: Proof): boolean {
  const confirmed = new Set([user.emailChangeConfirmed, sideOf(proof)])
  return !confirmed.has('new') || (isSecureChange(auth, user) && !confirmed.has('current'))
}

/** `GET /verify`: the target of mailed links. Always redirects to the site, also with an error. */
export const followLink: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'verify')
  const type = call.query.get('type') ?? ''
  const hash = call.query.get('token') ?? ''
  if (type === '') throw invalid('Verify requires a verification type')
  if (hash === '') throw invalid('Verify requires a token or a token hash')
  const target = resolveRedirect(auth, call)
  try {
    return redirect(303, await open(auth, call, { type, hash, target }))
  } catch (error) {
    if (error instanceof AuthError) return redirect(303, withError(target, error, isPkceHash(hash)))
    throw error
  }
}

interface Link {
  readonly type: string
  readonly hash: string
  readonly target: string
}

async function open(auth: Auth, call: Call, { type, hash, target }: Link): Promise<string> {
  const emailType = findEmailType(type)
  if (!emailType) throw invalid('Invalid email verification type')
  const proof = await findLink(auth, hash, emailType)
  const isPkce = isPkceHash(hash)
  const outcome = await auth.db.transaction(async (tx) => {
    const user = await useProof(auth, tx, { call, proof, expired: linkExpired })
    if (user === 'first') return undefined
    return isPkce
      ? await finishFlow(auth, tx, { user, method: methodOf(emailType, proof) })
      : await signIn(auth, tx, { user, method: 'otp', call })
  })
  if (outcome === undefined) {
    return withFragment(isPkce ? withQuery(target, { message: firstConfirmation }) : target, {
      message: firstConfirmation,
    })
  }
  if (typeof outcome === 'string') return withQuery(target, { code: outcome })
  return withFragment(target, tokenFragment(outcome, wordOf(emailType, proof)))
}

async function finishFlow(auth: Auth, tx: Db, of: { user: UserRow; method: Method }): Promise<string> {
  const flow = await finishMailFlow(auth, tx, { user: of.user.id, method: of.method })
  return flow.authCode
}

function wordOf(type: EmailType, { kind }: Proof): EmailType {
  if (type !== 'email') return type
  return kind === 'confirmation' ? 'signup' : 'magiclink'
}

function methodOf(type: EmailType, proof: Proof): Method {
  const word = wordOf(type, proof)
  return word === 'signup' || word === 'invite' || word === 'email' ? 'email/signup' : word
}

function tokenFragment(tokens: Tokens, type: string): Record<string, string> {
  return {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    token_type: tokens.token_type,
    type,
  }
}

const errorNames: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function withError(target: string, error: AuthError, isPkce: boolean): string {
  const name = errorNames[error.status]
  const parameters = {
    ...(name === undefined ? {} : { error: name }),
    error_code: error.code,
    error_description: error.message,
  }
  return withFragment(isPkce ? withQuery(target, parameters) : target, parameters)
}

const Body = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  redirect_to: z.string().default(''),
})
type Body = z.infer<typeof Body>

/** `POST /verify`. */
export const verify: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'verify')
  const body = await readBody(call.request, Body)
  const proof = await findProof(auth, call, body)
  const expired = body.token_hash === '' ? codeExpired : linkExpired
  const tokens = await auth.db.transaction(async (tx) => {
    const user = await useProof(auth, tx, { call, proof, expired })
    return user === 'first' ? undefined : await signIn(auth, tx, { user, method: 'otp', call })
  })
  return tokens ? tokenResponse(tokens) : Response.json({ msg: firstConfirmation, code: '200' })
}

async function findProof(auth: Auth, call: Call, body: Body): Promise<Proof> {
  const { type, token, token_hash: hash, email, phone } = body
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (hash !== '') {
    if (email !== '' || phone !== '' || body.redirect_to !== '') {
      throw invalid('Only the token_hash and type should be provided')
    }
    const emailType = findEmailType(type)
    if (!emailType) throw invalid('Invalid email verification type')
    return await findLink(auth, hash, emailType)
  }
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const aud = await audienceOf(auth, call)
  if (phone !== '') {
    const number = parsePhone(phone)
    const phoneType = findPhoneType(type)
    if (!phoneType) throw invalid('Unsupported verification type')
    return await findPhoneCode(auth, { call, phone: number, type: phoneType, code: token, aud })
  }
  const address = readAddress(email)
  const emailType = findEmailType(type)
  if (!emailType) throw invalid('Unsupported verification type')
  return await findEmailCode(auth, { call, email: address, type: emailType, code: token, aud })
}

function readAddress(email: string): string {
  try {
    return parseEmail(email)
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, 'validation_failed', 'Invalid email format')
    throw error
  }
}
