import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { type AuditEntry, audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { requireAdmin } from '../guards.ts'
import { deleteFactor, listFactors, readFactor } from '../mfa/index.ts'
import { clearTokens } from '../one-time-token.ts'
import { deleteSessions } from '../sessions.ts'
import { confirmEmail, confirmPhone, putAddressIdentity, refusingTaken } from '../sign-up/index.ts'
import {
  type FactorRow,
  factorView,
  findUser,
  lockUser,
  mergeMetadata,
  showUser,
  type UserChange,
  type UserRow,
  updateUser,
} from '../users.ts'
import { type Endpoint, parseEmail, parsePhone, readBody, requireSmall } from '../wire.ts'
import {
  parseBan,
  parsePasswordHash,
  phoneTaken,
  readLiveTarget,
  requireOnePassword,
  UserFields,
  userNotFound,
} from './users.ts'

interface Order {
  readonly fields: UserFields
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly passwordHash: string | undefined
  readonly bannedUntil: Date | null | undefined
}

/** `PUT /admin/users/{id}`. All changes apply immediately; no mail is sent. */
export const updateUserByAdmin: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  await readLiveTarget(auth.db.kysely, id)
  const order = await readOrder(auth, await readBody(call.request, UserFields))
  const user = await auth.db.transaction(async (tx) => {
    const target = await lockUser(tx, id)
    if (!target) throw userNotFound()
    await apply(auth, tx, { target, order })
    for (const action of actionsOf(order)) await audit(auth, tx, { action, user: id, call, traits: { by: 'admin' } })
    return (await findUser(tx, id)) ?? target
  })
  return Response.json(await showUser(auth.db.kysely, user))
}

async function readOrder(auth: Auth, fields: UserFields): Promise<Order> {
  const email = fields.email ? parseEmail(fields.email) : undefined
  const phone = fields.phone ? parsePhone(fields.phone) : undefined
  const bannedUntil = parseBan(auth, fields.ban_duration)
  requireOnePassword(fields)
  return { fields, email, phone, bannedUntil, passwordHash: await toPasswordHash(auth, fields) }
}

async function toPasswordHash(auth: Auth, { password, password_hash: hash }: UserFields): Promise<string | undefined> {
  if (hash) return parsePasswordHash(auth, hash)
  if (password === undefined) return undefined
  await auth.passwords.requireStrong(password)
  return await auth.passwords.hash(password)
}

function actionsOf({ passwordHash }: Order): readonly AuditEntry['action'][] {
  return passwordHash === undefined ? ['user_modified'] : ['user_modified', 'user_updated_password']
}

interface Change {
  readonly target: UserRow
  readonly order: Order
}

async function apply(auth: Auth, tx: Db, change: Change): Promise<void> {
  const { target, order } = change
  const { fields, passwordHash } = order
  await updateUser(tx, target.id, { ...columnsOf(change), now: auth.clock.now() })
  await changeEmail(auth, tx, change)
  await changePhone(auth, tx, change)
  await changeMetadata(auth, tx, change)
  // Tokens sent to the old address, or requested with the old password, must no longer sign anybody in.
  const hasMoved = order.email !== undefined || order.phone !== undefined || passwordHash !== undefined
  if (hasMoved || fields.email_confirm || fields.phone_confirm) await clearTokens(tx, target.id)
  if (passwordHash !== undefined) await deleteSessions(tx, target.id, { kind: 'all' })
}

function columnsOf({ target, order }: Change): UserChange {
  const { fields, passwordHash, bannedUntil } = order
  return {
    role: fields.role || target.role,
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(bannedUntil === undefined ? {} : { bannedUntil }),
  }
}

async function changeEmail(auth: Auth, tx: Db, { target, order }: Change): Promise<void> {
  const { id, userMetadata } = target
  const { email } = order
  if (email !== undefined) {
    const verified = email === target.email && target.emailConfirmedAt !== null
    await putAddressIdentity(auth, tx, { user: id, provider: 'email', address: email, verified })
    const copy = Object.hasOwn(userMetadata, 'email') ? { userMetadata: { ...userMetadata, email } } : {}
    const change = { email, newEmail: null, emailChangeConfirmed: null, ...copy }
    await refusingTaken('email', () => updateUser(tx, id, { ...change, now: auth.clock.now() }))
  }
  const user = await findUser(tx, id)
  if (order.fields.email_confirm && user?.email) await confirmEmail(auth, tx, user)
}

async function changePhone(auth: Auth, tx: Db, { target, order }: Change): Promise<void> {
  const { id } = target
  const { phone } = order
  if (phone !== undefined) {
    const verified = phone === target.phone && target.phoneConfirmedAt !== null
    await putAddressIdentity(auth, tx, { user: id, provider: 'phone', address: phone, verified })
    try {
      await refusingTaken('phone', () => updateUser(tx, id, { phone, newPhone: null, now: auth.clock.now() }))
    } catch (error) {
      throw error instanceof AuthError ? phoneTaken() : error
    }
  }
  const user = await findUser(tx, id)
  if (order.fields.phone_confirm && user?.phone) await confirmPhone(auth, tx, user)
}

/** Runs last, so that the admin's values win. */
async function changeMetadata(auth: Auth, tx: Db, { target, order }: Change): Promise<void> {
  const { app_metadata: app, user_metadata: own } = order.fields
  const user = await findUser(tx, target.id)
  if (!user || (!app && !own)) return
  const appMetadata = mergeMetadata(user.appMetadata, app ?? {})
  const userMetadata = mergeMetadata(user.userMetadata, own ?? {})
  requireSmall(appMetadata, user.appMetadata)
  requireSmall(userMetadata, user.userMetadata)
  const change: UserChange = { ...(app ? { appMetadata } : {}), ...(own ? { userMetadata } : {}) }
  await updateUser(tx, target.id, { ...change, now: auth.clock.now() })
}

const Body = z.object({ friendly_name: z.string().optional(), phone: z.string().optional() })

/** `GET /admin/users/{id}/factors`. */
export const listUserFactors: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  return Response.json((await listFactors(auth.db.kysely, user.id)).map(factorView))
}

/** `PUT /admin/users/{id}/factors/{factor_id}`. */
export const updateUserFactor: Endpoint = async (auth, call, { id = '', factor_id: factorId = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  const factor = await readFactor(auth.db.kysely, user.id, factorId)
  const { friendly_name: name, phone } = await readBody(call.request, Body)
  const change = {
    ...(name ? { friendlyName: name } : {}),
    ...(phone && factor.type === 'phone' ? { phone: parsePhone(phone) } : {}),
  }
  const changed = await auth.db.transaction(async (tx) => {
    if (name) await requireFreeName(tx, factor, name)
    await audit(auth, tx, { action: 'factor_updated', user: user.id, call, traits: { factor: factor.id } })
    return await tx
      .updateTable('authFactors')
      .set({ ...change, updatedAt: auth.clock.now() })
      .where('id', '=', factor.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return Response.json(factorView(changed))
}

/** `DELETE /admin/users/{id}/factors/{factor_id}`. */
export const deleteUserFactor: Endpoint = async (auth, call, { id = '', factor_id: factorId = '' }) => {
  await requireAdmin(auth, call)
  const user = await readLiveTarget(auth.db.kysely, id)
  const factor = await auth.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const found = await readFactor(tx, user.id, factorId)
    await deleteFactor(tx, found)
    await audit(auth, tx, { action: 'factor_unenrolled', user: user.id, call, traits: { factor: found.id } })
    return found
  })
  return Response.json(factorView(factor))
}

async function requireFreeName(db: Db, factor: FactorRow, name: string): Promise<void> {
  const others = await listFactors(db, factor.userId)
  if (!others.some(({ id, friendlyName }) => id !== factor.id && friendlyName === name)) return
  throw new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
}
