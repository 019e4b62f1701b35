import { AppError } from '@tillsight/core'
import type { z } from 'zod'

const timeoutMs = 10_000

/** Requests to other machines. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** One call of a provider's interface. */
export interface FormCall<T> {
  readonly fetch: Fetch
  /** For messages: whose interface it is. */
  readonly provider: string
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly authorization?: string
  readonly answer: z.ZodType<T>
}

/** Posts a form and reads JSON, whatever the status. Throws `upstream_failed` when there is no such answer. */
export async function postForm<T>(call: FormCall<T>): Promise<{ readonly status: number; readonly body: T }> {
  const { fetch, provider, url, form, authorization, answer } = call
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw providerFailure(provider, 'it cannot be reached', cause)
  })
  const parsed = answer.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success)
    throw providerFailure(provider, `it answered with status ${response.status} and no readable text`)
  return { status: response.status, body: parsed.data }
}

/** The one shape of failures: the provider's words, never its keys. */
export function providerFailure(provider: string, said: string, cause?: unknown): AppError {
  return new AppError('upstream_failed', `${provider}: ${said}`, { cause })
}
