import { z } from 'zod'
import { type Caller, isAdmin, lacksFactor } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { canWhatsapp, takenError } from '../sign-up/index.ts'
import type { MetadataValue, OneTimeTokenRow, UserRow } from '../users/index.ts'
import { findUserByEmail, findUserByPhone } from '../users/index.ts'
import type { Call } from '../wire/index.ts'
import {
  Challenge,
  type Channel,
  type CodeChallenge,
  Metadata,
  parseChallenge,
  parseChannel,
  parseEmail,
  parsePhone,
} from '../wire/index.ts'
import { hashNewPassword, requireAllowedPassword } from './changes.ts'

/** What `PUT /user` takes. */
export const UpdateBody = z.object({
  ...Challenge.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  data: Metadata.optional(),
  app_metadata: Metadata.optional(),
})
type UpdateBody = z.infer<typeof UpdateBody>

/** A new address; `isAtOnce` where no confirmation is asked for. */
export interface AddressChange {
  readonly to: string
  readonly isAtOnce: boolean
}

/** Addresses that were named as they are: a change of them that waits is not wanted any more. */
export interface KeptAddresses {
  readonly email: boolean
  readonly phone: boolean
}

/** A change that is allowed, with everything slow done. */
export interface UserUpdate {
  readonly email: AddressChange | undefined
  readonly phone: (AddressChange & { readonly channel: Channel }) | undefined
  readonly kept: KeptAddresses
  readonly passwordHash: string | undefined
  /** That has to be spent with the change. */
  readonly nonce: OneTimeTokenRow | undefined
  readonly data: MetadataValue | undefined
  readonly appMetadata: MetadataValue | undefined
  readonly challenge: CodeChallenge | undefined
}

/** Who asks for what. */
export interface UpdateWish {
  readonly caller: Caller
  readonly body: UpdateBody
}

/** Checks the wish in the protocol's order. Throws its errors. */
export async function readUpdate(auth: Auth, call: Call, { caller, body }: UpdateWish): Promise<UserUpdate> {
  const { user } = caller
  const addresses = readAddresses(auth, user, body)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  if (body.app_metadata !== undefined && !(await isAdmin(auth, call))) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const touched = { ...addresses, body }
  await requireLevel(auth, caller, touched)
  requireSuitableAccount(user, touched)
  await requireFree(auth, user, addresses)
  const nonce = await requireAllowedPassword(auth, caller, body)
  const passwordHash = body.password === undefined ? undefined : await hashNewPassword(auth, user, body.password)
  return { ...addresses, passwordHash, nonce, data: body.data, appMetadata: body.app_metadata, challenge }
}

type Addresses = Pick<UserUpdate, 'email' | 'phone' | 'kept'>

function readAddresses(auth: Auth, user: UserRow, body: UpdateBody): Addresses {
  const email = body.email ? parseEmail(body.email) : undefined
  const phone = body.phone ? parsePhone(body.phone) : undefined
  const channel = phone === undefined ? 'sms' : parseChannel(body.channel, canWhatsapp(auth))
  const { settings } = auth
  return {
    email:
      email === undefined || email === user.email
        ? undefined
        : { to: email, isAtOnce: user.isAnonymous && settings.email.autoConfirm },
    phone:
      phone === undefined || phone === user.phone
        ? undefined
        : { to: phone, isAtOnce: settings.sms.autoConfirm, channel },
    kept: {
      email: email !== undefined && email === user.email,
      phone: phone !== undefined && phone === user.phone,
    },
  }
}

type Touched = Addresses & { readonly body: UpdateBody }

async function requireLevel(auth: Auth, caller: Caller, { email, phone, body }: Touched): Promise<void> {
  if (!body.password && !email && !phone) return
  if (!(await lacksFactor(auth, caller))) return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

function requireSuitableAccount(user: UserRow, { email, phone, body }: Touched): void {
  if (user.isAnonymous && body.password && !body.email && !body.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (user.isSso && (email || phone || body.password || body.nonce)) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
}

async function requireFree(auth: Auth, user: UserRow, { email, phone }: Addresses): Promise<void> {
  const db = auth.db.kysely
  if (email && (await findUserByEmail(db, email.to, user.aud))) throw takenError('email')
  if (phone && (await findUserByPhone(db, phone.to, user.aud))) throw takenError('phone')
}
