// Who is in front of the screen, and what they may change about themselves. The server implements it; failures a person
// can act on are thrown as `AppError`. The auth client's own answers carry their error in `error`, as it documents.
import type { SupabaseClient } from '@supabase/supabase-js'

/** The identity of one request. Reading it twice asks the auth service once. */
export interface RequestIdentity {
  /** The official client, bound to this request's cookies; what it changes travels back with the response. */
  readonly auth: SupabaseClient['auth']
  /** Whoever has proved a first factor; undefined for a visitor. */
  person(): Promise<SignedIn | undefined>
  /** What the auth service of this installation offers. */
  offers(): Promise<SignInOffers>
  /** Where the browser's own client finds the auth service. */
  readonly browser: BrowserAuth
}

/** A signed-in person. Pages above `/auth` may count on `isComplete`. */
export interface SignedIn {
  readonly id: string
  readonly email: string
  /** E.164 without `+`; empty when there is none. */
  readonly phone: string
  readonly name: string
  /** Address of the picture on our own origin. */
  readonly avatarUrl: string | null
  readonly level: 'aal1' | 'aal2'
  /** False while a verified second factor has not been shown yet: nothing but the challenge may be opened. */
  readonly isComplete: boolean
  /** Interface language; empty: the browser's. */
  readonly language: string
  /** Set while an administrator of the installation looks in as this person. */
  readonly support?: SupportView
}

/** That somebody is looked in as: until when, and in which organisation. */
export interface SupportView {
  readonly name: string
  readonly organisation: string
  /** Instant. */
  readonly endsAt: string
}

/** What the banner of a visit says, in the language of whoever looks in. */
export interface SupportTexts {
  /** As whom, and until when. */
  readonly text: string
  readonly end: string
}

/** What the sign-in screens can offer. */
export interface SignInOffers {
  readonly password: boolean
  readonly email: boolean
  readonly phone: boolean
  readonly signUp: boolean
  /** Ids and names of the OAuth providers that are set up. */
  readonly providers: readonly { readonly id: string; readonly label: string }[]
  readonly sso: boolean
  readonly totp: boolean
  readonly phoneFactor: boolean
  readonly manualLinking: boolean
  readonly passwordRules: PasswordRules
  readonly codeLength: CodeLengths
  /** Path of the page that shows sent messages, where there is one. */
  readonly mailbox: string | null
  /** Nobody has an account yet. */
  readonly isFirstPerson: boolean
}

/** Password requirements. A character of each set must occur. */
export interface PasswordRules {
  readonly minimumLength: number
  readonly requiredSets: readonly string[]
}

/** Digits of a one-time code, by delivery channel; null where the service does not say. */
export interface CodeLengths {
  readonly email: number | null
  readonly sms: number | null
  /** A text message to a second factor. */
  readonly phoneFactor: number | null
}

/** Settings of the browser's auth client. */
export interface BrowserAuth {
  readonly url: string
  readonly anonKey: string
  readonly cookieName: string
  readonly isSecure: boolean
}

/** A session: on which device, and since when. */
export interface SessionView {
  readonly id: string
  readonly isThis: boolean
  /** A readable device name: "Firefox · Windows". */
  readonly device: string
  readonly ip: string
  /** Instants, ISO 8601 in UTC. */
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly level: 'aal1' | 'aal2'
}
