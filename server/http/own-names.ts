import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import { AppError } from '@tillsight/core'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

/**
 * Protects against DNS rebinding: another site could point its host name at this machine and read responses through the
 * visitor's browser, so only our own names are accepted. A public server without a configured name accepts any.
 */
export function onlyOwnNames(config: Names) {
  return createMiddleware(async (c, next) => {
    if (isOwnName(c.req.header('host') ?? '', config)) return await next()
    const name = config.publicUrl ?? 'http://localhost with its port'
    throw new AppError(
      'forbidden',
      `This address is not one that Tillsight answers on. Open it as ${name}, or set PUBLIC_URL to the address it should have.`,
    )
  })
}

type Names = Pick<Config, 'publicUrl' | 'storagePublicUrl' | 'host'>

/** Whether a `Host` header is one of this installation's names. */
export function isOwnName(host: string, { publicUrl, storagePublicUrl, host: listening }: Names): boolean {
  if (isLoopbackHost(host)) return true
  if (storagePublicUrl !== undefined && host === new URL(storagePublicUrl).host) return true
  if (publicUrl !== undefined) return host === new URL(publicUrl).host || nameOf(host) === listening
  return !isLoopbackAddress(listening)
}

/** Without the port. IPv6 addresses are in brackets there. */
function nameOf(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const inner = name.replace(/^\[|\]$/g, '')
  return isIP(inner) === 6 ? inner : name
}

/** Headers of proxies: the request comes from elsewhere, whatever its host name. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
]

/**
 * Whether a request was made on this machine, as far as can be told: a proxy that adds no header, and every local account,
 * look the same.
 */
export function isFromThisMachine(c: Context): boolean {
  const socket = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/i, '')
  const isForwarded = proxyHeaders.some((name) => c.req.header(name) !== undefined)
  return !isForwarded && isLoopbackAddress(socket) && isLoopbackHost(c.req.header('host') ?? '')
}
