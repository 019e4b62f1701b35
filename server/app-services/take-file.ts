import { AppError, isAppError } from '@tillsight/core'
import { requestImportWork, type ShopContext, uploadImport } from '@tillsight/domain'
import type { UploadForm } from '../../app/services.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { Runtime } from '../runtime.ts'
import { readUpload } from './read-upload.ts'

/** In a quarter of an hour, by one person: more than a page has widgets, fewer than a script that runs wild asks for. */
const mostFiles = 60

/** Each is read by the worker that all tenants share. */
const mostUploads = 30

/** Counts a file of figures. Throws `limit_reached` with `details.retryAfterSeconds` for one too many. */
export function takeFile(attempts: Attempts, person: string): void {
  take(attempts, { subject: `files of ${person}`, most: mostFiles, what: 'asked for' })
}

/**
 * The same for a file that is sent here, and taken in by `work`. One that could not be taken in because of an outage of ours
 * does not count: whoever tries again until it is over must not be refused then.
 */
export async function takeUpload<T>(attempts: Attempts, person: string, work: () => Promise<T>): Promise<T> {
  const subject = `uploads of ${person}`
  take(attempts, { subject, most: mostUploads, what: 'sent' })
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) && error.code === 'unavailable') attempts.giveBack(subject)
    throw error
  }
}

/** Keeps the file of orders in a form, as it comes in, and begins to look at it. */
export async function takeImport(
  { jobs, attempts }: Pick<Runtime, 'jobs' | 'attempts'>,
  ctx: ShopContext,
  { contentType, body }: UploadForm,
): Promise<{ readonly id: string }> {
  const take = async () => {
    const { id } = await uploadImport(ctx, await readUpload(contentType, body))
    await requestImportWork(jobs, { shop: ctx.shop.id, import: id, what: 'check' })
    return { id }
  }
  return await (ctx.actor.kind === 'person' ? takeUpload(attempts, ctx.actor.id, take) : take())
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
