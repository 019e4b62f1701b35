import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The visitor's address: the socket's, or behind a trusted proxy, the forwarded one. */
export function peerAddress(c: Context, trustProxy: boolean): string {
  const socket = bare(getConnInfo(c).remote.address ?? '')
  return trustProxy ? forwardedAddress(c.req.header('x-forwarded-for'), socket) : socket
}

/** As {@link peerAddress}, for a Node request. */
export function peerOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const address = bare(socket.remoteAddress ?? '')
  const forwarded = headers['x-forwarded-for']
  return trustProxy
    ? forwardedAddress(typeof forwarded === 'string' ? forwarded : forwarded?.join(','), address)
    : address
}

/**
 * The right-most public hop: anything further left may be forged by the visitor. When all are private, the right-most one,
 * which the nearest proxy has seen itself.
 */
export function forwardedAddress(header: string | undefined, socket: string): string {
  const hops = (header ?? '').split(',').map((hop) => bare(hop.trim()))
  const last = hops.at(-1) ?? ''
  if (isIP(last) === 0) return socket
  for (const hop of hops.toReversed()) {
    // A proxy writes valid addresses only, so nothing to the left can be trusted.
    if (isIP(hop) === 0) return last
    if (!isPrivate(hop)) return hop
  }
  return last
}

const privateNets = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNets.addSubnet(net, prefix, 'ipv4')
}
privateNets.addAddress('::1', 'ipv6')
privateNets.addSubnet('fc00::', 7, 'ipv6')
privateNets.addSubnet('fe80::', 10, 'ipv6')

/** Whether an address is loopback or private: a proxy of ours, or useless for identifying the visitor. */
export function isPrivate(address: string): boolean {
  return privateNets.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Without brackets, port and zone; an IPv4-mapped IPv6 address as IPv4. */
function bare(text: string): string {
  const inner = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return inner.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}
