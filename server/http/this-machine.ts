import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

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
