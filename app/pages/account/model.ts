import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'

/** What a form of the account shows after a refusal. */
export interface AccountFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** What helps: confirming the second factor, or a code that was sent. */
  readonly remedy: 'factor' | 'nonce' | null
  /** What is wrong with a new password. */
  readonly reasons: readonly PasswordReason[]
}

/** Addresses of a person, and the changes of them that wait for a code. */
export interface Contact {
  readonly value: string
  /** Not confirmed yet; empty when there is none. */
  readonly pending: string
}

export interface FactorModel {
  readonly id: string
  readonly kind: 'totp' | 'phone'
  readonly name: string
  /** The number of a phone, its middle hidden; empty for an app. */
  readonly phone: string
  /** Printed day. */
  readonly since: string
}

export interface IdentityModel {
  readonly id: string
  readonly provider: string
  readonly label: string
  /** The account there, in the person's words. */
  readonly account: string
  /** Why it cannot be unlinked; null when it can. */
  readonly stays: string | null
}

export interface SessionModel {
  readonly id: string
  readonly isThis: boolean
  readonly device: string
  readonly ip: string
  /** Printed age and instant of the last use, printed instant of the sign-in. */
  readonly lastUsed: string
  readonly lastUsedAt: string
  readonly signedInAt: string
  readonly isStrong: boolean
}

/** A new authenticator app, until its first code has been shown. */
export interface Enrolment {
  readonly factor: string
  /** Data URL of the QR code. */
  readonly image: string
  /** `otpauth://` address, for the app on this very device. */
  readonly uri: string
  /** The key in groups of four. */
  readonly key: string
}

/** Everything the security page shows. */
export interface SecurityModel {
  readonly email: Contact
  readonly phone: Contact
  readonly mayHavePassword: boolean
  readonly factors: readonly FactorModel[]
  readonly recoveryCodes: number
  readonly identities: readonly IdentityModel[]
  /** Null where the auth service does not list them. */
  readonly sessions: readonly SessionModel[] | null
}
