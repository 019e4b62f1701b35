import { AppError, isAppError } from '@tillsight/core'
import { requestImportWork, type ShopContext, uploadImport } from '@tillsight/domain'
import type { ReceivedForm, UploadForm } from '../../app/services.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { Runtime } from '../runtime.ts'
import { readUpload } from './multipart.ts'
import { receiveForm } from './receive-file.ts'

/** Exports per person, in a quarter of an hour: more than a page has widgets, fewer than a runaway script requests. */
const mostFiles = 60

/** Questions per person, in a quarter of an hour. */
const mostQuestions = 40

/** Each is read by the worker that all tenants share. */
const mostUploads = 30

/** Counts an export. Throws `limit_reached` with `details.retryAfterSeconds` for one too many. */
export function takeFile(attempts: Attempts, person: string): void {
  take(attempts, { subject: `files of ${person}`, most: mostFiles, what: 'asked for' })
}

/**
 * Counts an upload that `work` processes. One that fails because of an outage of ours does not count: retries until it is
 * over must not be refused.
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

/** Counts a question to the operator's model, which costs them money. */
export function takeQuestion(attempts: Attempts, { actor }: Pick<ShopContext, 'actor'>): void {
  const subject = `questions of ${actor.kind === 'person' ? actor.id : actor.kind}`
  if (attempts.take(subject, mostQuestions)) return
  throw new AppError('limit_reached', 'That were many questions. Ask again in a few minutes.', {
    details: { retryAfterSeconds: attempts.waitSeconds(subject) },
  })
}

/** Streams the form's order file to storage, and starts examining it. */
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

/** Counts an upload and takes its form in. */
export async function takeForm(
  { attempts }: Pick<Runtime, 'attempts'>,
  { actor }: Pick<ShopContext, 'actor'>,
  { form, mostBytes }: { readonly form: UploadForm; readonly mostBytes: number },
): Promise<ReceivedForm> {
  const receive = () => receiveForm(form, mostBytes)
  return actor.kind === 'person' ? takeUpload(attempts, actor.id, receive) : receive()
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
