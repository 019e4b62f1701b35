import type { Config } from './config.ts'

/** Where this installation is reached. */
export interface OwnAddress {
  /** As people and platforms outside reach it, without a trailing slash. */
  url(): string
  /** As this machine's browser reaches it. */
  localUrl(): string
  /** Origin of a page that was asked for with this `Host`: behind a proxy the connection does not tell. */
  originOf(host: string): string
  /** Whether an address is on this installation, by its public name or by this machine's own. */
  isOwn(address: string): boolean
  /** The port is known once the server listens. */
  listensOn(port: number): void
}

/** The addresses of an installation that is about to listen. */
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

/** Whether a server that listens there is reached from this machine only. */
export function isLoopbackAddress(host: string): boolean {
  return host === '::1' || isLoopbackHost(host)
}

/** Whether a `Host` header names this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)
}
