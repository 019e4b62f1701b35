// Codes and links on their way to people: issues them, puts the message together, keeps the limits of sending.
// Must not know endpoints or what a code is good for once it comes back.

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

/** What a mail with a link is for. */
export type LinkKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

/** The word for it in a link. */
type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** Which link for whom. */
interface LinkOrder {
  readonly kind: LinkKind
  /** For a change of address with `newEmail` set already. */
  readonly user: UserRow
  readonly isPkce: boolean
  /** Allowed already. */
  readonly redirectTo: string
}

/** A link with its code: usable once, and until another of its kind is issued. */
export interface IssuedLink {
  readonly kind: LinkKind
  /** As changed by issuing. */
  readonly user: UserRow
  readonly to: string
  readonly type: VerificationType
  readonly code: string
  readonly hash: string
  /** Spends the link as soon as it is opened; what the protocol answers. */
  readonly url: string
  /** What the mail leads to. */
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

/** The page with the button, for links that lead to its own site: what another site waits for only `/verify` brings there. */
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

/** Does everything that a mail costs here, but it never leaves. */
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

/** One message to one address. Whether the address belongs to anybody makes no difference. */
export interface SendTurn {
  /** Turns of one kind are kept apart. */
  readonly kind: 'confirmation' | 'recovery' | 'email_change' | 'phone_change' | 'reauthentication'
  readonly by: 'email' | 'sms'
  readonly address: string
  /** How many go out; 1 unless told. */
  readonly messages?: number
}

/** What `work` says when nothing went out: nobody has the address, and the caller is not to learn that. */
export type Pretend = () => void

/**
 * Runs `work`, which sends, if the address may be sent to by now and the budget allows. Throws `429` otherwise. When `work`
 * fails, the address may be tried again at once.
 *
 * A pretended message is refused exactly when a real one would be, and costs no other person's mail: it has its place in the
 * budget while it runs, and gives it back. With a budget of its own it would be refused at other times than a real one, which
 * would tell who has an account.
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

/** Undefined where no number of messages is too many. */
function budgetOf(auth: Auth, { by, address }: SendTurn): SendBudget | undefined {
  // Test numbers get nothing sent.
  if (auth.settings[by].autoConfirm || (by === 'sms' && auth.settings.sms.testCodes.has(address))) return undefined
  return by === 'email' ? auth.limits.emailBudget : auth.limits.smsBudget
}

function takeAll(budget: SendBudget, messages: number): boolean {
  return Array.from({ length: messages }, () => budget.take()).every(Boolean)
}

type Kind = Extract<LinkKind, 'confirmation' | 'magic_link' | 'recovery'>

/** A link that somebody asks for, who may have no account. */
interface LinkRequest {
  readonly call: Call
  readonly action: AuditAction
  readonly kind: Kind
  /** Undefined: nobody has the address. */
  readonly user: UserRow | undefined
  /** Whether the account, as it is by now, is to get it. */
  isDue(user: UserRow): boolean
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
  /** Told when nothing goes out. */
  readonly pretend: Pretend
}

const methods: Readonly<Record<Kind, Method>> = {
  confirmation: 'email/signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
}

/**
 * Mails the link, or goes the same way for nobody, so that time does not tell who has an account. Of a pretence only the entry
 * in the log stays. Limits are the caller's.
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
  // No mail can go there, so nobody ever has that address.
  const email = `${randomUUID()}@nobody.invalid`
  const user = await insertUser(tx, { aud: audience, role: defaultRole, email }, auth.clock.now())
  if (!user) throw new Error('A random address was taken')
  return user
}

/** A code that has left for a number. */
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

/** Stores a code that was texted, and notes on the account that it was sent. */
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
