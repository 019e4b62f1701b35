import { data, type MiddlewareFunction } from 'react-router'
import { guarded, identityContext } from '../request.server.ts'

/**
 * Route middleware: an administrator who looks in as somebody changes nothing. Verbs refuse it by themselves; this is for the forms that
 * have none, such as those of the account and files that are sent in.
 */
export const supportGuard: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  const person = await guarded(() => context.get(identityContext).person())(args)
  if (!person?.support) return next()
  const message = 'You are looking in as somebody else: nothing can be changed. End looking in first.'
  throw data({ message }, { status: 403, statusText: 'Forbidden' })
}
