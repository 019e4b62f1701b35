import { randomUUID } from 'node:crypto'
import type { Db, IdentitySchema } from '@tillsight/database'
import { type ExpressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { audienceOf, namedAudience, requireAdmin } from '../guards.ts'
import { parseDuration } from '../limits/index.ts'
import { clearTokens } from '../one-time-token.ts'
import { deleteSessions } from '../sessions.ts'
import { confirmEmail, confirmPhone, takenError } from '../sign-up/index.ts'
import {
  findUserByEmail,
  findUserByPhone,
  insertIdentity,
  insertUser,
  listIdentities,
  mergeMetadata,
  showUser,
  type UserRow,
  updateUser,
  userView,
} from '../users.ts'
import { type Call, type Endpoint, isUuid, Metadata, parseEmail, parsePhone, readBody } from '../wire.ts'

/** The user in the path. Soft-deleted users are included: they can be viewed and deleted for good. */
async function readTarget(db: Db, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw userNotFound()
  return user
}

/** The user in the path, to be changed; soft-deleted users are not found. */
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

/** The user fields that an admin may set. Empty strings count as missing. */
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

/** A hash imported from another system, unchanged. Throws `400` for one that could never be verified. */
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

/** Null if neither is given: signing in then fails just as with a wrong password. */
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

/** Email first, then phone. */
function providersOf({ email, phone }: Order): readonly string[] {
  return [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
}

async function insertIdentities(tx: Db, order: Order, now: Date): Promise<void> {
  const { id, email, phone } = order
  for (const [index, provider] of providersOf(order).entries()) {
    const address = provider === 'email' ? { email } : { phone }
    const data = { sub: id, ...address, email_verified: false, phone_verified: false }
    // One after the other: identities are ordered by age.
    await insertIdentity(tx, { userId: id, provider, subject: id, data }, new Date(now.getTime() + index))
  }
}

/** Why the insert conflicted: a concurrent request was first, or the account exists under another audience. */
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

/** `422 phone_exists`, with the message of the admin endpoints. */
export function phoneTaken(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
}

const Body = z.object({ should_soft_delete: z.boolean().optional() })

/** `DELETE /admin/users/{id}`. */
export const deleteUser: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const user = await readTarget(auth.db.kysely, id)
  const { should_soft_delete: isSoft = false } = await readBody(call.request, Body)
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: 'user_deleted', user: user.id, call, traits: { by: 'admin', soft: isSoft } })
    if (!isSoft) await tx.deleteFrom('authUsers').where('id', '=', user.id).execute()
    else if (user.deletedAt === null) await obscure(auth, tx, user)
  })
  return Response.json({})
}

/** Keeps the row for records that refer to it, but removes everything that identifies the user or lets them sign in. */
async function obscure(auth: Auth, tx: Db, user: UserRow): Promise<void> {
  const now = auth.clock.now()
  const hide = (text: string | null) => (text === null ? null : auth.hasher('deleted user', `${user.id} ${text}`))
  await updateUser(tx, user.id, {
    email: hide(user.email),
    phone: hide(user.phone),
    newEmail: null,
    newPhone: null,
    passwordHash: null,
    appMetadata: {},
    userMetadata: {},
    deletedAt: now,
    now,
  })
  for (const { id, provider, subject } of await listIdentities(tx, user.id)) {
    await tx
      .updateTable('authIdentities')
      .set({ subject: hide(`${provider} ${subject}`) ?? '', data: '{}', email: null, updatedAt: now })
      .where('id', '=', id)
      .execute()
  }
  await tx.deleteFrom('authFactors').where('userId', '=', user.id).execute()
  await tx.deleteFrom('authFlows').where('userId', '=', user.id).execute()
  await clearTokens(tx, user.id)
  await deleteSessions(tx, user.id, { kind: 'all' })
}

const defaultPerPage = 50
const mostPerPage = 1000

/**
 * `GET /admin/users?page=&per_page=&sort=&filter=`. Lists the audience that the caller names, or all audiences if none is
 * named: otherwise an account that blocks an address could not be found.
 */
export const listUsers: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const aud = await audienceOf(auth, call)
  const page = parsePage(call.query)
  const direction = parseSort(call.query.get('sort'))
  const filter = call.query.get('filter') ?? ''
  const { rows, total } = await findUsers(auth.db.kysely, { aud: namedAudience(call), page, direction, filter })
  const body = { users: rows.map((row) => userView(row, null, [])), aud }
  return Response.json(body, { headers: pageHeaders('/admin/users', page, { total, query: call.query }) })
}

interface Query {
  /** Undefined: all audiences. */
  readonly aud: string | undefined
  readonly page: Page
  readonly direction: 'asc' | 'desc'
  readonly filter: string
}

async function findUsers(db: Db, { aud, page, direction, filter }: Query) {
  const matching = db
    .selectFrom('authUsers')
    .$if(aud !== undefined, (query) => query.where('aud', '=', aud ?? ''))
    .$if(filter !== '', (query) => query.where((eb) => matches(eb, filter)))
  const [{ count }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(page.perPage)
      // Far beyond any table, and still a number that the database takes.
      .offset(Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER))
      .execute(),
  ])
  return { rows, total: Number(count) }
}

function matches(eb: ExpressionBuilder<IdentitySchema, 'authUsers'>, filter: string) {
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  return eb.or([eb('email', 'ilike', pattern), eb(sql<string>`user_metadata ->> 'full_name'`, 'ilike', pattern)])
}

/** The requested page of a list. */
interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

/** Reads `page` and `per_page`; empty and 0 mean the default. Throws `400` if either is not a number. */
function parsePage(query: URLSearchParams): Page {
  const page = parseNumber(query.get('page') ?? '')
  const perPage = parseNumber(query.get('per_page') ?? '')
  return { page: page || 1, perPage: Math.min(perPage || defaultPerPage, mostPerPage) }
}

function parseNumber(text: string): number {
  if (text === '') return 0
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  throw invalid(`Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`)
}

/** Reads `sort=created_at desc`; defaults to newest first. Throws `400` for any other column or direction. */
function parseSort(text: string | null): 'asc' | 'desc' {
  if (text === null || text === '') return 'desc'
  const [field = '', direction = 'asc', ...rest] = text.trim().split(/\s+/)
  if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
  const name = direction.toLowerCase()
  if (rest.length > 0 || (name !== 'asc' && name !== 'desc')) {
    throw invalid(`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`)
  }
  return name
}

/**
 * `Link` and `X-Total-Count`. Clients split `Link` at commas and read what follows the first `=`, so `page` comes first and
 * nothing else may hold a comma.
 */
function pageHeaders(path: string, { page, perPage }: Page, given: { total: number; query: URLSearchParams }) {
  const pages = Math.ceil(given.total / perPage)
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams({ page: String(to), per_page: String(perPage) })
    for (const name of ['sort', 'filter']) {
      const value = given.query.get(name)
      if (value) query.set(name, value)
    }
    return `<${path}?${query}>; rel="${rel}"`
  }
  return {
    'x-total-count': String(given.total),
    link: [...(page < pages ? [link(page + 1, 'next')] : []), link(pages, 'last')].join(', '),
  }
}
