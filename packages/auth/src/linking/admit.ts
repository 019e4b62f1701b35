import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, unexpected } from '../errors.ts'
import { assertNotBanned } from '../sessions/index.ts'
import type { IdentityRow, MetadataValue, UserRow } from '../users/index.ts'
import {
  findIdentity,
  insertIdentity,
  insertUser,
  mergeMetadata,
  refreshIdentity,
  syncProviders,
  updateUser,
} from '../users/index.ts'
import type { Call } from '../wire/index.ts'
import { confirmProven } from './confirm.ts'
import { type Decision, decide, lockVisitor } from './decide.ts'
import type { Visitor } from './profile.ts'

/** Whether the visitor is in. An account that still has to prove its address stays, so the transaction has to commit. */
export type Admission = {
  readonly kind: 'admitted' | 'unproven'
  readonly user: UserRow
}

/** A visitor and the request that brings them. */
export interface Visit {
  readonly visitor: Visitor
  readonly call: Call
}

interface Entered {
  readonly user: UserRow
  readonly identity: IdentityRow
}

/**
 * Finds, links or creates the visitor's account. Runs in the caller's transaction. Throws `422 signup_disabled`,
 * `403 user_banned`.
 */
export async function admit(auth: Auth, tx: Db, visit: Visit): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const { user, identity } = await enter(auth, tx, visit)
  assertNotBanned(user, auth.clock.now())
  const admission = await settle(auth, tx, { ...visit, user, identity })
  await syncProviders(tx, user.id, auth.clock.now())
  return admission
}

async function enter(auth: Auth, tx: Db, visit: Visit): Promise<Entered> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const decision = await decide(tx, visit.visitor)
    const entered = await carryOut(auth, tx, { visit, decision })
    // Somebody else took the address between the decision and the new row: decide again with that account in sight.
    if (entered) return entered
  }
  throw unexpected('Database error saving new user')
}

async function carryOut(
  auth: Auth,
  tx: Db,
  { visit, decision }: { readonly visit: Visit; readonly decision: Decision },
): Promise<Entered | undefined> {
  const { visitor } = visit
  const now = auth.clock.now()
  if (decision.kind === 'known') {
    await refreshIdentity(tx, { id: decision.identity.id, data: visitor.data, signedIn: true }, now)
    const user = await updateUser(tx, decision.user.id, { userMetadata: mergedData(decision.user, visitor), now })
    return { user, identity: { ...decision.identity, data: { ...visitor.data } } }
  }
  if (decision.kind === 'link') {
    const identity = await addIdentity(auth, tx, { ...visit, user: decision.user })
    const user = await updateUser(tx, decision.user.id, { userMetadata: mergedData(decision.user, visitor), now })
    return { user, identity }
  }
  if (auth.settings.signUpDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const user = await insertUser(
    tx,
    {
      aud: visitor.aud,
      role: auth.settings.jwt.defaultRole,
      email: decision.email ?? null,
      userMetadata: visitor.data,
    },
    now,
  )
  return user && { user, identity: await addIdentity(auth, tx, { ...visit, user }) }
}

/** Adds the visitor's way in. Throws `422 identity_already_exists`. */
export async function addIdentity(
  auth: Auth,
  tx: Db,
  { visitor, call, user }: Visit & { readonly user: UserRow },
): Promise<IdentityRow> {
  const { provider, subject, data } = visitor
  const identity = await insertIdentity(tx, { userId: user.id, provider, subject, data }, auth.clock.now())
  if (!identity) {
    const owner = await findIdentity(tx, visitor)
    throw alreadyLinked(owner?.userId === user.id)
  }
  await audit(auth, tx, { action: 'identity_linked', user: user.id, call, traits: { provider } })
  return identity
}

/** `422 identity_already_exists`. */
function alreadyLinked(isOwn: boolean): AuthError {
  const text = isOwn ? 'Identity is already linked' : 'Identity is already linked to another user'
  return new AuthError(422, 'identity_already_exists', text)
}

async function settle(auth: Auth, tx: Db, entered: Visit & Entered): Promise<Admission> {
  const { user, visitor, call, identity } = entered
  if (
    user.emailConfirmedAt === null &&
    visitor.emails.some(({ email, verified }) => verified && email === user.email)
  ) {
    return { kind: 'admitted', user: await confirmProven(auth, tx, { user, identity, call }) }
  }
  const isIn = user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null || needsNoAddress(user, visitor)
  if (isIn) await audit(auth, tx, { action: 'login', user: user.id, call, traits: { provider: visitor.provider } })
  return { kind: isIn ? 'admitted' : 'unproven', user }
}

/** An account without an address has nothing to confirm; the provider's word for the person has to be enough. */
function needsNoAddress(user: UserRow, visitor: Visitor): boolean {
  if (user.email !== null) return false
  if (visitor.emails.length === 0) return visitor.emailOptional
  return visitor.emails.some(({ verified }) => verified)
}

/** A mailed link may have confirmed what the provider still calls unverified. */
function mergedData(user: UserRow, visitor: Visitor): MetadataValue {
  const data = mergeMetadata(user.userMetadata, visitor.data)
  return user.emailConfirmedAt !== null && data['email'] === user.email ? { ...data, email_verified: true } : data
}
