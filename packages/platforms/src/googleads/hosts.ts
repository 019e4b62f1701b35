import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { ConnectionSettings } from '../contract.ts'

/** The addresses of Google's APIs; when set, one base address replaces all three sign-in hosts. */
interface Hosts {
  readonly auth: string
  readonly token: string
  readonly revoke: string
  readonly ads: string
  /** Where orders are sent. */
  readonly dataManager: string
  /** The address before `/vi/{id}/hqdefault.jpg`. */
  readonly thumbnails: string
}

/** The addresses from the operator's settings. */
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

/** The version of the API that every query here is written for. */
export const apiVersion = 'v25'

/** Google stops supporting the version on this day. */
export const apiVersionEndsOn: Day = parseDay('2027-08-01')

const warnDays = 60

/** The warning for the operator once the end of the version is near; undefined before. */
export function versionWarning(now: Date): string | undefined {
  if (dayOf(now, 'Etc/UTC') < addDays(apiVersionEndsOn, -warnDays)) return undefined
  return `Google stops serving version ${apiVersion} of its API on ${apiVersionEndsOn}. Update Tillsight before that day, or figures of Google Ads stop.`
}
