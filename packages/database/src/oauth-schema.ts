// Row types of the authorization server that assistants connect through. Must not know what they may ask.
import type { ColumnType, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Json = JSONColumnType<Readonly<Record<string, unknown>>, string | undefined, string>
type Text = ColumnType<string, string | undefined, string>

/** Programs that people may connect. */
export interface AuthOAuthClientsTable {
  /** A UUID; for a client that publishes a metadata document its address. */
  id: string
  /** `dynamic`: it registered itself; `manual`: an administrator did; `document`: read from its address. */
  kind: string
  name: string
  uri: Text
  logoUri: Text
  redirectUris: string[]
  /** `none`, `client_secret_post` or `client_secret_basic`. */
  authMethod: string
  /** SHA-256, hexadecimal. */
  secretHash: Optional<string>
  /** Keyed hash of the network that it registered from. */
  registeredFrom: Optional<string>
  /** Until when a metadata document is not read again. */
  freshUntil: Optional<Date>
  createdAt: Date
  updatedAt: Date
  /** When somebody last let it in. */
  usedAt: Optional<Date>
}

/** What a person lets a client do: the latest word counts for all of its tokens. */
export interface AuthOAuthGrantsTable {
  id: string
  userId: string
  clientId: string
  /** Where the person last sent it back to. */
  redirectUri: string
  scopes: string[]
  /** What the product added to the decision. */
  details: Json
  grantedAt: Date
  /** The hour of the last use. */
  usedAt: Optional<Date>
}

/** The tokens that follow from one code: one refresh token at a time. */
export interface AuthOAuthTokensTable {
  id: string
  grantId: string
  scopes: string[]
  resource: string
  /** 32 bytes, sealed for the row. */
  refreshKey: Buffer
  refreshCounter: bigint
  createdAt: Date
  refreshedAt: Date
}

/** Requests of clients, with the code that was given for them. */
export interface AuthOAuthAuthorizationsTable {
  id: string
  clientId: string
  /** Whoever opened it first. */
  userId: Optional<string>
  redirectUri: string
  scopes: string[]
  state: Optional<string>
  resource: string
  codeChallenge: string
  createdAt: Date
  decidedAt: Optional<Date>
  grantId: Optional<string>
  grantedScopes: Optional<string[]>
  /** SHA-256, hexadecimal. */
  codeHash: Optional<string>
  codeUsedAt: Optional<Date>
  /** The tokens that the code was traded for. */
  tokenId: Optional<string>
}

/** Tables of the authorization server. */
export interface OAuthSchema {
  authOauthClients: AuthOAuthClientsTable
  authOauthGrants: AuthOAuthGrantsTable
  authOauthTokens: AuthOAuthTokensTable
  authOauthAuthorizations: AuthOAuthAuthorizationsTable
}
