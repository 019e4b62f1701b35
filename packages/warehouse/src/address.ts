import { AppError } from '@tillsight/core'

/** A warehouse's address and credentials, read from a URL. */
export interface Address {
  /** `http(s)://host:port`, without credentials or path. */
  readonly base: string
  readonly socketPath: string | undefined
  readonly username: string
  readonly password: string
  readonly database: string
}

/** The URL of an embedded warehouse: `http+unix://user:password@<encoded socket path>/tillsight`, or a port of 127.0.0.1. */
export function embeddedUrl(password: string, place: { socketPath: string } | { port: number }): string {
  const user = `tillsight:${encodeURIComponent(password)}`
  return 'socketPath' in place
    ? `http+unix://${user}@${encodeURIComponent(place.socketPath)}/tillsight`
    : `http://${user}@127.0.0.1:${place.port}/tillsight`
}

/** Reads `http://`, `https://` and `http+unix://` URLs; throws `invalid_input` for others. The database defaults to `tillsight`. */
export function addressOf(url: string): Address {
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:', 'http+unix:'].includes(parsed.protocol)) {
    throw new AppError(
      'invalid_input',
      'The address of the warehouse is not valid: CLICKHOUSE_URL must look like http://user:password@host:8123/database.',
    )
  }
  const local = parsed.protocol === 'http+unix:'
  return {
    base: local ? 'http://warehouse' : `${parsed.protocol}//${parsed.host}`,
    socketPath: local ? decodeURIComponent(parsed.host) : undefined,
    username: decodeURIComponent(parsed.username) || 'default',
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'tillsight',
  }
}
