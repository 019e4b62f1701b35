import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { type AuditAction, audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { insertFlow } from '../flows.ts'
import type { Method } from '../sessions/index.ts'
import type { UserRow } from '../users/index.ts'
import { insertUser, lockUser } from '../users/index.ts'
import type { Call, CodeChallenge } from '../wire/index.ts'
import { issueLink, type LinkKind } from './links.ts'
import { sendLink, sendNothing } from './mails.ts'
import type { Pretend } from './send-turn.ts'

type Kind = Extract<LinkKind, 'confirmation' | 'magic_link' | 'recovery'>

/** A link that somebody asks for, who may have no account. */
export interface LinkRequest {
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
