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
  /** Of the interface; empty: as the browser says. */
  readonly language: string
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

/** What a password has to be. Each set of characters must occur. */
export interface PasswordRules {
  readonly minimumLength: number
  readonly requiredSets: readonly string[]
}

/** How many digits a one-time code has, by what brings it; null where the service does not tell. */
export interface CodeLengths {
  readonly email: number | null
  readonly sms: number | null
  /** A text message to a second factor. */
  readonly phoneFactor: number | null
}

/** What the browser's client is made with. */
export interface BrowserAuth {
  readonly url: string
  readonly anonKey: string
  readonly cookieName: string
  readonly isSecure: boolean
}

/** What a person may see and change about themselves; the auth client does the rest. */
export interface AccountServices {
  profile(): Promise<ProfileView>
  /** Throws `invalid_input` whose `details` are messages keyed by field. */
  saveProfile(input: ProfileInput): Promise<void>
  /** Checks type and size, cuts it square and encodes it anew. Throws `invalid_input`. */
  savePicture(image: Uint8Array): Promise<void>
  removePicture(): Promise<void>
  notifications(): Promise<NotificationSettings>
  saveNotifications(settings: NotificationSettings): Promise<void>
  /** Newest first; null where a hosted auth service does not tell. */
  sessions(): Promise<readonly SessionView[] | null>
  recoveryCodesLeft(): Promise<number>
  /** Ten new ones, shown once; earlier ones end. */
  createRecoveryCodes(): Promise<readonly string[]>
  /**
   * Spends a code instead of the second factor: removes the person's factors. Throws `invalid_input` for a wrong one and
   * `limit_reached` after too many.
   */
  spendRecoveryCode(code: string): Promise<void>
}

export interface ProfileInput {
  readonly name: string
  /** Of the interface; empty: as the browser says. */
  readonly language: string
  /** IANA zone; empty: as the browser says. */
  readonly zone: string
}

export interface ProfileView extends ProfileInput {
  readonly email: string
  readonly phone: string
  readonly pictureUrl: string | null
}

/** Which mails a person wants. */
export interface NotificationSettings {
  /** Findings that need somebody: broken connections, unexplained drops. */
  readonly dataHealth: boolean
  readonly weeklySummary: boolean
  /** A new device signed in, a password changed. Security mails cannot be switched off. */
  readonly productNews: boolean
}

export interface SessionView {
  readonly id: string
  readonly isThis: boolean
  /** As people say it: "Firefox on Windows". */
  readonly device: string
  readonly ip: string
  /** Instants, ISO 8601 in UTC. */
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly level: 'aal1' | 'aal2'
}

/** Roles of people in an organisation, the mightiest first. */
export type RoleView = 'owner' | 'admin' | 'analyst' | 'viewer'

/** An organisation that the person belongs to. */
export interface MembershipView {
  readonly organisation: string
  readonly name: string
  readonly role: RoleView
}

/** People of an organisation and open invitations to it, bound to the asking person's permissions. */
export interface MemberServices {
  list(): Promise<MembersView>
  /** Sends a mail with a link that holds for seven days. Throws `invalid_input`, `conflict`, `forbidden`. */
  invite(input: { readonly email: string; readonly role: RoleView }): Promise<void>
  /** Throws `conflict` when nobody would be owner any more. */
  changeRole(person: string, role: RoleView): Promise<void>
  /** The person may be the asking one: they leave. Throws `conflict` when nobody would be owner any more. */
  remove(person: string): Promise<void>
  revokeInvitation(id: string): Promise<void>
}

export interface MembersView {
  readonly organisation: string
  readonly name: string
  /** What the asking person may do here. */
  readonly mayChange: boolean
  readonly members: readonly MemberView[]
  readonly invitations: readonly InvitationView[]
}

export interface MemberView {
  readonly person: string
  readonly name: string
  readonly email: string
  readonly role: RoleView
  readonly isSelf: boolean
  readonly since: string
}

export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: RoleView
  readonly expiresAt: string
}

/** An invitation as its link shows it, before and after signing in. */
export interface OpenInvitation {
  readonly organisation: string
  readonly email: string
  readonly role: RoleView
  /** Name of who invited; empty when gone. */
  readonly invitedBy: string
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired'
}
