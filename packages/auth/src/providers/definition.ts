import type { JWTPayload } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import type { ExternalProfile } from '../linking/index.ts'
import type { ProviderSettings } from '../provider-settings.ts'

/** Where a provider's endpoints are: written down, or published by it below `url`. */
export type ServerPlace =
  | { readonly kind: 'fixed'; readonly server: AuthorizationServer }
  | {
      readonly kind: 'discovered'
      readonly url: string
      /** Which issuer may stand in the document; `url`, with or without a slash at its end, unless told. */
      readonly isIssuer?: (issuer: string) => boolean
    }

/** Somebody who has come back from a provider. */
export interface ProviderVisit {
  readonly settings: ProviderSettings
  readonly accessToken: string
  /** Of the verified ID token, joined with the provider's user info where the token has no address. */
  readonly claims: JWTPayload | undefined
  /** What came along to the callback. */
  readonly parameters: URLSearchParams
  /** Reads JSON with the access token. Throws when the provider refuses. */
  readonly readJson: (url: string) => Promise<unknown>
}

/** How ID tokens of a provider are read. */
export interface IdTokenRules {
  /** Which `iss` is right for a token with these claims. */
  issuers(issuer: string, claims: JWTPayload): readonly string[]
  profile(claims: JWTPayload): ExternalProfile
}

/** Everything that differs between providers. */
export interface ProviderDefinition {
  /** With `openid`, signing in through the browser has to yield an ID token. */
  readonly scopes: readonly string[]
  /** Whether it knows PKCE; some refuse what they do not know. */
  readonly pkce: boolean
  /** Further parameters of the way there. */
  readonly parameters: Readonly<Record<string, string>>
  place(settings: Pick<ProviderSettings, 'url'>): ServerPlace
  /** Undefined for a provider without OpenID Connect. */
  readonly idTokens: IdTokenRules | undefined
  profile(visit: ProviderVisit): Promise<ExternalProfile>
}
