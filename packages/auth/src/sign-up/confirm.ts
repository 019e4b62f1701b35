import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { UserRow } from '../users/index.ts'
import { findIdentity, refreshIdentity, updateUser } from '../users/index.ts'
import { putAddressIdentity } from './create-user.ts'

/** The address is known to be the person's. */
export async function confirmEmail(auth: Auth, db: Db, user: UserRow): Promise<UserRow> {
  const now = auth.clock.now()
  const identity = await findIdentity(db, { provider: 'email', subject: user.id })
  if (identity && identity.email === user.email) {
    await refreshIdentity(
      db,
      { id: identity.id, data: { ...identity.data, email_verified: true }, signedIn: false },
      now,
    )
  }
  return await updateUser(db, user.id, {
    emailConfirmedAt: user.emailConfirmedAt ?? now,
    isAnonymous: false,
    userMetadata: { ...user.userMetadata, email_verified: true },
    now,
  })
}

/** The number is known to be the person's. */
export async function confirmPhone(auth: Auth, db: Db, user: UserRow): Promise<UserRow> {
  const now = auth.clock.now()
  const identity = await findIdentity(db, { provider: 'phone', subject: user.id })
  if (identity && identity.data['phone'] === user.phone) {
    await refreshIdentity(
      db,
      { id: identity.id, data: { ...identity.data, phone_verified: true }, signedIn: false },
      now,
    )
  }
  const userMetadata = Object.hasOwn(user.userMetadata, 'phone_verified')
    ? { userMetadata: { ...user.userMetadata, phone_verified: true } }
    : {}
  return await updateUser(db, user.id, {
    phoneConfirmedAt: user.phoneConfirmedAt ?? now,
    isAnonymous: false,
    ...userMetadata,
    now,
  })
}

/** The address is the account's from now on, confirmed. Throws `422 email_exists`. */
export async function adoptEmail(auth: Auth, db: Db, of: { user: UserRow; email: string }): Promise<UserRow> {
  const { user, email } = of
  const now = auth.clock.now()
  await putAddressIdentity(auth, db, { user: user.id, provider: 'email', address: email, verified: true })
  const known = Object.hasOwn(user.userMetadata, 'email') ? { email } : {}
  return await refusingTaken('email', () =>
    updateUser(db, user.id, {
      email,
      emailConfirmedAt: user.emailConfirmedAt ?? now,
      newEmail: null,
      emailChangeConfirmed: null,
      isAnonymous: false,
      userMetadata: { ...user.userMetadata, ...known, email_verified: true },
      now,
    }),
  )
}

/** The number is the account's from now on, confirmed. Throws `422 phone_exists`. */
export async function adoptPhone(auth: Auth, db: Db, of: { user: UserRow; phone: string }): Promise<UserRow> {
  const { user, phone } = of
  const now = auth.clock.now()
  await putAddressIdentity(auth, db, { user: user.id, provider: 'phone', address: phone, verified: true })
  return await refusingTaken('phone', () =>
    updateUser(db, user.id, {
      phone,
      phoneConfirmedAt: user.phoneConfirmedAt ?? now,
      newPhone: null,
      isAnonymous: false,
      now,
    }),
  )
}

const texts = {
  email: 'A user with this email address has already been registered',
  phone: 'A user with this phone number has already been registered',
} as const

/** `422 email_exists` or `422 phone_exists`. */
export function takenError(what: 'email' | 'phone'): AuthError {
  return new AuthError(422, `${what}_exists`, texts[what])
}

/** Runs a write that the unique address or number may forbid. */
export async function refusingTaken<T>(what: 'email' | 'phone', write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
    if (isTaken) throw takenError(what)
    throw error
  }
}
