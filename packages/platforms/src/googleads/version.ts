import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'

/** The version of the API that every query here is written for. */
export const apiVersion = 'v25'

/** From then on the platform refuses it. */
export const apiVersionEndsOn: Day = parseDay('2027-08-01')

const warnDays = 60

/** What to say to whoever runs the installation once the end of the version is near; undefined before. */
export function versionWarning(now: Date): string | undefined {
  if (dayOf(now, 'Etc/UTC') < addDays(apiVersionEndsOn, -warnDays)) return undefined
  return `Google stops serving version ${apiVersion} of its API on ${apiVersionEndsOn}. Update Tillsight before that day, or figures of Google Ads stop.`
}
