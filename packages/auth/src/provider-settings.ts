/** Supported sign-in providers, with the reference server's names, plus `oidc` for any other. */
export const providerNames = ['apple', 'azure', 'facebook', 'github', 'google', 'oidc'] as const
/** One of {@link providerNames}. */
export type ProviderName = (typeof providerNames)[number]

/** Every provider that the protocol names, whether configured or not. */
export const listedProviders: readonly string[] = [
  'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin',
  'linkedin_oidc notion spotify slack slack_oidc workos twitch twitter zoom',
].flatMap((names) => names.split(' '))

/** The settings of one provider. */
export interface ProviderSettings {
  readonly clientIds: readonly string[]
  readonly secret: string
  /** The callback address registered with the provider; defaults to our own. */
  readonly redirectUri: string | undefined
  /** Issuer or base address: needed for `oidc`, a tenant of `azure`, a company's own `github`. */
  readonly url: string | undefined
  /** The button's label, for `oidc`. */
  readonly label: string | undefined
  readonly skipNonceCheck: boolean
  /** Whether an account may come without any address. */
  readonly emailOptional: boolean
}

const on = new Set(['1', 'true', 'on'])

/** Reads `EXTERNAL_<PROVIDER>_*`; an enabled but incomplete provider is an error, not skipped. */
export function readProviders(given: Readonly<Record<string, string>>): {
  readonly providers: ReadonlyMap<string, ProviderSettings>
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const providers = new Map<string, ProviderSettings>()
  for (const name of providerNames) {
    const prefix = `EXTERNAL_${name.toUpperCase()}`
    if (!on.has(given[`${prefix}_ENABLED`] ?? '')) continue
    const settings = readProvider(given, prefix)
    providers.set(name, settings)
    problems.push(...problemsOf(name, settings).map((problem) => `AUTH_${prefix}_${problem}`))
  }
  return { providers, problems }
}

function readProvider(given: Readonly<Record<string, string>>, prefix: string): ProviderSettings {
  const text = (name: string) => given[`${prefix}_${name}`]
  const flag = (name: string) => on.has(text(name) ?? '')
  return {
    clientIds: (text('CLIENT_ID') ?? '').split(',').flatMap((id) => id.trim() || []),
    secret: text('SECRET') ?? '',
    redirectUri: text('REDIRECT_URI'),
    url: text('URL')?.replace(/\/+$/, ''),
    label: text('LABEL'),
    skipNonceCheck: flag('SKIP_NONCE_CHECK'),
    emailOptional: flag('EMAIL_OPTIONAL'),
  }
}

function problemsOf(name: ProviderName, { clientIds, secret, url }: ProviderSettings): string[] {
  return [
    ...(clientIds.length === 0 ? ['CLIENT_ID: is needed when the provider is on'] : []),
    ...(secret === '' ? ['SECRET: is needed when the provider is on'] : []),
    ...(url !== undefined && !isWebAddress(url) ? ['URL: expected an address'] : []),
    ...(name === 'oidc' && url === undefined ? ["URL: is needed, the issuer's address"] : []),
  ]
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
