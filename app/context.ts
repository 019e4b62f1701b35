import { createContext } from 'react-router'
import type { RequestIdentity } from './identity.ts'
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

type Logged = { readonly method: string; readonly url: string }

/** Receives every failure that is not the visitor's: a bug or an outage; `message` where it has one of its own. Must not throw. */
export const failureLogContext = createContext<(failure: unknown, request: Logged, message?: string) => void>()

/** Whether `/dev/kit` answers: on in development and in browser tests, off otherwise. */
export const kitContext = createContext<boolean>(false)

/** Finds the language of the page; set for every request, and asks for the shop and the person only when called. */
export const languageContext = createContext<() => Promise<Language>>(async () => 'en')
