import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import { AppError } from '@tillsight/core'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

/**
 * A page elsewhere could point its own host name at this machine and read answers through the visitor's browser, so only
 * our own names are answered. A server for others that was not told its name answers to any.
 */
export function onlyOwnNames(config: Pick<Config, 'publicUrl' | 'host'>) {
  return createMiddleware(async (c, next) => {
    if (isOwnName(c.req.header('host') ?? '', config)) return await next()
    const name = config.publicUrl ?? 'http://localhost with its port'
    throw new AppError(
      'forbidden',
      `This address is not one that Tillsight answers on. Open it as ${name}, or set PUBLIC_URL to the address it should have.`,
    )
  })
}

/** Whether a `Host` header names this installation. */
export function isOwnName(host: string, { publicUrl, host: listening }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  if (isLoopbackHost(host)) return true
  if (publicUrl !== undefined) return host === new URL(publicUrl).host || nameOf(host) === listening
  return !isLoopbackAddress(listening)
}

/** Without its port. A bare IPv6 address is written in brackets there. */
function nameOf(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const inner = name.replace(/^\[|\]$/g, '')
  return isIP(inner) === 6 ? inner : name
}

/** A proxy leads here from elsewhere, whatever name it asks for. */
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
 * Whether a request was made on this machine, as far as it shows: a proxy that adds nothing, and everybody who has an account
 * here, looks the same.
 */
export function isFromThisMachine(c: Context): boolean {
  const socket = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/i, '')
  const isForwarded = proxyHeaders.some((name) => c.req.header(name) !== undefined)
  return !isForwarded && isLoopbackAddress(socket) && isLoopbackHost(c.req.header('host') ?? '')
}
