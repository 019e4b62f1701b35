import type { TokenKind } from '../one-time-token.ts'

/** Types that a mail's code or link may be tried as; `email` is whatever of confirmation and magic link is pending. */
export const emailTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
/** Types that a texted code may be tried as. */
export const phoneTypes = ['sms', 'phone_change'] as const

/** One of {@link emailTypes}. */
export type EmailType = (typeof emailTypes)[number]
/** One of {@link phoneTypes}. */
export type PhoneType = (typeof phoneTypes)[number]

/** Which tokens a type may spend. */
export const kindsOf: Readonly<Record<EmailType | PhoneType, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['confirmation', 'recovery'],
  sms: ['confirmation'],
  phone_change: ['phone_change'],
}

/** The type by its name. */
export function findEmailType(name: string): EmailType | undefined {
  return emailTypes.find((type) => type === name)
}

/** The type by its name. */
export function findPhoneType(name: string): PhoneType | undefined {
  return phoneTypes.find((type) => type === name)
}
