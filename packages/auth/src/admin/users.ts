import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { audienceOf, requireAdmin } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { parseDuration } from '../limits/index.ts'
import { confirmEmail, confirmPhone, takenError } from '../sign-up/index.ts'
import {
  findUserByEmail,
  findUserByPhone,
  insertIdentity,
  insertUser,
  mergeMetadata,
  showUser,
  type UserRow,
} from '../users/index.ts'
import { type Call, type Endpoint, isUuid, Metadata, parseEmail, parsePhone, readBody } from '../wire/index.ts'

/** The user of a path; one that was deleted softly is there for looking, and for deleting it for good. */
export async function readTarget(db: Db, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw userNotFound()
  return user
}

/** The user of a path, to be changed: deleted ones are not found. */
export async function readLiveTarget(db: Db, id: string): Promise<UserRow> {
  const user = await readTarget(db, id)
  if (user.deletedAt !== null) throw userNotFound()
  return user
}

/** `404 user_not_found`. */
export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}

/** `GET /admin/users/{id}`. */
export const readUser: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  return Response.json(await showUser(auth.db.kysely, await readTarget(auth.db.kysely, id)))
}

/** What an admin may say about a user. Empty texts count as not given. */
export const UserFields = z.object({
  id: z.string().optional(),
  aud: z.string().optional(),
  role: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().optional(),
  phone_confirm: z.boolean().optional(),
  user_metadata: Metadata.optional(),
  app_metadata: Metadata.optional(),
  ban_duration: z.string().optional(),
})
/** See {@link UserFields}. */
export type UserFields = z.infer<typeof UserFields>

/** When a ban ends: null lifts it, undefined leaves it as it is. */
export function parseBan(auth: Pick<Auth, 'clock'>, duration: string | undefined): Date | null | undefined {
  if (duration === undefined || duration === '') return undefined
  const ms = duration === 'none' ? 0 : parseDuration(duration)
  if (ms === undefined) throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  return ms === 0 ? null : new Date(auth.clock.now().getTime() + ms)
}

/** Throws `400` where a password and a hash are given together. */
export function requireOnePassword({ password, password_hash: hash }: UserFields): void {
  if (password !== undefined && hash) throw invalid('Only a password or a password hash should be provided')
}

/** The hash of another system, as it is. Throws `400` for one that nobody could ever sign in with. */
export function parsePasswordHash(auth: Auth, hash: string): string {
  if (auth.passwords.isHash(hash)) return hash
  throw invalid('The password hash has to be in the format of bcrypt, argon2 or Firebase scrypt')
}

interface Order {
  readonly id: string
  readonly aud: string
  readonly email: string | null
  readonly phone: string | null
  readonly passwordHash: string | null
  readonly bannedUntil: Date | null
  readonly fields: UserFields
}

/** `POST /admin/users`. Nothing is mailed. */
export const createUser: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const order = await readOrder(auth, call, await readBody(call.request, UserFields))
  const user = await auth.db.transaction(async (tx) => {
    const created = await insert(auth, tx, order)
    await audit(auth, tx, { action: 'user_signedup', user: created.id, call, traits: { by: 'admin' } })
    return created
  })
  return Response.json(await showUser(auth.db.kysely, user))
}

async function readOrder(auth: Auth, call: Call, fields: UserFields): Promise<Order> {
  const aud = fields.aud || (await audienceOf(auth, call))
  if (!fields.email && !fields.phone) throw invalid('Cannot create a user without either an email or phone')
  const email = fields.email ? parseEmail(fields.email) : null
  if (email !== null && (await findUserByEmail(auth.db.kysely, email, aud))) throw takenError('email')
  const phone = fields.phone ? parsePhone(fields.phone) : null
  if (phone !== null && (await findUserByPhone(auth.db.kysely, phone, aud))) throw phoneTaken()
  requireOnePassword(fields)
  if (fields.password) auth.passwords.requireStorable(fields.password)
  const id = parseId(fields.id)
  const bannedUntil = parseBan(auth, fields.ban_duration) ?? null
  const passwordHash = await toPasswordHash(auth, fields)
  return { id, aud, email, phone, passwordHash, bannedUntil, fields }
}

/** Null where none is given: a password that nobody knows and one that is not there are refused alike. */
async function toPasswordHash(auth: Auth, { password, password_hash: hash }: UserFields): Promise<string | null> {
  if (hash) return parsePasswordHash(auth, hash)
  return password ? await auth.passwords.hash(password) : null
}

function parseId(id: string | undefined): string {
  if (!id) return randomUUID()
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  return id.toLowerCase()
}

async function insert(auth: Auth, tx: Db, order: Order): Promise<UserRow> {
  const { id, aud, email, phone, passwordHash, bannedUntil, fields } = order
  const now = auth.clock.now()
  const providers = providersOf(order)
  const user = await insertUser(
    tx,
    {
      id,
      aud,
      email,
      phone,
      passwordHash,
      bannedUntil,
      role: fields.role || auth.settings.jwt.defaultRole,
      appMetadata: mergeMetadata({ provider: providers[0], providers }, fields.app_metadata ?? {}),
      userMetadata: mergeMetadata({}, fields.user_metadata ?? {}),
    },
    now,
  )
  if (!user) throw await conflictOf(tx, order)
  await insertIdentities(tx, order, now)
  const withEmail = email !== null && fields.email_confirm ? await confirmEmail(auth, tx, user) : user
  return phone !== null && fields.phone_confirm ? await confirmPhone(auth, tx, withEmail) : withEmail
}

/** The address comes before the number. */
function providersOf({ email, phone }: Order): readonly string[] {
  return [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
}

async function insertIdentities(tx: Db, order: Order, now: Date): Promise<void> {
  const { id, email, phone } = order
  for (const [index, provider] of providersOf(order).entries()) {
    const address = provider === 'email' ? { email } : { phone }
    const data = { sub: id, ...address, email_verified: false, phone_verified: false }
    // Identities are ordered by their age.
    await insertIdentity(tx, { userId: id, provider, subject: id, data }, new Date(now.getTime() + index))
  }
}

/** What stood in the way: another request has been quicker, or another audience has it. */
async function conflictOf(db: Db, { id, email }: Order): Promise<AuthError> {
  const same = await db.selectFrom('authUsers').select('id').where('id', '=', id).executeTakeFirst()
  if (same) return new AuthError(409, 'conflict', 'A user with this ID already exists')
  const sameEmail =
    email !== null &&
    (await db
      .selectFrom('authUsers')
      .select('id')
      .where('email', '=', email)
      .where('isSso', '=', false)
      .executeTakeFirst())
  return sameEmail ? takenError('email') : phoneTaken()
}

/** `422 phone_exists`, in the words of the admin's endpoints. */
export function phoneTaken(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
}
