import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

const reserved4 = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reserved4.addSubnet(net, prefix, 'ipv4')
}

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const reserved6 = new BlockList()
// Documentation, benchmarking and the tunnels that carry an IPv4 address inside (6to4, Teredo).
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(net, prefix, 'ipv6')
}

/** Whether an IP address belongs to the public internet. IPv6 forms that wrap an IPv4 address never do. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 4) return !reserved4.check(bare, 'ipv4')
  return family === 6 && global6.check(bare, 'ipv6') && !reserved6.check(bare, 'ipv6')
}

/** A name or address that leads into a private network, which nobody may make this server access. */
export class PrivateAddressError extends Error {
  readonly code = 'ERR_PRIVATE_ADDRESS'
}

/** Throws for a literal private address: connections to literals never pass through a lookup. */
export function checkLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw new PrivateAddressError(`${bare} is a private address`)
}

/**
 * A lookup for sockets that only ever yields public addresses. The socket connects to exactly what was checked, so
 * a name that changes its answer between check and connection gains nothing.
 */
export function guardedLookup(resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    const response = async () => {
      const found = await checkedAddresses(resolve, hostname, options.family)
      const [first] = found instanceof Error ? [] : found
      if (found instanceof Error || first === undefined) callback(toErrno(found), '', 4)
      else if (options.all === true) callback(null, [...found])
      else callback(null, first.address, first.family)
    }
    void response()
  }
}

async function checkedAddresses(resolve: Resolve, hostname: string, family: number | string | undefined) {
  try {
    const open = (await resolve(hostname)).filter((entry) => isPublicAddress(entry.address))
    const fitting = open.filter((entry) => fits(entry.address, family))
    return fitting.length > 0 ? fitting : new PrivateAddressError(`${hostname} has no public address`)
  } catch (error) {
    return toErrno(error)
  }
}

function fits(address: string, family: number | string | undefined): boolean {
  if (family === 4 || family === 'IPv4') return !isIPv6(address)
  if (family === 6 || family === 'IPv6') return isIPv6(address)
  return true
}

function toErrno(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error))
}

async function resolveBySystem(hostname: string) {
  return await systemLookup(hostname, { all: true })
}

/** Where a name or literal address leads; a name with one public address counts as public, since only that is connected to. */
export async function findPublicAddresses(
  hostname: string,
  resolve: Resolve = resolveBySystem,
): Promise<'public' | 'private' | 'unknown'> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return isPublicAddress(bare) ? 'public' : 'private'
  const found = await resolve(bare).catch(() => [])
  if (found.length === 0) return 'unknown'
  return found.some(({ address }) => isPublicAddress(address)) ? 'public' : 'private'
}
