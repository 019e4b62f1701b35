import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { issueLink, sendLink, storeTextedCode, textCode } from '../messages.ts'
import { signIn, type Tokens } from '../sessions.ts'
import {
  findIdentity,
  findUserByEmail,
  findUserByPhone,
  insertIdentity,
  insertUser,
  lockUser,
  type MetadataValue,
  mergeMetadata,
  refreshIdentity,
  syncProviders,
  type UserRow,
  updateUser,
} from '../users.ts'
import type { Call, Channel, CodeChallenge } from '../wire.ts'

/** A new account with either an address or a number. */
export interface NewAccount {
  readonly aud: string
  readonly email?: string
  readonly phone?: string
  /** Null: no sign-in by password. */
  readonly passwordHash: string | null
  /** Metadata given by the user; never overrides what the service knows. */
  readonly data: MetadataValue
}

/** Creates an unconfirmed account with its identity; undefined if the address or number is taken. */
export async function createAccount(auth: Auth, db: Db, account: NewAccount): Promise<UserRow | undefined> {
  const now = auth.clock.now()
  const id = randomUUID()
  const { aud, email, phone, passwordHash } = account
  const provider = email === undefined ? 'phone' : 'email'
  const data = {
    ...mergeMetadata({}, account.data),
    sub: id,
    ...(email === undefined ? { phone } : { email }),
    email_verified: false,
    phone_verified: false,
  }
  const user = await insertUser(
    db,
    {
      id,
      aud,
      role: auth.settings.jwt.defaultRole,
      email: email ?? null,
      phone: phone ?? null,
      passwordHash,
      appMetadata: { provider, providers: [provider] },
      userMetadata: data,
    },
    now,
  )
  // An address in the user's own metadata is not the account's address.
  const { email: _said, ...withoutEmail }: MetadataValue = data
  const identity = email === undefined ? withoutEmail : data
  if (user) await insertIdentity(db, { userId: id, provider, subject: id, data: identity }, now)
  return user
}

/** Updates the account's own `email` or `phone` identity, adding it if missing. */
export async function putAddressIdentity(
  auth: Auth,
  db: Db,
  of: {
    readonly user: string
    readonly provider: 'email' | 'phone'
    readonly address: string
    readonly verified: boolean
  },
): Promise<void> {
  const now = auth.clock.now()
  const known = await findIdentity(db, { provider: of.provider, subject: of.user })
  const change = { [of.provider]: of.address, [`${of.provider}_verified`]: of.verified }
  if (known) {
    await refreshIdentity(db, { id: known.id, data: { ...known.data, ...change }, signedIn: false }, now)
    return
  }
  const data = { sub: of.user, email_verified: false, phone_verified: false, ...change }
  await insertIdentity(db, { userId: of.user, provider: of.provider, subject: of.user, data }, now)
  await syncProviders(db, of.user, now)
}

/** Marks the account's email address as confirmed. */
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

/** Marks the account's phone number as confirmed. */
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

/** Sets the account's address, confirmed. Throws `422 email_exists`. */
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

/** Sets the account's number, confirmed. Throws `422 phone_exists`. */
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

/** Runs a write that may violate the uniqueness of addresses or numbers. */
export async function refusingTaken<T>(what: 'email' | 'phone', write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
    if (isTaken) throw takenError(what)
    throw error
  }
}

/** A sign-up by email. */
interface EmailRegistration {
  readonly call: Call
  readonly account: NewAccount & { readonly email: string }
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

/** A sign-up by phone. */
interface PhoneRegistration {
  readonly call: Call
  readonly account: NewAccount & { readonly phone: string }
  readonly channel: Channel
}

/**
 * Mails a confirmation to a new account, or again to an unconfirmed one, which is otherwise unchanged. Returns `taken` if the
 * address is confirmed; nothing is sent then. Limits are up to the caller.
 */
export async function requestEmailConfirmation(auth: Auth, request: EmailRegistration): Promise<UserRow | 'taken'> {
  const { call, account, challenge, redirectTo } = request
  return await auth.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, account.email, account.aud)
    const user = known ? await lockUser(tx, known.id) : await createAccount(auth, tx, account)
    // A concurrent request may have taken this address, or another audience has it.
    if (!user || user.emailConfirmedAt !== null) return 'taken'
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call })
    if (challenge) await insertFlow(auth, tx, { method: 'email/signup', challenge, redirectTo, user: user.id })
    const link = await issueLink(auth, tx, {
      kind: 'confirmation',
      user,
      isPkce: challenge !== undefined,
      redirectTo,
    })
    await sendLink(auth, link)
    return link.user
  })
}

/** The same by text message. Throws `422 sms_send_failed`, leaving no account behind. */
export async function requestPhoneConfirmation(
  auth: Auth,
  request: PhoneRegistration,
): Promise<{ readonly user: UserRow; readonly messageId: string } | 'taken'> {
  const { call, account, channel } = request
  const known = await findUserByPhone(auth.db.kysely, account.phone, account.aud)
  if (known && known.phoneConfirmedAt !== null) return 'taken'
  const sent = await textCode(auth, { phone: account.phone, channel })
  return await auth.db.transaction(async (tx) => {
    const user = known ? await lockUser(tx, known.id) : await createAccount(auth, tx, account)
    if (!user || user.phoneConfirmedAt !== null) return 'taken'
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call, traits: { channel } })
    const stored = await storeTextedCode(auth, tx, {
      user,
      kind: 'confirmation',
      phone: account.phone,
      code: sent.code,
    })
    return { user: stored, messageId: sent.messageId }
  })
}

/** Adds an account that is confirmed at once; undefined when the address or number is in use. */
export async function createConfirmed(auth: Auth, call: Call, account: NewAccount): Promise<UserRow | undefined> {
  return await auth.db.transaction(async (tx) => {
    const user = await createAccount(auth, tx, account)
    if (!user) return undefined
    await audit(auth, tx, { action: 'user_signedup', user: user.id, call })
    return account.email === undefined ? await confirmPhone(auth, tx, user) : await confirmEmail(auth, tx, user)
  })
}

/** Adds a confirmed account and signs it in; undefined when the address or number is in use. */
export async function createSignedIn(auth: Auth, call: Call, account: NewAccount): Promise<Tokens | undefined> {
  return await auth.db.transaction(async (tx) => {
    const created = await createAccount(auth, tx, account)
    if (!created) return undefined
    const user =
      account.email === undefined ? await confirmPhone(auth, tx, created) : await confirmEmail(auth, tx, created)
    await audit(auth, tx, { action: 'user_signedup', user: user.id, call })
    await audit(auth, tx, { action: 'login', user: user.id, call })
    return await signIn(auth, tx, { user, method: 'password', call })
  })
}
