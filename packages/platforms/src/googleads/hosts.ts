import type { ConnectionSettings } from '../contract.ts'

/** Where Google is reached; one base stands for all three hosts of signing in when it is set. */
export interface Hosts {
  readonly auth: string
  readonly token: string
  readonly revoke: string
  readonly ads: string
  /** Where orders are told. */
  readonly dataManager: string
  /** The address before `/vi/{id}/hqdefault.jpg`. */
  readonly thumbnails: string
}

/** The hosts by the operator's settings. */
export function hostsOf({ adsUrl, oauthUrl }: ConnectionSettings): Hosts {
  const base = trimmed(oauthUrl)
  const ads = trimmed(adsUrl)
  return {
    auth: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${base ?? 'https://oauth2.googleapis.com'}/token`,
    revoke: `${base ?? 'https://oauth2.googleapis.com'}/revoke`,
    ads: ads ?? 'https://googleads.googleapis.com',
    dataManager: ads ?? 'https://datamanager.googleapis.com',
    thumbnails: ads ?? 'https://i.ytimg.com',
  }
}

function trimmed(url: string | undefined): string | undefined {
  return url === undefined || url === '' ? undefined : url.replace(/\/+$/, '')
}
