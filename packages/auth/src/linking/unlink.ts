import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import { namedAudience, requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { clearTokens } from '../one-time-token.ts'
import { refusingTaken } from '../sign-up/index.ts'
import type { IdentityRow, UserRow } from '../users/index.ts'
import { listIdentities, lockUser, syncProviders, updateUser } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { isUuid } from '../wire/index.ts'
import { isTaken } from './decide.ts'

/** Throws `404 manual_linking_disabled` where people may not link accounts themselves. */
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
    // Two calls at once must not take the last two ways in.
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

/** Somebody may have taken the address since it was looked for. */
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
