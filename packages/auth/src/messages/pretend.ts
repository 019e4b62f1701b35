import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { type AuditAction, audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { insertFlow } from '../flows/store.ts'
import { createAccount } from '../sign-up/create-user.ts'
import type { Call } from '../wire/call.ts'
import type { CodeChallenge } from '../wire/fields.ts'
import { issueLink, type LinkKind } from './links.ts'
import { sendNothing } from './mails.ts'

/** The mail that somebody would get if they had an account. */
export interface Pretence {
  readonly call: Call
  readonly action: AuditAction
  readonly kind: Exclude<LinkKind, 'email_change_new' | 'email_change_current'>
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

/** Takes as long as sending, so that time does not tell who has an account. Only the entry in the log stays. */
export async function pretendToSendLink(auth: Auth, pretence: Pretence): Promise<void> {
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: pretence.action, user: null, call: pretence.call })
    await sql`SAVEPOINT pretence`.execute(tx)
    const link = await issueForNobody(auth, tx, pretence)
    await sql`ROLLBACK TO SAVEPOINT pretence`.execute(tx)
    await sendNothing(auth, link)
  })
}

async function issueForNobody(auth: Auth, tx: Db, { kind, challenge, redirectTo }: Pretence) {
  const user = await createAccount(auth, tx, {
    aud: auth.settings.jwt.audience,
    // No mail can go there, so nobody ever has that address.
    email: `${randomUUID()}@nobody.invalid`,
    passwordHash: null,
    data: {},
  })
  if (!user) throw new Error('A random address was taken')
  if (challenge) await insertFlow(auth, tx, { method: 'magiclink', challenge, redirectTo, user: user.id })
  return await issueLink(auth, tx, { kind, user, isPkce: challenge !== undefined, redirectTo })
}
