import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { AppError, isAppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import {
  createRequestHandler,
  RouterContextProvider as Provider,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type * as guards from '../../app/guards/guard-settings.ts'
import type * as contexts from '../../app/request.server.ts'
import type { AppServices } from '../../app/services.ts'
import type { Visit } from '../identity/visit.ts'
import type { OwnAddress } from '../own-address.ts'
import { encodingFor } from './compression.ts'
import { createDocumentMemory } from './documents.ts'
import { asksForPayload, payloadOf } from './page-payload.ts'
import { createNonce } from './security.ts'

export interface PagesOptions {
  readonly build: ServerBuild
  readonly mode: 'production' | 'development'
  /** Creates the services of the requesting person. */
  readonly services: (visit: Visit) => AppServices
  readonly guard: guards.GuardSettings
  /** Whether the component gallery is served at /dev/kit. */
  readonly showKit: boolean
  readonly log: Log
}

/** Some hundred pages. */
const mostRemembered = 24 * 1024 * 1024
/** Others have secrets, or nothing that is dear to render. */
const inShop = /^\/shop\//

/** Renders all pages: passes the services to the router. */
export function createPages(options: PagesOptions): (request: Request, visit: Visit) => Promise<Response> {
  const handle = createRequestHandler(options.build, options.mode)
  const keys = contextKeys(options.build)
  const documents = createDocumentMemory({ mostBytes: mostRemembered })
  const answer = (request: Request, visit: Visit): Promise<Response> => {
    const context: RouterContextProvider = new Provider()
    const [nonce, requestId] = [createNonce(), visit.request.id ?? randomUUID()]
    context.set(keys.servicesContext, options.services(visit))
    context.set(keys.identityContext, visit.identity)
    context.set(keys.guardContext, options.guard)
    context.set(keys.nonceContext, nonce)
    context.set(keys.requestIdContext, requestId)
    if (options.mode === 'production' && inShop.test(new URL(request.url).pathname)) {
      const encoding = encodingFor(request.headers)
      context.set(keys.documentsContext, documents.of({ address: request.url, secrets: [nonce, requestId], encoding }))
    }
    context.set(keys.kitContext, options.showKit)
    context.set(keys.failureLogContext, (failure, { method, url }, message = 'a page failed') => {
      const level = isAppError(failure) && failure.code !== 'internal' ? 'warn' : 'error'
      options.log[level]({ err: failure, requestId, method, path: loggedPath(url) }, message)
    })
    return handle(request, context)
  }
  return (request, visit) =>
    asksForPayload(request) ? payloadOf(request, (page) => answer(page, visit)) : answer(request, visit)
}

/** The path for logs; the token of an invitation grants membership and is left out. */
export function loggedPath(url: string): string {
  return new URL(url).pathname.replace(/^(\/+invitation\/+).+/i, '$1…')
}

/** Loads the app built by `npm run build`. Throws `unavailable` when there is no build yet. */
export async function loadBuild(file: string): Promise<ServerBuild> {
  if (!existsSync(file)) {
    throw new AppError(
      'unavailable',
      'The pages are not built yet. Run `npm run build` once, or start with `npm start`, which does it.',
    )
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild
}

type ContextKeys = typeof contexts & Pick<typeof guards, 'guardContext'>

/**
 * The bundle has its own copy of the app's modules, so the context keys come from the build; imported ones would be different
 * objects.
 */
function contextKeys(build: ServerBuild): ContextKeys {
  return build.entry.module as unknown as ContextKeys
}

/**
 * The request with the scheme of the visitor's address bar, because behind a proxy the connection to us is not encrypted, and
 * with a decodable address: the router would log a warning for every other one.
 */
export function asSeenOutside(request: Request, own: OwnAddress): Request {
  const { host, origin, pathname: given, search } = new URL(request.url)
  const outside = own.originOf(host)
  const pathname = given.split('/').map(readable).join('/')
  if (outside === origin && pathname === given) return request
  const { method, headers, signal, body } = request
  // Streamed bodies require `duplex`.
  return new Request(`${outside}${pathname}${search}`, {
    method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

/** A segment that cannot be decoded, such as one with half an escape sequence, is escaped literally. */
function readable(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}
