import type { JWTPayload } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import { z } from 'zod'
import { type ExternalEmail, type ExternalProfile, mainEmail } from '../linking/index.ts'
import type { ProviderSettings } from '../provider-settings.ts'
import { parseEmail } from '../wire/index.ts'

// OpenID Connect's claims as a profile, and the fields that every profile has.

// Whatever is longer would weigh on every session's cookies.
const text = z.string().min(1).max(1000).optional().catch(undefined)

const Claims = z.object({
  sub: z.string().min(1),
  iss: text,
  email: text,
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  name: text,
  given_name: text,
  family_name: text,
  nickname: text,
  preferred_username: text,
  picture: text,
})

/** What is known of a person, before it takes the protocol's names. */
interface KnownPerson {
  readonly issuer: string | undefined
  readonly subject: string
  readonly name: string | undefined
  readonly userName: string | undefined
  readonly picture: string | undefined
  readonly emails: readonly ExternalEmail[]
}

/** A profile with its data under the names that clients read. */
export function toProfile(person: KnownPerson): ExternalProfile {
  const { issuer, subject, name, userName, picture, emails } = person
  const email = mainEmail(emails)
  const known = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    name,
    full_name: name,
    user_name: userName,
    preferred_username: userName,
    picture,
    avatar_url: picture,
    email: email?.email,
    email_verified: email?.verified ?? false,
    phone_verified: false,
  }
  const data = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { subject, emails, data }
}

/** A profile of claims. `verified` decides about the address; the standard's claim unless told. */
export function claimsProfile(
  payload: JWTPayload,
  verified: (payload: JWTPayload, email: string) => boolean = saysVerified,
): ExternalProfile {
  const claims = Claims.parse(payload)
  const joined = [claims.given_name, claims.family_name].filter(Boolean).join(' ')
  const email = claims.email === undefined ? undefined : readEmail(claims.email)
  return toProfile({
    issuer: claims.iss,
    subject: claims.sub,
    name: claims.name ?? (joined || undefined),
    userName: claims.preferred_username ?? claims.nickname,
    picture: claims.picture,
    emails: email === undefined ? [] : [{ email, verified: verified(payload, email), primary: true }],
  })
}

/** The address as it is stored; undefined for what cannot be one. */
export function readEmail(email: string): string | undefined {
  try {
    return parseEmail(email)
  } catch {
    // What cannot be mailed cannot be anybody's address here.
    return undefined
  }
}

/** Whether the standard's claim says so. */
function saysVerified(payload: JWTPayload): boolean {
  return payload['email_verified'] === true || payload['email_verified'] === 'true'
}

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
