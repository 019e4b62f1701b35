import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { type AuditAction, audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import type { SendBudget } from '../limits/index.ts'
import type { Method } from '../sessions/index.ts'
import { insertUser, lockUser, type UserRow } from '../users/index.ts'
import type { Call, CodeChallenge } from '../wire/index.ts'
import { issueLink, type LinkKind } from './links.ts'
import { sendLink, sendNothing } from './mails.ts'

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
