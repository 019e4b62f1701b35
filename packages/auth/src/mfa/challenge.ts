import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { renderSms } from '../delivery/index.ts'
import { AuthError } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { randomDigits } from '../one-time-token.ts'
import type { FactorRow } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { type Channel, parseChannel, readBody } from '../wire/index.ts'
import { requireMfaUser } from './caller.ts'
import { readFactor } from './store.ts'

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

/** Keyed hash of a texted code. */
export function challengeHash(auth: Auth, id: string, code: string): string {
  return auth.hasher('challenge code', `${id}\n${code}`)
}

/** Throws when the kind of factor is switched off. */
export function assertEnabled(auth: Auth, factor: FactorRow): void {
  const { totp, phone } = auth.settings.mfa
  if (factor.type === 'totp' && !totp.verify) {
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }
  if (factor.type === 'phone' && !phone.verify) {
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
  }
}

/** Sends a code and answers it. */
async function text(auth: Auth, factor: FactorRow, channel: Channel): Promise<string> {
  const { phone: settings } = auth.settings.mfa
  const to = factor.phone ?? ''
  // By owner: whoever enrols somebody else's number must not keep them from their codes.
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
