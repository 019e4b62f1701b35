/** Providers whose accounts people may sign in with; the reference server's names, plus `oidc` for any other. */
export const providerNames = ['apple', 'azure', 'facebook', 'github', 'google', 'oidc'] as const
/** One of {@link providerNames}. */
export type ProviderName = (typeof providerNames)[number]

/** Every provider that the protocol has a name for, set up here or not. */
export const listedProviders: readonly string[] = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github', 'gitlab', 'google'],
  ...['keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc', 'workos', 'twitch'],
  ...['twitter', 'zoom'],
]

/** How one provider is set up. */
export interface ProviderSettings {
  readonly clientIds: readonly string[]
  readonly secret: string
  /** Where the provider sends people back; our own callback when not set. */
  readonly redirectUri: string | undefined
  /** Issuer or base address: needed for `oidc`, a tenant of `azure`, a company's own `github`. */
  readonly url: string | undefined
  /** What the button says, for `oidc`. */
  readonly label: string | undefined
  readonly skipNonceCheck: boolean
  /** Whether an account may come without any address. */
  readonly emailOptional: boolean
}

const on = new Set(['1', 'true', 'on'])

/** Reads `EXTERNAL_<PROVIDER>_*`; a provider that is on but incomplete is a problem, not a silent gap. */
export function readProviders(given: Readonly<Record<string, string>>): {
  readonly providers: ReadonlyMap<string, ProviderSettings>
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const providers = new Map<string, ProviderSettings>()
  for (const name of providerNames) {
    const prefix = `EXTERNAL_${name.toUpperCase()}`
    if (!on.has(given[`${prefix}_ENABLED`] ?? '')) continue
    const clientIds = (given[`${prefix}_CLIENT_ID`] ?? '').split(',').flatMap((id) => id.trim() || [])
    const secret = given[`${prefix}_SECRET`] ?? ''
    const url = given[`${prefix}_URL`]?.replace(/\/+$/, '')
    if (clientIds.length === 0) problems.push(`AUTH_${prefix}_CLIENT_ID: is needed when the provider is on`)
    if (secret === '') problems.push(`AUTH_${prefix}_SECRET: is needed when the provider is on`)
    if (url !== undefined && !isWebAddress(url)) problems.push(`AUTH_${prefix}_URL: expected an address`)
    if (name === 'oidc' && url === undefined) problems.push(`AUTH_${prefix}_URL: is needed, the issuer's address`)
    providers.set(name, {
      clientIds,
      secret,
      redirectUri: given[`${prefix}_REDIRECT_URI`],
      url,
      label: given[`${prefix}_LABEL`],
      skipNonceCheck: on.has(given[`${prefix}_SKIP_NONCE_CHECK`] ?? ''),
      emailOptional: on.has(given[`${prefix}_EMAIL_OPTIONAL`] ?? ''),
    })
  }
  return { providers, problems }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
