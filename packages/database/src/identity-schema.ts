// Row types of people, tenancy and the embedded auth service. Must not know the rules that use them.
import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type JsonObject = Readonly<Record<string, unknown>>
type Json = JSONColumnType<JsonObject, string | undefined, string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Stamp = ColumnType<Date, Date | undefined, Date>

/** Somebody who signs in, as the product knows them; the id is the auth service's. */
export interface PeopleTable {
  id: PersonId
  /** Copy of the address that the auth service has confirmed; empty for a phone account. */
  email: ColumnType<string, string | undefined, string>
  name: ColumnType<string, string | undefined, string>
  language: ColumnType<string, string | undefined, string>
  /** IANA zone; null: the browser's. */
  zone: Optional<string>
  notifications: Json
  /** The address that refused our mail for good; nothing is sent there until it changes. */
  refusedAddress: Optional<string>
  /** Whether the account had a second factor when it was last seen. */
  hasFactor: Generated<boolean>
  createdAt: Stamp
  updatedAt: Stamp
}

/** Profile pictures, encoded by us. */
export interface AvatarsTable {
  personId: PersonId
  /** WebP. */
  image: Buffer
  /** Changes with the picture; part of its address. */
  fingerprint: string
  updatedAt: Stamp
}

/** Memberships of people in organisations, with their role. */
export interface MembershipsTable {
  organisationId: OrganisationId
  personId: PersonId
  role: string
  /** Null: all shops. */
  shopIds: Optional<ShopId[]>
  /** The last day, in UTC, on which the person was here. */
  seenOn: Optional<Day>
  createdAt: Stamp
}

/** Organisations that an owner offers to another member; one offer at a time. */
export interface OwnershipOffersTable {
  organisationId: OrganisationId
  fromPerson: PersonId
  toPerson: PersonId
  expiresAt: Date
  createdAt: Date
}

/** Open and past invitations. */
export interface InvitationsTable {
  id: Generated<string>
  organisationId: OrganisationId
  email: string
  role: string
  shopIds: Optional<ShopId[]>
  invitedBy: Optional<PersonId>
  tokenHash: string
  expiresAt: Date
  acceptedAt: Optional<Date>
  revokedAt: Optional<Date>
  /** Revoked because another one took its place. */
  replaced: Generated<boolean>
  createdAt: Stamp
}

/** One-time codes for people who lost their second factor. */
export interface RecoveryCodesTable {
  personId: PersonId
  codeHash: string
  usedAt: Optional<Date>
}

/** Accounts of the auth service. */
export interface AuthUsersTable {
  id: string
  aud: string
  role: string
  /** Lower case. Unique among accounts that do not come by SSO. */
  email: Optional<string>
  /** E.164 without `+`. */
  phone: Optional<string>
  isSso: Generated<boolean>
  isAnonymous: Generated<boolean>
  passwordHash: Optional<string>
  appMetadata: Json
  userMetadata: Json
  emailConfirmedAt: Optional<Date>
  phoneConfirmedAt: Optional<Date>
  confirmationSentAt: Optional<Date>
  recoverySentAt: Optional<Date>
  newEmail: Optional<string>
  emailChangeSentAt: Optional<Date>
  /** Which side of a secure change has confirmed so far: `current` or `new`. */
  emailChangeConfirmed: Optional<string>
  newPhone: Optional<string>
  phoneChangeSentAt: Optional<Date>
  reauthenticationSentAt: Optional<Date>
  invitedAt: Optional<Date>
  lastSignInAt: Optional<Date>
  bannedUntil: Optional<Date>
  deletedAt: Optional<Date>
  createdAt: Date
  updatedAt: Date
}

/** The identities of an account. */
export interface AuthIdentitiesTable {
  id: string
  userId: string
  provider: string
  /** The provider's own id; for `email` and `phone` the user's. */
  subject: string
  data: Json
  email: Optional<string>
  lastSignInAt: Optional<Date>
  createdAt: Date
  updatedAt: Date
}

/** Signed-in devices. */
export interface AuthSessionsTable {
  id: string
  userId: string
  aal: string
  /** The factor that raised it to aal2. */
  factorId: Optional<string>
  tag: Optional<string>
  notAfter: Optional<Date>
  createdAt: Date
  refreshedAt: Optional<Date>
  userAgent: ColumnType<string, string | undefined, string>
  ip: ColumnType<string, string | undefined, string>
  /** 32 bytes, sealed for the session. */
  refreshKey: Buffer
  refreshCounter: bigint
}

/** The authentication methods of a session. */
export interface AuthSessionMethodsTable {
  sessionId: string
  method: string
  provider: Optional<string>
  usedAt: Date
}

/** Second factors. */
export interface AuthFactorsTable {
  id: string
  userId: string
  type: string
  status: string
  friendlyName: ColumnType<string, string | undefined, string>
  phone: Optional<string>
  /** Base32 text, sealed for the factor. */
  secret: Optional<Buffer>
  /** The latest accepted TOTP step; none is accepted twice. */
  lastAcceptedStep: Optional<bigint>
  lastChallengedAt: Optional<Date>
  createdAt: Date
  updatedAt: Date
}

/** Challenges of second factors. */
export interface AuthChallengesTable {
  id: string
  factorId: string
  ip: string
  /** Of the texted code; null for TOTP. */
  codeHash: Optional<string>
  failures: Generated<number>
  verifiedAt: Optional<Date>
  createdAt: Date
}

/** Issued codes and links; one per user and kind. */
export interface AuthOneTimeTokensTable {
  id: string
  userId: string
  kind: string
  /** The address or number it was sent to. */
  address: string
  codeHash: string
  linkHash: string
  failures: Generated<number>
  createdAt: Date
}

/** Unfinished sign-ins through a mail or a provider. */
export interface AuthFlowsTable {
  /** Also the `state` towards the provider. */
  id: string
  authCode: string
  codeChallenge: Optional<string>
  codeChallengeMethod: Optional<string>
  authenticationMethod: string
  provider: Optional<string>
  userId: Optional<string>
  linkingUserId: Optional<string>
  redirectTo: ColumnType<string, string | undefined, string>
  /** Our own verifier and nonce towards the provider, sealed for the flow. */
  upstream: Optional<Buffer>
  /** The provider's tokens, sealed for the flow. */
  providerTokens: Optional<Buffer>
  authCodeIssuedAt: Optional<Date>
  createdAt: Date
}

/** Companies' identity providers (SAML). */
export interface AuthSsoProvidersTable {
  id: string
  resourceId: Optional<string>
  disabled: Generated<boolean>
  entityId: string
  metadataXml: string
  metadataUrl: Optional<string>
  attributeMapping: Json
  nameIdFormat: Optional<string>
  createdAt: Date
  updatedAt: Date
}

/** Mail domains whose users sign in with a provider; lower case. */
export interface AuthSsoDomainsTable {
  domain: string
  providerId: string
  createdAt: Date
}

/** Pending SAML requests. */
export interface AuthSamlRelayStatesTable {
  id: string
  providerId: string
  requestId: string
  flowId: Optional<string>
  redirectTo: ColumnType<string, string | undefined, string>
  createdAt: Date
}

/** Used assertions, kept until they would expire anyway. */
export interface AuthSamlAssertionsTable {
  id: string
  expiresAt: Date
}

/** Keys that sign access tokens. */
export interface AuthSigningKeysTable {
  kid: string
  algorithm: string
  publicJwk: Json
  /** JSON text, sealed for the key. */
  privateJwk: Buffer
  /** Published before it signs, so that nobody gets a token with an unknown key. */
  signsFrom: Date
  createdAt: Date
}

/** Counters behind the limits: when an address was last sent to, how often a sign-in failed. */
export interface AuthMarksTable {
  /** Keyed hash; does not reveal whom it counts. */
  key: string
  count: number
  at: Date
  expiresAt: Date
}

/** The audit log of accounts. */
export interface AuthAuditTable {
  id: Generated<bigint>
  at: Date
  action: string
  userId: Optional<string>
  ip: ColumnType<string, string | undefined, string>
  traits: Json
}

/** Messages of an installation that has no mail server, for its developer to read. */
export interface AuthMailboxTable {
  id: Generated<bigint>
  at: Date
  /** `mail` or `sms`. */
  channel: string
  recipient: string
  subject: string
  html: string
  body: string
  /** Further header fields of a mail. */
  headers: Json
}

/** The tables of identity and tenancy. */
export interface IdentitySchema {
  people: PeopleTable
  avatars: AvatarsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  ownershipOffers: OwnershipOffersTable
  recoveryCodes: RecoveryCodesTable
  authUsers: AuthUsersTable
  authIdentities: AuthIdentitiesTable
  authSessions: AuthSessionsTable
  authSessionMethods: AuthSessionMethodsTable
  authFactors: AuthFactorsTable
  authChallenges: AuthChallengesTable
  authOneTimeTokens: AuthOneTimeTokensTable
  authFlows: AuthFlowsTable
  authSsoProviders: AuthSsoProvidersTable
  authSsoDomains: AuthSsoDomainsTable
  authSamlRelayStates: AuthSamlRelayStatesTable
  authSamlAssertions: AuthSamlAssertionsTable
  authSigningKeys: AuthSigningKeysTable
  authMarks: AuthMarksTable
  authAudit: AuthAuditTable
  authMailbox: AuthMailboxTable
}
