import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { Secret, TOTP } from 'otpauth'
import encodeQr from 'qr'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { renderNotice } from '../delivery/index.ts'
import { AuthError, invalid } from '../errors.ts'
import { type FactorRow, lockUser, type SessionRow, type UserRow } from '../users.ts'
import { type Call, type Endpoint, parsePhone, readBody } from '../wire.ts'
import { deleteFactor, factorContext, listFactors, purgeUnverified, readFactor, requireMfaUser } from './store.ts'

const Body = z.object({
  factor_type: z.string().optional(),
  friendly_name: z.string().max(256).optional(),
  issuer: z.string().max(256).optional(),
  phone: z.string().optional(),
})

interface Enrolment {
  readonly user: UserRow
  readonly session: SessionRow | undefined
  readonly call: Call
  readonly name: string
}

/** `POST /factors`. */
export const enroll: Endpoint = async (auth, call) => {
  const { user, session } = await requireMfaUser(auth, call)
  const body = await readBody(call.request, Body)
  const enrolment = { user, session, call, name: body.friendly_name ?? '' }
  switch (body.factor_type) {
    case 'totp':
      return await enrollTotp(auth, enrolment, body.issuer)
    case 'phone':
      return await enrollPhone(auth, enrolment, body.phone)
    case 'webauthn':
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
}

async function enrollTotp(auth: Auth, enrolment: Enrolment, issuer: string | undefined): Promise<Response> {
  if (!auth.settings.mfa.totp.enroll) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
  const { user, name } = enrolment
  const secret = new Secret({ size: 20 })
  const factor = await addFactor(auth, enrolment, { type: 'totp', secret: secret.base32 })
  const uri = new TOTP({
    issuer: issuer || new URL(auth.siteUrl()).host,
    label: user.email || user.phone || user.id,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  }).toString()
  return Response.json(
    {
      id: factor.id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code: encodeQr(uri, 'svg', { ecc: 'medium', border: 2 }), secret: secret.base32, uri },
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

async function enrollPhone(auth: Auth, enrolment: Enrolment, number: string | undefined): Promise<Response> {
  if (!auth.settings.mfa.phone.enroll) {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (!number) throw invalid('Phone number required to enroll Phone factor')
  const phone = parsePhone(number)
  const factor = await addFactor(auth, enrolment, { type: 'phone', phone })
  return Response.json({ id: factor.id, type: 'phone', friendly_name: enrolment.name, phone })
}

type NewFactor = { readonly type: 'totp'; readonly secret: string } | { readonly type: 'phone'; readonly phone: string }

async function addFactor(auth: Auth, enrolment: Enrolment, added: NewFactor): Promise<FactorRow> {
  const { user, session, call, name } = enrolment
  return await auth.db.transaction(async (tx) => {
    // Two concurrent enrolments would both pass the limit.
    if (!(await lockUser(tx, user.id))) {
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    }
    await purgeUnverified(auth, tx, user.id)
    if (added.type === 'phone') await replaceUnverified(tx, user.id, added.phone)
    assertRoom(auth, await listFactors(tx, user.id), { session, name, type: added.type })
    const id = randomUUID()
    const now = auth.clock.now()
    const factor = await tx
      .insertInto('authFactors')
      .values({
        id,
        userId: user.id,
        type: added.type,
        status: 'unverified',
        friendlyName: name,
        ...(added.type === 'phone'
          ? { phone: added.phone }
          : { secret: Buffer.from(auth.box.seal(added.secret, factorContext(id))) }),
        createdAt: now,
        updatedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(auth, tx, { action: 'factor_in_progress', user: user.id, call, traits: { factor: id } })
    return factor
  })
}

/** Replaces an unverified factor, so that a user can start again with the same number. */
async function replaceUnverified(db: Db, user: string, phone: string): Promise<void> {
  await db
    .deleteFrom('authFactors')
    .where('userId', '=', user)
    .where('type', '=', 'phone')
    .where('status', '=', 'unverified')
    .where('phone', '=', phone)
    .execute()
}

interface Options {
  readonly session: SessionRow | undefined
  readonly name: string
  readonly type: string
}

function assertRoom(auth: Auth, factors: readonly FactorRow[], { session, name, type }: Options): void {
  const verified = factors.filter(({ status }) => status === 'verified')
  const { maxEnrolled, maxVerified } = auth.settings.mfa
  if (factors.length >= maxEnrolled || verified.length >= maxVerified) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (verified.length > 0 && session?.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  if (type === 'phone' && verified.some((factor) => factor.type === 'phone')) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  if (factors.some(({ friendlyName }) => friendlyName === name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
}

/** Notifies the account's owner by mail; somebody else may have removed the factor. */
export async function tellOwner(
  auth: Auth,
  user: UserRow,
  change: { readonly kind: 'factor_enrolled' | 'factor_unenrolled'; readonly factor: FactorRow },
): Promise<void> {
  if (user.email === null || user.emailConfirmedAt === null) return
  const factor = change.factor.type === 'phone' ? 'phone' : 'authenticator app'
  await auth.sendMail(
    renderNotice(change.kind, { to: user.email, siteUrl: auth.siteUrl(), at: auth.clock.now(), factor }),
  )
}

/** `DELETE /factors/{id}`. */
export const unenroll: Endpoint = async (auth, call, { id = '' }) => {
  const { user, session } = await requireMfaUser(auth, call)
  await auth.db.transaction(async (tx) => {
    // Lock before reading: the factor may be about to be verified.
    await lockUser(tx, user.id)
    const factor = await readFactor(tx, user.id, id)
    if (factor.status === 'verified' && session?.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, factor)
    if (factor.status === 'verified') await tellOwner(auth, user, { kind: 'factor_unenrolled', factor })
    await audit(auth, tx, { action: 'factor_unenrolled', user: user.id, call, traits: { factor: factor.id } })
  })
  return Response.json({ id: id.toLowerCase() })
}
