import { AppError } from '@tillsight/core'
import type { Attempts } from '../identity/attempts.ts'

/** In a quarter of an hour, by one person: more than a page has widgets, fewer than a script that runs wild asks for. */
const mostFiles = 60

/** Each is read by the worker that all tenants share. */
const mostUploads = 30

/** Counts a file of figures. Throws `limit_reached` with `details.retryAfterSeconds` for one too many. */
export function takeFile(attempts: Attempts, person: string): void {
  take(attempts, { subject: `files of ${person}`, most: mostFiles, what: 'asked for' })
}

/** The same for a file that is sent here. */
export function takeUpload(attempts: Attempts, person: string): void {
  take(attempts, { subject: `uploads of ${person}`, most: mostUploads, what: 'sent' })
}

interface Counted {
  readonly subject: string
  readonly most: number
  readonly what: string
}

function take(attempts: Attempts, { subject, most, what }: Counted): void {
  if (attempts.take(subject, most)) return
  const retryAfterSeconds = attempts.waitSeconds(subject)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new AppError(
    'limit_reached',
    `You have ${what} ${most} files within a quarter of an hour, which is the limit. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { details: { retryAfterSeconds } },
  )
}
