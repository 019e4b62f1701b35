// Sends codes and links: issues them, renders the message, enforces send limits. Must not know endpoints or what a code does
// when it comes back.

import { randomUUID } from 'node:crypto'
import { isAppError } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { type AuditAction, audit } from './audit.ts'
import type { Auth } from './context.ts'
import { type MailKind, renderMail, renderSms } from './delivery/index.ts'
import { AuthError, unexpected } from './errors.ts'
import { insertFlow } from './flows.ts'
import type { SendBudget } from './limits/index.ts'
import { issueToken, randomDigits, type TokenKind } from './one-time-token.ts'
import type { Method } from './sessions.ts'
import { insertUser, lockUser, type UserChange, type UserRow, updateUser } from './users.ts'
import type { Call, Channel, CodeChallenge } from './wire.ts'

/** The purpose of a mailed link. */
export type LinkKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

/** The `type` parameter in a link. */
type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** The parameters of a link to issue. */
interface LinkOrder {
  readonly kind: LinkKind
  /** For an email change, with `newEmail` already set. */
  readonly user: UserRow
  readonly isPkce: boolean
  /** Already checked against the allowed redirects. */
  readonly redirectTo: string
}

/** A link with its code: usable once, and until another of its kind is issued. */
export interface IssuedLink {
  readonly kind: LinkKind
  /** The user as updated by issuing. */
  readonly user: UserRow
  readonly to: string
  readonly type: VerificationType
  readonly code: string
  readonly hash: string
  /** Spends the link as soon as it is opened; this is the URL in the protocol's response. */
  readonly url: string
  /** The URL in the mail. */
  readonly mailUrl: string
  readonly redirectTo: string
}

const traits: Readonly<Record<LinkKind, { readonly token: TokenKind; readonly type: VerificationType }>> = {
  confirmation: { token: 'confirmation', type: 'signup' },
  invite: { token: 'confirmation', type: 'invite' },
  magic_link: { token: 'recovery', type: 'magiclink' },
  recovery: { token: 'recovery', type: 'recovery' },
  email_change_new: { token: 'email_change_new', type: 'email_change' },
  email_change_current: { token: 'email_change_current', type: 'email_change' },
}

/** Issues the code and link, and notes on the account that they were sent. Sends nothing. */
export async function issueLink(auth: Auth, db: Db, order: LinkOrder): Promise<IssuedLink> {
  const { kind, user, isPkce, redirectTo } = order
  const { token, type } = traits[kind]
  const to = kind === 'email_change_new' ? user.newEmail : user.email
  if (to === null) throw new Error(`A link of the kind ${kind} was ordered for an account without that address`)
  const { code, hash } = await issueToken(auth, db, {
    user: user.id,
    kind: token,
    address: to,
    isPkce,
    digits: auth.settings.email.codeLength,
  })
  const now = auth.clock.now()
  const url = `${auth.externalUrl()}/verify?token=${hash}&type=${type}&redirect_to=${encodeURIComponent(redirectTo)}`
  return {
    kind,
    user: await updateUser(db, user.id, { ...sentAt(kind, now), now }),
    to,
    type,
    code,
    hash,
    url,
    mailUrl: confirmUrl(auth, { hash, type, redirectTo }) ?? url,
    redirectTo,
  }
}

/** The confirmation page, for links that return to its own site; other sites need the redirect from `/verify`. */
function confirmUrl(
  auth: Auth,
  { hash, type, redirectTo }: Pick<IssuedLink, 'hash' | 'type' | 'redirectTo'>,
): string | undefined {
  const page = auth.confirmPage(redirectTo)
  return page && `${page}?${new URLSearchParams({ token_hash: hash, type, redirect_to: redirectTo })}`
}

function sentAt(kind: LinkKind, now: Date): UserChange {
  switch (kind) {
    case 'confirmation':
      return { confirmationSentAt: now }
    case 'invite':
      return { confirmationSentAt: now, invitedAt: now }
    case 'magic_link':
    case 'recovery':
      return { recoverySentAt: now }
    case 'email_change_new':
    case 'email_change_current':
      return { emailChangeSentAt: now }
  }
}

const mailKinds: Readonly<Record<LinkKind, MailKind>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic_link',
  recovery: 'recovery',
  email_change_new: 'email_change',
  email_change_current: 'email_change',
}

const names: Readonly<Record<MailKind, string>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
}

/** Queues the mail with the link. Throws `500` when it cannot even be queued. */
export async function sendLink(auth: Auth, link: IssuedLink): Promise<void> {
  await queue(auth, mailKinds[link.kind], {
    user: link.user,
    to: link.to,
    code: link.code,
    hash: link.hash,
    url: link.mailUrl,
    redirectTo: link.redirectTo,
  })
}

/** Queues the mail with the code that confirms a change of password. */
export async function sendReauthentication(auth: Auth, user: UserRow, code: string): Promise<void> {
  const siteUrl = auth.siteUrl()
  await queue(auth, 'reauthentication', {
    user,
    to: user.email ?? '',
    code,
    hash: '',
    url: siteUrl,
    redirectTo: siteUrl,
  })
}

/** Does all the work of sending a mail, but never sends it. */
async function sendNothing(auth: Auth, link: IssuedLink): Promise<void> {
  await sendLink(auth, { ...link, to: '' })
}

interface Content {
  readonly user: UserRow
  readonly to: string
  readonly code: string
  readonly hash: string
  readonly url: string
  readonly redirectTo: string
}

async function queue(auth: Auth, kind: MailKind, content: Content): Promise<void> {
  const { user, to, code, hash, url, redirectTo } = content
  try {
    const message = renderMail(
      kind,
      {
        to,
        siteUrl: auth.siteUrl(),
        confirmationUrl: url,
        token: code,
        tokenHash: hash,
        email: user.email ?? '',
        newEmail: user.newEmail ?? '',
        redirectTo,
      },
      auth.settings,
    )
    await auth.sendMail(message)
  } catch (cause) {
    throw unexpected(`Error sending ${names[kind]} email`, cause)
  }
}

/** One message to one address, whether or not the address has an account. */
export interface SendTurn {
  /** Each kind has its own interval. */
  readonly kind: 'confirmation' | 'recovery' | 'email_change' | 'phone_change' | 'reauthentication'
  readonly by: 'email' | 'sms'
  readonly address: string
  /** How many messages are sent; defaults to 1. */
  readonly messages?: number
}

/** Called by `work` when nothing was sent because nobody has the address, which the caller must not learn. */
export type Pretend = () => void

/**
 * Runs `work`, which sends, if the address's interval is over and the budget allows it. Throws `429` otherwise.
 * If `work` fails, the address may be tried again immediately.
 *
 * A pretended message is refused exactly when a real one would be, and does not use up anybody's budget: it
 * takes a place in the budget while it runs and gives it back. With a separate budget it would be refused at
 * other times than a real one, which would reveal who has an account.
 */
export async function withSendTurn<T>(auth: Auth, turn: SendTurn, work: (pretend: Pretend) => Promise<T>): Promise<T> {
  const { by, address, messages = 1 } = turn
  const kind = `${by} ${turn.kind}`
  const code = `over_${by}_send_rate_limit`
  const wait = await auth.limits.sendInterval.check(kind, address, auth.settings[by].sendInterval)
  if (wait > 0) {
    throw new AuthError(429, code, `For security purposes, you can only request this after ${wait} seconds.`)
  }
  try {
    const budget = budgetOf(auth, turn)
    if (budget && !takeAll(budget, messages)) throw new AuthError(429, code, `${titles[by]} rate limit exceeded`)
    return await work(() => budget?.giveBack())
  } catch (error) {
    await auth.limits.sendInterval.release(kind, address)
    throw error
  }
}

const titles = { email: 'email', sms: 'SMS' } as const

/** Undefined if the number of messages is unlimited. */
function budgetOf(auth: Auth, { by, address }: SendTurn): SendBudget | undefined {
  // Nothing is sent to test numbers.
  if (auth.settings[by].autoConfirm || (by === 'sms' && auth.settings.sms.testCodes.has(address))) return undefined
  return by === 'email' ? auth.limits.emailBudget : auth.limits.smsBudget
}

function takeAll(budget: SendBudget, messages: number): boolean {
  return Array.from({ length: messages }, () => budget.take()).every(Boolean)
}

type Kind = Extract<LinkKind, 'confirmation' | 'magic_link' | 'recovery'>

/** A request for a link, by somebody who may have no account. */
interface LinkRequest {
  readonly call: Call
  readonly action: AuditAction
  readonly kind: Kind
  /** Undefined: nobody has the address. */
  readonly user: UserRow | undefined
  /** Whether the account, re-read after locking, should get the link. */
  isDue(user: UserRow): boolean
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
  /** Called if nothing is sent. */
  readonly pretend: Pretend
}

const methods: Readonly<Record<Kind, Method>> = {
  confirmation: 'email/signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
}

/**
 * Mails the link, or does the same work without sending, so that timing does not reveal who has an account. If nothing is
 * sent, only the log entry remains. Limits are up to the caller.
 */
export async function sendLinkOrPretend(auth: Auth, request: LinkRequest): Promise<void> {
  const { call, action, user: known } = request
  await auth.db.transaction(async (tx) => {
    await sql`SAVEPOINT pretence`.execute(tx)
    const locked = known && (await lockUser(tx, known.id))
    const user = locked && request.isDue(locked) ? locked : undefined
    const link = await issue(auth, tx, { ...request, user: user ?? (await insertNobody(auth, tx)) })
    await (user ? sql`RELEASE SAVEPOINT pretence` : sql`ROLLBACK TO SAVEPOINT pretence`).execute(tx)
    await audit(auth, tx, { action, user: user?.id ?? null, call })
    await (user ? sendLink(auth, link) : sendNothing(auth, link))
    if (!user) request.pretend()
  })
}

async function issue(auth: Auth, tx: Db, request: LinkRequest & { readonly user: UserRow }) {
  const { kind, user, challenge, redirectTo } = request
  if (challenge) await insertFlow(auth, tx, { method: methods[kind], challenge, redirectTo, user: user.id })
  return await issueLink(auth, tx, { kind, user, isPkce: challenge !== undefined, redirectTo })
}

async function insertNobody(auth: Auth, tx: Db): Promise<UserRow> {
  const { audience, defaultRole } = auth.settings.jwt
  // No mail can be delivered to this domain, so nobody has such an address.
  const email = `${randomUUID()}@nobody.invalid`
  const user = await insertUser(tx, { aud: audience, role: defaultRole, email }, auth.clock.now())
  if (!user) throw new Error('A random address was taken')
  return user
}

/** A code that was sent to a phone number. */
interface TextedCode {
  readonly code: string
  readonly messageId: string
}

/** Sends a fresh code. Comes before the change that it belongs to, so that a failure leaves nothing behind. */
export async function textCode(auth: Auth, to: { phone: string; channel: Channel }): Promise<TextedCode> {
  const { testCodes, codeLength, template } = auth.settings.sms
  const fixed = testCodes.get(to.phone)
  if (fixed !== undefined) return { code: fixed, messageId: 'test-otp' }
  const code = randomDigits(codeLength)
  if (!auth.sms) throw notSent('no provider is set up')
  try {
    const { messageId } = await auth.sms.send({ to: to.phone, text: renderSms(template, code), channel: to.channel })
    return { code, messageId }
  } catch (cause) {
    auth.log.warn({ err: cause }, 'a text message could not be sent')
    throw notSent(isAppError(cause) ? cause.message : 'it could not be reached', cause)
  }
}

/** Stores a texted code, and records on the account that it was sent. */
export async function storeTextedCode(
  auth: Auth,
  db: Db,
  sent: { readonly user: UserRow; readonly kind: PhoneTokenKind; readonly phone: string; readonly code: string },
): Promise<UserRow> {
  await issueToken(auth, db, {
    user: sent.user.id,
    kind: sent.kind,
    address: sent.phone,
    isPkce: false,
    digits: auth.settings.sms.codeLength,
    fixedCode: sent.code,
  })
  const now = auth.clock.now()
  return await updateUser(db, sent.user.id, { ...textedAt(sent.kind, now), now })
}

type PhoneTokenKind = Extract<TokenKind, 'confirmation' | 'phone_change' | 'reauthentication'>

function textedAt(kind: PhoneTokenKind, now: Date): UserChange {
  switch (kind) {
    case 'confirmation':
      return { confirmationSentAt: now }
    case 'phone_change':
      return { phoneChangeSentAt: now }
    case 'reauthentication':
      return { reauthenticationSentAt: now }
  }
}

function notSent(why: string, cause?: unknown): AuthError {
  return new AuthError(422, 'sms_send_failed', { message: `Error sending confirmation OTP to provider: ${why}`, cause })
}
