import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import type { MetadataValue, UserRow } from '../users/index.ts'
import {
  findIdentity,
  insertIdentity,
  insertUser,
  mergeMetadata,
  refreshIdentity,
  syncProviders,
} from '../users/index.ts'

/** Somebody who registers by address or number: exactly one of the two. */
export interface NewAccount {
  readonly aud: string
  readonly email?: string
  readonly phone?: string
  /** Null: no way in by password. */
  readonly passwordHash: string | null
  /** What the person says about themselves; never overrides what the service knows. */
  readonly data: MetadataValue
}

/** Adds an unconfirmed account with its identity; undefined when somebody has the address or number already. */
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
  // An address that only stands in what somebody says about themselves is none of the account's.
  const { email: _said, ...withoutEmail }: MetadataValue = data
  const identity = email === undefined ? withoutEmail : data
  if (user) await insertIdentity(db, { userId: id, provider, subject: id, data: identity }, now)
  return user
}

/** Brings the account's own `email` or `phone` identity up to date, adding it where there is none. */
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
