import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { audienceOf, requireAdmin } from '../guards.ts'
import { type IssuedLink, issueLink, type LinkKind, sendLink } from '../messages.ts'
import { clearTokensOf } from '../one-time-token.ts'
import { createAccount, takenError } from '../sign-up/index.ts'
import {
  findUserByEmail,
  lockUser,
  type MetadataValue,
  mergeMetadata,
  showUser,
  type UserRow,
  updateUser,
} from '../users.ts'
import { allowedRedirect, type Call, type Endpoint, Metadata, parseEmail, readBody, resolveRedirect } from '../wire.ts'

const InviteBody = z.object({ email: z.string().optional(), data: Metadata.optional() })

/** `POST /invite`: makes the account and mails the link that opens it. */
export const invite: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const body = await readBody(call.request, InviteBody)
  const email = parseEmail(body.email)
  const aud = await audienceOf(auth, call)
  const redirectTo = resolveRedirect(auth, call)
  const user = await auth.db.transaction(async (tx) => {
    const invited = await findOrCreateInvited(auth, tx, { email, aud, data: body.data ?? {} })
    await audit(auth, tx, { action: 'user_invited', user: invited.id, call })
    // Only admins get here, so there is no interval per address; the overall mail budget still applies.
    if (!auth.settings.email.autoConfirm && !auth.limits.emailBudget.take()) {
      throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    }
    const link = await issueLink(auth, tx, { kind: 'invite', user: invited, isPkce: false, redirectTo })
    await sendLink(auth, link)
    return link.user
  })
  return Response.json(await showUser(auth.db.kysely, user))
}

/**
 * The invited person's account. An unconfirmed account may have been registered by anybody, so its password is removed.
 * Throws `422 email_exists` if the address is already confirmed.
 */
async function findOrCreateInvited(
  auth: Auth,
  db: Db,
  of: { readonly email: string; readonly aud: string; readonly data: MetadataValue },
): Promise<UserRow> {
  const found = await findUserByEmail(db, of.email, of.aud)
  // Lock before checking: if a confirmation is in progress, the account's password must be kept.
  const known = found && (await lockUser(db, found.id))
  if (known?.emailConfirmedAt || known?.phoneConfirmedAt) throw takenError('email')
  if (known) return await updateUser(db, known.id, { passwordHash: null, now: auth.clock.now() })
  const user = await createAccount(auth, db, { ...of, passwordHash: null })
  if (!user) throw takenError('email')
  return user
}

const LinkBody = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  new_email: z.string().optional(),
  password: z.string().optional(),
  data: Metadata.optional(),
  redirect_to: z.string().optional(),
})
type LinkBody = z.infer<typeof LinkBody>

const kinds: ReadonlyMap<string, LinkKind> = new Map([
  ['signup', 'confirmation'],
  ['invite', 'invite'],
  ['magiclink', 'magic_link'],
  ['recovery', 'recovery'],
  ['email_change_current', 'email_change_current'],
  ['email_change_new', 'email_change_new'],
])

const opensAccounts: ReadonlySet<LinkKind> = new Set(['confirmation', 'invite'])
const changesAddress: ReadonlySet<LinkKind> = new Set(['email_change_current', 'email_change_new'])

interface Order {
  readonly type: string
  readonly kind: LinkKind
  readonly email: string
  readonly aud: string
  readonly data: MetadataValue
  /** Only for sign-up links. */
  readonly passwordHash: string | null
  readonly newEmail: string | undefined
  readonly user: UserRow | undefined
}

/** `POST /admin/generate_link`: returns the link, for callers who send the mail themselves. */
export const generateLink: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const body = await readBody(call.request, LinkBody)
  const order = await readOrder(auth, call, body)
  const redirectTo =
    (body.redirect_to && allowedRedirect(auth, body.redirect_to)) || resolveRedirect(auth, call, body.redirect_to)
  const link = await auth.db.transaction(async (tx) => await issue(auth, tx, { order, call, redirectTo }))
  return Response.json({
    ...(await showUser(auth.db.kysely, link.user)),
    action_link: link.url,
    email_otp: link.code,
    hashed_token: link.hash,
    verification_type: order.type,
    redirect_to: link.redirectTo,
  })
}

async function readOrder(auth: Auth, call: Call, body: LinkBody): Promise<Order> {
  const email = parseEmail(body.email)
  const aud = await audienceOf(auth, call)
  const user = await findUserByEmail(auth.db.kysely, email, aud)
  const asked = body.type ?? ''
  const type = asked === 'magiclink' && !user ? 'signup' : asked
  const kind = kinds.get(type)
  if (!kind) throw invalid(`Invalid email action link type requested: ${type}`)
  if (!user && !opensAccounts.has(kind)) {
    throw new AuthError(404, 'user_not_found', 'User with this email not found')
  }
  const needsPassword = asked === 'signup' && !user
  return {
    type,
    kind,
    email,
    aud,
    user,
    data: body.data ?? {},
    passwordHash: needsPassword ? await toPasswordHash(auth, body.password) : null,
    newEmail: changesAddress.has(kind) ? newEmailOf(auth, kind, body) : undefined,
  }
}

async function toPasswordHash(auth: Auth, password: string | undefined): Promise<string> {
  if (!password) throw invalid('Signup requires a valid password')
  await auth.passwords.requireStrong(password)
  return await auth.passwords.hash(password)
}

function newEmailOf(auth: Auth, kind: LinkKind, body: LinkBody): string {
  if (kind === 'email_change_current' && !auth.settings.email.secureChange) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  return parseEmail(body.new_email)
}

interface Issue {
  readonly order: Order
  readonly call: Call
  readonly redirectTo: string
}

async function issue(auth: Auth, tx: Db, { order, call, redirectTo }: Issue): Promise<IssuedLink> {
  const user = await prepare(auth, tx, order)
  await audit(auth, tx, { action: actions[order.kind], user: user.id, call, traits: { by: 'admin' } })
  return await issueLink(auth, tx, { kind: order.kind, user, isPkce: false, redirectTo })
}

const actions = {
  confirmation: 'user_confirmation_requested',
  invite: 'user_invited',
  magic_link: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkKind, string>

/** Finds or creates the account that the link is for. */
async function prepare(auth: Auth, tx: Db, order: Order): Promise<UserRow> {
  const { kind, user, newEmail } = order
  if (kind === 'invite') return await findOrCreateInvited(auth, tx, order)
  if (kind === 'confirmation') return await prepareSignUp(auth, tx, order)
  if (!user) throw new Error('A link of this kind was ordered for nobody')
  return newEmail === undefined ? user : await prepareChange(auth, tx, { user, newEmail })
}

async function prepareSignUp(auth: Auth, tx: Db, order: Order): Promise<UserRow> {
  const { user, data } = order
  if (!user) {
    const created = await createAccount(auth, tx, order)
    if (!created) throw takenError('email')
    // Metadata from an admin is stored as given.
    return await updateUser(tx, created.id, { userMetadata: mergeMetadata({}, data), now: auth.clock.now() })
  }
  if (user.emailConfirmedAt || user.phoneConfirmedAt) throw takenError('email')
  return await updateUser(tx, user.id, { userMetadata: mergeMetadata(user.userMetadata, data), now: auth.clock.now() })
}

async function prepareChange(
  auth: Auth,
  tx: Db,
  { user, newEmail }: { readonly user: UserRow; readonly newEmail: string },
): Promise<UserRow> {
  const other = await findUserByEmail(tx, newEmail, user.aud)
  if (other && other.id !== user.id) throw takenError('email')
  if (user.newEmail !== newEmail) {
    // Tokens sent to another address must not confirm this one.
    await clearTokensOf(tx, user.id, ['email_change_new', 'email_change_current'])
  }
  return await updateUser(tx, user.id, { newEmail, emailChangeConfirmed: null, now: auth.clock.now() })
}
