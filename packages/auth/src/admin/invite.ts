import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { audienceOf, requireAdmin } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { issueLink, sendLink } from '../messages/index.ts'
import { createAccount, takenError } from '../sign-up/index.ts'
import type { MetadataValue, UserRow } from '../users/index.ts'
import { findUserByEmail, lockUser, showUser, updateUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { Metadata, parseEmail, readBody, resolveRedirect } from '../wire/index.ts'

const Body = z.object({ email: z.string().optional(), data: Metadata.optional() })

/** `POST /invite`: makes the account and mails the link that opens it. */
export const invite: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const body = await readBody(call.request, Body)
  const email = parseEmail(body.email)
  const aud = await audienceOf(auth, call)
  const redirectTo = resolveRedirect(auth, call)
  const user = await auth.db.transaction(async (tx) => {
    const invited = await findOrCreateInvited(auth, tx, { email, aud, data: body.data ?? {} })
    await audit(auth, tx, { action: 'user_invited', user: invited.id, call })
    // Nobody but an admin gets here, so addresses have no interval; the number of mails in all still counts.
    if (!auth.settings.email.autoConfirm && !auth.limits.emailBudget.take()) {
      throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    }
    const link = await issueLink(auth, tx, { kind: 'invite', user: invited, isPkce: false, redirectTo })
    await sendLink(auth, link)
    return link.user
  })
  return Response.json(await showUser(auth.db.kysely, user))
}

/**
 * The account of somebody invited. One that nobody has confirmed may have been made by anybody, so its password does not
 * survive the invitation. Throws `422 email_exists` where the address is confirmed already.
 */
export async function findOrCreateInvited(
  auth: Auth,
  db: Db,
  of: { readonly email: string; readonly aud: string; readonly data: MetadataValue },
): Promise<UserRow> {
  const found = await findUserByEmail(db, of.email, of.aud)
  // Held before it is judged: a confirmation may be on its way, and its password is to stay then.
  const known = found && (await lockUser(db, found.id))
  if (known?.emailConfirmedAt || known?.phoneConfirmedAt) throw takenError('email')
  if (known) return await updateUser(db, known.id, { passwordHash: null, now: auth.clock.now() })
  const user = await createAccount(auth, db, { ...of, passwordHash: null })
  if (!user) throw takenError('email')
  return user
}
