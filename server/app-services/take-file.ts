import { AppError } from '@tillsight/core'
import type { Attempts } from '../identity/attempts.ts'

/** In a quarter of an hour, by one person: more than a page has widgets, fewer than a script that runs wild asks for. */
const mostFiles = 60

/** Counts a file of figures. Throws `limit_reached` with `details.retryAfterSeconds` for one too many. */
export function takeFile(attempts: Attempts, person: string): void {
  const subject = `files of ${person}`
  if (attempts.take(subject, mostFiles)) return
  const retryAfterSeconds = attempts.waitSeconds(subject)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new AppError(
    'limit_reached',
    `You have asked for ${mostFiles} files within a quarter of an hour, which is the limit. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { details: { retryAfterSeconds } },
  )
}
