// Rows as the protocol shows them. Never shows hashes, secrets or the flag of SSO accounts.
import type { Db } from '@tillsight/database'
import { listIdentities } from './identities.ts'
import type { FactorRow, IdentityRow, UserRow } from './store.ts'

/** JSON of a user, an identity or a factor. */
export type View = Readonly<Record<string, unknown>>

/** The whole user, read fresh. */
export async function showUser(db: Db, user: UserRow): Promise<View> {
  const [identities, factors] = await Promise.all([
    listIdentities(db, user.id),
    db.selectFrom('authFactors').selectAll().where('userId', '=', user.id).orderBy('createdAt').execute(),
  ])
  return userView(user, identities, factors)
}

/** `identities` null: in lists. */
export function userView(
  user: UserRow,
  identities: readonly IdentityRow[] | null,
  factors: readonly FactorRow[],
): View {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...dates({
      email_confirmed_at: user.emailConfirmedAt,
      phone_confirmed_at: user.phoneConfirmedAt,
      confirmed_at: earlier(user.emailConfirmedAt, user.phoneConfirmedAt),
      confirmation_sent_at: user.confirmationSentAt,
      recovery_sent_at: user.recoverySentAt,
      email_change_sent_at: user.emailChangeSentAt,
      phone_change_sent_at: user.phoneChangeSentAt,
      reauthentication_sent_at: user.reauthenticationSentAt,
      invited_at: user.invitedAt,
      last_sign_in_at: user.lastSignInAt,
      banned_until: user.bannedUntil,
      deleted_at: user.deletedAt,
    }),
    ...(user.newEmail ? { new_email: user.newEmail } : {}),
    ...(user.newPhone ? { new_phone: user.newPhone } : {}),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identities?.map(identityView) ?? null,
    ...(factors.length > 0 ? { factors: factors.map(factorView) } : {}),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  }
}

/** A way in. */
export function identityView(identity: IdentityRow): View {
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: identity.userId,
    identity_data: identity.data,
    provider: identity.provider,
    ...dates({ last_sign_in_at: identity.lastSignInAt }),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    ...(identity.email === null ? {} : { email: identity.email }),
  }
}

/** A second factor. */
export function factorView(factor: FactorRow): View {
  return {
    id: factor.id,
    created_at: factor.createdAt.toISOString(),
    updated_at: factor.updatedAt.toISOString(),
    status: factor.status,
    ...(factor.friendlyName === '' ? {} : { friendly_name: factor.friendlyName }),
    factor_type: factor.type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.lastChallengedAt?.toISOString() ?? null,
  }
}

function dates(values: Readonly<Record<string, Date | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([key, at]) => (at ? [[key, at.toISOString()]] : [])))
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one && other) return one < other ? one : other
  return one ?? other
}
