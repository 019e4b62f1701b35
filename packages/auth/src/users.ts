import { randomUUID } from 'node:crypto'
import {
  type AuthFactorsTable,
  type AuthFlowsTable,
  type AuthIdentitiesTable,
  type AuthOneTimeTokensTable,
  type AuthSessionMethodsTable,
  type AuthSessionsTable,
  type AuthUsersTable,
  type Db,
  fromJson,
  type JsonRow,
  jsonRows,
  prepare,
} from '@tillsight/database'
import type { Insertable, Selectable, Updateable } from 'kysely'

/** An account as stored. */
export type UserRow = Selectable<AuthUsersTable>
/** An identity as stored. */
export type IdentityRow = Selectable<AuthIdentitiesTable>
/** A second factor as stored. */
export type FactorRow = Selectable<AuthFactorsTable>
/** A session as stored. */
export type SessionRow = Selectable<AuthSessionsTable>
/** An authentication method of a session, as stored. */
export type MethodRow = Selectable<AuthSessionMethodsTable>
/** An unfinished sign-in as stored. */
export type FlowRow = Selectable<AuthFlowsTable>
/** A sent code and link as stored: hashes only. */
export type OneTimeTokenRow = Selectable<AuthOneTimeTokensTable>

/** Free-form data of a user. */
export type MetadataValue = Readonly<Record<string, unknown>>

type Columns = Omit<Insertable<AuthUsersTable>, 'id' | 'createdAt' | 'updatedAt' | 'appMetadata' | 'userMetadata'>

/** The initial data of an account. */
interface NewUser extends Columns {
  readonly id?: string
  readonly appMetadata?: MetadataValue
  readonly userMetadata?: MetadataValue
}

/** The columns to change; metadata replaces the whole object. */
export type UserChange = Omit<
  Updateable<AuthUsersTable>,
  'id' | 'createdAt' | 'updatedAt' | 'appMetadata' | 'userMetadata'
> & {
  readonly appMetadata?: MetadataValue
  readonly userMetadata?: MetadataValue
}

/** Inserts an account; undefined if the address or number is taken. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const { id = randomUUID(), appMetadata = {}, userMetadata = {}, ...columns } = user
  return db
    .insertInto('authUsers')
    .values({
      ...columns,
      id,
      appMetadata: JSON.stringify(appMetadata),
      userMetadata: JSON.stringify(userMetadata),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Updates an account and returns the new row. The account must exist. */
export async function updateUser(db: Db, id: string, change: UserChange & { readonly now: Date }): Promise<UserRow> {
  const { now, appMetadata, userMetadata, ...columns } = change
  return db
    .updateTable('authUsers')
    .set({
      ...columns,
      ...(appMetadata === undefined ? {} : { appMetadata: JSON.stringify(appMetadata) }),
      ...(userMetadata === undefined ? {} : { userMetadata: JSON.stringify(userMetadata) }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The account, unless deleted. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('authUsers').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
}

/** A user with everything that the protocol shows of them. */
export interface ShownUser {
  readonly user: UserRow
  /** The oldest first, as factors are. */
  readonly identities: readonly IdentityRow[]
  readonly factors: readonly ShownFactor[]
}

/** A second factor without its secret. */
type ShownFactor = Omit<FactorRow, 'secret' | 'lastAcceptedStep'>

interface ShownUserInJson {
  readonly account: JsonRow
  readonly sessionOwner: string | null
  readonly identities: readonly JsonRow[]
  readonly factors: readonly JsonRow[]
}

const shownUsers = prepare<ShownUserInJson>(
  'auth_shown_users',
  `SELECT row_to_json(auth_users) AS account, (SELECT user_id FROM auth_sessions WHERE id = $2) AS session_owner,
    ${jsonRows('SELECT * FROM auth_identities WHERE user_id = auth_users.id ORDER BY created_at, id')} AS identities,
    ${jsonRows('SELECT * FROM auth_factors WHERE user_id = auth_users.id ORDER BY created_at', ['secret', 'last_accepted_step'])}
      AS factors
  FROM auth_users WHERE id = $1 AND deleted_at IS NULL`,
)
const toAccount = fromJson<UserRow>([
  'emailConfirmedAt',
  'phoneConfirmedAt',
  'confirmationSentAt',
  'recoverySentAt',
  'emailChangeSentAt',
  'phoneChangeSentAt',
  'reauthenticationSentAt',
  'invitedAt',
  'lastSignInAt',
  'bannedUntil',
  'deletedAt',
  'createdAt',
  'updatedAt',
])
const toIdentity = fromJson<IdentityRow>(['lastSignInAt', 'createdAt', 'updatedAt'])
const toFactor = fromJson<ShownFactor>(['lastChallengedAt', 'createdAt', 'updatedAt'])

/** The account, all that is shown of it, and whose that session is; one statement. */
export async function findShownUser(
  db: Db,
  id: string,
  session: string | undefined,
): Promise<(ShownUser & { readonly sessionOwner: string | undefined }) | undefined> {
  const [row] = await shownUsers(db, [id, session ?? null])
  if (row === undefined) return undefined
  const { account, sessionOwner, identities, factors } = row
  return {
    user: toAccount(account),
    sessionOwner: sessionOwner ?? undefined,
    identities: identities.map(toIdentity),
    factors: factors.map(toFactor),
  }
}

/** The account, locked until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** `email` in lower case; accounts of SSO providers have their own pools and are left out. */
export async function findUserByEmail(db: Db, email: string, aud: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('email', '=', email)
    .where('isSso', '=', false)
    .where('aud', '=', aud)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** `phone` in E.164 without `+`. */
export async function findUserByPhone(db: Db, phone: string, aud: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('authUsers')
    .selectAll()
    .where('phone', '=', phone)
    .where('aud', '=', aud)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Merges at the top level; a `null` removes its key. */
export function mergeMetadata(old: MetadataValue, change: MetadataValue): MetadataValue {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== null))
}

/** An identity to add to an account. */
interface NewIdentity {
  readonly userId: string
  readonly provider: string
  readonly subject: string
  readonly data: MetadataValue
}

/** Adds it; undefined if the provider account is already linked. */
export async function insertIdentity(db: Db, identity: NewIdentity, now: Date): Promise<IdentityRow | undefined> {
  const { data, ...columns } = identity
  return db
    .insertInto('authIdentities')
    .values({
      ...columns,
      id: randomUUID(),
      data: JSON.stringify(data),
      email: emailOf(data),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Replaces the provider's data about the user. */
export async function refreshIdentity(
  db: Db,
  change: { readonly id: string; readonly data: MetadataValue; readonly signedIn: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('authIdentities')
    .set({
      data: JSON.stringify(change.data),
      email: emailOf(change.data),
      updatedAt: now,
      ...(change.signedIn ? { lastSignInAt: now } : {}),
    })
    .where('id', '=', change.id)
    .execute()
}

/** The oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('authIdentities')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Finds an identity by the provider's own user id. */
export async function findIdentity(
  db: Db,
  named: { readonly provider: string; readonly subject: string },
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('authIdentities')
    .selectAll()
    .where('provider', '=', named.provider)
    .where('subject', '=', named.subject)
    .executeTakeFirst()
}

/** Updates `provider` and `providers` in the user's app metadata to match the identities. */
export async function syncProviders(db: Db, userId: string, now: Date): Promise<void> {
  const user = await db.selectFrom('authUsers').select('appMetadata').where('id', '=', userId).executeTakeFirstOrThrow()
  const providers = [...new Set((await listIdentities(db, userId)).map(({ provider }) => provider))]
  const { provider: _first, providers: _all, ...rest } = user.appMetadata
  const [first] = providers
  await updateUser(db, userId, {
    appMetadata: first === undefined ? rest : { ...rest, provider: first, providers },
    now,
  })
}

function emailOf(data: MetadataValue): string | null {
  return typeof data['email'] === 'string' && data['email'] !== '' ? data['email'].toLowerCase() : null
}

// Rows as the protocol shows them. Never shows hashes, secrets or the flag of SSO accounts.

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

/** `identities` is null in lists. */
export function userView(
  user: UserRow,
  identities: readonly IdentityRow[] | null,
  factors: readonly ShownFactor[],
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

/** An identity in the protocol's format. */
function identityView(identity: IdentityRow): View {
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

/** A second factor in the protocol's format. */
export function factorView(factor: ShownFactor): View {
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
