import { AppError, type ErrorCode, isAppError, toOutage } from '@tillsight/core'
import { createContext, data, href, type RouterContextProvider, redirect } from 'react-router'
import type { RequestIdentity, SignedIn } from './identity.ts'
import type { Language } from './language/languages.ts'
import type { AppServices } from './services.ts'

/** What loaders and actions find on the request; the server sets them before it calls the handler. */
export const servicesContext = createContext<AppServices>()

/** Who makes the request; set for every one. */
export const identityContext = createContext<RequestIdentity>()

/** Base64 nonce of this response's content security policy. */
export const nonceContext = createContext<string>()

/** Shown on error pages and written to the log, so that the two can be matched. */
export const requestIdContext = createContext<string>()

/** An encoded page, ready to be sent. */
export interface EncodedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly encoding: string
}

/** Pages rendered before, as this response may have them: with its own nonce and request id. */
export interface KnownDocuments {
  /** Whether all data came soon the last time that they began like this. */
  readonly expects: (opening: string) => boolean
  readonly note: (opening: string, cameSoon: boolean) => void
  /** The page that was rendered from exactly these data at this address. */
  readonly find: (data: string) => EncodedDocument | undefined
  /** Encodes a page and keeps it; undefined when that is impossible. */
  readonly keep: (data: string, html: Uint8Array) => Promise<EncodedDocument | undefined>
}

/** Null where pages are not remembered. */
export const documentsContext = createContext<KnownDocuments | null>(null)

type Logged = { readonly method: string; readonly url: string }

/** Receives every failure that is not the visitor's: a bug or an outage; `message` where it has one of its own. Must not throw. */
export const failureLogContext = createContext<(failure: unknown, request: Logged, message?: string) => void>()

/** Whether `/dev/kit` answers: on in development and in browser tests, off otherwise. */
export const kitContext = createContext<boolean>(false)

/** Finds the language of the page; set for every request, and asks for the shop and the person only when called. */
export const languageContext = createContext<() => Promise<Language>>(async () => 'en')

/** The only place that maps error codes to HTTP statuses. */
const statuses = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limit_reached: 429,
  not_connected: 409,
  upstream_failed: 502,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

/** Titles of error pages for statuses that neither of the two usual titles fits. */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  409: 'Conflict',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

interface Answering {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** Turns an `AppError` of a loader or action into a page with its status; everything else stays a bug and shows an id. */
export function guarded<Args extends Answering, Result>(
  work: (args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    try {
      return await work(args)
    } catch (thrown) {
      const failure = toOutage(thrown)
      if (isUnreadableForm(failure)) throw data({ message: unreadableForm }, { status: statuses.invalid_input })
      if (!isAppError(failure)) throw failure
      if (failure.details['reason'] === 'factor_required') {
        throw redirect(`${href('/account/security')}?done=factor-needed`)
      }
      const status = statuses[failure.code]
      if (status >= 500) args.context.get(failureLogContext)(failure, args.request)
      throw data({ message: failure.message }, { status, statusText: statusTexts[status] ?? '' })
    }
  }
}

const unreadableForm = 'What was sent is not a form of this site. Reload the page and try again.'

/** Every request posted to a page is parsed as a form; only the error's message reveals that the body was not one. */
function isUnreadableForm(failure: unknown): boolean {
  return (
    failure instanceof TypeError && /^(?:Failed to parse body as FormData|Content-Type was not)/.test(failure.message)
  )
}

/** Like `guarded`, for file downloads: the reason as plain text, with `Retry-After`. Redirects and bugs are rethrown. */
export function toProblem(thrown: unknown, { context, request }: Answering): Response {
  const failure = toOutage(thrown)
  if (!isAppError(failure)) throw failure
  const status = statuses[failure.code]
  if (status >= 500) context.get(failureLogContext)(failure, request)
  const { retryAfterSeconds } = failure.details
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'private, no-store',
    ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
  }
  return new Response(`${failure.message}\n`, { status, headers })
}

/** A page that does not exist. */
export function notFound(message: string): ReturnType<typeof data<{ message: string }>> {
  return data({ message }, { status: statuses.not_found })
}

/** The page of an address that does not exist: its words are specified in English, other languages have the usual ones. */
export async function noSuchPage({
  context,
  url,
}: Pick<Answering, 'context'> & { readonly url: URL }): Promise<ReturnType<typeof notFound>> {
  const language = await context.get(languageContext)()
  return notFound(language === 'en' ? `Page not found: ${readablePath(url)}` : '')
}

/** The path of a URL, decoded for people. */
export function readablePath({ pathname }: URL): string {
  try {
    return decodeURI(pathname)
  } catch {
    // A broken escape sequence: show the path as it was typed.
    return pathname
  }
}

/** What a form shows after a refusal: its own message, and one per field where the service named fields. */
export interface FormFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

/** Converts a rejection into form messages; anything that the visitor cannot fix is rethrown. */
export function toFormFailure(failure: unknown): { readonly body: FormFailure; readonly status: number } {
  if (!isAppError(failure) || !isForForm(failure)) throw failure
  return { body: { message: failure.message, fields: fieldsOf(failure) }, status: statuses[failure.code] }
}

/** A message for each invalid field; the failure names one field, or lists messages by field. */
function fieldsOf({ details, problems, message }: AppError): Record<string, string> {
  if (Object.keys(problems).length > 0) return { ...problems }
  if (typeof details.field === 'string') return { [details.field]: message }
  return Object.fromEntries(Object.entries(details).map(([field, text]) => [field, String(text)]))
}

function isForForm({ code }: AppError): boolean {
  return code !== 'internal' && code !== 'unauthenticated' && code !== 'forbidden'
}

/**
 * A form field as text, trimmed; empty when it is missing or a file. The text type is not checked here: verbs validate their
 * input.
 */
export function formText<Text extends string = string>(form: FormData, name: string): Text {
  const value = form.get(name)
  return (typeof value === 'string' ? value.trim() : '') as Text
}

/**
 * A typed number with a point, whichever way a language writes it: `1234,5`, `1.234,50`, `1 234,50` and `1,234.50`. Where a comma may
 * be either, as in `1,234`, the text stays as it is and verbs refuse it.
 */
export function toDecimal(typed: string): string {
  const text = typed.trim().replaceAll(/(?<=\d)[\s’'](?=\d)/g, '')
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  const whole = /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) ? text.replaceAll('.', '') : text
  return whole.replace(/^(\d+),(\d{1,2}|\d{4,})$/, '$1.$2')
}

/** The signed-in person, for pages that require one. Throws `unauthenticated` for a visitor. */
export async function signedIn(identity: Pick<RequestIdentity, 'person'>): Promise<SignedIn> {
  const person = await identity.person()
  if (person) return person
  throw new AppError('unauthenticated', 'You are signed out. Sign in and try again.')
}
