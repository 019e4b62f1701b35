import { isIP } from 'node:net'
import type { OrganisationId, ShopId } from '@tillsight/core'
import { z } from 'zod'

/** Who does things: `system` is the product itself, its command line included. */
export const actorKinds = ['person', 'key', 'mcp', 'share', 'system', 'support'] as const

/** A field of what was changed. Its values are told; of sealed ones only that they changed. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

/** The value of a field in an entry. */
export type AuditValue = z.infer<typeof Value>

const Change = z.object({ field: z.string(), before: Value, after: Value })

/** What changed of a target. */
export type AuditChange = z.infer<typeof Change>

/** What an entry tells, as it is stored and hashed. */
export const AuditBody = z.object({
  id: z.string(),
  organisation: z.string().transform((id) => id as OrganisationId),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(actorKinds), id: z.string(), name: z.string() }),
  /** Domain of the shop, where it is about one. */
  shop: z.string().optional(),
  /** Ids of the shops that it is about; null: all of the organisation. */
  shops: z.array(z.string().transform((id) => id as ShopId)).nullable(),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  changes: z.array(Change).optional(),
  origin: z.object({ ip: z.string(), agent: z.string(), request: z.string() }),
})
export type AuditBody = z.infer<typeof AuditBody>

/** JSON without spaces, keys in order: the same text for the same content. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Stands for the value of a field that is sealed. */
export const sealed = 'changed'

/** The fields that differ; of those in `hidden` only that they changed. */
export function changesBetween(before: object, after: object, hidden: readonly string[] = []): AuditChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [earlier, later] = [toValue(was.get(field)), toValue(is.get(field))]
    if (JSON.stringify(earlier) === JSON.stringify(later)) return []
    return [hidden.includes(field) ? { field, before: null, after: sealed } : { field, before: earlier, after: later }]
  })
}

/** Anything else than plain values and lists of texts is told as JSON. */
function toValue(value: unknown): AuditValue {
  const { success, data } = Value.safeParse(value ?? null)
  return success ? data : JSON.stringify(value)
}

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
