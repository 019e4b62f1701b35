import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { namedAudience, requireUser } from '../guards.ts'
import { clearTokens } from '../one-time-token.ts'
import { assertNotBanned } from '../sessions.ts'
import { confirmEmail, refusingTaken, takenError } from '../sign-up/index.ts'
import { type IdentityRow, listIdentities, lockUser, syncProviders, type UserRow, updateUser } from '../users.ts'
import { type Endpoint, isUuid } from '../wire.ts'
import { type Admission, addIdentity, isTaken, lockVisitor, mainEmail, type Visit } from './admit.ts'

/**
 * Links the visitor's identity to the caller's account. Runs in the caller's transaction. Throws `422
 * identity_already_exists`, and `422 email_exists` if an account without address would get a taken one.
 */
export async function linkVisitor(auth: Auth, tx: Db, visit: Visit & { readonly userId: string }): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const user = await lockUser(tx, visit.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'Linking target user not found')
  assertNotBanned(user, auth.clock.now())
  await addIdentity(auth, tx, { ...visit, user })
  await syncProviders(tx, user.id, auth.clock.now())
  return await giveEmail(auth, tx, { ...visit, user })
}

/**
 * Gives an account without address the visitor's; an anonymous account becomes a regular one once the address is verified.
 */
async function giveEmail(
  auth: Auth,
  tx: Db,
  { visitor, user }: Visit & { readonly user: UserRow },
): Promise<Admission> {
  const email = mainEmail(visitor.emails)
  if (user.email !== null || email === undefined) return { kind: 'admitted', user }
  if (await isTaken(tx, email.email, user.id)) throw takenError('email')
  const withEmail = await refusingTaken('email', () =>
    updateUser(tx, user.id, { email: email.email, now: auth.clock.now() }),
  )
  if (!email.verified) return { kind: 'unproven', user: withEmail }
  await clearTokens(tx, user.id)
  return { kind: 'admitted', user: await confirmEmail(auth, tx, withEmail) }
}

/** Throws `404 manual_linking_disabled` if users may not link identities themselves. */
export function assertManualLinking(auth: Auth): void {
  if (!auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}

/** `DELETE /user/identities/{id}`. */
export const unlinkIdentity: Endpoint = async (auth, call, { id = '' }) => {
  const caller = await requireUser(auth, call)
  assertManualLinking(auth)
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  if ((namedAudience(call) ?? caller.claims.aud) !== caller.claims.aud) {
    throw new AuthError(403, 'unexpected_audience', "Token audience doesn't match request audience")
  }
  await auth.db.transaction(async (tx) => {
    // Two concurrent calls must not remove the last two identities.
    const user = await lockUser(tx, caller.user.id)
    const identities = await listIdentities(tx, caller.user.id)
    if (!user || identities.length <= 1) {
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    }
    const gone = identities.find((identity) => identity.id === id.toLowerCase())
    if (!gone) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    const rest = identities.filter((identity) => identity !== gone)
    await tx.deleteFrom('authIdentities').where('id', '=', gone.id).execute()
    await audit(auth, tx, {
      action: 'identity_unlinked',
      user: user.id,
      call,
      traits: { identity: gone.id, provider: gone.provider },
    })
    await moveAddress(auth, tx, { user, gone, rest })
    await syncProviders(tx, user.id, auth.clock.now())
  })
  return Response.json({})
}

interface Unlinked {
  readonly user: UserRow
  readonly gone: IdentityRow
  readonly rest: readonly IdentityRow[]
}

async function moveAddress(auth: Auth, tx: Db, { user, gone, rest }: Unlinked): Promise<void> {
  const now = auth.clock.now()
  if (gone.provider === 'phone') {
    await updateUser(tx, user.id, { phone: null, phoneConfirmedAt: null, now })
    return
  }
  const isStillTheirs = rest.some(({ email }) => email === user.email)
  if (user.email === null || gone.email !== user.email || isStillTheirs) return
  const next = nextAddress(rest)
  if (next && (await isTaken(tx, next.email, user.id))) throw addressConflict()
  await clearTokens(tx, user.id)
  const change = {
    email: next?.email ?? null,
    emailConfirmedAt: next?.verified ? (user.emailConfirmedAt ?? now) : null,
    newEmail: null,
    emailChangeConfirmed: null,
  }
  await refusingConflict(() => updateUser(tx, user.id, { ...change, now }))
}

/** Handles the case that the address was taken after it was checked. */
async function refusingConflict(write: () => Promise<unknown>): Promise<void> {
  try {
    await refusingTaken('email', write)
  } catch (error) {
    throw error instanceof AuthError ? addressConflict() : error
  }
}

function addressConflict(): AuthError {
  return new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict')
}

/** Verified before unverified, the oldest first. */
function nextAddress(rest: readonly IdentityRow[]): { readonly email: string; readonly verified: boolean } | undefined {
  const known = rest.flatMap((identity) =>
    identity.email === null ? [] : [{ email: identity.email, verified: isVerified(identity) }],
  )
  return known.find(({ verified }) => verified) ?? known[0]
}

function isVerified(identity: IdentityRow): boolean {
  return identity.data['email_verified'] === true
}
