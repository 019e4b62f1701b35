import { href, type MiddlewareFunction, redirect } from 'react-router'
import { guarded, notFound, readablePath, servicesContext } from '../request.server.ts'

type Guard = MiddlewareFunction<Response>
type Needed = (args: Parameters<Guard>[0]) => Promise<boolean>

/** Prerequisites of pages, with the address that sets each one up. */
const needs: ReadonlyMap<string, Needed> = new Map<string, Needed>([
  [
    'has-active-shop',
    async ({ context, params }) => {
      const services = context.get(servicesContext)
      // Most addresses name a shop; an unknown one falls back to the first of the list.
      if (params.domain !== undefined && (await services.shop(params.domain)) !== undefined) return true
      return (await services.nameShops()).length > 0
    },
  ],
  [
    'has-active-tenant',
    async ({ context }) => (await context.get(servicesContext).run('organisation.list')).length > 0,
  ],
])

/** The route middleware with this name. Throws an error that names an unknown one. */
export function guard(name: string): Guard {
  const isThere = needs.get(name)
  if (isThere === undefined) {
    throw new Error(`Unknown route middleware: ${name}. There is: ${[...needs.keys()].join(', ')}.`)
  }
  return async (args, next) => {
    if (!(await guarded(isThere)(args))) throw redirect(href('/register'))
    return next()
  }
}

type Middleware = MiddlewareFunction<Response>
type Params = Readonly<Parameters<Middleware>[0]['params']>

/** Route middleware: an address with invalid parameters is a 404, signed in or not. */
export function validated(isValid: (params: Params) => boolean): Middleware {
  return ({ params, url }, next) => {
    if (!isValid(params)) throw notFound(`Page Not Found: ${readablePath(url)}`)
    return next()
  }
}

/**
 * Whether a text could identify a shop: a host name, perhaps with its port, and a suffix that tells shops of one domain
 * apart.
 */
export function isDomainLike(text: string | undefined): boolean {
  return text !== undefined && text.length <= 260 && /^[\p{L}\p{N}._-]+(?::\d{1,5})?(?:~[0-9a-f]{8})?$/u.test(text)
}
