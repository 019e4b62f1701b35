import type { MiddlewareFunction } from 'react-router'
import { notFound, readablePath } from '../request.server.ts'

type Middleware = MiddlewareFunction<Response>
type Params = Readonly<Parameters<Middleware>[0]['params']>

/** Route middleware: an address whose parameters can name nothing is a page that does not exist, whoever asks. */
export function validated(isValid: (params: Params) => boolean): Middleware {
  return ({ params, url }, next) => {
    if (!isValid(params)) throw notFound(`Page Not Found: ${readablePath(url)}`)
    return next()
  }
}

/** Whether a text could name a shop, of some installation: a host name, perhaps with its port, and a mark among namesakes. */
export function isDomainLike(text: string | undefined): boolean {
  return text !== undefined && text.length <= 260 && /^[\p{L}\p{N}._-]+(?::\d{1,5})?(?:~[0-9a-f]{8})?$/u.test(text)
}
