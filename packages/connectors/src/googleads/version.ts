import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'

/** The version of the API that every query here is written for. */
export const apiVersion = 'v25'

/** From then on the platform refuses it. */
const endsOn: Day = parseDay('2027-08-01')
const warnDays = 60

/** What to say once the end of the version is near; undefined before. */
export function versionWarning(now: Date): string | undefined {
  if (dayOf(now, 'Etc/UTC') < addDays(endsOn, -warnDays)) return undefined
  return `Google stops serving version ${apiVersion} of its API on ${endsOn}. Update Tillsight before that day, or figures of Google Ads stop.`
}
