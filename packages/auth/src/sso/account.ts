import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { lockVisitor } from '../linking/decide.ts'
import { assertNotBanned } from '../sessions/issue.ts'
import { findIdentity, insertIdentity, refreshIdentity, syncProviders } from '../users/identities.ts'
import type { UserRow } from '../users/rows.ts'
import { findUser, insertUser, lockUser, mergeMetadata, updateUser } from '../users/store.ts'
import type { Call } from '../wire/call.ts'
import { AuthError } from '../wire/errors.ts'
import type { SsoPerson } from './person.ts'

/** Somebody whom a company's provider has signed in. */
export interface Arrival {
  /** Id of the SSO provider. */
  readonly provider: string
  readonly person: SsoPerson
  readonly call: Call
}

/**
 * The person's account in the pool of their provider, made where there is none. The provider's own id decides, never the
 * address: a company may give an address to somebody else. Throws `422 signup_disabled`, `403 user_banned`.
 */
export async function enterPool(auth: Auth, tx: Db, arrival: Arrival): Promise<UserRow> {
  const provider = `sso:${arrival.provider}`
  const { subject } = arrival.person
  await lockVisitor(tx, { provider, subject })
  const identity = await findIdentity(tx, { provider, subject })
  const user = identity
    ? await welcomeBack(auth, tx, { identity: identity.id, user: identity.userId, person: arrival.person })
    : await create(auth, tx, { ...arrival, provider })
  assertNotBanned(user, auth.clock.now())
  await audit(auth, tx, { action: 'login', user: user.id, call: arrival.call, traits: { provider } })
  return user
}

async function welcomeBack(
  auth: Auth,
  tx: Db,
  known: { readonly identity: string; readonly user: string; readonly person: SsoPerson },
): Promise<UserRow> {
  const { person } = known
  const now = auth.clock.now()
  const user = await lockUser(tx, known.user)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  await refreshIdentity(tx, { id: known.identity, data: person.data, signedIn: true }, now)
  const userMetadata = mergeMetadata(user.userMetadata, person.data)
  return await updateUser(tx, user.id, { userMetadata, email: person.email, now })
}

async function create(auth: Auth, tx: Db, { provider, person, call }: Arrival): Promise<UserRow> {
  if (auth.settings.signUpDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const now = auth.clock.now()
  const user = await insertUser(
    tx,
    {
      aud: auth.settings.jwt.audience,
      role: auth.settings.jwt.defaultRole,
      email: person.email,
      emailConfirmedAt: now,
      isSso: true,
      userMetadata: person.data,
    },
    now,
  )
  if (!user) throw new Error('An account of a pool was refused, although nothing in it has to be unique')
  await insertIdentity(tx, { userId: user.id, provider, subject: person.subject, data: person.data }, now)
  await syncProviders(tx, user.id, now)
  await audit(auth, tx, { action: 'user_signedup', user: user.id, call, traits: { provider } })
  return (await findUser(tx, user.id)) ?? user
}
