import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** The most networks that one key is limited to. */
const mostNetworks = 20

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** `192.0.2.0/24`, `2001:db8::/32`, or a single address. */
function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined
  if (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)) return undefined
  const bits = length === undefined ? most : Number(length)
  return bits > most ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** A network as people write it, trimmed; a single address becomes a network of its own. */
const NetworkText = z
  .string()
  .trim()
  .max(60)
  .transform((text, context) => {
    const network = parseNetwork(text)
    if (network) return `${network.address.toLowerCase()}/${network.bits}`
    context.issues.push({
      code: 'custom',
      input: text,
      message: `“${text.slice(0, 60)}” is not a network: expected 203.0.113.0/24, 2001:db8::/32 or a single address`,
    })
    return z.NEVER
  })

/** The networks that a key works from; empty: from anywhere. */
export const Networks = z.array(NetworkText).max(mostNetworks)

/** Whether a request from this address may use a key of these networks. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const version = isIP(address)
  if (version === 0) return false
  const list = new BlockList()
  for (const network of networks.map(parseNetwork)) {
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
