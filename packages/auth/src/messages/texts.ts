import { isAppError } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { renderSms } from '../delivery/index.ts'
import { AuthError } from '../errors.ts'
import { issueToken, randomDigits, type TokenKind } from '../one-time-token.ts'
import type { UserRow } from '../users/index.ts'
import { type UserChange, updateUser } from '../users/index.ts'
import type { Channel } from '../wire/index.ts'

/** A code that has left for a number. */
export interface TextedCode {
  readonly code: string
  readonly messageId: string
}

/** Sends a fresh code. Comes before the change that it belongs to, so that a failure leaves nothing behind. */
export async function textCode(auth: Auth, to: { phone: string; channel: Channel }): Promise<TextedCode> {
  const { testCodes, codeLength, template } = auth.settings.sms
  const fixed = testCodes.get(to.phone)
  if (fixed !== undefined) return { code: fixed, messageId: 'test-otp' }
  const code = randomDigits(codeLength)
  if (!auth.sms) throw notSent('no provider is set up')
  try {
    const { messageId } = await auth.sms.send({ to: to.phone, text: renderSms(template, code), channel: to.channel })
    return { code, messageId }
  } catch (cause) {
    auth.log.warn({ err: cause }, 'a text message could not be sent')
    throw notSent(isAppError(cause) ? cause.message : 'it could not be reached', cause)
  }
}

/** Stores a code that was texted, and notes on the account that it was sent. */
export async function storeTextedCode(
  auth: Auth,
  db: Db,
  sent: { readonly user: UserRow; readonly kind: PhoneTokenKind; readonly phone: string; readonly code: string },
): Promise<UserRow> {
  await issueToken(auth, db, {
    user: sent.user.id,
    kind: sent.kind,
    address: sent.phone,
    isPkce: false,
    digits: auth.settings.sms.codeLength,
    fixedCode: sent.code,
  })
  const now = auth.clock.now()
  return await updateUser(db, sent.user.id, { ...sentAt(sent.kind, now), now })
}

type PhoneTokenKind = Extract<TokenKind, 'confirmation' | 'phone_change' | 'reauthentication'>

function sentAt(kind: PhoneTokenKind, now: Date): UserChange {
  switch (kind) {
    case 'confirmation':
      return { confirmationSentAt: now }
    case 'phone_change':
      return { phoneChangeSentAt: now }
    case 'reauthentication':
      return { reauthenticationSentAt: now }
  }
}

function notSent(why: string, cause?: unknown): AuthError {
  return new AuthError(422, 'sms_send_failed', { message: `Error sending confirmation OTP to provider: ${why}`, cause })
}
