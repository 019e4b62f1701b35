import type { OwnAddress } from '../own-address.ts'

/** The request with the scheme of the visitor's address bar: behind a proxy the connection to us is not encrypted. */
export function asSeenOutside(request: Request, own: OwnAddress): Request {
  const { host, origin, pathname, search } = new URL(request.url)
  const outside = own.originOf(host)
  if (outside === origin) return request
  const { method, headers, signal, body } = request
  // Streams have to be announced as such.
  return new Request(`${outside}${pathname}${search}`, {
    method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}
