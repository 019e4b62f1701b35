import { isIPv4, isIPv6 } from 'node:net'

/** The network that an address is in: IPv4 cut to /24, IPv6 to /48; empty for what is no address. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (!isIPv6(address)) return ''
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end takes the place of two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - before.length - width
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
