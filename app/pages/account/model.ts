import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'

/** What a rejected form of the account shows. */
export interface AccountFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** What helps: confirming the second factor, or a code that was sent. */
  readonly remedy: 'factor' | 'nonce' | null
  /** Reasons for a rejected password. */
  readonly reasons: readonly PasswordReason[]
}

/** A person's email address or phone number, and its pending change. */
export interface Contact {
  readonly value: string
  /** Unconfirmed new value; empty when there is none. */
  readonly pending: string
}

export interface FactorModel {
  readonly id: string
  readonly kind: 'totp' | 'phone'
  readonly name: string
  /** Phone number, its middle masked; empty for an app. */
  readonly phone: string
  /** Printed day. */
  readonly since: string
}

export interface IdentityModel {
  readonly id: string
  readonly provider: string
  readonly label: string
  /** Name of the external account. */
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
