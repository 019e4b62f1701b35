import { isIP } from 'node:net'

/** The network of an address, by which nobody is known: the first 24 bits of IPv4, 48 of IPv6. Empty for anything else. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) !== 6) return ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return networkOf(mapped)
  const [head = '', tail = ''] = plain.split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail)
  const gap = plain.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : []
  const groups = [...front, ...gap, ...back].slice(0, 3)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`
}

/** The groups of a half of an address; an IPv4 address at its end stands for two. */
function groupsOf(half: string): string[] {
  return half === '' ? [] : half.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
