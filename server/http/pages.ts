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
import { createNonce } from './security.ts'

export interface PagesOptions {
  readonly build: ServerBuild
  readonly mode: 'production' | 'development'
  /** Services of whoever makes the request. */
  readonly services: (visit: Visit) => AppServices
  readonly guard: guards.GuardSettings
  /** Whether the gallery of components answers at /dev/kit. */
  readonly showKit: boolean
  readonly log: Log
}

/** Answers every address that is not an API's: hands the services to the router and lets it render. */
export function createPages(options: PagesOptions): (request: Request, visit: Visit) => Promise<Response> {
  const handle = createRequestHandler(options.build, options.mode)
  const keys = contextKeys(options.build)
  return (request, visit) => {
    const context: RouterContextProvider = new Provider()
    const requestId = randomUUID()
    context.set(keys.servicesContext, options.services(visit))
    context.set(keys.identityContext, visit.identity)
    context.set(keys.guardContext, options.guard)
    context.set(keys.nonceContext, createNonce())
    context.set(keys.requestIdContext, requestId)
    context.set(keys.kitContext, options.showKit)
    context.set(keys.failureLogContext, (failure, { method, url }, message = 'a page failed') => {
      const level = isAppError(failure) && failure.code !== 'internal' ? 'warn' : 'error'
      options.log[level]({ err: failure, requestId, method, path: loggedPath(url) }, message)
    })
    return handle(request, context)
  }
}

/** The path of an address; the token of an invitation is worth a membership and stays out of logs. */
export function loggedPath(url: string): string {
  return new URL(url).pathname.replace(/^(\/+invitation\/+).+/i, '$1…')
}

/** The built app, made by `npm run build`. Throws `unavailable` when nobody has built it yet. */
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

/** The bundle has its own copy of the app's modules, so the keys come from the build; importing them would make others. */
function contextKeys(build: ServerBuild): ContextKeys {
  return build.entry.module as unknown as ContextKeys
}

/**
 * The request with the scheme of the visitor's address bar, because behind a proxy the connection to us is not encrypted, and
 * with an address that can be read: the router would warn of every other one in the log, whoever asks.
 */
export function asSeenOutside(request: Request, own: OwnAddress): Request {
  const { host, origin, pathname: given, search } = new URL(request.url)
  const outside = own.originOf(host)
  const pathname = given.split('/').map(readable).join('/')
  if (outside === origin && pathname === given) return request
  const { method, headers, signal, body } = request
  // Streams have to be announced as such.
  return new Request(`${outside}${pathname}${search}`, {
    method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

/** What encodes nothing, as half an escape sequence, stands for itself. */
function readable(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}
