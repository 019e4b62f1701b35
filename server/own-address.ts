import type { Config } from './config.ts'

/** Where assistants ask. */
export const mcpPath = '/api/v1/mcp'

/** Addresses of this installation. */
export interface OwnAddress {
  /** Public address, for people and platforms, without a trailing slash. */
  url(): string
  /** Address for a browser on this machine. */
  localUrl(): string
  /** Origin of a page requested with this `Host`: behind a proxy the connection does not show it. */
  originOf(host: string): string
  /** Whether an address belongs to this installation, by its public name or as localhost. */
  isOwn(address: string): boolean
  /** Sets the port, once the server listens. */
  listensOn(port: number): void
}

/** The addresses of an installation that has not started listening yet. */
export function createOwnAddress(config: Pick<Config, 'port' | 'publicUrl'>): OwnAddress {
  let { port } = config
  const localUrl = (): string => `http://localhost:${port}`
  const publicUrl = config.publicUrl === undefined ? undefined : new URL(config.publicUrl)
  return {
    url: () => config.publicUrl ?? localUrl(),
    localUrl,
    originOf: (host) => (publicUrl?.host === host ? publicUrl.origin : `http://${host}`),
    isOwn(address) {
      if (!URL.canParse(address)) return false
      const { origin, host, protocol, port: itsPort } = new URL(address)
      const isLocal = protocol === 'http:' && isLoopbackHost(host) && itsPort === new URL(localUrl()).port
      return isLocal || origin === publicUrl?.origin
    },
    listensOn(actual) {
      port = actual
    },
  }
}

/** Whether a server on this host is reachable from this machine only. */
export function isLoopbackAddress(host: string): boolean {
  return host === '::1' || isLoopbackHost(host)
}

/** Whether a `Host` header names the loopback interface. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)
}
