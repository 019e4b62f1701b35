import type { OwnAddress } from '../own-address.ts'

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
