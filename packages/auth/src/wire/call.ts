import type { Auth } from '../context.ts'

/** Who calls, as far as the connection tells. */
export interface Peer {
  /** The visitor's address, found by whoever owns the socket. */
  readonly address: string
}

/** One request, read once. */
export interface Call {
  readonly request: Request
  readonly query: URLSearchParams
  readonly ip: string
  readonly userAgent: string
  /** What follows `Bearer`; also an API key that the client sends there. */
  readonly bearer: string | undefined
}

/** Reads what endpoints need of a request. */
export function toCall(request: Request, peer: Peer): Call {
  const authorization = request.headers.get('authorization') ?? ''
  return {
    request,
    query: new URL(request.url).searchParams,
    ip: peer.address,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    bearer: /^bearer +(\S+)$/i.exec(authorization.trim())?.[1],
  }
}

/** An endpoint. */
export type Endpoint = (auth: Auth, call: Call, parameters: Readonly<Record<string, string>>) => Promise<Response>

/** `METHOD /path` → endpoint; `{name}` matches one segment, and a grant of `/token` follows after a space. */
export type RouteTable = Readonly<Record<string, Endpoint>>
