import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { readHandoff } from './documents.server.ts'
import { pageEnd } from './frame/basic/late-scripts.tsx'
import { readScripts } from './frame/basic/theme.ts'
import {
  documentsContext,
  type EncodedDocument,
  failureLogContext,
  identityContext,
  type KnownDocuments,
  nonceContext,
} from './request.server.ts'
import { streamMs } from './ui/in-time.ts'

export { guardContext } from './guards/guard-settings.ts'
/** The server sets these on each request and takes them from here: another import of them would be another instance. */
export {
  documentsContext,
  failureLogContext,
  identityContext,
  kitContext,
  nonceContext,
  requestIdContext,
  servicesContext,
} from './request.server.ts'

/** How long slow parts of a page may take; by then they have timed out themselves. */
export const streamTimeout = streamMs

/** Reports failures on our side; aborted requests and missing pages are not reported. */
export const handleError: HandleErrorFunction = (failure, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(failure)) return
  context.get(failureLogContext)(failure, request)
}

/** Renders a page: streamed to browsers that are known to run scripts, whole to everybody else. */
export default async function handleRequest(
  ...[request, status, headers, page, context]: [Request, number, Headers, EntryContext, RouterContextProvider]
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', await contentSecurityPolicy(request, context))
  headers.set('Cache-Control', 'private, no-store')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const isRobot = isRobotName(request.headers.get('user-agent') ?? '')
  const { errors } = page.staticHandlerContext
  // A rejected form still renders its page, which says why.
  if (isRobot && errors) return plainFailure(errors, status, headers)
  const isWhole = isRobot || !readScripts(request.headers.get('cookie'))
  return respond({ request, status, headers, page, context, isWhole })
}

/**
 * A page without a failure is made of its address and the data of its loaders alone. When all of them are there, it is rendered
 * whole and remembered for the next request with the same ones; otherwise it is sent as it comes.
 */
async function respond(asked: Asked): Promise<Response> {
  const { status, headers, page } = asked
  const documents = documentsFor(asked)
  const source = page.serverHandoffStream
  if (!documents || !source) {
    const { body } = await render(asked)
    return new Response(createReadableStreamFromReadable(body), { status, headers })
  }
  const { data, stream } = await readHandoff(source, documents)
  const known = data !== undefined && documents.find(data)
  if (known) return encoded(known, headers)
  const isWhole = asked.isWhole || data !== undefined
  const { body, failures } = await render({ ...asked, page: { ...page, serverHandoffStream: stream }, isWhole })
  if (data === undefined) return new Response(createReadableStreamFromReadable(body), { status, headers })
  const html = await buffer(body)
  const kept = failures.length > 0 ? undefined : await documents.keep(data, html)
  return kept ? encoded(kept, headers) : new Response(html, { headers })
}

/** Null for answers to forms, and for failures. */
function documentsFor({ request, status, page, context }: Asked): KnownDocuments | null {
  const { errors, actionData } = page.staticHandlerContext
  return request.method === 'GET' && status === 200 && !errors && !actionData ? context.get(documentsContext) : null
}

function encoded({ bytes, encoding }: EncodedDocument, headers: Headers): Response {
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(bytes.byteLength))
  headers.set('Vary', 'Accept-Encoding')
  return new Response(bytes, { headers })
}

interface Rendering {
  readonly request: Request
  readonly page: EntryContext
  readonly context: RouterContextProvider
  /** Wait for the complete page before sending anything. */
  readonly isWhole: boolean
}

interface Asked extends Rendering {
  readonly status: number
  readonly headers: Headers
}

interface Rendered {
  readonly body: PassThrough
  /** Of parts of the page, so far. */
  readonly failures: readonly unknown[]
}

function render({ request, page, context, isWhole }: Rendering): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    let isShellSent = false
    const failures: unknown[] = []
    const nonce = context.get(nonceContext)
    const log = (failure: unknown) => {
      if (!request.signal.aborted) context.get(failureLogContext)(failure, request)
    }
    const send = () => {
      isShellSent = true
      failures.forEach(log)
      const body = new PassThrough({
        final(done) {
          // A timer left behind would keep the whole render alive.
          clearTimeout(timer)
          done()
        },
      })
      pipe(body)
      resolve({ body, failures })
    }
    // The browser's entry has a slot for the preloads too, so that ids generated from the tree position match.
    const whole = (
      <>
        <Preloads page={page} />
        <ServerRouter context={page} nonce={nonce} url={request.url} />
      </>
    )
    const { pipe, abort } = renderToPipeableStream(whole, {
      nonce,
      // What is ready stands in its place: a part that a script puts there is invisible without one, and moves what is below it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      [isWhole ? 'onAllReady' : 'onShellReady']: send,
      onShellError(failure: unknown) {
        clearTimeout(timer)
        reject(failure)
      },
      onError(failure: unknown) {
        failures.push(failure)
        if (isShellSent) log(failure)
      },
    })
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}

/** Styles first: the router alone would list them further down. */
function Preloads({ page }: { readonly page: EntryContext }) {
  const { manifest, staticHandlerContext } = page
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const styles = new Set(routes.flatMap(({ css = [] }) => css))
  return (
    <>
      {/* Nothing is painted before the page is whole but for what is streamed: what comes further down would move what is above. */}
      <link blocking="render" href={`#${pageEnd}`} rel="expect" />
      {[...styles].map((href) => (
        <link as="style" href={href} key={href} rel="preload" />
      ))}
    </>
  )
}

/** A headless browser still counts as a browser: it runs scripts and shows pages. */
function isRobotName(userAgent: string): boolean {
  return isbot(userAgent.replace('HeadlessChrome', 'Chrome'))
}

function plainFailure(errors: object, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  const message = Object.values(errors)
    .map((failure) => (isRouteErrorResponse(failure) ? messageOf(failure.data) : ''))
    .find(Boolean)
  return new Response(message ?? (status === 404 ? 'Page Not Found' : 'Internal Server Error'), { status, headers })
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''
}

const connectingPages = /^\/(?:shop\/[^/]+\/integrations|register\/connect)\/?$/
const signingInPages = /^\/(?:auth\/(?:login|register)|account(?:\/security)?)\/?$/

/** Whether a form on the page may redirect elsewhere: to a store or platform being connected, or to an OAuth provider. */
async function mayLeadOn(request: Request, context: RouterContextProvider): Promise<boolean> {
  const { pathname } = new URL(request.url)
  if (!signingInPages.test(pathname)) return connectingPages.test(pathname)
  // If the auth service does not respond, the page says so itself and has no form.
  const offers = await context
    .get(identityContext)
    .offers()
    .catch(() => undefined)
  return offers !== undefined && (offers.providers.length > 0 || offers.sso)
}

/** Charts position themselves with inline styles. Forms may post only to this origin unless they lead to a redirect. */
async function contentSecurityPolicy(request: Request, context: RouterContextProvider): Promise<string> {
  const nonce = context.get(nonceContext)
  const { origin: authOrigin } = new URL(context.get(identityContext).browser.url)
  const hosted = authOrigin === new URL(request.url).origin ? '' : ` ${authOrigin}`
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${hosted}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${(await mayLeadOn(request, context)) ? ' https: http:' : ''}`,
  ].join('; ')
}
