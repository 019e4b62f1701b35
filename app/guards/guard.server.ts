import { href, type MiddlewareFunction, redirect } from 'react-router'
import { guarded, servicesContext } from '../request.server.ts'

type Guard = MiddlewareFunction<Response>
type Needed = (args: Parameters<Guard>[0]) => Promise<boolean>

/** What has to be there before a page makes sense. Without it the way leads to setting it up. */
const needs: ReadonlyMap<string, Needed> = new Map<string, Needed>([
  [
    'has-active-shop',
    async ({ context, params }) => {
      const services = context.get(servicesContext)
      // Most addresses name one; the first of the list stands in for an unknown one.
      if (params.domain !== undefined && (await services.shop(params.domain)) !== undefined) return true
      return (await services.listShops()).length > 0
    },
  ],
  [
    'has-active-tenant',
    async ({ context }) => (await context.get(servicesContext).run('organisation.list')).length > 0,
  ],
])

/** The route middleware with this name. Throws an error that names it when there is none. */
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
