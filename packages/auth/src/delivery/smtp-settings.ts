import { isIP } from 'node:net'
import { AppError } from '@tillsight/core'

/** A mail server, as `SMTP_URL` names it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps://`). */
  readonly secure: boolean
  /** Refuse to go on without STARTTLS. */
  readonly requireTLS: boolean
  readonly rejectUnauthorized: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`. Credentials travel encrypted unless the server is this
 * machine or `?requireTLS=false` says otherwise; `?rejectUnauthorized=false` accepts a self-made certificate.
 * Throws `invalid_input` without repeating the credentials.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = parseAddress(text)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const switches = readSwitches(url.searchParams)
  const user = decode(url.username)
  const auth = user === '' ? undefined : { user, pass: decode(url.password) }
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (switches.get('requireTLS') ?? (auth !== undefined && !loopback.test(host))),
    rejectUnauthorized: switches.get('rejectUnauthorized') ?? true,
    auth,
  }
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return url
  throw wrong('expected smtp://user:password@host:587 or smtps://user:password@host:465')
}

function readSwitches(parameters: URLSearchParams): ReadonlyMap<string, boolean> {
  const switches = new Map<string, boolean>()
  for (const [name, value] of parameters) {
    if (name !== 'requireTLS' && name !== 'rejectUnauthorized') throw wrong(`“${name}” is not a known option`)
    if (value !== 'true' && value !== 'false') throw wrong(`${name} is neither true nor false`)
    switches.set(name, value === 'true')
  }
  return switches
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('the user name or the password is not percent-encoded; write % as %25')
  }
}

/** For certificates: an address has no name to compare. */
export function serverName({ host }: SmtpServer): string | undefined {
  return isIP(host) ? undefined : host
}

function wrong(reason: string): AppError {
  return new AppError('invalid_input', `SMTP_URL cannot be used: ${reason}.`)
}
