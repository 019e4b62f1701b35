import { randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { audit, noteFailure } from '../audit.ts'
import type { Auth } from '../context.ts'
import { renderSms } from '../delivery/index.ts'
import { AuthError, invalid } from '../errors.ts'
import { takeIpTurn, tooManyRequests } from '../guards.ts'
import { randomDigits } from '../one-time-token.ts'
import { addMethod, findSession, renewRefreshKey, showTokens, tokenResponse } from '../sessions.ts'
import { isSameText } from '../tokens.ts'
import { type FactorRow, lockUser, type SessionRow, type UserRow } from '../users.ts'
import { type Call, type Channel, type Endpoint, isUuid, parseChannel, readBody } from '../wire.ts'
import { tellOwner } from './enroll.ts'
import { factorContext, readFactor, requireMfaUser } from './store.ts'

/** `POST /factors/{id}/challenge`. */
export const challenge: Endpoint = async (auth, call, { id = '' }) => {
  const { user } = await requireMfaUser(auth, call)
  takeIpTurn(auth, call, 'factor_challenge')
  const factor = await readFactor(auth.db.kysely, user.id, id)
  const body = await readBody(call.request, z.object({ channel: z.string().optional() }))
  assertEnabled(auth, factor)
  const code =
    factor.type === 'phone'
      ? await text(auth, factor, parseChannel(body.channel, auth.sms?.name === 'twilio'))
      : undefined
  const now = auth.clock.now()
  const challengeId = randomUUID()
  await auth.db.transaction(async (tx) => {
    await tx
      .insertInto('authChallenges')
      .values({
        id: challengeId,
        factorId: factor.id,
        ip: call.ip,
        codeHash: code === undefined ? null : challengeHash(auth, challengeId, code),
        createdAt: now,
      })
      .execute()
    await tx
      .updateTable('authFactors')
      .set({ lastChallengedAt: now, updatedAt: now })
      .where('id', '=', factor.id)
      .execute()
    await audit(auth, tx, { action: 'challenge_created', user: user.id, call, traits: { factor: factor.id } })
  })
  const expiresAt = Math.floor(now.getTime() / 1000) + auth.settings.mfa.challengeExpiresIn
  return Response.json({ id: challengeId, type: factor.type, expires_at: expiresAt })
}

/** Keyed hash of a code sent by text message. */
function challengeHash(auth: Auth, id: string, code: string): string {
  return auth.hasher('challenge code', `${id}\n${code}`)
}

/** Throws if this kind of factor is disabled. */
function assertEnabled(auth: Auth, factor: FactorRow): void {
  const { totp, phone } = auth.settings.mfa
  if (factor.type === 'totp' && !totp.verify) {
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }
  if (factor.type === 'phone' && !phone.verify) {
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
  }
}

/** Sends a code and returns it. */
async function text(auth: Auth, factor: FactorRow, channel: Channel): Promise<string> {
  const { phone: settings } = auth.settings.mfa
  const to = factor.phone ?? ''
  // Limited per owner: enrolling somebody else's number must not block their codes.
  const turn = `${factor.userId} ${to}`
  const wait = await auth.limits.sendInterval.check('mfa', turn, settings.sendInterval)
  if (wait > 0) {
    throw new AuthError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${wait} seconds.`,
    )
  }
  const fixed = auth.settings.sms.testCodes.get(to)
  if (fixed !== undefined) return fixed
  const code = randomDigits(settings.codeLength)
  try {
    if (!auth.limits.smsBudget.take()) throw new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
    if (auth.sms === undefined) throw new Error('no SMS provider is set up')
    await auth.sms.send({ to, text: renderSms(settings.template, code), channel })
  } catch (error) {
    await auth.limits.sendInterval.release('mfa', turn)
    if (error instanceof AuthError) throw error
    auth.log.warn({ err: error }, 'a text message was not sent')
    throw new AuthError(422, 'sms_send_failed', {
      message: 'error sending message: the provider did not take it',
      cause: error,
    })
  }
  return code
}

const mostFailures = 5
const stepSeconds = 30

const Body = z.object({ challenge_id: z.string().optional(), code: z.string().optional() })

interface Reply {
  readonly user: UserRow
  readonly session: SessionRow
  readonly factor: FactorRow
  readonly call: Call
}

/** `POST /factors/{id}/verify`. */
export const verify: Endpoint = async (auth, call, { id = '' }) => {
  const { user, session } = await requireMfaUser(auth, call)
  takeIpTurn(auth, call, 'factor_verify')
  const factor = await readFactor(auth.db.kysely, user.id, id)
  const body = await readBody(call.request, Body)
  if (!body.code) throw invalid('Code needs to be non-empty')
  assertEnabled(auth, factor)
  if (!session) throw sessionNotFound()
  const response = { user, session, factor, call }
  const claim = await claimChallenge(auth, response, body.challenge_id ?? '')
  const step = await tryCode(auth, response, { code: body.code, ...claim })
  return tokenResponse(
    await auth.db.transaction(async (tx) => {
      // Two devices that verify a factor concurrently would otherwise deadlock on each other's sessions.
      const locked = await lockUser(tx, user.id)
      if (!locked || !(await findSession(tx, session.id))) throw sessionNotFound()
      await succeed(auth, tx, { ...response, challenge: claim.id, step })
      const raised = await findSession(tx, session.id)
      if (!raised) throw sessionNotFound()
      return await showTokens(auth, tx, { user: locked, session: raised })
    }),
  )
}

interface Claim {
  readonly id: string
  readonly codeHash: string | null
}

/**
 * Counts the attempt before the code is checked, so that concurrent guesses share one budget; the count is kept whatever the
 * result.
 */
async function claimChallenge(auth: Auth, { factor, call }: Reply, id: string): Promise<Claim> {
  const counted = isUuid(id)
    ? await auth.db.kysely
        .updateTable('authChallenges')
        .set({ failures: sql<number>`failures + 1` })
        .where('id', '=', id)
        .where('factorId', '=', factor.id)
        .returningAll()
        .executeTakeFirst()
    : undefined
  if (!counted) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (counted.verifiedAt !== null || counted.ip !== call.ip) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  const ageMs = auth.clock.now().getTime() - counted.createdAt.getTime()
  if (ageMs >= auth.settings.mfa.challengeExpiresIn * 1000 || counted.failures > mostFailures) {
    await auth.db.kysely.deleteFrom('authChallenges').where('id', '=', counted.id).execute()
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${counted.id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return counted
}

/**
 * Slows guessing for the factor as a whole: a new challenge gives no new attempts. Returns the time step of a correct code.
 */
async function tryCode(
  auth: Auth,
  { factor, user, call }: Reply,
  given: Claim & { readonly code: string },
): Promise<bigint> {
  const found: { step?: bigint | undefined } = {}
  const attempt = await auth.limits.passwordFailures.attempt(`factor ${factor.id}`, async () => {
    found.step = checkCode(auth, factor, given)
    return found.step !== undefined
  })
  if (attempt.kind === 'wait' || attempt.kind === 'failed') {
    await noteFailure(auth, call, { step: 'factor', user: user.id, typed: user.id })
  }
  if (attempt.kind === 'wait') throw tooManyRequests()
  if (attempt.kind === 'failed' || found.step === undefined) throw wrongCode(factor)
  return found.step
}

/** The step that a right code belongs to (0 for a texted one), or undefined. */
function checkCode(auth: Auth, factor: FactorRow, given: Claim & { readonly code: string }): bigint | undefined {
  if (factor.type === 'phone') {
    const isRight = given.codeHash !== null && isSameText(given.codeHash, challengeHash(auth, given.id, given.code))
    return isRight ? 0n : undefined
  }
  if (factor.secret === null || !/^\d{6}$/.test(given.code)) return undefined
  const totp = new TOTP({
    secret: Secret.fromBase32(auth.box.open(factor.secret, factorContext(factor.id))),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
  })
  const now = auth.clock.now().getTime()
  const delta = totp.validate({ token: given.code, timestamp: now, window: 1 })
  if (delta === null) return undefined
  const step = BigInt(Math.floor(now / 1000 / stepSeconds) + delta)
  return factor.lastAcceptedStep !== null && step <= factor.lastAcceptedStep ? undefined : step
}

async function succeed(
  auth: Auth,
  tx: Db,
  { user, session, factor, call, challenge, step }: Reply & { readonly challenge: string; readonly step: bigint },
): Promise<void> {
  const now = auth.clock.now()
  const won = await tx
    .updateTable('authChallenges')
    .set({ verifiedAt: now })
    .where('id', '=', challenge)
    .where('verifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!won) throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  const accepted = await tx
    .updateTable('authFactors')
    .set({
      status: 'verified',
      updatedAt: now,
      ...(factor.type === 'totp' ? { lastAcceptedStep: step } : {}),
    })
    .where('id', '=', factor.id)
    .where((eb) =>
      eb.or([eb('type', '!=', 'totp'), eb('lastAcceptedStep', 'is', null), eb('lastAcceptedStep', '<', step)]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!accepted) throw wrongCode(factor)
  await addMethod(tx, { session: session.id, method: factor.type === 'totp' ? 'totp' : 'mfa/phone' }, now)
  await tx.updateTable('authSessions').set({ aal: 'aal2', factorId: factor.id }).where('id', '=', session.id).execute()
  await renewRefreshKey(auth, tx, session.id)
  await tx
    .deleteFrom('authSessions')
    .where('userId', '=', user.id)
    .where('id', '!=', session.id)
    .where('aal', '!=', 'aal2')
    .execute()
  await tx
    .deleteFrom('authFactors')
    .where('userId', '=', user.id)
    .where('type', '=', factor.type)
    .where('status', '=', 'unverified')
    .where('id', '!=', factor.id)
    .execute()
  if (factor.status !== 'verified') await tellOwner(auth, user, { kind: 'factor_enrolled', factor })
  const traits = { factor: factor.id, ...(factor.status === 'verified' ? {} : { isFirst: true }) }
  await audit(auth, tx, { action: 'verification_attempted', user: user.id, call, traits })
}

function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

function wrongCode(factor: FactorRow): AuthError {
  const what = factor.type === 'phone' ? 'Invalid MFA Phone code entered' : 'Invalid TOTP code entered'
  return new AuthError(422, 'mfa_verification_failed', what)
}
